// Equation 1, case by case.
// SPDX-License-Identifier: Apache-2.0
#include "smt/obligations/asked.hpp"

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::smt {
namespace {

constexpr std::int64_t farthest = 64;  // iterations back for which registers are looked for

std::uint32_t amount_variable(Following& following, const Target& t, CellId cell, const Tree& tree) {
  if (!cell.valid()) {
    follow_scope(following, tree, t.producer_scope);
    return following.entries(t.producer_scope);
  }
  const std::uint32_t ordinal =
      following.add({.kind = VariableKind::ordinal, .cell = cell, .engine = t.producer_engine});
  return following.add({.kind = VariableKind::latest,
                        .instruction = t.producer,
                        .cell = cell,
                        .engine = t.producer_engine,
                        .source = ordinal});
}

// W_q: the product of the trips strictly below q down to P.
std::int64_t below(const Tree& tree, ScopeId q, const Target& t) { return trips_between(tree, q, t.producer_scope); }

}  // namespace

std::optional<Asked> ask(Following& following, const Target& target, CellId cell, const Standing& standing,
                         const Tree& tree) {
  Asked a{.target = target, .cell = cell};
  for (const auto& [scope, distance] : target.owed) follow_scope(following, tree, scope);
  if (target.scope.valid()) follow_scope(following, tree, target.scope);
  switch (target.kind) {
    case TargetKind::never: return a;
    case TargetKind::future: return std::nullopt;
    case TargetKind::now: {
      a.amount = amount_variable(following, target, cell, tree);
      const std::uint32_t n = following.targets++;
      a.held = following.add(
          {.kind = VariableKind::held, .scope = target.scope, .place = standing, .source = a.amount, .target = n});
      following.add({.kind = VariableKind::seen, .scope = target.scope, .place = standing, .target = n});
      a.has_held = true;
      return a;
    }
    case TargetKind::back:
    case TargetKind::bounded: {
      a.amount = amount_variable(following, target, cell, tree);
      const bool entries = !cell.valid() && target.producer_scope == target.scope;
      if (!entries && target.distance > farthest) return std::nullopt;
      a.snapshot = following.add({.kind = VariableKind::snapshot,
                                  .scope = target.scope,
                                  .source = a.amount,
                                  .target = following.targets++,
                                  .back = entries ? 0 : static_cast<std::uint32_t>(target.distance)});
      return a;
    }
    case TargetKind::two_level: {
      if (cell.valid() || target.distance > farthest) return std::nullopt;
      follow_scope(following, tree, target.inner_scope);
      a.amount = following.entries(target.inner_scope);
      const std::uint32_t n = following.targets++;
      const auto back = static_cast<std::uint32_t>(target.distance);
      a.snapshot = following.add(
          {.kind = VariableKind::snapshot, .scope = target.scope, .source = a.amount, .target = n, .back = back});
      a.start = following.add({.kind = VariableKind::snapshot,
                               .scope = target.scope,
                               .source = a.amount,
                               .target = n,
                               .at_start = true,
                               .back = back + 1});
      return a;
    }
    case TargetKind::closed:
      if (cell.valid()) return std::nullopt;
      for (const auto& [scope, distance] : target.distances) follow_scope(following, tree, scope);
      return a;
  }
  return std::nullopt;
}

Amount amount_of(const Asked& asked, Walk& walk, const View& view, Terms& terms, const Tree& tree) {
  const Target& t = asked.target;
  Amount result;
  const auto find = [&](VariableKind kind, ScopeId scope) {
    const auto& all = walk.following().variables;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].kind == kind && all[i].scope == scope) return view.state[i];
    }
    require(false, "a count that is not followed");
    return Term{};
  };
  for (const auto& [scope, distance] : t.owed) {
    result.owed.push_back(terms.greater(find(VariableKind::trip, scope), terms.number(distance)));
  }
  const auto fix = [&](std::uint32_t snapshot) {
    const Term n = walk.target(walk.following().variables[snapshot].target);
    result.given.push_back(terms.equal(n, terms.plus(find(VariableKind::entries, t.scope), -t.distance)));
  };
  switch (t.kind) {
    case TargetKind::never:
    case TargetKind::future:
      result.owed.push_back(terms.boolean(false));
      result.amount = terms.number(0);
      break;
    case TargetKind::now:
      result.amount = view.state[asked.amount];
      result.settled = asked.has_held && walk.held_to_the_end(asked.held);
      break;
    case TargetKind::back:
    case TargetKind::bounded:
      fix(asked.snapshot);
      result.amount = view.state[asked.snapshot];
      break;
    case TargetKind::two_level: {
      fix(asked.snapshot);
      const Term reached =
          terms.add(view.state[asked.start], terms.plus(find(VariableKind::trip, t.inner_scope), -t.inner));
      result.amount = terms.scale(t.factor, terms.minimum(reached, view.state[asked.snapshot]));
      break;
    }
    case TargetKind::closed: {
      // From the innermost common scope outwards: G, then the whole iterations of L before.
      const ScopeId innermost = t.distances.empty() ? t.scope : t.distances.back().first;
      Term g = terms.number(below(tree, innermost, t));
      for (std::size_t i = t.distances.size(); i-- > 0;) {
        const auto& [scope, distance] = t.distances[i];
        const std::int64_t w = below(tree, scope, t);
        g = terms.add(terms.scale(w, terms.plus(find(VariableKind::trip, scope), -distance - 1)), g);
        if (distance < 0) g = terms.minimum(g, terms.number(w * tree.scope(scope).trips));
      }
      const Term before = terms.plus(find(VariableKind::entries, t.scope), -t.distance - 1);
      result.amount = terms.add(terms.scale(below(tree, t.scope, t), before), g);
      break;
    }
  }
  return result;
}

}  // namespace counterpoint::smt
