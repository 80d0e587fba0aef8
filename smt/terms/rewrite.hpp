// What terms are made of, and terms with something else in the place of variables.
// SPDX-License-Identifier: Apache-2.0
//
// A term is made of terms with smaller numbers, so a walk in the order of numbers meets every part before the whole:
// no recursion, whatever the depth. Cost: linear in the distinct parts, times a logarithm.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "smt/terms/terms.hpp"

namespace counterpoint::smt {

// All distinct parts of the roots and the roots themselves, by number.
[[nodiscard]] std::vector<Term> parts_of(const Terms& terms, std::span<const Term> roots);
// The variables among them, by number.
[[nodiscard]] std::vector<Term> variables_of(const Terms& terms, std::span<const Term> roots);

// The same operation on other parts: `change` gives what stands in the place of each part. Not for variables.
[[nodiscard]] Term rebuild(Terms& terms, Term t, const std::function<Term(Term)>& change);

// a * b, linear where one of them is a number or a choice between numbers (a mask).
[[nodiscard]] Term multiply(Terms& terms, Term a, Term b);

// Terms for variables, all at once. Parts that were met before are not met again.
class Substitution {
 public:
  explicit Substitution(Terms& terms) : terms_(terms) {}
  // Before the first use of operator().
  void set(Term variable, Term by) { made_.insert_or_assign(variable, by); }
  [[nodiscard]] Term operator()(Term t);

 private:
  Terms& terms_;
  std::unordered_map<Term, Term> made_;
};

// A term made ready to be computed many times. Values wrap to 64 bits, and `wrapped` says so; booleans are 0 and 1.
// The only place where terms are computed.
class Evaluation {
 public:
  Evaluation(const Terms& terms, Term t);
  // What values are needed of, in this order.
  [[nodiscard]] const std::vector<Term>& variables() const { return variables_; }
  [[nodiscard]] std::int64_t operator()(std::span<const std::int64_t> values);
  // Whether a number on the way of the last time did not fit in 64 bits.
  [[nodiscard]] bool wrapped() const { return wrapped_; }

 private:
  struct Step {
    TermKind kind = TermKind::variable;
    std::int64_t constant = 0;  // affine, modulo, quotient; boolean: 0 or 1; variable: which
    std::vector<std::uint32_t> parts;
    std::vector<std::int64_t> coefficients;
  };
  [[nodiscard]] std::int64_t compute(const Step& s);
  [[nodiscard]] std::int64_t times(std::int64_t a, std::int64_t b);
  [[nodiscard]] std::int64_t plus(std::int64_t a, std::int64_t b);
  std::vector<Term> variables_;
  std::vector<Step> steps_;
  std::vector<std::int64_t> results_;
  bool wrapped_ = false;
};

}  // namespace counterpoint::smt
