// Conflicting accesses that nothing orders.
// SPDX-License-Identifier: Apache-2.0
//
// Source: semantics.md 2. Two instances conflict if they touch a common slot and one writes it. A program is race-free
// if for every two conflicting live instances the closed issue clock of one requires the retirement of the other;
// instances of one `inorder` engine are ordered by themselves.
//
// Why it is enough to look at the last accesses. In a run the instance whose retirement is required issues first, so
// only earlier ones need be looked at. As long as no race is found, every access before the last write of a slot is
// ordered before that write, and what is ordered after the write is ordered after them. So a read is compared with the
// last write, a write with the last write and with the last read of each engine since. Whether a program is racy does
// not depend on the schedule (closed clocks do not); the pair that is named first may.
// Cost: O(1) a read, O(engines) a write, O(engines) memory a slot touched.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/machine/clocks.hpp"
#include "core/machine/data.hpp"

namespace counterpoint {

struct RacyAccess {
  EngineId engine;
  InstructionId instruction;
  std::vector<std::uint32_t> iterations;  // from the root down
  bool write = false;
};

struct Race {
  std::string slot;
  RacyAccess first;  // issued first in this run
  RacyAccess second;
};

class RaceDetector {
 public:
  // All three must outlive it.
  RaceDetector(const Machine& machine, const AccessPlan& plan, const ClosedClocks& clocks)
      : machine_(&machine), plan_(&plan), clocks_(&clocks) {}

  // Call for an issue, after the clocks were told and before the machine takes the step.
  void issue(const MachineState& s, EngineId e);
  [[nodiscard]] const std::optional<Race>& race() const { return race_; }

 private:
  struct Access {
    EngineId engine;
    std::uint64_t instance = 0;  // the n-th issue of its engine, from 1
  };
  struct Slot {
    Access write;
    std::vector<Access> reads;  // since the write, the last of each engine
  };
  [[nodiscard]] bool ordered(const Access& before, EngineId e) const;
  void report(const MachineState& s, EngineId e, const Access& before, bool before_writes,
              const AccessPlan::Resolved& access);

  const Machine* machine_;
  const AccessPlan* plan_;
  const ClosedClocks* clocks_;
  std::unordered_map<std::uint64_t, Slot> slots_;
  std::vector<AccessPlan::Resolved> accesses_;
  std::optional<Race> race_;
};

}  // namespace counterpoint
