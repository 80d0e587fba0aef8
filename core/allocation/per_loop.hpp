// One semaphore for each body and engine.
// SPDX-License-Identifier: Apache-2.0
//
// N counts all instructions of the body on that engine, or only the producers among them (AllocationOptions::count);
// exact either way for every class that is. Source: semantics.md 4 "Per-loop".
#pragma once

#include "core/allocation/allocate.hpp"

namespace counterpoint {

[[nodiscard]] tl::expected<Allocation, Diagnostics> allocate_per_loop(const Program& program,
                                                                      const AllocationOptions& options);

}  // namespace counterpoint
