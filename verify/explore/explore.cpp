// From what a search found to a verdict with its evidence.
// SPDX-License-Identifier: Apache-2.0
#include "verify/explore/explore.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/machine/implementation_machine.hpp"
#include "core/machine/replay.hpp"
#include "core/machine/specification.hpp"
#include "core/machine/volume.hpp"
#include "verify/explore/search.hpp"
#include "verify/machines.hpp"

namespace counterpoint {
namespace {

constexpr std::uint64_t most_events = std::uint64_t{1} << 24U;

// Performs a way of the product on the machine, which writes the steps down.
class PerformedWay {
 public:
  PerformedWay(const Product& product, const Machine& machine, const std::vector<ProductStep>& way,
               std::vector<Step>& out)
      : machine_(machine), out_(out), state_(machine.start()) {
    std::vector<std::uint64_t> words(product.word_count());
    (void)product.start(words.data());
    for (const ProductStep& x : way) {
      const Step step = product.machine_step(words.data(), x.engine, x.step);
      // Long control is several steps of the machine.
      while (state_.engines[step.engine].status == EngineStatus::control && x.step == Product::stream) {
        perform({StepKind::internal, step.engine, Step::next_statement, 0});
      }
      if (step.kind == StepKind::retire) perform({StepKind::commit, step.engine, step.subject, 0});
      perform(step);
      (void)product.apply(words.data(), x.engine, x.step);
    }
  }
  [[nodiscard]] const MachineState& state() const { return state_; }

 private:
  void perform(const Step& step) {
    out_.push_back(step);
    machine_.apply(state_, step);
  }
  const Machine& machine_;
  std::vector<Step>& out_;
  MachineState state_;
};

class Judge {
 public:
  Judge(const Product& product, const Machine& machine) : product_(product), machine_(machine) {
    verdict_.by = "explore";
    verdict_.bound = "trips=given";
  }

  Verdict judge(const SearchResult& found, const SearchLimits& limits) {
    verdict_.states = found.states;
    verdict_.transitions = found.transitions;
    verdict_.depth = found.depth;
    verdict_.bytes = found.bytes;
    verdict_.faults = found.faults;
    verdict_.shortest = !limits.reduce;  // a step is put off for a shorter way's sake only if all orders are looked at
    if (found.ending == Ending::state_bound) verdict_.bound += fmt::format(" states={}", limits.states);
    if (found.ending == Ending::byte_bound) verdict_.bound += fmt::format(" memory={}MiB", limits.bytes >> 20U);
    const bool bounded = found.ending == Ending::state_bound || found.ending == Ending::byte_bound;
    if (found.fault) {
      fault(found);
    } else if (found.early) {
      early(found);
    } else if (found.stuck) {
      stuck(found);
    } else if (bounded) {
      verdict_.word = VerdictWord::undecided;
      verdict_.reason = "bound";
      verdict_.explanation = fmt::format("{} states, {} transitions, depth {}: there are more\n", found.states,
                                         found.transitions, found.depth);
    } else if (found.later) {
      later(found);
    } else if (product_.compares()) {
      verdict_.word = VerdictWord::equivalent;
    } else {
      verdict_.word = VerdictWord::clean;
      for (std::uint32_t c = 0; c < found.left.size(); ++c) {
        if (found.left[c] != 0) verdict_.left.push_back(fmt::format("{}:{}", machine_.cell_name(c), found.left[c]));
      }
    }
    return std::move(verdict_);
  }

 private:
  void fault(const SearchResult& found) {
    verdict_.word = VerdictWord::unsafe;
    verdict_.reason = fault_name(found.faults.front());
    const PerformedWay end(product_, machine_, *found.fault, verdict_.witness);
    verdict_.explanation =
        end.state().fault ? explain_fault(machine_, *end.state().fault) + "\n" : verdict_.reason + "\n";
  }

  void early(const SearchResult& found) {
    verdict_.word = VerdictWord::unsafe;
    verdict_.reason = "early-issue";
    const PerformedWay end(product_, machine_, *found.early, verdict_.witness);
    verdict_.explanation = fmt::format("'{}' can happen although the program does not allow it there\n",
                                       to_text(machine_.tree(), verdict_.witness.back()));
  }

  void stuck(const SearchResult& found) {
    verdict_.word = VerdictWord::deadlock;
    verdict_.reason = "stuck";
    const PerformedWay end(product_, machine_, *found.stuck, verdict_.witness);
    for (const EngineId e : machine_.tree().engines()) {
      if (end.state().engines[e].status != EngineStatus::ended) waits(end.state(), e, "");
    }
  }

  void later(const SearchResult& found) {
    verdict_.word = VerdictWord::refines;
    const PerformedWay end(product_, machine_, *found.later, verdict_.witness);
    waits(end.state(), EngineId{std::size_t{found.later_engine}}, ", though the program lets it go on there");
  }

  void waits(const MachineState& s, EngineId e, std::string_view more) {
    verdict_.explanation += explain_refusal(machine_, s, {StepKind::issue, e, 0, 0}) + std::string(more) + "\n";
  }

  const Product& product_;
  const Machine& machine_;
  Verdict verdict_;
};

Verdict refused(const std::string& reason) {
  Verdict v;
  v.by = "explore";
  v.bound = "trips=given";
  v.reason = "bound";
  v.explanation = reason + "\n";
  return v;
}

Verdict explore(LinearStreams implementation, const LinearStreams* program, const Machine& machine,
                const std::vector<EngineId>& to_program, bool compares, const SearchLimits& limits) {
  const Product product(std::move(implementation), program, machine, to_program, compares);
  if (product.word_count() > widest_state) {
    return refused(fmt::format("a state takes {} bits, more than {}", product.word_count() * 64, widest_state * 64));
  }
  return Judge(product, machine).judge(search(product, limits), limits);
}

// "" or why the streams are too long to be written out.
std::string too_long(const Tree& tree, const Trips& trips, std::uint64_t most) {
  const Volume v = volume(tree, trips, most);
  if (v.instances > most) return fmt::format("more than {} instances", most);
  return v.entries > most ? fmt::format("more than {} entries of scopes", most) : "";
}

}  // namespace

Verdict decide_by_exploration(const Question& q) {
  const SearchLimits limits{std::min(q.limit, most_states), q.memory, q.reduce};
  const std::uint64_t most = std::min(q.limit, most_events);
  if (const std::string why = too_long(q.program.tree, q.program_trips, most); !why.empty()) return refused(why);
  const Machines machines = machines_of(q);
  const Machine& spec = machines.program;
  const Machine& impl = machines.implementation;
  auto i = write_out(impl, most);
  if (!i) return refused(i.error().reason);
  const auto s = write_out(spec, most);
  if (!s) return refused(s.error().reason);
  return explore(std::move(*i), &*s, impl, q.pairing.engine_to_program.raw(), q.property == Property::all, limits);
}

Verdict explore_alone(const Implementation& implementation, const Trips& trips, const MachineOptions& options,
                      std::uint64_t limit, std::uint64_t memory, bool reduce) {
  const SearchLimits limits{std::min(limit, most_states), memory, reduce};
  const std::uint64_t most = std::min(limit, most_events);
  if (const std::string why = too_long(implementation.tree, trips, most); !why.empty()) return refused(why);
  const Machine impl = implementation_machine(implementation, trips, options);
  auto i = write_out(impl, most);
  if (!i) return refused(i.error().reason);
  return explore(std::move(*i), nullptr, impl, {}, false, limits);
}

}  // namespace counterpoint
