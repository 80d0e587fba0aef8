// Conflicting accesses that nothing orders.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/races.hpp"

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/stream.hpp"

namespace counterpoint {
namespace {

// The n-th instance of an engine again: its stream depends on nothing else, so it is run alone to that issue.
RacyAccess instance(const Machine& machine, EngineId e, std::uint64_t n) {
  MachineState s = machine.start();
  EngineState& engine = s.engines[e];
  for (std::uint64_t issued = 0;;) {
    if (engine.status == EngineStatus::ready) {
      const OpCode op = machine.op(s, e).code;
      require(op != OpCode::end, "the instance was issued");
      if (op == OpCode::issue && ++issued == n) break;
      ++engine.pc;
    }
    advance(machine.code(), machine.trips(), machine.options().width, s, e);
  }
  return {e, InstructionId{std::size_t{machine.event(s, e).subject}}, machine.iterations(s, e), false};
}

}  // namespace

bool RaceDetector::ordered(const Access& before, EngineId e) const {
  if (before.engine == e && machine_->tree().engine(e).inorder) return true;
  return clocks_->stream_clock(e)[2 * before.engine.value + 1] >= before.instance;
}

void RaceDetector::report(const MachineState& s, EngineId e, const Access& before, bool before_writes,
                          const AccessPlan::Resolved& access) {
  Race race;
  race.slot = plan_->slot_name(access.slot);
  race.first = instance(*machine_, before.engine, before.instance);
  race.first.write = before_writes;
  race.second = {e, InstructionId{std::size_t{machine_->event(s, e).subject}}, machine_->iterations(s, e),
                 access.write};
  race_ = std::move(race);
}

void RaceDetector::issue(const MachineState& s, EngineId e) {
  if (race_ || !clocks_->decided()) return;
  accesses_.clear();
  plan_->resolve(s, e, accesses_);
  for (const auto& a : accesses_) {
    const auto found = slots_.find(a.slot);
    if (found == slots_.end()) continue;
    const Slot& slot = found->second;
    if (slot.write.engine.valid() && !ordered(slot.write, e)) return report(s, e, slot.write, true, a);
    if (!a.write) continue;
    for (const Access& read : slot.reads) {
      if (!ordered(read, e)) return report(s, e, read, false, a);
    }
  }
  // The clock counts this instance already.
  const Access now{e, clocks_->stream_clock(e)[2 * e.value]};
  for (const auto& a : accesses_) {
    Slot& slot = slots_[a.slot];
    if (a.write) {
      slot.write = now;
      slot.reads.clear();
      continue;
    }
    const auto own = std::ranges::find(slot.reads, e, &Access::engine);
    if (own != slot.reads.end()) {
      *own = now;
    } else {
      slot.reads.push_back(now);
    }
  }
}

}  // namespace counterpoint
