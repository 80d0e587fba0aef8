// Terms of linear integer arithmetic and logic, each stored once, and known to no solver.
// SPDX-License-Identifier: Apache-2.0
//
// What. A term is a number; equal terms are the same number, so that a term is compared, shared and remembered in
// constant time. Everything of sort integer is kept in affine normal form: constant + sum of coefficient * atom, the
// atoms being variables, choices (ite), mod, div and products. Comparisons are kept as `affine <= 0` and `affine = 0`,
// divided by what their coefficients share. So two ways to write one fact are one term, and most trivial facts are
// `true` at once.
// Why. The texts printed from terms are the single source of truth: dump, key of the cache, certificate
// (smt/terms/script.hpp). No solver is asked about what two terms that are the same already say.
// Booleans are in negation normal form (smt/terms/logic.cpp), so that a fact and its negation know each other.
// Invariant. A term is made of terms with smaller numbers. Coefficients and constants are 64-bit integers: what does
// not fit throws TermOverflow, and whoever asked answers `undecided`. Spans of summands and parts stay good.
// Cost: O(atoms) for each operation. Source: certification.md 7.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/program/ids.hpp"

namespace counterpoint::smt {

using Term = Id<struct TermTag>;

struct TermStore;  // smt/terms/store.hpp

enum class Sort : std::uint8_t { integer, boolean };

class TermOverflow : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class TermKind : std::uint8_t {
  variable,
  boolean,    // a constant of sort boolean
  affine,     // constant + sum of coefficient * atom; a number has no summands; never one atom alone, times 1, plus 0
  ite,        // of integers; one of booleans is written with the kinds below
  modulo,     // of an integer by a positive number, 0 <= result < number
  quotient,   // rounded down, by a positive number
  product,    // of two integers that are no numbers: general lemmas only, not linear
  at_most_0,  // affine <= 0
  equal_0,    // affine = 0
  negation,   // of a variable or of equal_0: every other has a negation of its own
  conjunction,
  disjunction
};

struct Summand {
  std::int64_t coefficient = 0;
  Term atom;
  friend bool operator==(const Summand&, const Summand&) = default;
};

class Terms {
 public:
  Terms();
  ~Terms();
  Terms(const Terms&) = delete;
  Terms& operator=(const Terms&) = delete;

  [[nodiscard]] Term number(std::int64_t n);
  [[nodiscard]] Term boolean(bool b);
  // The variable of that name; asked for again with the other sort, it throws InternalError.
  [[nodiscard]] Term variable(std::string_view name, Sort sort = Sort::integer);
  // A variable that no name asked for so far is, called after `stem`.
  [[nodiscard]] Term fresh(std::string_view stem, Sort sort = Sort::integer);

  [[nodiscard]] Term add(Term a, Term b);
  [[nodiscard]] Term subtract(Term a, Term b);
  [[nodiscard]] Term scale(std::int64_t n, Term a);
  [[nodiscard]] Term plus(Term a, std::int64_t n) { return add(a, number(n)); }
  [[nodiscard]] Term sum(std::int64_t constant, std::span<const Summand> summands);  // of any integer terms
  [[nodiscard]] Term modulo(Term a, std::int64_t n);                                 // n >= 1
  [[nodiscard]] Term quotient(Term a, std::int64_t n);                               // n >= 1
  [[nodiscard]] Term product(Term a, Term b);  // linear if one of them is a number

  [[nodiscard]] Term at_most(Term a, Term b);   // a <= b
  [[nodiscard]] Term less(Term a, Term b);      // a < b
  [[nodiscard]] Term at_least(Term a, Term b);  // a >= b
  [[nodiscard]] Term greater(Term a, Term b);   // a > b
  [[nodiscard]] Term equal(Term a, Term b);     // of integers

  [[nodiscard]] Term ite(Term condition, Term then, Term otherwise);  // both integers or both booleans
  [[nodiscard]] Term negation(Term a);
  [[nodiscard]] Term conjunction(std::span<const Term> all);  // flat, sorted, without copies; `true` if none
  [[nodiscard]] Term disjunction(std::span<const Term> any);
  [[nodiscard]] Term both(Term a, Term b);
  [[nodiscard]] Term either(Term a, Term b);
  [[nodiscard]] Term implies(Term a, Term b);
  [[nodiscard]] Term iff(Term a, Term b);
  [[nodiscard]] Term minimum(Term a, Term b) { return ite(at_most(a, b), a, b); }
  [[nodiscard]] Term maximum(Term a, Term b) { return ite(at_most(a, b), b, a); }

  [[nodiscard]] TermKind kind(Term t) const;
  [[nodiscard]] Sort sort(Term t) const;
  [[nodiscard]] std::string_view name(Term variable) const;
  [[nodiscard]] bool truth(Term boolean) const;
  [[nodiscard]] std::int64_t constant(Term affine) const;  // of an affine term; the divisor of modulo and quotient
  [[nodiscard]] std::span<const Summand> summands(Term affine) const;
  [[nodiscard]] std::span<const Term> parts(Term t) const;  // of every other kind, in the order given above
  [[nodiscard]] bool is_number(Term t) const { return kind(t) == TermKind::affine && summands(t).empty(); }
  [[nodiscard]] bool is_true(Term t) const { return kind(t) == TermKind::boolean && truth(t); }
  [[nodiscard]] bool is_false(Term t) const { return kind(t) == TermKind::boolean && !truth(t); }
  [[nodiscard]] std::size_t size() const;

 private:
  std::unique_ptr<TermStore> store_;
};

}  // namespace counterpoint::smt
