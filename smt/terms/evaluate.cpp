// Evaluation of a term once, by names.
// SPDX-License-Identifier: Apache-2.0
#include "smt/terms/evaluate.hpp"

#include <vector>

#include "smt/terms/rewrite.hpp"

namespace counterpoint::smt {

std::optional<std::int64_t> evaluate(const Terms& terms, Term t, const TermValues& values) {
  Evaluation evaluation(terms, t);
  std::vector<std::int64_t> given;
  for (const Term variable : evaluation.variables()) {
    const auto it = values.find(variable);
    if (it == values.end()) return std::nullopt;
    given.push_back(it->second);
  }
  const std::int64_t value = evaluation(given);
  return evaluation.wrapped() ? std::nullopt : std::optional(value);
}

}  // namespace counterpoint::smt
