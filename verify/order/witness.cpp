// Turns a clock into a schedule.
// SPDX-License-Identifier: Apache-2.0
#include "verify/order/witness.hpp"

#include "core/machine/stream.hpp"

namespace counterpoint {
namespace {

class WitnessPerformer {
 public:
  WitnessPerformer(const Machine& machine, const Target& target, bool all, bool beyond, std::vector<Step>& steps)
      : machine_(machine), target_(target), all_(all), beyond_(beyond), steps_(steps), state_(machine.start()) {
    stream_.assign(machine.tree().engine_count(), 0);
    retired_.assign(machine.tree().engine_count(), 0);
  }

  MachineState run() {
    bool progress = true;
    while (progress && !state_.fault) {
      progress = false;
      for (const EngineId e : machine_.tree().engines()) {
        while (!state_.fault && (stream(e) || retire(e))) progress = true;
      }
    }
    return std::move(state_);
  }

  [[nodiscard]] bool reached() const { return stream_ == target_.stream && retired_ == target_.retired; }

 private:
  bool stream(EngineId e) {
    const auto step = machine_.stream_step(state_, e);
    if (!step) return false;
    const bool counted = step->kind == StepKind::issue || step->kind == StepKind::visit;
    if (counted && !all_ && stream_[e.value] >= target_.stream[e.value]) return false;
    if (step->kind == StepKind::end && !all_) return false;
    // Internal steps beyond the last event wanted are left out, unless others wait for what they do.
    if (step->kind == StepKind::internal && !all_ && stream_[e.value] >= target_.stream[e.value] &&
        !(beyond_ && worth_taking(e))) {
      return false;
    }
    if (counted) ++stream_[e.value];
    take(*step);
    return true;
  }

  // Beyond the last visible event wanted of an engine only signals can matter to others, and barriers.
  bool worth_taking(EngineId e) const {
    const OpCode code = machine_.op(state_, e).code;
    return code == OpCode::signal || code == OpCode::signal_at_retire || code == OpCode::barrier ||
           state_.engines[e].status == EngineStatus::control || code == OpCode::wait || code == OpCode::fence;
  }

  bool retire(EngineId e) {
    const EngineState& engine = state_.engines[e];
    if (engine.in_flight() == 0) return false;
    const Flight& oldest = engine.flights[engine.retired];
    if (!oldest.signal) {
      if (!all_ && retired_[e.value] >= target_.retired[e.value]) return false;
      if (!oldest.committed) take({StepKind::commit, e, machine_.instruction(oldest).value, 0});
      ++retired_[e.value];
    }
    if (const auto step = machine_.retire_step(state_, e)) take(*step);
    return true;
  }

  void take(const Step& step) {
    steps_.push_back(step);
    machine_.apply(state_, step);
  }

  const Machine& machine_;
  const Target& target_;
  bool all_;
  bool beyond_;
  std::vector<Step>& steps_;
  MachineState state_;
  std::vector<std::uint64_t> stream_;
  std::vector<std::uint64_t> retired_;
};

}  // namespace

MachineState perform(const Machine& machine, const Target& target, bool all, std::vector<Step>& steps) {
  return WitnessPerformer(machine, target, all, true, steps).run();
}

MachineState perform_held(const Machine& machine, const Target& target, std::vector<Step>& steps) {
  return WitnessPerformer(machine, target, false, false, steps).run();
}

void perform_event(const Machine& machine, const Target& target, std::vector<Step>& steps) {
  const std::size_t before = steps.size();
  WitnessPerformer sparing(machine, target, false, false, steps);
  (void)sparing.run();
  if (sparing.reached()) return;
  steps.resize(before);
  (void)perform(machine, target, false, steps);
}

std::vector<InstructionId> instances_of(const Machine& machine, EngineId engine,
                                        std::span<const std::uint32_t> ordinals) {
  std::vector<InstructionId> found;
  MachineState s = machine.start();
  EngineState& mine = s.engines[engine];
  for (std::uint32_t n = 0; found.size() < ordinals.size() && !s.fault;) {
    if (mine.status == EngineStatus::control) {
      advance(machine.code(), machine.trips(), machine.options().width, s, engine);
      continue;
    }
    const Op& op = machine.op(s, engine);
    if (op.code == OpCode::end) break;
    if (op.code == OpCode::issue && ++n == ordinals[found.size()]) {
      found.emplace_back(std::size_t{machine.code().events[op.a].subject});
    }
    ++mine.pc;
    mine.status = EngineStatus::control;
  }
  return found;
}

}  // namespace counterpoint
