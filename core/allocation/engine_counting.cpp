// Counts instructions by engine and body.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/engine_counting.hpp"

#include <algorithm>

namespace counterpoint {

EngineCounting::EngineCounting(const Tree& tree, const std::vector<bool>& counted)
    : engines_(tree.engine_count()),
      position_(tree.instruction_count(), 0),
      block_position_(tree.instruction_count(), 0),
      block_last_(tree.instruction_count()) {
  for (const ScopeId s : tree.scopes()) {
    for (const Item& item : tree.items(s)) {
      if (item.kind != ItemKind::block) continue;
      const Block& block = tree.block(BlockId{std::size_t{item.index}});
      for (std::uint32_t i = block.first; i < block.last; ++i) {
        if (counted[i]) add(tree, s, InstructionId{std::size_t{i}});
      }
    }
  }
  for (const Engine& f : engines_) {
    for (std::size_t i = f.instructions.size(); i-- > 0;) {
      const InstructionId at = f.instructions[i];
      const bool last = i + 1 == f.instructions.size() || tree.block_of(f.instructions[i + 1]) != tree.block_of(at);
      block_last_[at] = last ? at : block_last_[f.instructions[i + 1]];
    }
  }
}

void EngineCounting::add(const Tree& tree, ScopeId s, InstructionId i) {
  Engine& f = engines_[tree.engine_of(i)];
  if (f.bodies.empty() || f.bodies.back().scope != s) {
    f.bodies.push_back({s, static_cast<std::uint32_t>(f.instructions.size()), 0});
    f.uniform = f.uniform && tree.uniform(s);
  }
  const BlockId block = tree.block_of(i);
  if (f.last_block != block) {
    f.last_block = block;
    f.in_block = 0;
    ++f.blocks;
  }
  f.instructions.push_back(i);
  position_[i] = ++f.bodies.back().size;
  block_position_[i] = ++f.in_block;
}

std::int64_t EngineCounting::before(EngineId f, const Body& body, InstructionId i) const {
  const auto first = engines_[f].instructions.begin() + body.first;
  return std::lower_bound(first, first + body.size, i) - first;
}

}  // namespace counterpoint
