// Decides a pair, or an implementation alone, by visiting every state.
// SPDX-License-Identifier: Apache-2.0
//
// Source: semantics.md 3, the definition of the verdicts by pairs, word for word, for everything that the
// implementation language can say. Breadth first, so that a counterexample is shortest in steps of the product (a
// commit and the retirement after it are one). The visited set is exact: states are stored whole and compared whole.
// `Question::limit` bounds the number of states and `Question::memory` their bytes; beyond either the verdict is
// `undecided`, with the bound and what was seen up to there. Streams of more than 2^24 events are refused likewise.
// With `Question::reduce` fewer states are visited and the word is the same (search.hpp says why); for a fault all
// kinds are found all the same. Cost: see level_set.hpp; a state is 8 bytes for each started word of its fields.
#pragma once

#include "core/machine/verdict.hpp"
#include "verify/question.hpp"

namespace counterpoint {

[[nodiscard]] Verdict decide_by_exploration(const Question& question);

// Without a program: `clean`, `deadlock`, or `unsafe` for a fault; `left` lists what is not zero at the end.
// `limit` and `memory` as in a question.
[[nodiscard]] Verdict explore_alone(const Implementation& implementation, const Trips& trips,
                                    const MachineOptions& options, std::uint64_t limit,
                                    std::uint64_t memory = std::uint64_t{4} << 30U, bool reduce = false);

}  // namespace counterpoint
