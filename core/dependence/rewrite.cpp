// How to write a dependency that is refused, or waits for too much.
// SPDX-License-Identifier: Apache-2.0
#include "core/dependence/rewrite.hpp"

#include <fmt/format.h>

#include "core/dependence/wording.hpp"

namespace counterpoint {
namespace {

struct Rewritten {
  const Program& program;
  DependencyId dependency;
  const Classification& classified;

  [[nodiscard]] const Tree& tree() const { return program.tree; }
  [[nodiscard]] InstructionId producer() const { return program.dependency(dependency).producer; }
  [[nodiscard]] std::string_view producer_name() const { return program.producer_name(dependency); }
  [[nodiscard]] std::string scope(ScopeId s) const { return tree().scope_name(s); }
};

std::string free_name(const std::string& wish, const std::unordered_set<std::string_view>& names) {
  std::string name = wish;
  for (std::uint32_t n = 2; names.contains(name); ++n) name = fmt::format("{}_{}", wish, n);
  return name;
}

// A marker in `body`, waited for at `distances`.
Rewrite marker(const Rewritten& c, ScopeId body, std::vector<Distance> distances, DependenceClass becomes,
               const std::unordered_set<std::string_view>& names) {
  const Tree& tree = c.tree();
  const InstructionId p = c.producer();
  Rewrite r;
  r.kind = RewriteKind::marker;
  r.becomes = becomes;
  r.marker = free_name(fmt::format("{}_done", c.producer_name()), names);
  r.engine = tree.engine_of(p);
  r.body = body;
  r.after_item = tree.item_in(body, tree.scope_of(p), tree.item_of(p));
  r.distances = std::move(distances);
  r.statement = fmt::format("{}: {} cost 0", tree.engine_name(r.engine), r.marker);
  r.producer = producer_text(tree, r.marker, r.distances, false);
  const Item& item = tree.items(body)[r.after_item];
  const std::string behind = item.kind == ItemKind::block ? fmt::format("'{}'", c.producer_name())
                             : item.kind == ItemKind::loop
                                 ? fmt::format("loop '{}'", c.scope(ScopeId{std::size_t{item.index}}))
                                 : fmt::format("the conditional '{}'", c.scope(ScopeId{std::size_t{item.index}}));
  const std::string where = body == Tree::root() ? std::string("at the top") : fmt::format("in '{}'", c.scope(body));
  r.text = fmt::format("add '{}' {} right after {}, and wait 'after {}'", r.statement, where, behind, r.producer);
  return r;
}

// The loops strictly below `outer` down to the producer that have no number; nothing if one of the scopes is a branch.
bool loops_without_number(const Rewritten& c, ScopeId outer, std::vector<ScopeId>& out) {
  const Tree& tree = c.tree();
  for (ScopeId s = c.classified.producer_scope; s != outer; s = tree.scope(s).parent) {
    if (!tree.scope(s).is_loop()) return false;
    if (tree.scope(s).trip_kind != TripKind::constant) out.insert(out.begin(), s);
  }
  return !out.empty();
}

void add_constant_trips(const Rewritten& c, ScopeId outer, std::vector<Rewrite>& out) {
  Rewrite r;
  if (!loops_without_number(c, outer, r.constant)) return;
  r.kind = RewriteKind::constant_trips;
  r.becomes = DependenceClass::constant_trips;
  r.same_meaning = true;
  const auto distances = c.program.distances_of(c.dependency);
  r.distances.assign(distances.begin(), distances.end());
  r.producer = producer_text(c.program, c.dependency);
  for (const ScopeId s : r.constant) r.text += fmt::format("{}'{}'", r.text.empty() ? "" : ", ", c.scope(s));
  r.text = fmt::format("give {} a number of trips ('loop {} trips N')", r.text, c.scope(r.constant.front()));
  out.push_back(std::move(r));
}

void rewrite_rejected(const Rewritten& c, const std::unordered_set<std::string_view>& names,
                      std::vector<Rewrite>& out) {
  const Tree& tree = c.tree();
  const ScopeId common = c.classified.common;
  out.push_back(marker(c, common, {}, DependenceClass::direct, names));
  out.back().same_meaning = true;
  add_constant_trips(c, common, out);
  const ScopeId loop = tree.innermost_loop(common);
  if (loop == Tree::root()) return;
  Rewrite r;
  r.kind = RewriteKind::iteration_before;
  r.becomes = tree.scope(common).is_branch() ? DependenceClass::history : DependenceClass::nested_backward;
  r.distances = {{loop, 1}};
  r.producer = producer_text(tree, c.producer_name(), r.distances, false);
  r.text = fmt::format("if the iteration of '{}' before is meant, write 'after {}'", c.scope(loop), r.producer);
  out.push_back(std::move(r));
}

void rewrite_strengthened(const Rewritten& c, const std::unordered_set<std::string_view>& names,
                          std::vector<Rewrite>& out) {
  const Tree& tree = c.tree();
  const Classification& x = c.classified;
  const auto distances = c.program.distances_of(c.dependency);
  const Scope& common = tree.scope(x.common);
  // With the marker in the body of S, P = S: two-level if the vector speaks of S and the loop around it only.
  const bool near = common.is_loop() && tree.innermost_loop(common.parent) == x.carrier &&
                    (distances.size() == 1 || (distances.size() == 2 && distances.back().loop == x.common));
  if (near) {
    out.push_back(marker(c, x.common, {distances.begin(), distances.end()}, DependenceClass::two_level, names));
    out.back().same_meaning = true;
  }
  add_constant_trips(c, x.carrier, out);
  Rewrite r;
  r.kind = RewriteKind::star;
  r.becomes = DependenceClass::through;
  r.distances = {{x.carrier, x.distance}};
  r.star = true;
  r.producer = producer_text(tree, c.producer_name(), r.distances, true);
  r.text = fmt::format("if all of that iteration of '{}' is meant, write 'after {}'", c.scope(x.carrier), r.producer);
  out.push_back(std::move(r));
  out.push_back(marker(c, x.carrier, {{x.carrier, x.distance}}, DependenceClass::direct, names));
  out.back().text += fmt::format(": the same as '{}', in the base subset", out[out.size() - 2].producer);
}

}  // namespace

std::vector<Rewrite> rewrites(const Program& program, DependencyId d, const Classification& classified,
                              const std::unordered_set<std::string_view>& names) {
  std::vector<Rewrite> out;
  const Rewritten c{program, d, classified};
  if (classified.kind == DependenceClass::rejected) rewrite_rejected(c, names, out);
  if (classified.kind == DependenceClass::strengthened) rewrite_strengthened(c, names, out);
  return out;
}

}  // namespace counterpoint
