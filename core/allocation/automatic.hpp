// Per-instruction or per-loop, chosen for each body and engine; under a budget of semaphores the cheapest that fits.
// SPDX-License-Identifier: Apache-2.0
//
// Without a budget: one producer in the body on that engine: per-instruction. It needs the one semaphore that per-loop
// needs, and its waits are plain counts: no multiplication by N, no offset N - K, and no updates by other instructions.
// Several producers: per-loop. Semaphores are the scarce resource (a few hundred on a machine), two operations per wait
// are hidden behind the datapath in all but the tightest bodies. Where N = 1 anyway both are the same.
//
// With one (`--semaphores N`): bodies of several producers get a semaphore for each producer where that costs fewer
// register operations, those in a loop counted 16 times for each loop around them, as far as N allows. Up to
// `tried_regions` such bodies every choice is allocated and the cheapest that fits is taken, the first of equal ones,
// with the fewest semaphores; beyond that the bodies with most waits for each semaphore more are taken first, as long
// as they fit. Where not even one semaphore for each body and engine fits, the engines share theirs (per-engine), if
// that fits; else the refusal of `allocate` says how many are needed at least. Cost: that of an allocation, times the
// choices tried (1,024 at most, each of a small program).
#pragma once

#include <cstddef>

#include "core/allocation/allocate.hpp"

namespace counterpoint {

inline constexpr std::size_t tried_regions = 10;
// Beyond so many instructions not every choice is tried.
inline constexpr std::size_t tried_instructions = 2'000;

[[nodiscard]] tl::expected<Allocation, Diagnostics> allocate_automatic(const Program& program,
                                                                       const AllocationOptions& options);

// Register operations, those in a loop 16 times for each loop around them: what a budget is spent on saving.
[[nodiscard]] double weighted_operations(const Implementation& implementation);

}  // namespace counterpoint
