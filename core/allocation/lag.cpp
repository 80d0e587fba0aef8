// Where a wrap-safe threshold for a whole engine would fall behind without end.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/lag.hpp"

#include <algorithm>

#include "core/allocation/sum_form.hpp"

namespace counterpoint {
namespace {

std::uint32_t item_of_root(const Tree& tree, ScopeId s) {
  return tree.item_in(Tree::root(), tree.scope(s).parent, tree.scope(s).item);
}

}  // namespace

std::string_view why_sum_falls_behind(const Formula& f, const EngineCounting& counting) {
  const Tree& tree = f.tree();
  const Classification& c = f.classified;
  const InstructionId p = f.producer();
  const auto bodies = counting.bodies(tree.engine_of(p));
  if (c.common != Tree::root() || bodies.size() == 1) return "";
  const ScopeId at = f.program.consumer_scope(f.dependency);
  const std::uint32_t consumer = tree.item_in(Tree::root(), at, f.program.consumer_item(f.dependency));
  const std::uint32_t producer = tree.item_in(Tree::root(), c.producer_scope, tree.item_of(p));
  const bool inside = at != Tree::root();
  // Scopes are numbered in the order of the text, so their items of the root do not decrease.
  auto body = std::ranges::partition_point(bodies, [&](const EngineCounting::Body& x) {
    return x.scope == Tree::root() || item_of_root(tree, x.scope) <= producer;
  });
  for (std::size_t seen = 0; body != bodies.end(); ++body, ++seen) {
    const std::uint32_t item = item_of_root(tree, body->scope);
    if (item > consumer || (item == consumer && !inside)) return "";
    const bool loops = tree.innermost_loop(body->scope) != Tree::root();
    if (loops || seen == sum_terms_limit) return "the engine's count leaves a threshold behind that stays as it is";
  }
  return "";
}

std::string_view why_snapshot_falls_behind(const Formula& f, const EngineCounting& counting) {
  const Classification& c = f.classified;
  if (const std::string_view why = why_sum_falls_behind(f, counting); !why.empty()) return why;
  const bool carried = c.kind == DependenceClass::history || c.kind == DependenceClass::through ||
                       c.kind == DependenceClass::strengthened;
  if (always_run(f.tree(), carried ? c.carrier : c.common, c.producer_scope)) return "";
  return "a scope around the producer may run zero times, and its snapshot stays as it is then";
}

}  // namespace counterpoint
