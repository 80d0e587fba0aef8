// Numbers the items of every body as the oracle does.
// SPDX-License-Identifier: Apache-2.0
#include "tests/oracle/addresses.hpp"

namespace counterpoint::rocq {

Addresses::Addresses(const Tree& tree)
    : tree_(tree), scopes_(tree.scope_count(), 0), instructions_(tree.instruction_count(), 0) {
  for (const ScopeId s : tree.scopes()) {
    std::uint32_t next = 0;
    for (const Item& item : tree.items(s)) {
      switch (item.kind) {
        case ItemKind::block: {
          ++next;
          const Block& block = tree.block(BlockId{std::size_t{item.index}});
          for (std::uint32_t i = block.first; i < block.last; ++i)
            instructions_[InstructionId{std::size_t{i}}] = next++;
          break;
        }
        case ItemKind::loop: scopes_[ScopeId{std::size_t{item.index}}] = next++; break;
        case ItemKind::conditional: {
          const ScopeId then_branch{std::size_t{item.index}};
          scopes_[then_branch] = next++;
          scopes_[tree.scope(then_branch).sibling] = next++;
          break;
        }
        case ItemKind::barrier: break;  // in implementations only
      }
    }
  }
}

std::string Addresses::of(ScopeId s) const {
  if (s == Tree::root()) return "-";
  std::string text = std::to_string(scopes_[s]);
  for (ScopeId up = tree_.scope(s).parent; up != Tree::root(); up = tree_.scope(up).parent) {
    text = std::to_string(scopes_[up]) + "." + text;
  }
  return text;
}

std::string Addresses::of(InstructionId i) const {
  const ScopeId s = tree_.scope_of(i);
  const std::string position = std::to_string(instructions_[i]);
  return s == Tree::root() ? position : of(s) + "." + position;
}

std::string Addresses::place(ScopeId s, std::span<const std::uint32_t> iterations) const {
  if (s == Tree::root()) return "-";
  std::string text;
  for (std::size_t depth = iterations.size(); s != Tree::root(); s = tree_.scope(s).parent) {
    const std::string level = std::to_string(scopes_[s]) + ":" + std::to_string(iterations[--depth]);
    text = text.empty() ? level : level + "." + text;
  }
  return text;
}

}  // namespace counterpoint::rocq
