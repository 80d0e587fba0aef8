// Lists the measurements of the evaluation.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "core/diagnostic/internal_error.hpp"
#include "core/evaluation/evaluation.hpp"
#include "core/text/text.hpp"

namespace counterpoint {
namespace {

constexpr std::array published = {
#define X(name, kernel, size, loops, free, manual, unrolled, registers, rolled, code) \
  PublishedRow{name, kernel, size, loops, free, manual, unrolled, registers, rolled, code},
#include "core/evaluation/published.def"
#undef X
};

constexpr std::array swept = {Parameter::barrier_handshake,
                              Parameter::register_operation,
                              Parameter::semaphore_delay,
                              Parameter::satisfied_wait,
                              Parameter::branch,
                              Parameter::issue,
                              Parameter::window,
                              Parameter::queue_window,
                              Parameter::descriptor_interval};

class Planner {
 public:
  Planner(const MachineModel& model, Amount amount) {
    plan_.model = model;
    plan_.amount = amount;
  }

  Plan run() {
    const auto kernels = all_kernels();
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
      for (std::uint32_t s = 0; s < kernels[k].sizes.size(); ++s) add_size(k, s);
      const std::uint32_t compared = size_to_compare(kernels[k]);
      for (const Parameter p : swept) add_sweep(k, compared, p);
      add_trips(k, compared);
      add_budgets(k, compared);
      add_timeline(k);
    }
    add_pair("hoisted_matmul", "K1", "hoisted_matmul_unmarked.cp", "");
    add_pair("experts", "K5e", "experts_unmarked.cp", "experts_marked.cp");
    return std::move(plan_);
  }

 private:
  // The costs of adamw.cp are those of tiles of 1024 elements.
  static bool other_costs(const KernelSize& size) { return size.name.find("F 512") != std::string_view::npos; }
  static bool is_small(const KernelSize& size) { return size.name.starts_with("small"); }
  [[nodiscard]] bool left_out(const KernelSize& size) const {
    return other_costs(size) || (plan_.amount == Amount::small && !is_small(size));
  }

  // The published size, else the first medium one; the first small one if only those are asked for.
  [[nodiscard]] std::uint32_t size_to_compare(const Kernel& kernel) const {
    std::uint32_t found = 0;
    for (std::uint32_t s = 0; s < kernel.sizes.size() && plan_.amount == Amount::all; ++s) {
      if (published_for(kernel.id, kernel.sizes[s].name) != nullptr) return s;
      if (found == 0 && kernel.sizes[s].name.starts_with("medium")) found = s;
    }
    return found;
  }

  std::uint32_t ask(Measurement question) {
    // Texts are told apart by their file.
    std::string key = fmt::format("{}|{}|{}|{}|{}", question.file, question.trips, static_cast<int>(question.variant),
                                  static_cast<int>(question.extensions), question.record);
    if (question.semaphores) key += fmt::format("|budget {}", *question.semaphores);
    for (const ParameterEntry& p : all_parameters()) key += fmt::format("|{}", question.model[p.parameter]);
    const auto [at, added] = asked_.emplace(std::move(key), static_cast<std::uint32_t>(plan_.questions.size()));
    if (added) plan_.questions.push_back(std::move(question));
    return at->second;
  }

  Answers ask_all(const Kernel& kernel, std::string_view trips, const MachineModel& model) {
    Answers answers{};
    for (const VariantEntry& v : all_variants()) {
      answers[static_cast<std::size_t>(v.variant)] =
          ask({kernel.file, kernel.text, std::string(trips), v.variant, model, Extensions::all, false});
    }
    return answers;
  }

  void add_size(std::uint32_t k, std::uint32_t s) {
    const Kernel& kernel = all_kernels()[k];
    if (left_out(kernel.sizes[s])) return;
    plan_.sizes.push_back({k, s, ask_all(kernel, kernel.sizes[s].trips, plan_.model)});
  }

  // Both ends of the range, the machine's own value, and what lies in the middle of either half.
  void add_sweep(std::uint32_t k, std::uint32_t s, Parameter p) {
    const ParameterEntry& e = entry(p);
    const std::uint64_t own = plan_.model[p];
    const std::set<std::uint64_t> values = {e.low, e.high, own, (e.low + own) / 2, (e.high + own) / 2};
    for (const std::uint64_t value : values) {
      MachineModel model = plan_.model;
      model.set(p, value);
      const Kernel& kernel = all_kernels()[k];
      plan_.sweep.push_back({k, s, p, value, ask_all(kernel, kernel.sizes[s].trips, model)});
    }
  }

  // "m=16" of "k=16 m=16 n=4", where m is the outermost loop: the trips of that loop among all.
  static std::string_view outermost(const Kernel& kernel, std::string_view all) {
    const auto program = parse_program(kernel.text, kernel.file);
    require(program.has_value(), "a kernel that is built in has no errors");
    for (const ScopeId s : program->tree.scopes()) {
      if (!program->tree.scope(s).is_loop()) continue;
      const std::string named = " " + program->tree.scope_name(s) + "=";
      const std::size_t at = (" " + std::string(all)).find(named);
      if (at != std::string::npos) return all.substr(at, std::min(all.find(' ', at), all.size()) - at);
    }
    return all;
  }

  void add_trips(std::uint32_t k, std::uint32_t s) {
    const Kernel& kernel = all_kernels()[k];
    const std::string_view all = kernel.sizes[s].trips;
    const std::string_view outer = outermost(kernel, all);
    const auto at = static_cast<std::size_t>(outer.data() - all.data());
    const std::uint32_t most = plan_.amount == Amount::small ? 8 : 128;
    for (std::uint32_t trips = 1; trips <= most; trips *= 2) {
      const std::string counts = fmt::format("{}{}={}{}", all.substr(0, at), outer.substr(0, outer.find('=')), trips,
                                             all.substr(at + outer.size()));
      plan_.trips.push_back({k, s, trips, ask_all(kernel, counts, plan_.model)});
    }
  }

  void add_budgets(std::uint32_t k, std::uint32_t s) {
    const Kernel& kernel = all_kernels()[k];
    const std::string trips(kernel.sizes[s].trips);
    for (const std::uint64_t budget : {253, 64, 16, 8}) {
      Measurement m{kernel.file, kernel.text, trips, Variant::automatic, plan_.model, Extensions::all, false, budget};
      const std::uint32_t barrier =
          ask({kernel.file, kernel.text, trips, Variant::barrier, plan_.model, Extensions::all, false});
      plan_.budgets.push_back({k, s, budget, ask(std::move(m)), barrier});
    }
  }

  void add_timeline(std::uint32_t k) {
    const Kernel& kernel = all_kernels()[k];
    const auto ask_for = [&](Variant v) {
      return ask({kernel.file, kernel.text, std::string(kernel.sizes[0].trips), v, plan_.model, Extensions::all, true});
    };
    plan_.timelines.push_back({k, 0, ask_for(Variant::barrier), ask_for(Variant::per_loop)});
  }

  static std::string_view paired_text(std::string_view file) {
    const auto all = paired_programs();
    const auto found = std::ranges::find(all, file, &PairedProgram::file);
    require(found != all.end(), "a paired program is built in");
    return found->text;
  }

  // `marked`: "" for the kernel itself.
  void add_pair(std::string_view name, std::string_view id, std::string_view unmarked, std::string_view marked) {
    const auto kernels = all_kernels();
    const auto kernel = std::ranges::find(kernels, id, &Kernel::id);
    require(kernel != kernels.end(), "a paired kernel is built in");
    const std::string_view text = paired_text(unmarked);
    for (const KernelSize& size : kernel->sizes) {
      if (left_out(size)) continue;
      const std::string trips(size.trips);
      const auto question = [&](std::string_view file, std::string_view of, Variant v, Extensions x) {
        return ask({file, of, trips, v, plan_.model, x, false});
      };
      PairedRow row{name, size.name};
      row.baseline = question(unmarked, text, Variant::barrier, Extensions::all);
      row.fallback = question(unmarked, text, Variant::per_loop, Extensions::none);
      row.extension = question(unmarked, text, Variant::per_loop, Extensions::all);
      row.marked = marked.empty() ? question(kernel->file, kernel->text, Variant::per_loop, Extensions::none)
                                  : question(marked, paired_text(marked), Variant::per_loop, Extensions::none);
      plan_.paired.push_back(row);
    }
  }

  Plan plan_;
  std::map<std::string, std::uint32_t> asked_;
};

}  // namespace

std::span<const PublishedRow> all_published() { return published; }

const PublishedRow* published_for(std::string_view kernel, std::string_view size) {
  const auto* found =
      std::ranges::find_if(published, [&](const PublishedRow& p) { return p.kernel == kernel && p.size == size; });
  return found == published.end() ? nullptr : found;
}

std::span<const Parameter> swept_parameters() { return swept; }

Plan make_plan(const MachineModel& model, Amount amount) { return Planner(model, amount).run(); }

}  // namespace counterpoint
