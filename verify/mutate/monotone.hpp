// Decides pairs in which nothing can disable anything, by a maximal run for each retirement that is asked for.
// SPDX-License-Identifier: Apache-2.0
//
// What. Order (semantics.md 6) needs one writer and one kind of update for each semaphore. Mutants often have two: a
// semaphore merged with another, an update at issue among others at retirement. If semaphores still only grow and waits
// only ask for `>=`, no step disables another, and the maximal run under any restriction of this form is unique:
//   unsafe    some event of the program needs retirement n of engine f, and is still taken in the maximal run of the
//             implementation in which that retirement never happens. (If a trace takes the event without it, so does
//             the maximal run, which contains every trace without it. The other way round, up to that event the run is
//             one that the program does not allow.)
//   deadlock  else, the maximal run without restriction takes fewer steps than the program's.
//   refines   else, some event is not enabled in the maximal run within the event's closed past in the program.
// `==` is read as `>=` if, in the maximal run in which its statement is never taken, the semaphore does not exceed the
// value: then both tests are the same in every state in which the statement can be taken. If it does exceed it, some
// reachable state has passed the value of some `==` for good (the first that is passed, along that run), and the pair
// is `deadlock` if the program completes and the pair with `>=` is not unsafe, which has more traces. A `barrier reset`
// disables nothing, since every engine stands at it; between two of them semaphores grow. Not for: takes, flags,
// decrements, assignments, windows, widths, faults, other comparisons. Why. Exploration visits every interleaving; this
// makes at most two runs an event. Cost: O(events^2) at worst. The tests compare it with exploration.
#pragma once

#include <optional>

#include "core/machine/verdict.hpp"
#include "verify/order/witness.hpp"
#include "verify/question.hpp"

namespace counterpoint::mutation {

// `unsafe` and `deadlock`: a maximal run of the implementation within these bounds shows it (`perform`). A bound that
// is `unbounded` is none.
struct MonotoneAnswer {
  static constexpr std::uint64_t unbounded = ~std::uint64_t{0};
  VerdictWord word = VerdictWord::undecided;
  Target within;
};

// The answer, or nothing where the conditions above do not hold.
[[nodiscard]] std::optional<MonotoneAnswer> decide_monotone(const Question& question);

}  // namespace counterpoint::mutation
