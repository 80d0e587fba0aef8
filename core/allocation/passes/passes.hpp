// Optimisations of an implementation, whoever made it.
// SPDX-License-Identifier: Apache-2.0
//
// What. Each pass takes an implementation and gives one that means the same: every wait lets go at the same point of
// the same run, so the verdict against any program stays. The passes run in the order of the table, again and again
// until a round gains nothing, four times at most. Each engine is taken by itself; what would cost it a register more
// than it had at the start, an operation more in some run (expense.hpp says for which trip counts), or one more on the
// way to a statement that waits or is waited for (pace.hpp), is not done.
// What is exact. Register values at every wait and update, also modulo any width that holds the numbers of the text;
// on 64 bits as long as no register passes 2^62. `waits` speaks of semaphores that do not wrap, or that stay within the
// bounds that wrap-safe waits ask for anyway. An operation that divides by what may be 0 stays; another one whose
// overflow would have been a fault may be left out with what it computed. A change of constant trip counts afterwards
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

// Runs the passes of a level. `only`: just these, whatever their level.
[[nodiscard]] Optimized optimize(const Implementation& implementation, int level, std::span<const Pass> only = {});

}  // namespace counterpoint
