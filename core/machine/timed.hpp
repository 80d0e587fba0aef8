// Times of a run: the model, and the record that a timeline is drawn from.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/program/tree.hpp"

namespace counterpoint {

// What synchronisation costs, in the unit of the program. All zero: only instructions take time.
struct Times {
  std::uint64_t register_operation = 0;  // before the next statement of the engine
  std::uint64_t control_step = 0;        // entering, iterating and leaving a scope
  std::uint64_t test = 0;                // each wait of a statement, held or not
  std::uint64_t signal = 0;              // from the end of an instruction that updates to its retirement
  std::uint64_t barrier = 0;             // from the last arrival until the engines go on
};

// One instance. Times are from the start of the run: start of its wait (equal to issue if it did not wait), issue,
// commit (the end of its cost), retirement.
struct TimedInstance {
  InstructionId instruction;
  EngineId engine;
  std::uint64_t wait = 0;
  std::uint64_t issue = 0;
  std::uint64_t commit = 0;
  std::uint64_t retire = 0;
};

enum class PauseKind : std::uint8_t { wait, fence, barrier, visit };

// A stand-alone statement that held its engine up.
struct TimedPause {
  EngineId engine;
  PauseKind kind = PauseKind::wait;
  std::uint32_t subject = 0;  // ScopeId of a visit, ordinal of a barrier
  std::uint64_t from = 0;
  std::uint64_t to = 0;
};

// An update that made a test hold for which an engine was waiting.
struct Release {
  static constexpr std::uint32_t none = 0xffffffffU;
  std::uint64_t time = 0;
  std::uint32_t cell = 0;
  std::uint32_t by = none;  // into TimedRun::instances; none: a stand-alone signal
  EngineId by_engine;
  bool pause = false;        // whether the waiter is a pause or an instance
  std::uint32_t waiter = 0;  // into TimedRun::pauses or instances
};

struct TimedRun {
  std::uint64_t makespan = 0;            // the time of the last step
  std::vector<TimedInstance> instances;  // in the order of issue
  std::vector<TimedPause> pauses;
  std::vector<Release> releases;
};

}  // namespace counterpoint
