// The assignments of trips that a search goes through, in the order in which it does.
// SPDX-License-Identifier: Apache-2.0
//
// What. Groups, each in an order of its own; an assignment is made when it is asked for, from a recipe of 16 bytes:
//   hints    each hint as it is, with every count one more, one less, and with other counts for scopes it leaves out
//   probes   every count 3, 2, 1, 0; then waves: lists in which neighbouring scopes, and engines of a divergent scope,
//            have different counts, and visits too
//   bound    all of verify/assignments, those with a small sum first (of drawn vectors, some go before `single`)
//   single   one scope with another count than all others (which have 1, then 2): 0 to 3 where the bound has only drawn
//            vectors; then numbers from the texts and up to 64
//   ended    one engine runs divergent loops in their first visit only, and one scope has a larger count
//   level    every scope with the same larger count, numbers from the texts and powers of two
// Why. Most faults show wherever loops run a few times, and probes find them in a handful of runs. What needs one exact
// vector is found by going through all of them; a small sum first, so that the first hit is cheap. A fault that needs a
// large count mostly needs it of one scope, or does not mind it in all. "Numbers from the texts": a distance k shows
// after k + 1 iterations; a constant that an implementation compares with shows around that constant.
// Invariant. The order is a function of the texts, the hints and the options alone. Cost: O(1) a recipe, and one pass
// over the texts; an assignment is linear in the scopes that vary times the engines.
#pragma once

#include <string>
#include <vector>

#include "verify/refute/refute.hpp"

namespace counterpoint::refuting {

class Candidates {
 public:
  Candidates(const Program& program, const Implementation& implementation, const RefuteOptions& options);

  [[nodiscard]] std::size_t size() const { return recipes_.size(); }
  [[nodiscard]] Assignment at(std::size_t n) const;
  // A hint as it was given: counts of a model may be any number.
  [[nodiscard]] bool is_hint(std::size_t n) const { return recipes_[n].kind == Kind::hint && recipes_[n].b == 0; }
  // Those before it are hints and probes, with small counts where no hint has others.
  [[nodiscard]] std::size_t first_after_probes() const { return first_after_probes_; }
  // The groups in words, in the order tried: "2 hints, 10 probes, constants per scope 0..3 (all 64), ...".
  [[nodiscard]] const std::string& bound() const { return bound_; }

 private:
  enum class Kind : std::uint32_t { hint, level, wave, listed, single, ended };
  struct Recipe {
    Kind kind = Kind::level;
    std::uint32_t a = 0;  // hint, wave, index in the list, variable; level: the count
    std::uint32_t b = 0;  // hint: change; level: the count of branches; single, ended: its count
    std::uint32_t c = 0;  // single: the count of all others; ended: the engine
  };

  void add(Kind kind, std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0);
  void add_hints();
  void add_probes();
  void add_bound();
  void add_ended();
  void add_larger(const std::vector<std::uint32_t>& counts);
  void name_group(const std::string& text, std::size_t from);

  [[nodiscard]] bool is_branch(const Assignments::Variable& v) const { return tree_.scope(v.scope).is_branch(); }
  [[nodiscard]] Assignment constant(std::uint32_t count, std::uint32_t branch) const;
  [[nodiscard]] Assignment wave(std::uint32_t number) const;
  [[nodiscard]] Assignment hint(const Recipe& r) const;

  const Tree& tree_;
  std::vector<Assignment> hints_;  // only what fits the tree
  std::size_t most_;
  Assignments list_;
  std::vector<Recipe> recipes_;
  std::size_t first_after_probes_ = 0;
  std::string bound_;
};

// Counts worth trying beyond those of verify/assignments, growing: from distances and constants of the texts, from the
// width, and small numbers.
[[nodiscard]] std::vector<std::uint32_t> larger_counts(const Program& program, const Implementation& implementation,
                                                       std::uint32_t width);

}  // namespace counterpoint::refuting
