// Which variables belong together.
// SPDX-License-Identifier: Apache-2.0
#include "smt/walk/variables.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "smt/terms/rewrite.hpp"
#include "smt/walk/in_step.hpp"

namespace counterpoint::smt {
namespace {

constexpr std::uint32_t none = 0xffffffffU;

// The ordinal that a register is in step with.
std::uint32_t ordinal_of(const Following& following, RegisterId r, InStep& in_step) {
  for (std::uint32_t i = 0; i < following.variables.size(); ++i) {
    const Variable& v = following.variables[i];
    if (v.kind == VariableKind::ordinal && in_step.holds(following.engine, r, v.cell, v.engine)) return i;
  }
  return none;
}

}  // namespace

std::uint32_t Following::add(const Variable& v) {
  const auto it = std::find(variables.begin(), variables.end(), v);
  if (it != variables.end()) return static_cast<std::uint32_t>(it - variables.begin());
  variables.push_back(v);
  return static_cast<std::uint32_t>(variables.size() - 1);
}

void RaisedIn::add(const Tree& tree, BlockId b) {
  ScopeId s = tree.block(b).scope;
  std::uint32_t item = tree.block(b).item;
  for (;;) {
    auto& items = items_[s];
    // In the order of the text a body's items come one after the other: what is there already is the last one.
    if (!items.empty() && items.back() == item) return;
    items.push_back(item);
    if (s == Tree::root()) return;
    item = tree.scope(s).item;
    s = tree.scope(s).parent;
  }
}

void RaisedIn::sort() {
  for (auto& [scope, items] : items_) std::sort(items.begin(), items.end());
}

bool RaisedIn::between(ScopeId s, std::uint32_t first, std::uint32_t last) const {
  const auto it = items_.find(s);
  if (it == items_.end()) return false;
  const auto at = std::lower_bound(it->second.begin(), it->second.end(), first);
  return at != it->second.end() && *at < last;
}

void follow_scope(Following& following, const Tree& tree, ScopeId s) {
  following.entries(s);
  following.trip(s);
  // What constant trips say of E speaks of the scope around.
  for (; s != Tree::root() && tree.scope(s).trip_kind == TripKind::constant; s = tree.scope(s).parent) {
    following.entries(tree.scope(s).parent);
    following.trip(tree.scope(s).parent);
  }
}

void follow_constant_raisers(Following& following, const Streams& streams, const Tree& tree, CellId cell,
                             std::size_t most) {
  std::set<ScopeId> scopes;
  for (const Raisers& r : streams.cell(cell).raisers) {
    if (tree.scope(r.scope).trip_kind == TripKind::constant) scopes.insert(r.scope);
    if (scopes.size() > most) return;
  }
  for (const ScopeId s : scopes) follow_scope(following, tree, s);
}

void follow_registers(Following& following, const Streams& streams, const Terms& terms, const Tree& tree,
                      std::vector<Term> entry_variables, InStep* in_step) {
  const EngineId e = following.engine;
  std::set<RegisterId> registers;
  std::set<ScopeId> scopes;
  std::vector<RegisterId> open;
  const auto reach = [&](Term variable) {
    const RegisterId r = streams.register_of(e, variable);
    if (r.valid() && registers.insert(r).second) open.push_back(r);
  };
  for (const Term t : entry_variables) reach(t);
  std::map<std::uint32_t, std::vector<RegisterId>> afar;  // by ordinal
  while (!open.empty()) {
    const RegisterId r = open.back();
    open.pop_back();
    const std::uint32_t ordinal = in_step == nullptr ? none : ordinal_of(following, r, *in_step);
    if (ordinal != none) {
      afar[ordinal].push_back(r);
      continue;
    }
    for (const Assigned& a : streams.assignments(e, r)) {
      scopes.insert(tree.block(a.block).scope);
      for (const Term t : variables_of(terms, std::span(&a.value, 1))) reach(t);
    }
  }
  for (const ScopeId s : scopes) follow_scope(following, tree, s);
  for (const RegisterId r : registers) following.add({.kind = VariableKind::reg, .reg = r});
  for (auto& [ordinal, all] : afar) {
    const Variable& v = following.variables[ordinal];
    Afar a{ordinal, {}, &in_step->raised_in(v.cell, v.engine)};
    std::sort(all.begin(), all.end());
    for (const RegisterId r : all) a.registers.push_back(following.add({.kind = VariableKind::reg, .reg = r}));
    following.afar.push_back(std::move(a));
  }
}

}  // namespace counterpoint::smt
