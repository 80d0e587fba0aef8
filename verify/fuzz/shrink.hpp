// Makes a failing case small.
// SPDX-License-Identifier: Apache-2.0
//
// What. Edits by the grammar, larger ones first: an engine, a scope with what is in it, a scope around what is in it,
// an instruction, another statement, a dependency, wait, update or access, a semaphore with its uses, trips, window and
// width; then numbers. Each is made on the program and the implementation together. An edit is kept if the text can
// still be read, the implementation still has the program's streams, and the same oracle still fails in the same way
// (thrown or found). Over and over until no edit is kept, or the budget is used up.
// An allocation is made anew from each smaller program. Where the oracle fails on its text as well, as it does where a
// decider is wrong, the text is then shrunk too.
// Invariant. Every edit that is kept makes (words, sum of numbers) smaller in lexicographic order, so it ends; nothing
// is drawn and no clock is read, so the result is the same everywhere.
// Cost: at most `evaluations` cases put to one oracle.
// Why not by bytes. The bytes that a case was drawn from can be shrunk too, but a byte means something else as soon as
// one before it is gone. Source: delta debugging by grammar (Misherghi and Su, 2006).
#pragma once

#include "verify/fuzz/oracles.hpp"

namespace counterpoint::fuzzing {

struct Shrunk {
  Case smallest;
  Finding finding;                // of the smallest
  std::uint64_t evaluations = 0;  // cases tried
  std::uint64_t kept = 0;         // edits kept
  bool fixpoint = true;           // else the budget was used up
};

// The case must fail this oracle. Trips may only be lists, as options say them.
[[nodiscard]] Shrunk shrink(const Case& failing, const OracleEntry& oracle, const Subject& subject,
                            const Limits& limits, std::uint64_t evaluations = 3000);

// Words of program, implementation (by hand) and options; then the sum of all numbers in them.
struct Size {
  std::uint64_t words = 0;
  std::uint64_t numbers = 0;
  friend auto operator<=>(const Size&, const Size&) = default;
};
[[nodiscard]] Size size_of(const Case& any);

}  // namespace counterpoint::fuzzing
