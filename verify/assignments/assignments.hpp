// The trip counts and branches over which a claim about "all of a bound" is tried.
// SPDX-License-Identifier: Apache-2.0
//
// What. A program with loops and branches that are known at run time is judged at many assignments of counts. Which
// ones is a bound that a report must print, so it is defined in one place:
//   uniform program    every constant vector of counts 0..3, one number a scope (a branch: 0..1); where there are more
//                      than 4,096 such vectors, 4,096 drawn ones; and 64 drawn lists of two to four counts a scope;
//   divergent program  every constant vector of counts 0..2, one number a uniform scope and one for each engine of a
//                      divergent scope (a branch: 0..1), or 4,096 drawn ones; and, for scopes that are entered more
//                      than once, the same with lists of two counts.
// Scopes with a number in the text are left alone, but a caller may resize them, the same in every assignment.
// Lists say no more than constants where every scope is entered once; there are none then.
// An assignment is a pure function of its index: nothing is stored, and any part of the list can be tried anywhere.
// Cost: `at` is linear in the scopes that vary times the engines. Source: issue B, point 7.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/machine/trips.hpp"
#include "core/program/tree.hpp"

namespace counterpoint {

// The counts of one scope (of a conditional its then branch) at its first, second, ... visit; the last one repeats.
struct TripChoice {
  ScopeId scope;
  EngineId engine;  // none: the same on every engine
  std::vector<std::uint32_t> counts;
};
using Assignment = std::vector<TripChoice>;

struct AssignmentOptions {
  std::uint64_t seed = 1;
  std::size_t most = 4096;                                // vectors of one kind; beyond them so many are drawn
  std::size_t random_lists = 64;                          // of uniform programs
  std::vector<std::pair<ScopeId, std::uint32_t>> resize;  // loops with a number in the text
};

class Assignments {
 public:
  Assignments(const Tree& tree, AssignmentOptions options);

  // At least one: a program in which nothing varies has the empty assignment.
  [[nodiscard]] std::size_t size() const { return constants_ + lists_; }
  [[nodiscard]] Assignment at(std::size_t n) const;
  // "constants 0..3 (64 of 64), lists (64 drawn)": what `at` goes through, for reports. Without `resize`.
  [[nodiscard]] std::string bound() const;

  // The counts for a tree with the same scopes. `engines` gives its engine for each engine of the tree of this list.
  [[nodiscard]] Trips trips(const Tree& tree, const Assignment& assignment,
                            const IdVector<EngineId, EngineId>& engines) const;

  // One number that varies: of a scope, or of a divergent scope on one engine.
  struct Variable {
    ScopeId scope;
    EngineId engine;
    std::uint32_t values = 0;  // counts 0 .. values - 1
    bool again = false;        // the scope may be entered more than once
  };
  [[nodiscard]] const std::vector<Variable>& variables() const { return variables_; }
  // Every vector of constants of the bound is among them, not only drawn ones.
  [[nodiscard]] bool all_constants() const { return all_constants_; }

 private:
  [[nodiscard]] Assignment constant(std::size_t n) const;
  [[nodiscard]] Assignment list(std::size_t n) const;
  [[nodiscard]] std::uint64_t drawn(std::size_t n, std::size_t variable, std::uint64_t what) const;

  AssignmentOptions options_;
  std::vector<Variable> variables_;
  bool divergent_ = false;
  bool all_constants_ = true;
  bool all_lists_ = false;
  std::size_t constants_ = 1;
  std::size_t lists_ = 0;
};

// The same without resized loops.
[[nodiscard]] Trips trips_of(const Tree& tree, const Assignment& assignment,
                             const IdVector<EngineId, EngineId>& engines);

// "q=2", "kv=3,0", "kv@pe=1": the values of the option --trips that give this assignment.
[[nodiscard]] std::vector<std::string> trip_options(const Tree& tree, const Assignment& assignment);
// The same, separated by blanks; "" if there is none.
[[nodiscard]] std::string to_text(const Tree& tree, const Assignment& assignment);

}  // namespace counterpoint
