// The baseline: barriers that reset all semaphores at every boundary of a loop or conditional.
// SPDX-License-Identifier: Apache-2.0
//
// What. Plain: `barrier reset` right before every loop and every conditional, once per visit, and as the last item of
// every loop body and every branch that is not empty. Lean: one after every block that holds an instruction, unless it
// ends the root body. Between two barriers lies one instance of one block; there a consumer waits for
// s_f >= position of p among f's instructions of the block; every other dependency is kept by a barrier in between.
//
// Why it may be refused. Every engine must meet every barrier, so every scope must be uniform. A consumer that waits
// for a later item of the same iteration waits behind a barrier that it has to reach itself, so distance 0 must go
// forward (or between the branches of a conditional, where it speaks of earlier iterations). Never exact: an engine
// waits for all others where the program lets it go on. Source: semantics.md 4 "Barrier baseline".
#pragma once

#include "core/allocation/allocate.hpp"

namespace counterpoint {

[[nodiscard]] tl::expected<Allocation, Diagnostics> allocate_barrier(const Program& program,
                                                                     const AllocationOptions& options);
[[nodiscard]] tl::expected<Allocation, Diagnostics> allocate_barrier_lean(const Program& program,
                                                                          const AllocationOptions& options);

}  // namespace counterpoint
