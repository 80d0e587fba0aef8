// Registers by what is kept in them: split so that each has one purpose, and packed again.
// SPDX-License-Identifier: Apache-2.0
//
// What. A web is a set of definitions that must share a register since some read may see any of them, or since a step
// R := R + number leads from one to the other and what R holds goes round a loop: counters stay in one piece, also
// those that a body moves on several times. `split` gives each web a register of its own, so that a pass may move an
// operation without a look at who else uses its register. `pack` gives webs that are never alive at the same time the
// same register again, a web its old name where that is free. `remove_dead` takes out operations that no wait, update
// or possible fault depends on, also counters that only count themselves. Why. Temporaries are written over again and
// again (w0), and what is shared, hoisted or walked must survive that. Alive is taken as an interval of the stream,
// from the first definition to the last read, and to the end of every loop that the definition is outside of. That may
// be too long, never too short; intervals are coloured with as few registers as overlap anywhere. Invariant. What each
// read sees has the same value before and after. Cost: linear in the stream, times a logarithm in `pack`. Source:
// semantics.md 5.10 (liveness per engine).
#pragma once

#include "core/allocation/passes/definitions.hpp"

namespace counterpoint::passes {

class Webs {
 public:
  Webs(const Definitions& definitions, const EngineStream& stream);
  // One definition stands for all of a web.
  [[nodiscard]] DefinitionId of(DefinitionId d) const;
  [[nodiscard]] bool used(DefinitionId d) const { return used_[d.value]; }  // by an operand, or through another

 private:
  void join(DefinitionId a, DefinitionId b);
  void keep_counters(const Definitions& definitions, const EngineStream& stream);
  mutable IdVector<DefinitionId, DefinitionId> parent_;
  std::vector<bool> used_;
};

void split(Streams& streams, EngineStream& stream);
void pack(Streams& streams, EngineStream& stream);
void remove_dead(Streams& streams, EngineStream& stream);

// How many registers `pack` leaves: those that are assigned.
[[nodiscard]] std::size_t registers_in_use(const EngineStream& stream);

// The registers that are assigned by one operation only, and read only where that has run: by register.
[[nodiscard]] std::vector<bool> temporaries(Streams& streams, EngineStream& stream);

// A modulo or a quotient by something that may be zero or less, or an operation on two numbers whose result 64 bits do
// not hold: it may end the run, so it stays where it is.
[[nodiscard]] bool may_fault(const Streams& streams, const RegisterOperation& operation);

}  // namespace counterpoint::passes
