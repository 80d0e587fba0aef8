// Which class of semantics.md 4 a dependency falls in, and the parameters of its formula.
// SPDX-License-Identifier: Apache-2.0
//
// Total: every dependency that validation lets through gets exactly one class, the first of the table that applies.
// Conditionals are transparent. The mask needs no field: for every class it is the product of gt(t_j, d_j) over the
// components d_j >= 1 of the distance vector. Cost: O(depth) per dependency, no allocation; 32 bytes each.
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
  two_level,        // P = S, a on the loop around S, b on S:   min(q_a + t_S - b, q_(a-1)), times `factor`
  constant_trips,   // "static": loops of constant trips below L
  strengthened,     // any other:                               h_(a-1) of r_P over L; safe, over-waits
  rejected          // the count lies in the consumer's future
};

struct Classification {
  DependenceClass kind = DependenceClass::rejected;
  bool base = false;        // in the paper's subset
  bool exact = false;       // equivalent, not only safe
  bool minus_one = false;   // history without a register: r_P - 1 (only branches between S' and P = S, k = 1)
  bool never_owed = false;  // constant_trips with W_L = 0: nothing is ever owed, drop it
  ScopeId common;           // S, the innermost common scope
  ScopeId producer_scope;   // P
  ScopeId carrier;          // the scope whose iterations are counted back: S' (direct, history), M (through),
                            // Q (two_level), L (constant_trips, strengthened); none when nothing is carried
  std::int32_t distance = 0;  // k at S', or a at the carrier
  std::int32_t inner = 0;     // two_level: b
  std::uint32_t factor = 1;   // two_level over constant scopes below S: their product; else 1
};

[[nodiscard]] Classification classify(const Program& program, DependencyId d);

// The product of the constant trip counts of the scopes strictly below `outer` down to `inner`; 1 if there is none.
// Saturates at 2^63 - 1.
[[nodiscard]] std::int64_t trips_between(const Tree& tree, ScopeId outer, ScopeId inner);

// Whether c and p stand in different branches of one conditional.
[[nodiscard]] bool exclusive(const Program& program, DependencyId d);

// "direct", "nested-forward", ..., as printed by `explain`.
[[nodiscard]] std::string_view class_name(DependenceClass c);

}  // namespace counterpoint
