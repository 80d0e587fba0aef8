// Decides in counting form where that answers, and shows what fails on the machine with one-bit flags.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/judge.hpp"

#include <fmt/format.h>

#include "core/diagnostic/ascend_codes.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "core/machine/implementation_machine.hpp"
#include "core/machine/run.hpp"
#include "targets/ascend/execution/cross_flags.hpp"

namespace counterpoint::ascend {
namespace {

// Performs exactly a past: so many statements of each stream, so many retirements.
class Past {
 public:
  Past(const counterpoint::Machine& machine, const LinearStreams& streams, std::span<const std::uint32_t> clock)
      : machine_(machine), state_(machine.start()) {
    const std::size_t count = streams.engines.size();
    for (std::size_t e = 0; e < count; ++e) {
      const LinearStream& s = streams.engines[EngineId{e}];
      std::uint64_t steps = 0;
      for (std::uint32_t n = 0; n < clock[e]; ++n) steps += s.events[n].kind == LinearKind::gather ? 0U : 1U;
      stream_.push_back(steps);
      retired_.push_back(clock[count + e]);
    }
  }

  // Afterwards, so many more entries of one engine.
  std::vector<Step> perform(EngineId last, std::uint32_t entries) {
    go_on();
    ++stream_[last.value];
    retired_[last.value] = entries;
    go_on();
    return std::move(steps_);
  }
  [[nodiscard]] const std::optional<Fault>& fault() const { return state_.fault; }

 private:
  void go_on() {
    bool progress = true;
    while (progress && !state_.fault) {
      progress = false;
      for (const EngineId e : machine_.tree().engines()) {
        while (!state_.fault && (stream(e) || retire(e))) progress = true;
      }
    }
  }
  bool stream(EngineId e) {
    if (stream_[e.value] == 0) return false;
    const auto step = machine_.stream_step(state_, e);
    if (!step || step->kind == StepKind::end) return false;
    --stream_[e.value];
    take(*step);
    return true;
  }
  bool retire(EngineId e) {
    const EngineState& engine = state_.engines[e];
    if (engine.in_flight() == 0 || engine.retired >= retired_[e.value]) return false;
    const Flight& oldest = engine.flights[engine.retired];
    if (!oldest.signal && !oldest.committed) take({StepKind::commit, e, machine_.instruction(oldest).value, 0});
    if (const auto step = machine_.retire_step(state_, e)) take(*step);
    return true;
  }
  void take(const Step& step) {
    steps_.push_back(step);
    machine_.apply(state_, step);
  }

  const counterpoint::Machine& machine_;
  MachineState state_;
  std::vector<std::uint64_t> stream_;  // steps left
  std::vector<std::uint64_t> retired_;
  std::vector<Step> steps_;
};

}  // namespace

tl::expected<KernelJudge, Refusals> KernelJudge::make(const Kernel& kernel, const Primitives& primitives) {
  auto required = required_program(kernel, primitives);
  if (!required) return tl::unexpected(std::move(required.error()));
  if (required->truncated) {
    return tl::unexpected(
        Refusals{{AscendCode::too_many_conflicts, {}, "there are more conflicting accesses than are looked at", {}}});
  }
  KernelJudge out;
  out.primitives_ = primitives;
  out.required_ = std::make_shared<const Required>(std::move(*required));
  auto flags = execute(kernel, *out.required_, primitives, FlagForm::flags);
  if (!flags) return tl::unexpected(std::move(flags.error()));
  out.flags_ = std::make_shared<const Implementation>(std::move(*flags));
  if (primitives.destination_in_key && CrossCounters(kernel, primitives).single()) {
    auto counting = execute(kernel, *out.required_, primitives, FlagForm::counters);
    require(counting.has_value(), "a kernel that has one form has the other");
    out.counting_ = std::make_shared<const Implementation>(std::move(*counting));
  }
  auto pairing = pair_up(out.required_->program, *out.flags_);
  require(pairing.has_value(), "a kernel has the streams of its program");
  out.pairing_ = std::make_shared<const Pairing>(std::move(*pairing));
  out.rotations_ = rotations_of(kernel, primitives.cross_count);
  return out;
}

Question KernelJudge::ask(const Implementation& implementation, const Pairing& pairing, const Trips& trips,
                          const KernelQuestion& how) const {
  Question q{.program = required_->program,
             .implementation = implementation,
             .pairing = pairing,
             .program_trips = trips,
             .implementation_trips = trips};
  q.limit = how.limit;
  q.states = how.states;
  q.memory = how.memory;
  q.reduce = true;
  return q;
}

Judgement KernelJudge::explore(const Trips& trips, const KernelQuestion& how) const {
  return decide(ask(*flags_, *pairing_, trips, how), Decider::explore);
}

// The schedule of a double set, if it shows one.
std::optional<Judgement> KernelJudge::show_double_set(const DoubleSet& which, const StreamClocks& clocks,
                                                      const Trips& trips, const KernelQuestion& how) const {
  const counterpoint::Machine machine = implementation_machine(*flags_, trips);
  Past past(machine, clocks.streams(), clocks.at(which.engine, which.statement));
  Judgement out;
  Verdict& v = out.verdict;
  v.word = VerdictWord::unsafe;
  const FaultKind kind = which.of_cores ? FaultKind::overflow : FaultKind::double_set;
  v.reason = fault_name(kind);
  v.by = "clocks";
  v.bound = "trips=given";
  v.faults.push_back(kind);
  const LinearStream& stream = clocks.streams().engines[which.engine];
  v.witness = past.perform(which.engine, stream.entries_before[which.statement] + 1);
  if (!past.fault() || past.fault()->kind != kind) return std::nullopt;
  v.explanation = which.text + ": " + explain_fault(machine, *past.fault()) + "\n";
  out.evidence = examine(ask(*flags_, *pairing_, trips, how), v);
  if (!out.evidence.complaint.empty()) return std::nullopt;
  return out;
}

bool KernelJudge::by_clocks(const Trips& trips, const KernelQuestion& how, KernelVerdict& out) const {
  Judgement said = decide(ask(*counting_, *pairing_, trips, how), Decider::order);
  if (said.verdict.word == VerdictWord::undecided) return false;
  if (!said.disagreement.empty()) {
    out.judgement = std::move(said);
    return true;
  }
  const counterpoint::Machine machine = implementation_machine(*counting_, trips);
  const auto streams = write_out(machine, 4 * how.limit);
  if (!streams) return false;
  const StreamClocks clocks(*streams);
  if (clocks.complete()) out.left = flags_left(*counting_, *streams);
  std::optional<DoubleSet> twice;
  twice = find_double_set(*counting_, clocks, {primitives_.counting, primitives_.cross_count});
  if (twice) out.double_set = twice->text;
  // A step ahead of the program says more than a double set, if its schedule meets none on the way; and what stops a
  // run is no deadlock if a flag may be set twice.
  const VerdictWord word = said.verdict.word;
  if (word == VerdictWord::unsafe || (word == VerdictWord::deadlock && !twice)) {
    // The schedule is one of the counting form: it must show the same with one-bit flags.
    said.evidence = examine(ask(*flags_, *pairing_, trips, how), said.verdict);
  }
  const bool shown = said.evidence.complaint.empty();
  if (twice && (word != VerdictWord::unsafe || !shown)) {
    auto fault = show_double_set(*twice, clocks, trips, how);
    if (!fault) return false;
    out.judgement = std::move(*fault);
    return true;
  }
  if (!shown) return false;
  out.judgement = std::move(said);
  return true;
}

VerdictWord BoundedVerdict::word() const {
  return only_leaves_flags() ? VerdictWord::unsafe : verdict.judgement.verdict.word;
}

std::string BoundedVerdict::reason() const {
  return only_leaves_flags() ? "flag-left" : verdict.judgement.verdict.reason;
}

KernelVerdict KernelJudge::at(const Trips& trips, const KernelQuestion& how) const {
  KernelVerdict out;
  if (!how.by_exploration && counting_ && by_clocks(trips, how, out)) return out;
  out.judgement = explore(trips, how);
  const counterpoint::Machine machine = implementation_machine(*flags_, trips);
  RunOptions options;
  options.data = false;
  const RunResult ran = run(machine, options);
  out.left.clear();
  if (ran.outcome != Outcome::completed) return out;
  for (std::size_t c = 0; c < ran.last.cells.size(); ++c) {
    for (const Semaphore& s : flags_->semaphores) {
      if (holds_flags(s) && s.initial == 0 && c >= s.first && c < s.first + s.size && ran.last.cells[c] != 0) {
        out.left.push_back(fmt::format("{}[{}]:{}", s.name, c - s.first, ran.last.cells[c]));
      }
    }
  }
  return out;
}

std::vector<Step> KernelJudge::complete_run(const Trips& trips) const {
  RunOptions options;
  options.data = false;
  options.record_steps = true;
  RunResult ran = run(implementation_machine(*flags_, trips), options);
  return ran.outcome == Outcome::completed ? std::move(ran.steps_taken) : std::vector<Step>{};
}

BoundedVerdict KernelJudge::everywhere(const KernelQuestion& how, std::size_t most) const {
  AssignmentOptions options;
  options.most = most;
  const Tree& tree = required_->program.tree;
  const Assignments all(tree, options);
  IdVector<EngineId, EngineId> same;
  for (const EngineId e : tree.engines()) same.push_back(e);
  BoundedVerdict out;
  out.bound = all.bound();
  Reaching far = reaching(required_->program, rotations_, most);
  std::erase_if(far.assignments, [&](const Assignment& a) { return within(all, a); });
  const std::size_t more = far.assignments.size();
  if (more != 0) out.bound += fmt::format(", {} {}that reach dependencies", more, far.cut ? "of those " : "");
  int worst = -1;
  for (std::size_t n = 0; n < all.size() + more; ++n) {
    const Assignment assignment = n < all.size() ? all.at(n) : far.assignments[n - all.size()];
    KernelVerdict v = at(all.trips(tree, assignment, same), how);
    ++out.tried;
    if (!v.left.empty() && !out.leaks_at) {
      out.leaks_at = assignment;
      out.leaks_where = to_text(tree, assignment);
      out.left = v.left;
      out.leak = complete_run(all.trips(tree, assignment, same));
    }
    const bool undecided = v.judgement.verdict.word == VerdictWord::undecided || !v.judgement.disagreement.empty();
    if (undecided) ++out.undecided;
    const int bad = v.fails() ? 4 : undecided ? 3 : severity(v.judgement.verdict.word);
    if (bad <= worst) continue;
    worst = bad;
    out.verdict = std::move(v);
    out.at = assignment;
    out.trips = to_text(tree, assignment);
    if (bad == 4) break;
  }
  out.verdict.judgement.verdict.bound = out.bound;
  return out;
}

}  // namespace counterpoint::ascend
