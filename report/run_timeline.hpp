// The timeline of a run, from its times or from its steps.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/machine/machine.hpp"
#include "core/machine/timed.hpp"
#include "report/timeline.hpp"

namespace counterpoint::report {

// A run under `asap`, whose times were recorded. Time is in `unit`.
[[nodiscard]] Timeline timeline_of(const Machine& machine, const TimedRun& run, std::string unit);

// Any other run: time is counted in steps. `steps`: every step of it, internal ones too, each enabled in turn on
// `machine` from its start. An engine waits from when it stands before a statement that is held until the last test is
// true; the retirement that made it so released it. Cost: a step is O(engines + tests) beyond the machine's own.
[[nodiscard]] Timeline timeline_of(const Machine& machine, std::span<const Step> steps);

// Timeline::Stall::alone.
[[nodiscard]] std::string alone_wait_key(std::uint32_t condition);
[[nodiscard]] std::string visit_key(std::uint32_t scope, EngineId e);

}  // namespace counterpoint::report
