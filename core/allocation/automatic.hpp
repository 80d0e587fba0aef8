// Per-instruction or per-loop, chosen for each body and engine; under a budget the cheapest that fits.
// SPDX-License-Identifier: Apache-2.0
//
// Without a budget: one producer in the body on that engine: per-instruction. It needs the one semaphore that per-loop
// needs, and its waits are plain counts: no multiplication by N, no offset N - K, and no updates by other instructions.
// Several producers: per-loop. Semaphores are the scarce resource (a few hundred on a machine), two operations per wait
// are hidden behind the datapath in all but the tightest bodies. Where N = 1 anyway both are the same.
//
// With one (`--semaphores N`, `--registers N`, or both): a *choice* says for each body of several producers whether
// each gets a semaphore of its own; one choice more is per-engine for the whole program. A choice costs register
// operations, those in a loop counted 16 times for each loop around them; then, of equal ones, semaphores, then
// registers. Cost and need are measured on what is printed, after the passes of the level asked for: what fits before
// them is no matter. A small program (`tried_regions`, `tried_work`): every choice is made and measured, the cheapest
// that fits is taken. Neither need nor cost of a choice follows from those of its parts once passes have run, so
// nothing is left out. A larger one: the first that fits of (1) a semaphore each for the bodies with most waits for
// each semaphore more, deeper ones first, as far as the budget goes; (2) one for each body and engine; (3) per-engine.
// Cost: that of an allocation and its passes, times the choices tried; of a refusal of a larger program, times the
// binary logarithm of its producers. Source: semantics.md 4 "per-instruction", "per-loop", "per-engine".
#pragma once

#include <cstddef>

#include "core/allocation/allocate.hpp"
#include "core/allocation/budget.hpp"

namespace counterpoint {

// Every choice is tried of at most so many bodies of several producers, if choices times instructions are at most so
// many; passes take about fifty times as long as the allocation itself.
inline constexpr std::size_t tried_regions = 10;
inline constexpr std::size_t tried_work = 2'000'000;
inline constexpr std::size_t tried_work_with_passes = 20'000;

// Under a budget into which nothing fits: one for each body and engine.
[[nodiscard]] tl::expected<Allocation, Diagnostics> allocate_automatic(const Program& program,
                                                                       const AllocationOptions& options);

// The smallest budgets with which allocate_automatic has what fits: exact over all choices of a small program. Of a
// larger one the number named is enough and one less is not, as that is tried. None: it cannot be allocated at all, or
// not with that much of the other.
[[nodiscard]] Smallest smallest_budgets(const Program& program, const AllocationOptions& options);

// Register operations, those in a loop 16 times for each loop around them: what a budget is spent on saving.
[[nodiscard]] double weighted_operations(const Implementation& implementation);

}  // namespace counterpoint
