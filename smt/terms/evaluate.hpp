// The value of a term where its variables have values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "smt/terms/terms.hpp"

namespace counterpoint::smt {

// Of variables. Booleans are 0 or 1.
using TermValues = std::unordered_map<Term, std::int64_t>;

// Once, exactly: none if a variable has no value or a number on the way does not fit in 64 bits. For many values of one
// term see Evaluation (smt/terms/rewrite.hpp), which this is.
[[nodiscard]] std::optional<std::int64_t> evaluate(const Terms& terms, Term t, const TermValues& values);

}  // namespace counterpoint::smt
