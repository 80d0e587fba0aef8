// The value of a term where its variables have values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>

#include "smt/terms/terms.hpp"

namespace counterpoint::smt {

// Booleans are 0 or 1.
using TermValues = std::unordered_map<Term, std::int64_t>;

// None if a variable has no value or a number on the way does not fit in 64 bits. `values` gains what was computed.
[[nodiscard]] std::optional<std::int64_t> evaluate(const Terms& terms, Term t, TermValues& values);

}  // namespace counterpoint::smt
