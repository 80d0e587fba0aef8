// A program with trips, and waits, in the lines that the oracle reads.
// SPDX-License-Identifier: Apache-2.0
//
// Source: the head of proofs-notes/rocq/oracle/main.ml, which holds the grammar. What is not written there: a branch
// of a conditional is a component of a distance, always 0 (semantics.md 4); a distance that ends in `@*` ends at the
// loop it names; a loop that runs 0 times at every visit needs no line.
// Cost: a line for each visit and each instance.
#pragma once

#include <cstdint>
#include <string>

#include "tests/oracle/addresses.hpp"
#include "tests/oracle/waits.hpp"

namespace counterpoint::rocq {

// Engines, text, dependencies in the order of the program, trips of every engine, numbers of loops, the window.
[[nodiscard]] std::string lines_of(const Question& question, const Addresses& addresses);

// `scheme`: a word of the oracle. Dependencies have the plan `full`.
[[nodiscard]] std::string lines_of_scheme(std::string_view scheme);

// With the `judge` behind it.
[[nodiscard]] std::string lines_of(const ListedWaits& listed, const Addresses& addresses);

}  // namespace counterpoint::rocq
