// One producer of a block that stands for all of its engine.
// SPDX-License-Identifier: Apache-2.0
//
// What. The ordinal of a producer's last instance is noted when its block is passed, and the blocks of a walk are
// passed as a whole. So all producers of one block on one engine are noted by the same action, from the same count, and
// from then on differ by constants: by what the cell gains between them. Before the block's first pass all are what the
// cell began with, and so are snapshots of them that were taken then. Hence one walk, with the last producer of the
// block, serves all of it; for a producer behind which the cell gains b in the block, and for any snapshot of both,
//   ordinal of p = ordinal of the last - b  where the last one's is above the initial value, else the initial value.
// "Above the initial value" says that the block was passed, since the block adds something and no count falls. Where a
// consumer stands does not matter: in its own block, too, ghosts come before it (semantics.md 4).
// Not after a reset, where counts fall. The step is proofs-notes/lemmas/per-engine-block.smt2; lemma 7.5.
#pragma once

#include "smt/walk/evaluator.hpp"

namespace counterpoint::smt {

struct Represented {
  InstructionId by{};       // the last of the block that adds to the cell, or the producer itself
  std::int64_t behind = 0;  // what the cell gains in the block behind the producer
};

// Of a producer that raises the cell, `body` being who does so in its scope on its engine; itself if it adds nothing.
[[nodiscard]] Represented represent(const Tree& tree, const Raisers& body, InstructionId producer);

}  // namespace counterpoint::smt
