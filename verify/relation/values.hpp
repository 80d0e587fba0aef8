// The value of every register along the code, in counts of its engine.
// SPDX-License-Identifier: Apache-2.0
//
// What. A counter has its closed form (registers.hpp). A followed register has the value of the last assignment before
// the place in the text, if that stands in the same body or one around it and no assignment that comes later in a loop
// around the place can have come in between. If one body holds all its assignments, it also has a value in front of
// them, that of the previous iteration, and outside of that body, that of the latest. All else is not known.
//
// How. A walk in the order of the text evaluates each operation once and keeps the latest value of each register. What
// is asked for out of order (histories: `h1 := h0` stands before `h0 := r`) is evaluated on demand and remembered;
// a demand that comes back to itself, or goes too deep, is not known.
//
// Faults. An operation may overflow or divide by zero, which no wait would show. `pass` says whether an operation
// without a known value could do so: then the caller must give up. Where it is known, it is a
// sum of counts whose scales, those within minima multiplied out, are at most 2^36 together (2^10 of a counter, whose
// steps may be up to 2^30), and overflow needs more iterations than a run can have ("no-overflow"). Source:
// semantics.md 4 "Placement", language.md "R := E".
#pragma once

#include <unordered_map>

#include "verify/relation/carry.hpp"

namespace counterpoint::relation {

class Values {
 public:
  Values(const Implementation& implementation, const Layout& layout, const Registers& registers, Minima& minima)
      : implementation_(implementation),
        layout_(layout),
        registers_(registers),
        minima_(minima),
        carrier_(layout, registers, minima),
        latest_(registers.count()) {}

  // The walk passes an operation. False if its result may be of any size, or it may divide by zero.
  [[nodiscard]] bool pass(EngineId e, std::uint32_t operation, const Spot& z);
  // The value of a register or literal right before a place.
  [[nodiscard]] MaybeForm at(EngineId e, Operand operand, const Spot& z);
  // The register that is to blame for a value that is not known: the first, back along the code, whose own assignments
  // do not say what it holds; or a literal that is too large.
  [[nodiscard]] Operand unknown(EngineId e, Operand operand, const Spot& z);
  [[nodiscard]] Operand unknown(EngineId e, std::uint32_t operation, const Spot& z);
  [[nodiscard]] const Carrier& carrier() const { return carrier_; }

 private:
  struct Latest {
    std::uint32_t assignment = Registers::none;
    MaybeForm value;
  };
  static constexpr std::uint32_t deepest_demand = 200;

  [[nodiscard]] MaybeForm register_at(std::uint32_t reg, const Spot& z);
  [[nodiscard]] MaybeForm value_of(std::uint32_t assignment, EngineId e);
  [[nodiscard]] MaybeForm evaluate(EngineId e, const RegisterOperation& x, const Spot& z);
  [[nodiscard]] MaybeForm quotient(const RegisterOperation& x, const Form& a) const;
  [[nodiscard]] bool bounded(EngineId e, const RegisterOperation& x) const;
  [[nodiscard]] Spot spot_of(const Assignment& a) const { return layout_.spot(a.block, a.statement); }
  [[nodiscard]] EngineId engine_of(const Assignment& a) const {
    return implementation_.statements[a.statement].engine();
  }

  const Implementation& implementation_;
  const Layout& layout_;
  const Registers& registers_;
  Minima& minima_;
  Carrier carrier_;
  std::vector<Latest> latest_;
  std::unordered_map<std::uint32_t, MaybeForm> demanded_;  // by assignment; empty while it is evaluated
  std::uint32_t depth_ = 0;
};

}  // namespace counterpoint::relation
