// Times of a run: the model, and the record that a timeline is drawn from.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/program/tree.hpp"

namespace counterpoint {

// A time times `number` over `of`, rounded down.
struct Ratio {
  std::uint64_t number = 1;
  std::uint64_t of = 1;
};
// Saturates at the largest number.
[[nodiscard]] std::uint64_t scaled(std::uint64_t time, Ratio ratio);

// What an instruction without a transfer takes on one engine.
struct EngineTimes {
  Ratio interval;
  Ratio latency;                     // of its cost beyond the interval
  std::uint64_t least_interval = 0;  // where the interval is not zero
  std::uint64_t window = 0;          // most instances in flight; 0: no limit but the machine's
};

// What synchronisation costs, and what becomes of the times of instructions; in the unit of the program unless `unit`
// makes another of it. As it stands here only instructions take time, as the program says.
struct Times {
  std::uint64_t register_operation = 0;  // before the next statement of the engine
  std::uint64_t control_step = 0;        // entering, iterating and leaving a scope
  std::uint64_t branch = 0;              // a control step that does not go on to the next statement of the code
  std::uint64_t issue = 0;               // each instruction, stand-alone statement and carrier, before it issues
  std::uint64_t test = 0;                // each wait of a statement, held or not
  std::uint64_t signal = 0;              // from the end of an instruction that updates to its retirement
  bool guards_signal = false;            // programs too, whose guards otherwise see a retirement at once
  std::uint64_t barrier = 0;             // from the last arrival until the engines go on
  std::uint64_t reset = 0;               // more, if the barrier resets
  std::uint64_t waits = 0;    // tests that one statement carries; carriers before it take so many each. 0: any number
  std::uint64_t updates = 0;  // changes that one statement makes; carriers behind it make the others. 0: any number
  // Whether transfers of several engines share the bandwidth at equal rates (bandwidth.hpp); else they are served one
  // after the other in the order of issue.
  bool fair = false;
  Ratio unit;                               // of every time of an instruction, first of all
  Ratio transfer;                           // of an instruction with a transfer: its transfer and interval,
  Ratio start;                              // its cost beyond the transfer,
  std::uint64_t least_transfer = 0;         // and its least interval
  IdVector<EngineId, EngineTimes> engines;  // empty: as the program says

  // The three times of an instruction, as a machine with these times takes them.
  struct Taken {
    std::uint64_t cost = 0;
    std::uint64_t interval = 0;
    std::uint64_t transfer = 0;
  };
  [[nodiscard]] Taken taken(EngineId e, const Timing& timing) const;
  // Carriers of a statement with so many tests, or changes.
  [[nodiscard]] static std::uint64_t carriers(std::uint64_t count, std::uint64_t carried) {
    return carried == 0 || count <= carried ? 0 : (count - 1) / carried;
  }
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
  std::uint32_t subject = 0;  // place in Implementation::conditions of a wait, ScopeId of a visit, ordinal of a barrier
  std::uint64_t from = 0;
  std::uint64_t to = 0;
};

// A stand-alone wait or a visit that was gone past, whether or not it held its engine up.
struct TimedStop {
  std::uint64_t from = 0;  // when the engine came to it
  std::uint64_t to = 0;
  std::uint32_t pause = 0;  // into TimedRun::pauses if it held the engine up
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
  std::vector<TimedStop> stops;  // in the order in which they were gone past
  std::vector<Release> releases;
};

}  // namespace counterpoint
