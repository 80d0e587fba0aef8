// Hazards from conflicts and from given dependencies.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/hazards.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "core/dependence/classify.hpp"
#include "core/dependence/derive.hpp"
#include "core/diagnostic/ascend_codes.hpp"
#include "targets/ascend/kernel/fitness.hpp"

namespace counterpoint::ascend {
namespace {

class HazardCollector {
 public:
  HazardCollector(const SyncIr& ir, const FlagOptions& options)
      : ir_(ir), options_(options), tree_(ir.kernel().program().tree) {}

  std::vector<Hazard> hazards;

  // `free_in_order`: two operations of one pipe in order need nothing.
  void add(InstructionId earlier, InstructionId later, const Extent& distance, bool free_in_order) {
    if (!ir_.has_instruction(earlier) || !ir_.has_instruction(later)) return;
    const std::uint32_t e = ir_.element_of(earlier);
    const std::uint32_t l = ir_.element_of(later);
    const Pipe pipe = ir_.elements[e].pipe;
    const bool one_pipe = pipe == ir_.elements[l].pipe && ir_.elements[e].core == ir_.elements[l].core;
    if (free_in_order && one_pipe && in_order(earlier, pipe)) return;
    if (!distance.now()) {
      carried(e, l, ir_.loop_of(distance.loop), distance.back);
    } else if (exclusive_now(earlier, later)) {
      const ScopeId common = tree_.innermost_common(tree_.scope_of(earlier), tree_.scope_of(later));
      for (ScopeId m = tree_.innermost_loop(common); m != Tree::root();
           m = tree_.innermost_loop(tree_.scope(m).parent)) {
        carried(e, l, ir_.loop_of(m), 1);
      }
    } else {
      hazards.push_back({l, no_element, e, 0});
    }
  }

 private:
  [[nodiscard]] bool in_order(InstructionId i, Pipe pipe) const {
    return options_.machine.is_in_order(pipe) || tree_.engine(tree_.engine_of(i)).inorder;
  }
  [[nodiscard]] bool exclusive_now(InstructionId a, InstructionId b) const {
    const ScopeId s = tree_.scope_of(a);
    const ScopeId t = tree_.scope_of(b);
    const ScopeId common = tree_.innermost_common(s, t);
    const std::uint32_t below = tree_.scope(common).depth + 1;
    if (tree_.scope(s).depth < below || tree_.scope(t).depth < below) return false;
    return tree_.scope(tree_.ancestor_at(s, below)).sibling == tree_.ancestor_at(t, below);
  }
  void carried(std::uint32_t earlier, std::uint32_t later, std::uint32_t loop, std::int64_t distance) {
    if (loop == no_element || ir_.kernel().op(ir_.elements[loop].op).parallel) return;
    const auto d = static_cast<std::uint32_t>(std::min<std::int64_t>(distance, most_distance));
    hazards.push_back({later, loop, earlier, d});
  }

  const SyncIr& ir_;
  const FlagOptions& options_;
  const Tree& tree_;
};

// None if flags can keep it.
std::optional<Diagnostic> given_hazard(const Program& program, DependencyId d, HazardCollector& out) {
  const Dependency& x = program.dependency(d);
  const InstructionId consumer{std::size_t{x.consumer}};
  const auto distances = program.distances_of(d);
  if (!distances.empty()) {
    out.add(x.producer, consumer, {distances.front().loop, distances.front().distance}, false);
    return std::nullopt;
  }
  if (!exclusive(program, d) && (x.producer == consumer || !producer_first(program, d))) {
    const std::uint32_t line = program.tree.line_of(consumer);
    return diagnose(AscendCode::dependency_backwards, {line, line == 0 ? 0U : 1U},
                    program.consumer_name(d) + " waits for " + std::string(program.producer_name(d)) +
                        ", which comes after it in the text of the same iteration");
  }
  out.add(x.producer, consumer, Extent{}, false);
  return std::nullopt;
}

}  // namespace

tl::expected<HazardTable, Diagnostic> HazardTable::build(const SyncIr& ir, const FlagOptions& options) {
  const Program& program = ir.kernel().program();
  if (Diagnostics counted = counted_by_instruction(program); !counted.empty()) {
    return tl::unexpected(std::move(counted.front()));
  }
  HazardCollector out(ir, options);
  for (const DependencyId d : program.all_dependencies()) {
    if (auto problem = given_hazard(program, d, out)) return tl::unexpected(*std::move(problem));
  }
  const Derivation derivation = derive(program);
  if (derivation.truncated)
    return tl::unexpected(
        diagnose(AscendCode::too_many_conflicts, {}, "there are too many conflicts between accesses"));
  for (const Conflict& c : derivation.conflicts) out.add(c.earlier, c.later, c.distance, true);
  HazardTable table;
  table.hazards_ = std::move(out.hazards);
  std::ranges::sort(table.hazards_);
  const auto twice = std::ranges::unique(table.hazards_);
  table.hazards_.erase(twice.begin(), twice.end());
  table.start_.assign(ir.elements.size() + 1, 0);
  for (const Hazard& h : table.hazards_) ++table.start_[h.later + 1];
  for (std::size_t e = 0; e < ir.elements.size(); ++e) table.start_[e + 1] += table.start_[e];
  return table;
}

std::span<const Hazard> HazardTable::of(std::uint32_t later) const {
  return std::span(hazards_).subspan(start_[later], start_[later + 1] - start_[later]);
}

std::span<const Hazard> HazardTable::of(std::uint32_t later, std::uint32_t loop) const {
  const auto range = std::ranges::equal_range(of(later), loop, {}, &Hazard::loop);
  return {range.begin(), range.end()};
}

}  // namespace counterpoint::ascend
