// Terms without products of two unknowns.
// SPDX-License-Identifier: Apache-2.0
//
// x * y becomes `0 if x = 0, y if x = 1, 0 if y = 0, x if y = 1, else anything`: exact where one factor is a mask, and
// sound otherwise, since what is then proved holds whatever the product is. Equal products stay equal.
// Source: certification.md 3.
#pragma once

#include <unordered_map>

#include "smt/terms/terms.hpp"

namespace counterpoint::smt {

class Linear {
 public:
  explicit Linear(Terms& terms) : terms_(terms) {}
  [[nodiscard]] Term operator()(Term t);

 private:
  Terms& terms_;
  std::unordered_map<Term, Term> made_;
};

}  // namespace counterpoint::smt
