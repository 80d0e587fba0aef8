// Which variables belong together.
// SPDX-License-Identifier: Apache-2.0
#include "smt/walk/variables.hpp"

#include <algorithm>
#include <set>

#include "smt/terms/rewrite.hpp"

namespace counterpoint::smt {

std::uint32_t Following::add(const Variable& v) {
  const auto it = std::find(variables.begin(), variables.end(), v);
  if (it != variables.end()) return static_cast<std::uint32_t>(it - variables.begin());
  variables.push_back(v);
  return static_cast<std::uint32_t>(variables.size() - 1);
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

void follow_registers(Following& following, const Streams& streams, const Terms& terms, const Tree& tree,
                      std::vector<Term> entry_variables) {
  const EngineId e = following.engine;
  std::set<RegisterId> registers;
  std::set<ScopeId> scopes;
  std::vector<RegisterId> open;
  const auto reach = [&](Term variable) {
    const RegisterId r = streams.register_of(e, variable);
    if (r.valid() && registers.insert(r).second) open.push_back(r);
  };
  for (const Term t : entry_variables) reach(t);
  while (!open.empty()) {
    const RegisterId r = open.back();
    open.pop_back();
    for (const Assigned& a : streams.assignments(e, r)) {
      scopes.insert(tree.block(a.block).scope);
      for (const Term t : variables_of(terms, std::span(&a.value, 1))) reach(t);
    }
  }
  for (const ScopeId s : scopes) follow_scope(following, tree, s);
  for (const RegisterId r : registers) following.add({.kind = VariableKind::reg, .reg = r});
}

}  // namespace counterpoint::smt
