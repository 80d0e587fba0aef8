// Runs a machine under a schedule and says how it ended.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/machine.hpp"
#include "core/machine/races.hpp"
#include "core/machine/timed.hpp"

namespace counterpoint {

enum class Schedule : std::uint8_t {
  asap,         // discrete events: every step as soon as times allow it
  random,       // a uniform choice among the enabled steps, commits in any order
  round_robin,  // each engine in turn: retire, commit the oldest, take the next statement
  adversarial   // issue whatever can issue; then commit, then retire, what was issued last
};

// One line of the table of schedules: parser, help and documents read it.
struct ScheduleEntry {
  Schedule schedule;
  std::string_view name;
  std::string_view summary;
};
[[nodiscard]] std::span<const ScheduleEntry> all_schedules();

enum class Outcome : std::uint8_t { completed, racy, deadlock, fault, limit };
// "completed", "racy", ...
[[nodiscard]] std::string_view outcome_name(Outcome o);

struct RunOptions {
  Schedule schedule = Schedule::asap;
  std::uint64_t seed = 1;  // random
  // Most steps, visible and internal. Register operations and control are limited to `operations_a_step` times that.
  std::uint64_t max_steps = 100'000'000;
  static constexpr std::uint64_t operations_a_step = 16;
  bool data = true;           // follow the slots and look for races, if the tree has accesses
  bool record_steps = false;  // RunResult::steps_taken
  bool record_times = false;  // asap: RunResult::timed
  Times times;                // asap
};

// Who could make a test hold, and where that engine is.
struct Releaser {
  EngineId engine;
  std::string statement;      // "retirement of qk", "a stand-alone signal"
  std::string where;          // "stuck at issue of mm", "has ended"
  InstructionId instruction;  // none: it stands alone
};

struct StuckTest {
  std::string cell;        // "s_kv_dma", "retirements of qk"
  std::int64_t value = 0;  // now
  std::int64_t needed = 0;
  TestKind kind = TestKind::at_least;
  std::vector<Releaser> releasers;  // at most `most_releasers`
  std::uint32_t owner = 0;          // of the cell: InstructionId (specification) or SemaphoreId
};

// An engine that cannot take its next statement.
struct Stuck {
  static constexpr std::size_t most_releasers = 8;
  static constexpr std::uint32_t no_condition = 0xffffffffU;
  EngineId engine;
  std::string statement;                  // "issue of qk", "barrier 1"
  ScopeId scope;                          // that statement stands in; none if the engine is between two
  std::vector<std::uint32_t> iterations;  // of that statement, from the root down to `scope`
  Blocked::Reason reason = Blocked::Reason::tests;
  std::vector<StuckTest> tests;            // reason tests
  std::vector<Releaser> absent;            // reason barrier: the engines that have not arrived
  InstructionId instruction;               // that waits for its issue; none for any other statement
  ScopeId visit;                           // whose visit waits; none for any other statement
  std::uint32_t condition = no_condition;  // a stand-alone wait: into Implementation::conditions
};

struct RunResult {
  Outcome outcome = Outcome::completed;
  std::uint64_t steps = 0;
  std::uint64_t issued = 0;  // datapath instructions
  std::optional<Fault> fault;
  std::string fault_text;    // "double-set of 'f' by ...": where and why
  std::vector<Stuck> stuck;  // deadlock: every engine that has not ended
  std::optional<Race> race;
  std::string races_undecided;  // why races were not decided, "" if they were, or were not looked for
  bool races_checked = false;
  std::optional<std::uint64_t> digest;  // of the slots, if they were followed
  std::optional<Meeting> mixed;         // the first meeting of different barriers
  std::vector<Step> steps_taken;
  TimedRun timed;     // asap
  MachineState last;  // where it stopped
};

[[nodiscard]] RunResult run(const Machine& machine, const RunOptions& options);

// Every engine that has not ended, with what it waits for. For any state in which no step is enabled.
[[nodiscard]] std::vector<Stuck> explain_deadlock(const Machine& machine, const MachineState& s);
// The same for one engine that has not ended.
[[nodiscard]] Stuck explain_held(const Machine& machine, const MachineState& s, EngineId e);
// "engine pe faults (overflow) at w := w * m: 9223372036854775807 and 2", in words.
[[nodiscard]] std::string explain_fault(const Machine& machine, const Fault& fault);
// "overflow", "double-set", "index", "division".
[[nodiscard]] std::string_view fault_name(FaultKind k);

}  // namespace counterpoint
