// Optimisations of an implementation, whoever made it.
// SPDX-License-Identifier: Apache-2.0
//
// What. Each pass takes an implementation and gives one that means the same: every wait lets go at the same point of
// the same run, so the verdict against any program stays. The passes run in the order of the table, again and again
// until a round gains nothing, four times at most. Each engine is taken by itself; what would cost it a register more
// than it had at the start, an operation more in some run (expense.hpp says for which trip counts), or one more on the
// way to a statement that waits or is waited for (pace.hpp), is not done.
// `clocks` alone looks at all engines together. It runs once, in the first round: no other pass changes a clock, and
// the next rounds take out what it has left without a reader. What is exact. Register values at every wait and update,
// also modulo any width that holds the numbers of the text; on 64 bits as long as no register passes 2^62. `waits` and
// `clocks` speak of semaphores that do not wrap, or that stay within the bounds that wrap-safe waits ask for anyway. An
// operation that divides by what may be 0 stays; another one whose overflow would have been a fault may be left out
// with what it computed. A change of constant trip counts afterwards
// (`--resize`) is not allowed for.
// Cost: linear in the implementation, times the nesting of loops with a number in `static` and the number of
// tries in `reduce`.
// Source: semantics.md 3, 4 "Placement", 5.10, 5.11.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/allocation/allocate.hpp"
#include "core/allocation/passes/saving.hpp"

namespace counterpoint {

struct PassEntry {
  Pass pass;
  std::string_view name;
  int level;
  std::string_view summary;
};
[[nodiscard]] std::span<const PassEntry> all_passes();
[[nodiscard]] const PassEntry& entry(Pass pass);
[[nodiscard]] std::optional<Pass> find_pass(std::string_view word);

struct Optimized {
  Implementation implementation;
  Cost before;
  Cost after;
  std::vector<Saving> savings;  // of every pass that was run, in the order of the table
};

inline constexpr int all_levels = 2;

// Runs the passes of a level. `only`: just these, whatever their level. `clocks`: the pass of that name, which is left
// out if there is none.
[[nodiscard]] Optimized optimize(const Implementation& implementation, int level, std::span<const Pass> only = {},
                                 const GivenPass& clocks = {});

}  // namespace counterpoint
