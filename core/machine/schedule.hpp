// The schedules that know no time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/machine/performer.hpp"

namespace counterpoint {

// Each runs until no step is enabled or the performer has stopped.
void run_round_robin(Performer& performer);
void run_random(Performer& performer, std::uint64_t seed);
void run_adversarial(Performer& performer);

}  // namespace counterpoint
