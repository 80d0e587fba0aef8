// One semaphore for each engine, where a threshold for it is exact.
// SPDX-License-Identifier: Apache-2.0
//
// What. For each dependency and each engine that waits for it, the first of: the sum form where semantics.md 5.2 says
// it is exact; the snapshot form where 5.3 does; per-loop, with a semaphore for the producer's body and engine beside
// the engine's own. Which one, and why no earlier one, is recorded as a choice. A dependency is never refused here that
// per-loop accepts. The engine's semaphore counts all its instructions or only producers (AllocationOptions::count;
// those that fall back to per-loop count too). Source: semantics.md 4 "Per-engine".
#pragma once

#include "core/allocation/allocate.hpp"

namespace counterpoint {

[[nodiscard]] tl::expected<Allocation, Diagnostics> allocate_per_engine(const Program& program,
                                                                        const AllocationOptions& options);

}  // namespace counterpoint
