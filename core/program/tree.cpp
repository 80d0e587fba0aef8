// Questions about the tree of scopes.
// SPDX-License-Identifier: Apache-2.0
#include "core/program/tree.hpp"

#include <algorithm>

namespace counterpoint {

std::string Tree::scope_name(ScopeId s) const {
  const Scope& x = scopes_[s];
  if (x.kind == ScopeKind::root) return "root";
  std::string name(text(x.name));
  if (x.kind == ScopeKind::else_branch) name += ".else";
  return name;
}

ScopeId Tree::innermost_common(ScopeId a, ScopeId b) const {
  while (scopes_[a].depth > scopes_[b].depth) a = scopes_[a].parent;
  while (scopes_[b].depth > scopes_[a].depth) b = scopes_[b].parent;
  while (a != b) {
    a = scopes_[a].parent;
    b = scopes_[b].parent;
  }
  return a;
}

ScopeId Tree::ancestor_at(ScopeId s, std::uint32_t depth) const {
  while (scopes_[s].depth > depth) s = scopes_[s].parent;
  return s;
}

ScopeId Tree::innermost_loop(ScopeId s) const {
  while (scopes_[s].is_branch()) s = scopes_[s].parent;
  return s;
}

bool Tree::uniform(ScopeId s) const {
  for (; s.valid(); s = scopes_[s].parent) {
    if (scopes_[s].trip_kind == TripKind::divergent) return false;
  }
  return true;
}

std::uint32_t Tree::item_in(ScopeId outer, ScopeId inner, std::uint32_t item) const {
  while (inner != outer) {
    item = scopes_[inner].item;
    inner = scopes_[inner].parent;
  }
  return item;
}

namespace {

// Compares by text what is stored by NameId; both ids none counts as equal.
bool same_text(const Tree& a, NameId x, const Tree& b, NameId y) {
  if (x.valid() != y.valid()) return false;
  return !x.valid() || a.text(x) == b.text(y);
}

bool same_header(const Tree& a, const Tree& b) {
  if (a.name() != b.name() || a.unit() != b.unit()) return false;
  if (a.engine_count() != b.engine_count() || a.buffer_count() != b.buffer_count()) return false;
  for (const EngineId e : a.engines()) {
    if (a.engine_name(e) != b.engine_name(e) || a.engine(e).inorder != b.engine(e).inorder) return false;
  }
  for (const BufferId i : a.buffers()) {
    const Buffer& x = a.buffer(i);
    const Buffer& y = b.buffer(i);
    if (a.buffer_name(i) != b.buffer_name(i) || x.slots != y.slots) return false;
    if (a.buffer_space(i) != b.buffer_space(i) || x.at != y.at || x.bytes != y.bytes) return false;
  }
  return true;
}

bool same_scope(const Tree& a, const Tree& b, ScopeId s) {
  const Scope& x = a.scope(s);
  const Scope& y = b.scope(s);
  if (x.kind != y.kind || x.trip_kind != y.trip_kind || x.trips != y.trips || x.parent != y.parent) return false;
  if (x.item != y.item || !same_text(a, x.name, b, y.name)) return false;
  return std::ranges::equal(a.items(s), b.items(s), [](const Item& i, const Item& j) {
    return i.kind == j.kind && i.reset == j.reset && i.index == j.index;
  });
}

bool same_instruction(const Tree& a, const Tree& b, InstructionId i) {
  const Timing& x = a.timing(i);
  const Timing& y = b.timing(i);
  return a.instruction_name(i) == b.instruction_name(i) && a.engine_of(i) == b.engine_of(i) &&
         a.block_of(i) == b.block_of(i) && x.given == y.given && x.cost == y.cost && x.interval == y.interval &&
         x.transfer == y.transfer && same_text(a, x.op, b, y.op) && std::ranges::equal(a.accesses(i), b.accesses(i));
}

}  // namespace

bool same_tree(const Tree& a, const Tree& b) {
  if (!same_header(a, b) || a.scope_count() != b.scope_count() || a.block_count() != b.block_count() ||
      a.instruction_count() != b.instruction_count()) {
    return false;
  }
  for (const ScopeId s : a.scopes()) {
    if (!same_scope(a, b, s)) return false;
  }
  for (const BlockId i : a.blocks()) {
    const Block& x = a.block(i);
    const Block& y = b.block(i);
    if (x.scope != y.scope || x.item != y.item || x.first != y.first || x.last != y.last) return false;
  }
  for (const InstructionId i : a.instructions()) {
    if (!same_instruction(a, b, i)) return false;
  }
  return true;
}

}  // namespace counterpoint
