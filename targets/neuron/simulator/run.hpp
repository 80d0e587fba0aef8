// Runs a core under a schedule and says how it ended.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/run.hpp"
#include "targets/neuron/simulator/simulator.hpp"

namespace counterpoint::neuron {

enum class CoreSchedule : std::uint8_t {
#define X(identifier, word, summary) identifier,
#include "targets/neuron/simulator/schedules.def"
#undef X
};

struct CoreScheduleEntry {
  CoreSchedule schedule;
  std::string_view word;
  std::string_view summary;
};
[[nodiscard]] std::span<const CoreScheduleEntry> all_core_schedules();

struct CoreRunOptions {
  CoreSchedule schedule = CoreSchedule::round_robin;
  std::uint64_t seed = 1;                 // random
  std::uint64_t max_steps = 100'000'000;  // then the outcome is `limit`: an endless loop ends so
  bool record_steps = false;
  bool record_visible = false;
};

// A stream that can go no further.
struct HeldStream {
  std::uint32_t stream = 0;
  std::uint32_t place = 0;
  std::string text;  // "pe, record 12, EventSemaphore: waits for S10 >= 3, which is 1; act adds to it (ended)"
};

struct CoreRun {
  Outcome outcome = Outcome::completed;  // completed, deadlock, fault or limit
  std::uint64_t steps = 0;
  std::uint64_t records = 0;             // issued
  std::vector<HeldStream> held;          // deadlock
  std::string fault_text;                // fault
  std::string_view fault_word;           // "division", "event-set-twice", ...
  std::optional<ReadingsDiffer> differ;  // the first poll on which signed and unsigned disagree
  std::vector<CoreStep> taken;           // if recorded
  std::vector<Visible> seen;             // if recorded
  CoreState last;
};

// `schedule` is not `exhaustive`: see explore.hpp.
[[nodiscard]] CoreRun run_core(const Simulator& simulator, const CoreRunOptions& options);

struct CoreReplay {
  CoreRun run;  // a list that ends early ends with the outcome of its last state, or `limit` if steps are left
  std::size_t performed = 0;
  std::optional<std::size_t> refused;  // the first step that was not enabled
  std::string reason;
};
[[nodiscard]] CoreReplay replay_core(const Simulator& simulator, std::span<const CoreStep> steps,
                                     bool record_visible = false);

// Every stream that has not ended, for a state in which no step is enabled.
[[nodiscard]] std::vector<HeldStream> explain_held_streams(const Simulator& simulator, const CoreState& s);
[[nodiscard]] std::string explain_core_fault(const Simulator& simulator, const CoreFault& fault);
[[nodiscard]] std::string_view core_fault_word(const CoreFault& fault);
// Why a step that is not enabled is not.
[[nodiscard]] std::string explain_core_refusal(const Simulator& simulator, const CoreState& s, CoreStep step);
// "pe, record 3, EventSemaphore: S10 >= 0 with S10 = -1 holds unsigned, not signed".
[[nodiscard]] std::string explain_differ(const Simulator& simulator, const ReadingsDiffer& differ);

}  // namespace counterpoint::neuron
