// Decides a pair, or an implementation alone, by visiting every state.
// SPDX-License-Identifier: Apache-2.0
//
// Source: semantics.md 3, the definition of the verdicts by pairs, word for word, for everything that the
// implementation language can say. Breadth first, so that a counterexample is shortest in steps of the product (a
// commit and the retirement after it are one). The visited set is exact: states are stored whole and compared byte by
// byte. `Question::limit` bounds the number of states; beyond it the verdict is `undecided`, with the bound.
// Cost: a state takes its bytes (product.hpp), 4 for its parent, 1 for its step and 8 to 16 in the table.
#pragma once

#include <tl/expected.hpp>

#include "core/machine/verdict.hpp"
#include "verify/question.hpp"

namespace counterpoint {

[[nodiscard]] Verdict decide_by_exploration(const Question& question);

// Without a program: `clean`, `deadlock`, or `unsafe` for a fault; `left` lists what is not zero at the end.
[[nodiscard]] Verdict explore_alone(const Implementation& implementation, const Trips& trips,
                                    const MachineOptions& options, std::uint64_t limit);

}  // namespace counterpoint
