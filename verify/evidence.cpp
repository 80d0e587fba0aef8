// Replays witnesses on both machines.
// SPDX-License-Identifier: Apache-2.0
#include "verify/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/machine/replay.hpp"
#include "verify/machines.hpp"
#include "verify/translate.hpp"

namespace counterpoint {
namespace {

// Follows a schedule without data: a witness is about order.
RunOptions without_data() {
  RunOptions options;
  options.data = false;
  options.max_steps = ~std::uint64_t{0};
  return options;
}

bool has_step(const Machine& machine, const MachineState& s) {
  std::vector<Step> steps;
  for (const EngineId e : machine.tree().engines()) machine.enabled(s, e, steps);
  return !steps.empty();
}

// What the implementation does with the witness, as far as the verdict speaks of it alone.
Evidence on_implementation(const Machine& machine, const Verdict& v, const Replayed& done) {
  Evidence evidence;
  if (done.refused) {
    evidence.complaint =
        fmt::format("the implementation cannot take step {} of its own witness: {}", *done.refused + 1, done.reason);
    return evidence;
  }
  const RunResult& result = done.result;
  if (v.word == VerdictWord::unsafe && v.reason != "early-issue") {
    if (!result.fault) evidence.complaint = "the witness does not end in a fault";
    evidence.why = result.fault_text;
  } else if (v.word == VerdictWord::deadlock) {
    if (has_step(machine, result.last) || machine.complete(result.last)) {
      evidence.complaint = "the implementation is not stuck at the end of the witness";
    } else {
      evidence.stuck = explain_deadlock(machine, result.last);
    }
  }
  return evidence;
}

std::vector<Step> as_program_steps(const Question& q, const Verdict& v) {
  std::vector<Step> steps;
  for (const Step& s : v.witness) {
    if (visible(s.kind)) steps.push_back(translated(s, q.pairing, Side::program));
  }
  return steps;
}

void early_step(const Machine& program, std::vector<Step> steps, Evidence& evidence) {
  if (steps.empty()) {
    evidence.complaint = "the witness has no visible step";
    return;
  }
  const Replayed done = replay(program, steps, without_data());
  if (!done.refused) {
    evidence.complaint = "the program can take every step of the witness";
  } else if (*done.refused + 1 != steps.size()) {
    evidence.complaint = fmt::format("the program refuses an earlier step than the last, visible step {}: {}",
                                     *done.refused + 1, done.reason);
  } else {
    evidence.why = done.reason;
    const MachineState& s = done.result.last;
    const EngineId e = steps.back().engine;
    if (s.engines[e].status != EngineStatus::ended) evidence.held = explain_held(program, s, e);
  }
}

}  // namespace

Evidence examine_alone(const Machine& implementation, const Verdict& v) {
  if (v.word != VerdictWord::unsafe && v.word != VerdictWord::deadlock) return {};
  return on_implementation(implementation, v, replay(implementation, v.witness, without_data(), InternalSteps::listed));
}

Evidence examine(const Question& q, const Verdict& v) {
  const bool refuted = v.word == VerdictWord::unsafe || v.word == VerdictWord::deadlock;
  if (!refuted && v.witness.empty()) return {};
  const Machines machines = machines_of(q);
  Evidence evidence = on_implementation(
      machines.implementation, v, replay(machines.implementation, v.witness, without_data(), InternalSteps::listed));
  if (!evidence.complaint.empty() || q.property == Property::deadlock) return evidence;
  std::vector<Step> steps = as_program_steps(q, v);
  if (v.word == VerdictWord::unsafe && v.reason == "early-issue") {
    early_step(machines.program, std::move(steps), evidence);
    return evidence;
  }
  if (v.word == VerdictWord::unsafe) return evidence;  // a fault: the implementation alone shows it
  const Replayed done = replay(machines.program, steps, without_data());
  if (done.refused) {
    evidence.complaint =
        fmt::format("the program refuses visible step {} of the witness: {}", *done.refused + 1, done.reason);
  } else if (!has_step(machines.program, done.result.last)) {
    evidence.complaint = "the program is stuck at the end of the witness too";
  }
  return evidence;
}

}  // namespace counterpoint
