// The schedule that knows time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/machine/performer.hpp"

namespace counterpoint {

// Runs until no step is enabled or the performer has stopped. Instances, pauses and releases are recorded if
// `options.record_times`; the makespan always.
[[nodiscard]] TimedRun run_asap(Performer& performer, const RunOptions& options);

}  // namespace counterpoint
