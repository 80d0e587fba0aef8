// Registers that count what a cell is raised by, and the places in between that a walk may then pass over.
// SPDX-License-Identifier: Apache-2.0
//
// What. A register of engine e is in step with an ordinal (a cell, raised by engine f) if every block of the text adds
// the same number to both: what a snapshot allocation keeps for each engine that it waits for (semantics.md 4). What
// else a proof speaks of, such as the ordinal of one producer, is noted at a few places. Between those, whatever blocks
// are passed however often, the ordinal and its registers grow by one and the same number that is not negative. So the
// walk passes over them in one action that adds a fresh number to all of them.
// Why: a walk through every block that raises the cell is linear in the text, and each producer's block has its own.
// Sound: the action allows every number, hence the right one; that it is one number for both is an induction over the
// blocks passed (proofs-notes, lemma 7.6). Which registers are in step is decided here on the text: in every block that
// assigns the register it is its value at entry plus exactly what the cell gains there, and these gains together are
// all there is, so that no other block adds anything. Not where semaphores are reset: those steps are no blocks.
// Cost: linear in the assignments of a register and the raisers of a cell, once for each pair that is asked for.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "smt/terms/terms.hpp"
#include "smt/walk/evaluator.hpp"

namespace counterpoint::smt {

class InStep {
 public:
  InStep(const Terms& terms, const BlockFacts& facts) : terms_(terms), facts_(facts) {}

  // Whether register `r` of engine `e` is in step with what `raiser` (none: all engines) adds to the cell.
  [[nodiscard]] bool holds(EngineId e, RegisterId r, CellId c, EngineId raiser);
  // Where the cell is raised.
  [[nodiscard]] const RaisedIn& raised_in(CellId c, EngineId raiser);

 private:
  [[nodiscard]] bool decide(EngineId e, RegisterId r, CellId c, EngineId raiser) const;

  const Terms& terms_;
  const BlockFacts& facts_;
  std::map<std::tuple<EngineId, RegisterId, CellId, EngineId>, bool> known_;
  std::map<std::pair<CellId, EngineId>, RaisedIn> raised_;
};

}  // namespace counterpoint::smt
