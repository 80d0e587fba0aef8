// Decides from the text alone that an implementation is an allocation of the program by counters.
// SPDX-License-Identifier: Apache-2.0
//
// What. The declarative relation of the paper, in clauses: (1) same tree and streams after erasure of register
// operations and stand-alone waits (a Pairing says so), and no other construct; (2) semaphores count: injective for
// each producer, (scope, engine) or engine, only added to, at retirement (cells.hpp); (3) registers keep what their
// code says they keep (registers.hpp, values.hpp); (4) each wait says exactly what a dependency asks and each
// dependency has such a wait (thresholds.hpp, matching.hpp), or follows from the others by the rules of
// semantics.md 5.11 (core/dependence/reach). Clauses are about what the code does; names, order and place of operations
// are free.
//
// Why it is enough. With (2) a cell at a place determines the retirements of each producer that adds to it, and with
// (3) and (4) each wait holds exactly when Equation 1 does (semantics.md 4, 5.1 to 5.4, for the classes that are exact
// and the forms of a per-engine counter where 5.2 and 5.3 call them exact). Waits that hold disable nothing, all else
// is internal: bisimilar, for all trips. Nothing is said where a clause fails: `undecided`, with the clause, the
// statement and the reason.
//
// Independent of core/allocation: it includes nothing of it. From core/dependence it takes the classes, which are the
// definition of what is asked, and the search for redundant dependencies. Cost: linear in the text, for a bounded
// number of scopes per counter and of waits per consumer and cell. Source: semantics.md 3 to 5, language.md
// "Implementations".
#pragma once

#include "core/machine/machine.hpp"
#include "core/machine/verdict.hpp"
#include "core/program/implementation.hpp"
#include "core/program/pairing.hpp"
#include "core/program/program.hpp"

namespace counterpoint {

// How the hardware counts. A width, or a comparison that is not signed, is answered `undecided`: the thresholds of the
// paper need signed comparison (semantics.md 5.7) and differ after a wrap (5.8). A window changes nothing: it is one
// more conjunct on issue, the same on both sides (semantics.md 2).
struct RelationOptions {
  std::uint32_t width = 0;
  Comparison compare = Comparison::as_signed;
};

// `equivalent` (bound "trips=all", assuming "no-overflow": no sum of counts, each times at most 2^30, passes 64 bits;
// the numbers of constant loops are those of the text) or `undecided`: `reason` is then the clause ("question",
// "construct", "registers", "semaphores", "waits", "dependency"), `explanation` the statement, where it stands and why.
// Never another word; no witness.
[[nodiscard]] Verdict decide_by_relation(const Program& program, const Implementation& implementation,
                                         const Pairing& pairing, const RelationOptions& options = {});

}  // namespace counterpoint
