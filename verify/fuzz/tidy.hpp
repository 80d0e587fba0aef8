// What follows from an edit: nothing speaks of what is gone. And numbers within texts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "verify/fuzz/edits.hpp"

namespace counterpoint::fuzzing {

// Dependencies on instructions that are gone, distances and slots of scopes that are gone, accesses to buffers that are
// gone, trips of scopes and engines that are gone, options and stand-alone statements with nothing left in them.
[[nodiscard]] Draft tidied(Draft draft);

// The name that a clause begins with: "s" of "s[2] >= 1".
[[nodiscard]] std::string first_name(std::string_view clause);

// The n-th edit that makes one number smaller: to 0, to 1, to half, by one; in scopes (program and implementation
// together), clauses, register operations and trips.
[[nodiscard]] std::optional<Draft> smaller_number(const Draft& draft, std::size_t n);

// The sum of all numbers in a text that are not part of a name.
[[nodiscard]] std::uint64_t sum_of_numbers(std::string_view text);

}  // namespace counterpoint::fuzzing
