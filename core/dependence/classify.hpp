// Which class of semantics.md 4 a dependency falls in, and the parameters of its formula.
// SPDX-License-Identifier: Apache-2.0
//
// Total: every dependency that validation lets through gets exactly one class, the first of the table that applies.
// Conditionals are transparent. The mask needs no field: for every class it is the product of gt(t_j, d_j) over the
// components d_j >= 1 of the distance vector. Cost: O(depth) per dependency, no allocation; 40 bytes each.
//
// Where the page leaves a choice, Equation 1 (semantics.md 1) decided, and a test compares each class with it:
// - Exclusive p and c with all of the distance at S' and k <= 1 are `exclusive`, also where S is a branch: no entry of
// P
//   falls in the current iteration of S', so r_P is what it was at its start.
// - S a branch, k >= 1 at S': `history` over S', also for P below S and after c, where r_P would do without a register.
// - Two-level needs S to be a loop: the entries of a branch in an iteration are not counted by its trip.
// - A producer inside the scope that a control dependency holds comes after its consumer.
// - Static needs products of trip counts that fit a register: beyond 2^62 the row does not apply.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/program/program.hpp"

namespace counterpoint {

enum class DependenceClass : std::uint8_t {
  direct,           // P = S:                                   r_S - k
  nested_forward,   // P nested in S before c, k = 0:           r_P
  nested_backward,  // P nested in S after c, k = 1:            r_P
  exclusive,        // branches of one conditional, k = 0 or 1: r_P
  history,          // nested, any k >= 1:                      h_(k-1) of r_P over S (or r_P - 1: see `minus_one`)
  through,          // ends in @* at M, distance a:             h_(a-1) of r_P over M
  two_level,        // a on the loop around S, b on S:          min(q_a + t_S - b, q_(a-1)), times `factor`
  constant_trips,   // "static": loops of constant trips below L
  strengthened,     // any other:                               h_(a-1) of r_P over L; safe, over-waits
  rejected          // the count lies in the consumer's future
};
inline constexpr std::size_t dependence_class_count = 10;

struct Classification {
  DependenceClass kind = DependenceClass::rejected;
  bool base = false;        // in the paper's subset
  bool exact = false;       // equivalent, not only safe
  bool minus_one = false;   // history without a register: r_P - 1 (P = S a branch, k = 1: its entry of now is the one)
  bool never_owed = false;  // constant trips with a zero below the carrier: nothing is ever owed, drop it
  ScopeId common;           // S, the innermost common scope
  ScopeId producer_scope;   // P
  ScopeId carrier;          // the scope whose iterations are counted back: S' (k >= 1 in the classes up to history),
                            // M (through), Q (two_level), L (constant_trips, there also with distance 0, then L = S,
                            // which may be a branch or the root; strengthened); none when nothing is carried
  std::int32_t distance = 0;  // k at S', or a at the carrier
  std::int32_t inner = 0;     // two_level: b
  std::int64_t factor = 1;    // two_level with P below S in constant loops: the product of their trips; else 1
};

[[nodiscard]] Classification classify(const Program& program, DependencyId d);

// The product of the constant trip counts of the scopes strictly below `outer` down to `inner`; 1 if there is none,
// 0 if one of them is 0, and otherwise at most 2^63 - 1. Each of those scopes must be a loop of constant trips.
[[nodiscard]] std::int64_t trips_between(const Tree& tree, ScopeId outer, ScopeId inner);

// Whether c and p stand in different branches of one conditional.
[[nodiscard]] bool exclusive(const Program& program, DependencyId d);

// Whether p comes before c in the body of their innermost common scope; the order of the text within one block.
// A producer inside the scope that a control dependency holds comes after. Exclusive pairs: the order of the branches.
[[nodiscard]] bool producer_first(const Program& program, DependencyId d);

// "direct", "nested-forward", "nested-backward", "exclusive", "history", "through", "two-level", "static",
// "strengthened", "rejected", as printed by `explain`.
[[nodiscard]] std::string_view class_name(DependenceClass c);

}  // namespace counterpoint
