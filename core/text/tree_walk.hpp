// Visits the items of a tree in the order of the text, without recursion.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/program/tree.hpp"

namespace counterpoint {

// Calls visitor.block(BlockId), visitor.barrier(bool reset), and visitor.enter(ScopeId) and visitor.leave(ScopeId)
// around every scope but the root: for a conditional, both branches in a row, empty or not.
template <class Visitor>
void walk(const Tree& tree, Visitor& visitor) {
  struct Frame {
    ScopeId scope;
    std::uint32_t next;
  };
  std::vector<Frame> open{{Tree::root(), 0}};
  const auto enter = [&](ScopeId s) {
    visitor.enter(s);
    open.push_back({s, 0});
  };
  while (!open.empty()) {
    const ScopeId scope = open.back().scope;
    const auto items = tree.items(scope);
    if (open.back().next == items.size()) {
      open.pop_back();
      if (scope == Tree::root()) return;
      visitor.leave(scope);
      if (tree.scope(scope).kind == ScopeKind::then_branch) enter(tree.scope(scope).sibling);
      continue;
    }
    const Item item = items[open.back().next++];
    switch (item.kind) {
      case ItemKind::block: visitor.block(BlockId{std::size_t{item.index}}); break;
      case ItemKind::barrier: visitor.barrier(item.reset); break;
      case ItemKind::loop:
      case ItemKind::conditional: enter(ScopeId{std::size_t{item.index}}); break;
    }
  }
}

}  // namespace counterpoint
