// The least linear form over entries of loops that this analysis finds above a value.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>

#include "smt/walk/walk.hpp"

namespace counterpoint::smt {

// constant + sum of factor * E (or T) of scope, all factors positive. The root is entered once: that is a constant.
struct LinearBound {
  std::int64_t constant = 0;
  std::map<ScopeId, std::int64_t> factors;

  void add(ScopeId scope, std::int64_t factor);
  void drop_root(ScopeId root);
};

// In one view. Factors and constants that do not fit 62 bits give none.
class Bounds {
 public:
  // `trips`: forms over T of scopes, for machines whose counters may wrap; else over E.
  Bounds(Terms& terms, const Walk& walk, const View& view, bool trips);
  [[nodiscard]] std::optional<LinearBound> upper(Term t);

 private:
  // A form above `sign` times the term.
  [[nodiscard]] std::optional<LinearBound> above(Term t, int sign, int depth);
  [[nodiscard]] std::optional<LinearBound> above_sum(Term t, int sign, int depth);
  [[nodiscard]] std::optional<LinearBound> above_variable(Term t, int sign, int depth);
  [[nodiscard]] std::optional<LinearBound> above_product(Term t, int sign, int depth);

  Terms& terms_;
  const View& view_;
  // Variables of the cut point that are entries or trips of a scope, and how far the counts have come since.
  struct Count {
    ScopeId scope;
    std::int64_t since = 0;
  };
  std::unordered_map<Term, Count> counts_;
};

}  // namespace counterpoint::smt
