// Extents, relations and their composition.
// SPDX-License-Identifier: Apache-2.0
#include "core/dependence/extent.hpp"

#include <algorithm>

namespace counterpoint {

std::optional<Extent> extent_of(const Program& program, DependencyId d) {
  const auto distances = program.distances_of(d);
  if (distances.empty()) return Extent{};
  const Distance& first = distances.front();
  const auto later = distances.subspan(1);
  if (std::ranges::any_of(later, [](const Distance& x) { return x.distance > 0; })) return std::nullopt;
  const ScopeId producer = program.tree.scope_of(program.dependency(d).producer);
  const ScopeId common = program.tree.innermost_common(program.consumer_scope(d), producer);
  const bool whole = program.dependency(d).star || first.loop == program.tree.innermost_loop(common);
  // Without a star the target lies somewhere inside an iteration of `first.loop`: the one before it is whole.
  return Extent{first.loop, std::int64_t{first.distance} + (whole ? 0 : 1)};
}

Relation relate(const Tree& tree, const Place& first, const Place& second) {
  ScopeId a = first.scope;
  ScopeId b = second.scope;
  std::uint32_t a_item = first.item;
  std::uint32_t b_item = second.item;
  ScopeId a_below;
  ScopeId b_below;
  while (a != b) {
    const std::uint32_t a_depth = tree.scope(a).depth;
    const std::uint32_t b_depth = tree.scope(b).depth;
    if (a_depth >= b_depth) {
      a_below = a;
      a_item = tree.scope(a).item;
      a = tree.scope(a).parent;
    }
    if (b_depth >= a_depth) {
      b_below = b;
      b_item = tree.scope(b).item;
      b = tree.scope(b).parent;
    }
  }
  if (a_item != b_item) return {a, a_item < b_item};
  // One item. Both below: the two branches of a conditional. One below: the other is the visit of the scope around it.
  if (a_below.valid()) return {a, b_below.valid()};
  return {a, b_below.valid() || first.key < second.key};
}

ScopeTable::ScopeTable(const Tree& tree)
    : depth_(tree.scope_count(), 0),
      unsure_depth_(tree.scope_count(), 0),
      uniform_(tree.scope_count(), 1),
      first_(tree.scope_count(), 0),
      last_(tree.scope_count(), 0) {
  for (const ScopeId s : tree.scopes()) {  // a parent comes before its children
    const Scope& x = tree.scope(s);
    depth_[s] = x.depth;
    if (!x.parent.valid()) continue;
    const bool sure = x.trip_kind == TripKind::constant && x.trips >= 1;
    unsure_depth_[s] = sure ? unsure_depth_[x.parent] : x.depth;
    uniform_[s] = uniform_[x.parent] != 0 && x.trip_kind != TripKind::divergent ? 1 : 0;
  }
  // The body of a scope has been walked up to its item `next_item[s]`, with `passed` instructions so far.
  IdVector<ScopeId, std::uint32_t> next_item(tree.scope_count(), 0);
  std::uint32_t passed = 0;
  ScopeId s = Tree::root();
  while (s.valid()) {
    const auto items = tree.items(s);
    if (next_item[s] == items.size()) {
      last_[s] = passed;
      // The else branch follows the then branch; after both, as after a loop, the body around goes on.
      const bool then_branch = tree.scope(s).kind == ScopeKind::then_branch;
      s = then_branch ? tree.scope(s).sibling : tree.scope(s).parent;
      if (then_branch) first_[s] = passed;
      continue;
    }
    const Item& item = items[next_item[s]++];
    if (item.kind == ItemKind::block) passed = tree.block(BlockId{std::size_t{item.index}}).last;
    if (item.kind != ItemKind::loop && item.kind != ItemKind::conditional) continue;
    s = ScopeId{std::size_t{item.index}};
    first_[s] = passed;
  }
}

// Odd keys are instructions; an even key stands right before the instruction of the next one.
Place place_of(const Tree& tree, InstructionId i) {
  return {tree.scope_of(i), tree.item_of(i), 2 * std::uint64_t{i.value} + 1};
}

Place place_of_visit(const Tree& tree, const ScopeTable& table, ScopeId s) {
  const Scope& x = tree.scope(s);
  return {x.parent, x.item, 2 * std::uint64_t{table.first_instruction(s)}};
}

std::optional<Extent> compose(const Tree& tree, const ScopeTable& table, const Extent& far, ScopeId s1, ScopeId via,
                              const Extent& near, ScopeId s2) {
  if (far.now() && near.now()) {
    const ScopeId deeper = table.depth(s1) >= table.depth(s2) ? s1 : s2;
    if (table.sure_below(deeper, via)) return Extent{};
  } else if (far.now()) {
    if (tree.encloses(near.loop, s1) && table.sure_below(s1, via)) return near;
  } else if (near.now()) {
    if (tree.encloses(far.loop, s2) && table.sure_below(s2, via)) return far;
  } else if (far.loop == near.loop && table.sure_below(far.loop, via)) {
    return Extent{far.loop, far.back + near.back};
  }
  return std::nullopt;
}

}  // namespace counterpoint
