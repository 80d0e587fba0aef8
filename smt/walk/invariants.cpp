// Says the invariants of a walk in words.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "smt/walk/walk.hpp"

namespace counterpoint::smt {
namespace {

std::string place_of(const Tree& tree, const CutPoint& n) {
  switch (n.kind) {
    case CutKind::start: return "start";
    case CutKind::head: return fmt::format("head of {}", tree.scope_name(n.scope));
    case CutKind::fork: return fmt::format("before {}", tree.scope_name(n.scope));
    case CutKind::join: return fmt::format("behind {}", tree.scope_name(n.scope));
    case CutKind::end: break;
  }
  return "end";
}

}  // namespace

std::vector<Invariant> Walk::invariants() const {
  std::vector<Invariant> all;
  for (std::size_t n = 0; n < cuts_.size(); ++n) {
    if (graph_.nodes[n].kind == CutKind::start || graph_.nodes[n].kind == CutKind::end) continue;
    Invariant x{std::string(tree_.engine_name(following_.engine)), place_of(tree_, graph_.nodes[n]), {}};
    const Cut& cut = cuts_[n];
    for (std::size_t i = 0; i < cut.state.size(); ++i) {
      if (terms_.kind(cut.state[i]) == TermKind::variable) continue;
      const Variable& v = following_.variables[i];
      const std::string name = v.kind == VariableKind::reg
                                   ? to_text(terms_, facts_.streams.at_entry(following_.engine, v.reg))
                                   : variable_name(tree_, v, i);
      x.facts.push_back(fmt::format("{} = {}", name, to_text(terms_, cut.state[i])));
    }
    for (const Fact& f : cut.facts) {
      if (!terms_.is_true(f.term)) x.facts.push_back(to_text(terms_, f.term));
    }
    all.push_back(std::move(x));
  }
  return all;
}

}  // namespace counterpoint::smt
