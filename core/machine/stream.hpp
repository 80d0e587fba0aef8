// Takes an engine from one event of its stream to the next: control and register operations.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/machine/code.hpp"
#include "core/machine/state.hpp"
#include "core/machine/trips.hpp"

namespace counterpoint {

// Operations taken in one go. A longer stretch goes on with the next internal step, so that a loop of 10^9 iterations
// with nothing but counters in it counts against the limit of a run.
inline constexpr std::uint32_t stretch = 1U << 16U;

// Runs from the current position to the next event. Width 0: 64 bits, overflow is a fault; else results wrap.
// Leaves the engine `ready` or, after a long stretch, in `control`; a fault shows in the state.
void advance(const MachineCode& code, const Trips& trips, std::uint32_t width, MachineState& state, EngineId engine);

// The queries [first, last): their common scope G starts an iteration. Source: Equation 1 of semantics.md 1.
void start_iteration(const MachineCode& code, const Trips& trips, MachineState& state, std::uint32_t first,
                     std::uint32_t last);

}  // namespace counterpoint
