// What each register operation of an implementation is for, told by its form alone.
// SPDX-License-Identifier: Apache-2.0
//
// Fault operators must work on anyone's implementation, so no name is looked at. What counts is the arithmetic that
// feeds a wait: on each engine, the registers that waits compare with or index by, and all that they are computed
// from. Where a register is used again (scratch), what an operand means is told by the last line of the same block that
// sets it; without one it lives across blocks. Within what feeds waits:
//   increment   x := x + c, where no line of the block but other increments set x before: a counter of entries
//   reset       x := c: where a trip starts again
//   bound       gt(a, b): a mask
//   masking     a * b with a mask among them
//   factor      a * c with an integer c: N, the updates of a body
//   offset      a + c, a - c, not an increment: K, a distance, a position
//   history     x := y: what a counter was
//   least       min(a, b) or max(a, b)
// Cost: linear in the lines, and the closure in operations times the depth of the chain, at most three in practice.
// Source: semantics.md 4, the forms of thresholds.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/mutate/draft.hpp"

namespace counterpoint::mutation {

enum class Role : std::uint8_t { none, increment, reset, bound, masking, factor, offset, history, least, other };

class Roles {
 public:
  static constexpr std::size_t no_line = ~std::size_t{0};

  explicit Roles(const Draft& draft);

  // Role::none: not an operation, or one that feeds no wait.
  [[nodiscard]] Role role(std::size_t line) const { return roles_[line]; }
  // The line of the same block that sets the operand last before `line`; no_line: it lives across blocks, or is none.
  [[nodiscard]] std::size_t source_a(std::size_t line) const { return sources_[line].a; }
  [[nodiscard]] std::size_t source_b(std::size_t line) const { return sources_[line].b; }
  // Whether an operand of the operation at `line` is always 0 or 1 because it is a mask.
  [[nodiscard]] bool a_is_mask(std::size_t line) const { return masks_[line].a; }
  [[nodiscard]] bool b_is_mask(std::size_t line) const { return masks_[line].b; }
  // Whether some line increments the register.
  [[nodiscard]] bool counts(EngineId e, RegisterId r) const { return counters_[e][r.value]; }
  // One past the last line of the block of `line`.
  [[nodiscard]] std::size_t block_end(std::size_t line) const;

 private:
  struct Sources {
    std::size_t a = no_line;
    std::size_t b = no_line;
  };
  struct Masks {
    bool a = false;
    bool b = false;
  };
  void find_sources();
  void find_needed();
  void find_roles();
  void find_masks();
  [[nodiscard]] bool mask(std::size_t line, Operand o, std::size_t source) const;
  [[nodiscard]] Role role_of(std::size_t line) const;

  const Draft& d_;
  std::vector<Sources> sources_;
  std::vector<Role> roles_;
  std::vector<Masks> masks_;
  std::vector<bool> sets_mask_;                        // by line: an operation whose result is a mask
  IdVector<EngineId, std::vector<bool>> always_mask_;  // registers that only masks are put into
  IdVector<EngineId, std::vector<bool>> needed_;
  IdVector<EngineId, std::vector<bool>> counters_;
};

}  // namespace counterpoint::mutation
