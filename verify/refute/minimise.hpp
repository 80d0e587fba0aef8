// Makes an assignment of trips small while its verdict stays as bad.
// SPDX-License-Identifier: Apache-2.0
//
// What. What no run meets is dropped without asking: choices for scopes that are never visited, counts of visits that
// never happen. Then edits, each kept if the verdict is not better than before: counts of whole groups of scopes to 0,
// groups of half the size next (delta debugging: with few scopes that matter among n, about log n decisions each); a
// list to one count, one count less in a list; engines of a divergent scope to one count for all; single numbers to 0,
// to 1, to half, by one, as verify/fuzz/shrink does. Over and over until no edit is kept.
// Invariant. Every edit that is kept makes (counts written, their sum) smaller in lexicographic order, so it ends, and
// the verdict never gets better: what was found as `refines` may become `deadlock` or `unsafe`, not the reverse.
// Cost: as many decisions as edits are tried, within what Attempts allows.
#pragma once

#include "verify/refute/attempts.hpp"

namespace counterpoint::refuting {

struct Minimised {
  Assignment assignment;
  VerdictWord word = VerdictWord::undecided;
  bool fixpoint = true;      // else the budget ended
  std::string disagreement;  // of an attempt on the way: nothing else then counts
};

// The assignment has that word, within `states` where it was explored.
[[nodiscard]] Minimised minimise(Attempts& attempts, Assignment assignment, VerdictWord word, std::uint64_t states);

// Without what no run meets.
[[nodiscard]] Assignment settled(const Tree& tree, const Assignment& assignment, const Trips& trips);

}  // namespace counterpoint::refuting
