// Sums of increments, block by block.
// SPDX-License-Identifier: Apache-2.0
#include "smt/walk/evaluator.hpp"

#include <algorithm>

#include "smt/terms/store.hpp"

namespace counterpoint::smt {

IdRange<InstructionId> BlockFacts::instructions(BlockId b) const {
  const Tree& tree = implementation.tree;
  const auto n = static_cast<std::uint32_t>(tree.instruction_count());
  // Instructions are numbered in the order of the text, so the blocks they stand in never go back.
  const auto first_from = [&tree, n](std::uint32_t block) {
    std::uint32_t low = 0;
    std::uint32_t high = n;
    while (low < high) {
      const std::uint32_t middle = low + (high - low) / 2;
      if (tree.block_of(InstructionId{std::size_t{middle}}).value < block)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  };
  return {first_from(b.value), first_from(b.value + 1)};
}

std::int64_t BlockFacts::raised(CellId c, EngineId engine, BlockId b) const {
  const IdRange<InstructionId> range = instructions(b);
  return range.empty() ? 0 : raised_up_to(c, engine, b, InstructionId{std::size_t{range.last} - 1});
}

std::int64_t BlockFacts::raised_up_to(CellId c, EngineId engine, BlockId b, InstructionId i) const {
  const IdRange<InstructionId> range = instructions(b);
  const ScopeId scope = implementation.tree.block(b).scope;
  std::int64_t sum = 0;
  if (engine.valid()) {
    const Raisers* r = streams.raisers(c, scope, engine);
    return r == nullptr ? 0 : r->up_to(i) - r->before(InstructionId{std::size_t{range.first}});
  }
  for (const Raisers& r : streams.cell(c).raisers) {
    if (r.scope != scope) continue;
    sum = checked_sum(sum, r.up_to(i) - r.before(InstructionId{std::size_t{range.first}}));
  }
  return sum;
}

}  // namespace counterpoint::smt
