// What a value noted at one place of the text is called at another.
// SPDX-License-Identifier: Apache-2.0
//
// What. A form speaks of counts at hand. A register that keeps a value while counts move on must be described in counts
// as they are where it is read. Four ways lead from a place z0 in the body of M to z:
// - `carry_down`: z comes after z0 in the same iteration of M, in its body or deeper. A count that nothing in between
//   moves stays. E_x of a scope opened in between was not moved in this iteration of M before z0: it is now E_x at the
//   start of the iteration of M. T_x of such a child of M was 0. A counter that is moved was noted in z0's block.
// - `carry_to_next`: z is in M's body before z0, or deeper there; the value is of the previous iteration of M, or the
//   register's initial 0 in the first: each part must give 0 there, so constants are multiplied by [E_M > 1].
// - `carry_out`: z is outside of M; the value is of the latest iteration of M so far, or the initial 0.
// - `settle` gives equal counts at z one name: E_x at the start of the M-iteration is E_x if x has not been entered
//   since, E_x - T_x for a child x; T_x of a child that the iteration has not reached is 0; what a counter was at the
//   last pass of a block it still is if nothing was counted since; what stands behind z's item of the root has not been
//   entered.
// What cannot be said has no form. Cost: the terms of the form, a step down the path to z for each.
// Source: semantics.md 1 (E, T), 4 (h, q, n, g).
#pragma once

#include "verify/relation/registers.hpp"

namespace counterpoint::relation {

class Carrier {
 public:
  Carrier(const Layout& layout, const Registers& registers, Minima& minima)
      : layout_(layout), tree_(layout.tree()), registers_(registers), minima_(minima) {}

  [[nodiscard]] MaybeForm carry_down(const Form& form, const Spot& from, const Spot& to) const;
  [[nodiscard]] MaybeForm carry_to_next(const Form& form, const Spot& from, const Spot& to) const;
  [[nodiscard]] MaybeForm carry_out(const Form& form, const Spot& from) const;
  [[nodiscard]] MaybeForm settle(const Form& form, const Spot& at) const;
  // With every base `counter` in counts of entries.
  [[nodiscard]] MaybeForm expand(const Form& form, const Spot& at) const;

 private:
  // Scopes and statements that may have run between two places of which the first leads down to the second.
  struct Moved {
    std::uint32_t first_scope;
    std::uint32_t last_scope;
    std::uint32_t first_statement;
    std::uint32_t last_statement;
    [[nodiscard]] bool scope(std::uint32_t s) const { return s >= first_scope && s < last_scope; }
    [[nodiscard]] bool statement(std::uint32_t s) const { return s >= first_statement && s < last_statement; }
  };
  [[nodiscard]] Moved moved(const Spot& from, const Spot& to) const;
  [[nodiscard]] MaybeForm down(const Base& b, const Spot& from, const Moved& moved) const;
  [[nodiscard]] MaybeForm next(const Base& b, const Spot& from, const Spot& to) const;
  [[nodiscard]] MaybeForm out(const Base& b, const Spot& from) const;
  [[nodiscard]] MaybeForm settled(const Base& b, const Spot& at) const;
  [[nodiscard]] bool still(const Base& mark, const Spot& at) const;
  [[nodiscard]] MaybeForm settled_at_start(const Base& b, const Spot& at) const;

  const Layout& layout_;
  const Tree& tree_;
  const Registers& registers_;
  Minima& minima_;
};

}  // namespace counterpoint::relation
