// Symbolic values of registers: sums of counts of one engine, switched on and off by comparisons.
// SPDX-License-Identifier: Apache-2.0
//
// What. A form is constant + sum of scale * masks * base. A base is a count that the text of the program determines on
// the engine at hand and at the place at hand: how often a scope was entered, how often in the current trip, what a
// counter register holds, what it held when a block was last passed, each of these also as it was at the start of the
// iteration `back` before the current one of a scope; or the lesser of 0 and another form. A mask is [base > bound],
// 0 or 1. Bases are never negative, except a minimum, which never is positive and never stands in a mask.
//
// Why this way. It is what the formulas of semantics.md 4 are made of and nothing more, so that equal values have equal
// forms: terms are sorted and merged, a maximum is a + b - min(a, b), and min(a, b) is a + min(0, b - a), divided by
// its greatest factor and with a positive first scale. So min(N x, N y) and N min(x, y) are one form.
//
// Invariant: terms sorted, scales not 0 and at most `largest`, no two terms with the same masks and base.
// What grows beyond the limits has no form: an answer is then "not known", never wrong. Cost: terms times terms.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "core/program/ids.hpp"

namespace counterpoint::relation {

enum class BaseKind : std::uint8_t {
  one,
  entries,  // of scope `subject`
  trip,     // entries of scope `subject` in the current trip
  counter,  // the increments of register `subject` up to the end of the block at hand
  mark,     // the same as it was at the end of the `index`-th last pass of the block starting at statement `block`
  minimum   // of 0 and form number `subject`
};

struct Base {
  BaseKind kind = BaseKind::one;
  std::uint32_t subject = 0;
  std::uint32_t block = 0;
  std::uint32_t index = 0;
  ScopeId anchor;          // valid: as it was at the start of an iteration of this scope,
  std::uint32_t back = 0;  // this many before the current or latest one; 0 if there were not so many
  friend auto operator<=>(const Base&, const Base&) = default;
};

// 1 if base > bound, else 0; bound >= 0.
struct Mask {
  Base base;
  std::int64_t bound = 0;
  friend auto operator<=>(const Mask&, const Mask&) = default;
};

struct Term {
  std::vector<Mask> masks;  // sorted, one for each base
  Base base;
  std::int64_t scale = 1;
  friend auto operator<=>(const Term&, const Term&) = default;
};

struct Form {
  std::int64_t constant = 0;
  std::vector<Term> terms;
  [[nodiscard]] bool is_constant() const { return terms.empty(); }
  friend auto operator<=>(const Form&, const Form&) = default;
};
using MaybeForm = std::optional<Form>;

// Beyond these a form is given up.
inline constexpr std::int64_t largest = std::int64_t{1} << 30;
inline constexpr std::size_t most_terms = 80;
inline constexpr std::size_t most_masks = 24;
inline constexpr std::uint32_t deepest_minimum = 4;

[[nodiscard]] MaybeForm constant(std::int64_t value);
[[nodiscard]] Form of(const Base& base);
[[nodiscard]] Form of(const Mask& mask);
[[nodiscard]] MaybeForm add(const Form& a, const Form& b);
[[nodiscard]] MaybeForm scaled(const Form& a, std::int64_t factor);
[[nodiscard]] MaybeForm subtract(const Form& a, const Form& b);
// Where no two bases would be multiplied.
[[nodiscard]] MaybeForm multiply(const Form& a, const Form& b);
// 1 if a > b, else 0, where a - b is a multiple of one base, or of one product of masks, and a constant.
[[nodiscard]] MaybeForm greater(const Form& a, const Form& b);

// The forms that minima are taken of.
class Minima {
 public:
  [[nodiscard]] MaybeForm minimum(const Form& a, const Form& b);
  [[nodiscard]] MaybeForm maximum(const Form& a, const Form& b);
  [[nodiscard]] const Form& operand(const Base& minimum) const { return *forms_[minimum.subject]; }

 private:
  std::map<Form, std::uint32_t> index_;
  std::vector<const Form*> forms_;
  std::vector<std::uint32_t> depth_;
};

// What each part of a form becomes elsewhere. `unit`: the constant 1. `base` is not called for minima, nor for `one`.
// `mask` decides a mask first: a form, or nothing if it becomes [base(b) > bound].
struct Mapping {
  std::function<MaybeForm(const Base&)> base;
  Form unit{1, {}};
  std::function<MaybeForm(const Mask&)> mask;
};
[[nodiscard]] MaybeForm map(const Form& form, const Mapping& mapping, Minima& minima);

}  // namespace counterpoint::relation
