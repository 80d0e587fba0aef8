// Where terms are kept: each distinct one once, found by what it is made of.
// SPDX-License-Identifier: Apache-2.0
//
// What. A table of open addressing from the contents of a term to its number. Summands and parts lie in blocks that
// never move, so that a span of them stays good while terms are added. Every boolean term remembers its negation once
// somebody asked for it, both ways; a comparison `x <= 0` is tied to `1 - x <= 0` as soon as both exist, so that "c and
// not c" is seen by looking at one number.
// Invariant. Parts and summands of a term have smaller numbers; the table is at most half full.
// Cost: one hash and about one comparison for a term that is there already. Source: terms.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/machine/random.hpp"
#include "smt/terms/terms.hpp"

namespace counterpoint::smt {

// Arrays that stay where they are until the end.
template <class T>
class Blocks {
 public:
  [[nodiscard]] const T* keep(std::span<const T> values) {
    if (values.empty()) return nullptr;
    if (values.size() > left_) {
      left_ = std::max<std::size_t>(block_size, values.size());
      blocks_.push_back(std::make_unique<T[]>(left_));
      next_ = blocks_.back().get();
    }
    T* const at = next_;
    std::copy(values.begin(), values.end(), at);
    next_ += values.size();
    left_ -= values.size();
    return at;
  }

 private:
  static constexpr std::size_t block_size = 4096;
  std::vector<std::unique_ptr<T[]>> blocks_;
  T* next_ = nullptr;
  std::size_t left_ = 0;
};

struct Node {
  std::int64_t constant = 0;  // affine: the constant; modulo, quotient: the divisor; variable: its name's number
  const Summand* summands = nullptr;
  const Term* parts = nullptr;
  std::uint32_t count = 0;  // of summands or parts
  std::uint32_t hash = 0;
  Term opposite;  // of boolean terms, where known
  TermKind kind = TermKind::boolean;
  Sort sort = Sort::boolean;
};

// A sum that is not a term yet: summands sorted by atom, no coefficient 0.
struct Affine {
  std::int64_t constant = 0;
  std::vector<Summand> summands;
};

struct NameHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view name) const noexcept { return std::hash<std::string_view>{}(name); }
};

struct TermStore {
  std::vector<Node> nodes;
  std::deque<std::string> names;
  std::unordered_map<std::string, Term, NameHash, std::equal_to<>> named;
  std::unordered_map<std::string, std::uint64_t, NameHash, std::equal_to<>> stems;  // how often `fresh` tried each
  Blocks<Summand> summands;
  Blocks<Term> parts;
  std::vector<std::uint32_t> table = std::vector<std::uint32_t>(1024, empty);
  Term truth, falsehood;
  Affine sum, other;            // room to work in
  std::vector<Term> operands;   // likewise
  std::vector<Term> negations;  // likewise

  static constexpr std::uint32_t empty = 0xffffffffU;

  [[nodiscard]] const Node& operator[](Term t) const { return nodes[t.value]; }
  [[nodiscard]] Term new_variable(std::string_view name, Sort sort);

  // The term of that content, or none.
  [[nodiscard]] Term find(const Node& content) const;
  // The term of that content, made if need be.
  [[nodiscard]] Term intern(Node content);
  [[nodiscard]] Term intern(TermKind kind, Sort sort, std::int64_t constant, std::span<const Term> parts);
  // Summands sorted by atom, without 0: the atom itself where it is alone.
  [[nodiscard]] Term intern_sum(std::int64_t constant, std::span<const Summand> summands);

  // `constant` and summands of any integer term.
  [[nodiscard]] std::int64_t constant_of(Term t) const;
  [[nodiscard]] std::span<const Summand> summands_of(Term t, Summand& room) const;

  // sum := m * a + n * b
  void combine(std::int64_t m, Term a, std::int64_t n, Term b);
  // sum <= 0 and sum = 0, with `sum` in any form.
  [[nodiscard]] Term sum_at_most_0(Terms& terms);
  [[nodiscard]] Term sum_equal_0(Terms& terms);
  // A comparison of `sum` where its only atom chooses between two numbers; none if it is of another form.
  [[nodiscard]] Term compare_choice(Terms& terms, TermKind comparison);

  void tie(Term a, Term b);
  // Ties a new `x <= 0` to `1 - x <= 0`, if that is there.
  void tie_to_complement(Term at_most_0);
  // The negation of a term whose parts have theirs.
  [[nodiscard]] Term negate_once(Terms& terms, Term t);
  // Flattens, sorts and drops copies of `all` into `operands`; returns whether it holds a term and its negation, or
  // the constant `absorbing`.
  [[nodiscard]] bool gather(TermKind kind, std::span<const Term> all, Term neutral, Term absorbing);

 private:
  void grow();
  [[nodiscard]] static std::uint32_t hash_of(const Node& content);
  [[nodiscard]] bool same(const Node& a, const Node& b) const;
};

// n, unless it does not fit: -2^63 does not either, so that every number has its negation.
[[nodiscard]] std::int64_t checked_sum(std::int64_t a, std::int64_t b);
[[nodiscard]] std::int64_t checked_product(std::int64_t a, std::int64_t b);

}  // namespace counterpoint::smt
