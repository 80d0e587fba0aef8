// Turns runs into witnesses.
// SPDX-License-Identifier: Apache-2.0
#include "verify/refute/schedules.hpp"

#include <algorithm>

#include "core/machine/replay.hpp"
#include "verify/machines.hpp"
#include "verify/mutual_replay.hpp"
#include "verify/order/witness.hpp"
#include "verify/translate.hpp"

namespace counterpoint::refuting {
namespace {

// Up to the first step that the program refuses. False if it refuses none.
bool cut(const Question& q, const Machine& program, std::vector<Step>& steps) {
  std::vector<Step> visible_steps;
  std::vector<std::size_t> at;
  for (std::size_t n = 0; n < steps.size(); ++n) {
    if (!visible(steps[n].kind)) continue;
    visible_steps.push_back(translated(steps[n], q.pairing, Side::program));
    at.push_back(n);
  }
  RunOptions options;
  options.data = false;
  options.max_steps = ~std::uint64_t{0};
  const Replayed done = replay(program, visible_steps, options);
  if (!done.refused) return false;
  steps.resize(at[*done.refused] + 1);
  return true;
}

// Whatever is enabled, until nothing is.
void finish(const Machine& machine, MachineState& state, std::vector<Step>& steps) {
  std::vector<Step> enabled;
  for (bool progress = true; progress && !state.fault;) {
    progress = false;
    for (const EngineId e : machine.tree().engines()) {
      enabled.clear();
      machine.enabled(state, e, enabled);
      if (enabled.empty()) continue;
      steps.push_back(enabled.front());
      machine.apply(state, enabled.front());
      progress = true;
    }
  }
}

// With its evidence; nothing if the witness does not show the word.
std::optional<Judgement> judged(const Question& q, Verdict v) {
  Judgement judgement;
  judgement.evidence = examine(q, v);
  if (!judgement.evidence.complaint.empty()) return std::nullopt;
  v.bound = "trips=given";
  if (!judgement.evidence.why.empty()) v.explanation = judgement.evidence.why + "\n";
  judgement.verdict = std::move(v);
  return judgement;
}

// How far each engine goes in a schedule.
Target counts_of(const Machine& machine, const std::vector<Step>& steps) {
  Target target;
  target.stream.assign(machine.tree().engine_count(), 0);
  target.retired.assign(machine.tree().engine_count(), 0);
  for (const Step& s : steps) {
    if (s.kind == StepKind::issue || s.kind == StepKind::visit) ++target.stream[s.engine.value];
    if (s.kind == StepKind::retire) ++target.retired[s.engine.value];
  }
  return target;
}

class Shortener {
 public:
  Shortener(const Question& q, Verdict& v) : q_(q), v_(v), machines_(machines_of(q)) {}

  void run() {
    for (std::size_t e = 0; e < machines_.implementation.tree().engine_count(); ++e) {
      lower(&Target::retired, e);
      lower(&Target::stream, e);
    }
  }

 private:
  void lower(std::vector<std::uint64_t> Target::* counts, std::size_t engine) {
    std::uint64_t refused = 0;  // one more than the largest count that was too low
    for (;;) {
      Target target = counts_of(machines_.implementation, v_.witness);
      std::uint64_t& mine = (target.*counts)[engine];
      if (mine <= refused) return;
      mine = refused + (mine - refused) / 2;
      const std::uint64_t tried = mine;
      if (!takes(target)) refused = tried + 1;
    }
  }

  bool takes(const Target& target) {
    std::vector<Step> steps;
    perform_event(machines_.implementation, target, steps);
    if (!cut(q_, machines_.program, steps) || steps.size() >= v_.witness.size()) return false;
    Verdict shorter = v_;
    shorter.witness = std::move(steps);
    if (!examine(q_, shorter).complaint.empty()) return false;
    v_.witness = std::move(shorter.witness);
    return true;
  }

  const Question& q_;
  Verdict& v_;
  Machines machines_;
};

}  // namespace

std::optional<Judgement> sample(const Question& q) {
  const Machines machines = machines_of(q);
  MutualReplayOptions options;
  options.runs = runs_sampled / 2;
  options.limit = steps_sampled;
  options.compare_data = false;
  const MutualReplayResult result = replay_mutually(machines.program, machines.implementation, q.pairing, options);
  if (!result.difference || !result.difference->implementation_leads) return std::nullopt;
  const Difference& found = *result.difference;
  Verdict v;
  v.by = "replay";
  v.witness = found.steps;
  switch (found.kind) {
    case DifferenceKind::early:
      v.word = VerdictWord::unsafe;
      v.reason = "early-issue";
      break;
    case DifferenceKind::fault:
      v.word = VerdictWord::unsafe;
      v.reason = fault_name(found.implementation.fault->kind);
      v.faults.push_back(found.implementation.fault->kind);
      break;
    case DifferenceKind::stuck:
      v.word = VerdictWord::deadlock;
      v.reason = "stuck";
      break;
    default: return std::nullopt;
  }
  return judged(q, std::move(v));
}

std::optional<Judgement> performed(const Question& q, const mutation::MonotoneAnswer& answer) {
  const Machines machines = machines_of(q);
  const Machine& implementation = machines.implementation;
  const auto free = [](std::uint64_t n) { return n == mutation::MonotoneAnswer::unbounded; };
  const bool all = std::ranges::all_of(answer.within.stream, free) && std::ranges::all_of(answer.within.retired, free);
  Verdict v;
  v.word = answer.word;
  v.by = "monotone";
  if (v.word == VerdictWord::unsafe) {
    v.reason = "early-issue";
    (void)perform(implementation, answer.within, all, v.witness);
    if (!cut(q, machines.program, v.witness)) return std::nullopt;
    return judged(q, std::move(v));
  }
  v.reason = "stuck";
  MachineState state = perform(implementation, answer.within, all, v.witness);
  finish(implementation, state, v.witness);
  if (auto shown = judged(q, v)) return shown;
  // The engine that must come too late may stand at a wait alone, which is no visible event.
  v.witness.clear();
  state = perform_held(implementation, answer.within, v.witness);
  finish(implementation, state, v.witness);
  return judged(q, std::move(v));
}

void shorten(const Question& q, Verdict& v) {
  if (v.word != VerdictWord::unsafe || v.reason != "early-issue" || v.shortest || v.witness.size() > steps_sampled)
    return;
  Shortener(q, v).run();
}

}  // namespace counterpoint::refuting
