// Exploration without any of the means that make it fast: the reference that the fast one is compared with.
// SPDX-License-Identifier: Apache-2.0
//
// The definition of semantics.md 3 as it stands there. Every cell is part of a state, states are byte strings in one
// set for the whole search, every condition is worked out from the statement, and what internal steps can reach is
// searched in every state.
#pragma once

#include "core/machine/verdict.hpp"
#include "verify/question.hpp"

namespace counterpoint::testing {

// Of the witness only the number of steps (of the product) is known: it is in `instances`.
[[nodiscard]] Verdict explore_plainly(const Question& question);
[[nodiscard]] Verdict explore_alone_plainly(const Implementation& implementation, const Trips& trips,
                                            const MachineOptions& options);

}  // namespace counterpoint::testing
