// Places in the text of an implementation.
// SPDX-License-Identifier: Apache-2.0
#include "verify/relation/layout.hpp"

#include "core/text/tree_walk.hpp"

namespace counterpoint::relation {
namespace {

struct Placer {
  const Tree& tree;
  IdVector<BlockId, std::uint32_t>& opened;
  IdVector<ScopeId, std::uint32_t>& first;
  IdVector<ScopeId, std::uint32_t>& last;
  std::uint32_t scopes = 1;
  std::uint32_t statements = 0;

  void block(BlockId b) {
    opened[b] = scopes;
    statements = tree.block(b).last;
  }
  void barrier(bool /*reset*/) {}
  void enter(ScopeId s) {
    scopes = s.value + 1;
    first[s] = statements;
  }
  void leave(ScopeId s) { last[s] = statements; }
};

}  // namespace

Layout::Layout(const Implementation& implementation)
    : tree_(implementation.tree),
      opened_(tree_.block_count(), 0),
      first_(tree_.scope_count(), 0),
      last_(tree_.scope_count(), 0),
      one_trip_(tree_.scope_count(), 1),
      uniform_(tree_.scope_count(), 1),
      in_branch_(tree_.scope_count(), 0),
      path_{Tree::root()} {
  Placer placer{tree_, opened_, first_, last_};
  walk(tree_, placer);
  last_[Tree::root()] = placer.statements;
  IdVector<ScopeId, std::uint8_t> once(tree_.scope_count(), 1);  // entered at most once
  for (const ScopeId s : tree_.scopes()) {
    const Scope& x = tree_.scope(s);
    if (!x.parent.valid()) continue;
    in_branch_[s] = x.is_branch() || in_branch_[x.parent] != 0 ? 1 : 0;
    once[s] = x.is_branch() ? once[x.parent] : 0;
    one_trip_[s] = once[x.parent];
    uniform_[s] = uniform_[x.parent] != 0 && x.trip_kind != TripKind::divergent ? 1 : 0;
  }
}

ScopeId Layout::child_toward(ScopeId outer, const Spot& z) const {
  if (z.scope == outer) return ScopeId::none();
  const std::uint32_t depth = tree_.scope(outer).depth + 1;
  return path_.back() == z.scope ? path_[depth] : tree_.ancestor_at(z.scope, depth);
}

ScopeId Layout::loop_toward(ScopeId outer, const Spot& z) const {
  if (path_.back() == z.scope) {
    for (std::size_t depth = tree_.scope(outer).depth + 1; depth < path_.size(); ++depth) {
      if (tree_.scope(path_[depth]).is_loop()) return path_[depth];
    }
    return ScopeId::none();
  }
  ScopeId found;
  for (ScopeId s = z.scope; s != outer; s = tree_.scope(s).parent) {
    if (tree_.scope(s).is_loop()) found = s;
  }
  return found;
}

// On the way from `outer` down to z branches run once in an iteration of `outer`, the first loop any number of times.
std::uint32_t Layout::scopes_behind(ScopeId outer, const Spot& z) const {
  const ScopeId loop = loop_toward(outer, z);
  return loop.valid() ? tree_.scope(loop).subtree_end.value : z.opened;
}

std::uint32_t Layout::statements_behind(ScopeId outer, const Spot& z) const {
  const ScopeId loop = loop_toward(outer, z);
  return loop.valid() ? last_[loop] : z.last;
}

// z in the else branch, `inner` in the then branch of one conditional, with branches only around it down from `outer`.
bool Layout::exclusive_with(ScopeId outer, ScopeId inner, const Spot& z) const {
  const ScopeId common = tree_.innermost_common(inner, z.scope);
  if (common == z.scope || common == inner || !only_branches(outer, common)) return false;
  const ScopeId child = child_toward(common, z);
  return tree_.scope(child).kind == ScopeKind::else_branch && tree_.encloses(tree_.scope(child).sibling, inner);
}

bool Layout::not_yet(ScopeId outer, ScopeId inner, const Spot& z) const {
  if (inner.value >= scopes_behind(outer, z)) return true;
  return in_branch_[inner] != 0 && exclusive_with(outer, inner, z);
}

bool Layout::block_not_yet(ScopeId outer, ScopeId scope, std::uint32_t first, const Spot& z) const {
  return first >= statements_behind(outer, z) || (in_branch_[scope] != 0 && exclusive_with(outer, scope, z));
}

BlockId Layout::block_at(std::uint32_t first) const {
  std::uint32_t low = 0;  // blocks are in the order of their statements
  auto high = static_cast<std::uint32_t>(tree_.block_count());
  while (high - low > 1) {
    const std::uint32_t middle = low + (high - low) / 2;
    (tree_.block(BlockId{std::size_t{middle}}).first <= first ? low : high) = middle;
  }
  return BlockId{std::size_t{low}};
}

bool Layout::only_branches(ScopeId outer, ScopeId inner) const {
  if (!tree_.encloses(outer, inner)) return false;
  for (; inner != outer; inner = tree_.scope(inner).parent) {
    if (tree_.scope(inner).is_loop()) return false;
  }
  return true;
}

}  // namespace counterpoint::relation
