// Finds the last producer of a block.
// SPDX-License-Identifier: Apache-2.0
#include "smt/obligations/representative.hpp"

#include <algorithm>

namespace counterpoint::smt {

Represented represent(const Tree& tree, const Raisers& body, InstructionId producer) {
  const std::int64_t up_to = body.up_to(producer);
  if (up_to == body.before(producer)) return {producer, 0};
  const BlockId block = tree.block_of(producer);
  // Instructions are in the order of the text, so the blocks they stand in never go back.
  const auto end = std::upper_bound(body.instructions.begin(), body.instructions.end(), block,
                                    [&](BlockId b, InstructionId i) { return b < tree.block_of(i); });
  const InstructionId last = *(end - 1);
  return {last, body.up_to(last) - up_to};
}

}  // namespace counterpoint::smt
