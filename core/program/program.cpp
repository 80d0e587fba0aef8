// Questions about a program's dependencies.
// SPDX-License-Identifier: Apache-2.0
#include "core/program/program.hpp"

#include <algorithm>

namespace counterpoint {

IdRange<DependencyId> Program::control_dependencies_of(ScopeId s) const {
  const auto begin = dependencies.begin() + first_control;
  const auto less = [](const Dependency& d, std::uint32_t scope) { return d.consumer < scope; };
  const auto first = std::lower_bound(begin, dependencies.end(), s.value, less);
  const auto last = std::lower_bound(first, dependencies.end(), s.value + 1, less);
  const auto at = [&](auto it) { return static_cast<std::uint32_t>(it - dependencies.begin()); };
  return {at(first), at(last)};
}

ScopeId Program::consumer_scope(DependencyId d) const {
  const Dependency& x = dependencies[d];
  if (x.control) return tree.scope(ScopeId{std::size_t{x.consumer}}).parent;
  return tree.scope_of(InstructionId{std::size_t{x.consumer}});
}

std::uint32_t Program::consumer_item(DependencyId d) const {
  const Dependency& x = dependencies[d];
  if (x.control) return tree.scope(ScopeId{std::size_t{x.consumer}}).item;
  return tree.item_of(InstructionId{std::size_t{x.consumer}});
}

std::string Program::consumer_name(DependencyId d) const {
  const Dependency& x = dependencies[d];
  if (x.control) return tree.scope_name(ScopeId{std::size_t{x.consumer}});
  return std::string(tree.instruction_name(InstructionId{std::size_t{x.consumer}}));
}

bool same_program(const Program& a, const Program& b) {
  if (!same_tree(a.tree, b.tree) || a.dependency_count() != b.dependency_count()) return false;
  if (a.first_control != b.first_control) return false;
  for (const DependencyId d : a.all_dependencies()) {
    const Dependency& x = a.dependency(d);
    const Dependency& y = b.dependency(d);
    if (x.consumer != y.consumer || x.producer != y.producer || x.star != y.star || x.control != y.control)
      return false;
    if (!std::ranges::equal(a.distances_of(d), b.distances_of(d))) return false;
  }
  return true;
}

}  // namespace counterpoint
