// Runs a machine under a schedule.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/run.hpp"

#include <array>

#include "core/machine/asap.hpp"
#include "core/machine/performer.hpp"
#include "core/machine/schedule.hpp"

namespace counterpoint {
namespace {

constexpr std::array schedules = {
    ScheduleEntry{Schedule::asap, "asap", "every step as soon as cost, interval and transfer allow it"},
    ScheduleEntry{Schedule::random, "random", "a uniform choice among the enabled steps, drawn from the seed"},
    ScheduleEntry{Schedule::round_robin, "round-robin", "each engine in turn"},
    ScheduleEntry{Schedule::adversarial, "adversarial", "producers as late, consumers as early as possible"},
};

constexpr std::array<std::string_view, 5> outcomes = {"completed", "racy", "deadlock", "fault", "limit"};

}  // namespace

std::span<const ScheduleEntry> all_schedules() { return schedules; }

std::string_view outcome_name(Outcome o) { return outcomes[static_cast<std::size_t>(o)]; }

RunResult run(const Machine& machine, const RunOptions& options) {
  Performer performer(machine, options);
  switch (options.schedule) {
    case Schedule::round_robin: run_round_robin(performer); break;
    case Schedule::random: run_random(performer, options.seed); break;
    case Schedule::adversarial: run_adversarial(performer); break;
    case Schedule::asap: {
      TimedRun timed = run_asap(performer, options);
      RunResult result = performer.finish();
      result.timed = std::move(timed);
      return result;
    }
  }
  return performer.finish();
}

}  // namespace counterpoint
