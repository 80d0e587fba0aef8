// The common part of all schemes that count retirements in monotone semaphores.
// SPDX-License-Identifier: Apache-2.0
//
// What. (1) Decide what becomes of each dependency. (2) Let the scheme number its semaphores. (3) Form every wait
// without output: this demands the registers that are read, on the engines that read them, and counts operations, so
// that the output is reserved exactly. (4) Number the registers. (5) Walk the tree once and emit: at the start of each
// body the counters, before each instruction the computation of its waits, before a scope with control dependencies
// stand-alone waits on every engine.
// Invariant: (3) and (5) form the same waits in the same way, so a register is read only if it was demanded.
// Cost: linear in instructions, dependencies, and operations emitted. Source: semantics.md 4 "Placement".
#pragma once

#include <string_view>

#include "core/allocation/allocate.hpp"
#include "core/allocation/counter_scheme.hpp"

namespace counterpoint {

[[nodiscard]] tl::expected<Allocation, Diagnostics> allocate_counters(const Program& program,
                                                                      const AllocationOptions& options,
                                                                      std::string_view scheme_name,
                                                                      CounterScheme& scheme);

}  // namespace counterpoint
