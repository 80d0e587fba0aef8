// What counts and ghosts are at each cut point: the table of certification.md 2, as candidates that the ways check.
// SPDX-License-Identifier: Apache-2.0
//
// Every list of facts has the same length whatever has been dropped: a fact that cannot be said is `true`.
#include <algorithm>
#include <set>

#include "core/dependence/classify.hpp"
#include "smt/walk/walk.hpp"

namespace counterpoint::smt {

std::vector<Term> Walk::ghost_facts(std::uint32_t node, const std::vector<Term>& state) {
  std::vector<Term> facts;
  // No run came there: perhaps none can. Else the loss of what is not guessed there would spread.
  facts.push_back(terms_.boolean(equalities_.reached[node]));
  add_counts(node, state, facts);
  add_constant_trips(node, state, facts);
  add_snapshots(node, state, facts);
  add_passed(node, state, facts);
  add_begun(node, state, facts);
  add_held(node, state, facts);
  add_monotone(node, state, facts);
  add_copies(state, facts);
  add_flags(state, facts);
  if (following_.bounds) add_bounds(state, facts);
  return facts;
}

// The register that an assignment copies, with or without a number added; none if it does anything else.
Term Walk::copied(std::uint32_t variable, const Assigned& a) const {
  Term from = a.value;
  if (terms_.kind(from) == TermKind::affine) {
    const auto summands = terms_.summands(from);
    if (summands.size() != 1 || summands.front().coefficient != 1) return Term{};
    from = summands.front().atom;
  }
  const Term own = facts_.streams.at_entry(following_.engine, following_.variables[variable].reg);
  return terms_.kind(from) == TermKind::variable && from != own ? from : Term{};
}

bool Walk::is_copy(std::uint32_t variable) const {
  const auto all = facts_.streams.assignments(following_.engine, following_.variables[variable].reg);
  return std::any_of(all.begin(), all.end(), [&](const Assigned& a) { return copied(variable, a).valid(); });
}

// A register that is set to what another one is, or that and a number, is no more than it if that one only grows: what
// a history says in progress, where no ghost speaks of the past.
void Walk::add_copies(const std::vector<Term>& state, std::vector<Term>& facts) {
  for (std::uint32_t i = 0; i < state.size(); ++i) {
    if (following_.variables[i].kind != VariableKind::reg) continue;
    for (const Assigned& a : facts_.streams.assignments(following_.engine, following_.variables[i].reg)) {
      const Term from = copied(i, a);
      if (from.valid()) facts.push_back(terms_.at_most(state[i], symbols_.value(from, state)));
    }
  }
}

// A register that is only ever set to numbers may tell whether an iteration of a scope has begun in the trip at hand.
void Walk::add_flags(const std::vector<Term>& state, std::vector<Term>& facts) {
  constexpr std::size_t most_numbers = 4;
  for (std::uint32_t i = 0; i < state.size(); ++i) {
    if (following_.variables[i].kind != VariableKind::reg) continue;
    std::set<std::int64_t> numbers{0};
    bool only_numbers = true;
    for (const Assigned& a : facts_.streams.assignments(following_.engine, following_.variables[i].reg)) {
      only_numbers = only_numbers && terms_.is_number(a.value);
      if (only_numbers) numbers.insert(terms_.constant(a.value));
    }
    if (!only_numbers || numbers.size() > most_numbers) continue;
    for (std::uint32_t j = 0; j < state.size(); ++j) {
      if (following_.variables[j].kind != VariableKind::trip) continue;
      const Term begun = terms_.at_least(state[j], terms_.number(1));
      for (const std::int64_t n : numbers) {
        const Term is = terms_.equal(state[i], terms_.number(n));
        facts.push_back(terms_.implies(begun, is));
        facts.push_back(terms_.implies(terms_.negation(begun), is));
      }
    }
  }
}

void Walk::add_counts(std::uint32_t node, const std::vector<Term>& state, std::vector<Term>& facts) {
  for (std::uint32_t i = 0; i < state.size(); ++i) {
    const Variable& v = following_.variables[i];
    if (v.kind == VariableKind::trip) {
      const bool in = inside(tree_, graph_.nodes[node], v.scope);
      facts.push_back(terms_.at_least(state[i], terms_.number(in ? 1 : 0)));
      const std::uint32_t e = index_of(VariableKind::entries, v.scope);
      facts.push_back(e == none_index ? terms_.boolean(true) : terms_.at_least(state[e], state[i]));
      // A branch runs at most once, and the one that does not run has T = 0.
      facts.push_back(tree_.scope(v.scope).is_branch() ? terms_.at_most(state[i], terms_.number(1))
                                                       : terms_.boolean(true));
    } else if (v.kind == VariableKind::entries) {
      facts.push_back(terms_.at_least(state[i], terms_.number(0)));
    } else if (v.kind == VariableKind::ordinal || v.kind == VariableKind::latest) {
      // A reset makes it smaller than it began.
      facts.push_back(terms_.at_least(state[i], terms_.number(facts_.streams.cell(v.cell).initial)));
    }
  }
}

// E of a loop that runs n times is n for each visit that has ended, and T for the one at hand.
void Walk::add_constant_trips(std::uint32_t node, const std::vector<Term>& state, std::vector<Term>& facts) {
  const CutPoint& at = graph_.nodes[node];
  for (std::uint32_t i = 0; i < state.size(); ++i) {
    const Variable& v = following_.variables[i];
    if (v.kind != VariableKind::entries || v.scope == Tree::root()) continue;
    const Scope& s = tree_.scope(v.scope);
    if (s.trip_kind != TripKind::constant) continue;
    const std::uint32_t outer = index_of(VariableKind::entries, s.parent);
    const std::uint32_t trip = index_of(VariableKind::trip, v.scope);
    if (trip != none_index) facts.push_back(terms_.at_most(state[trip], terms_.number(s.trips)));
    if (outer == none_index || trip == none_index) continue;
    const bool here = at.kind == CutKind::head && at.scope == v.scope;
    Term visits = state[outer];
    Term more = terms_.number(0);
    if (here || inside(tree_, at, v.scope)) {
      visits = terms_.plus(visits, -1);
      more = state[trip];
    } else if (inside(tree_, at, s.parent) &&
               tree_.item_in(s.parent, tree_.scope(at.scope).parent, tree_.scope(at.scope).item) < s.item) {
      visits = terms_.plus(visits, -1);
    }
    facts.push_back(terms_.equal(state[i], terms_.add(terms_.scale(s.trips, visits), more)));
  }
}

std::int64_t Walk::initial_of(std::uint32_t variable) const {
  const VariableKind k = following_.variables[variable].kind;
  const bool counts = k == VariableKind::ordinal || k == VariableKind::latest;
  return counts ? facts_.streams.cell(following_.variables[variable].cell).initial : 0;
}

// Where only constant loops lie between, each iteration adds the same number of entries.
Term Walk::constant_snapshot(const Variable& v, Term taken, Term value) {
  const Variable& counted = following_.variables[v.source];
  if (v.back == 0 || counted.kind != VariableKind::entries) return terms_.boolean(true);
  for (ScopeId s = counted.scope; s != v.scope; s = tree_.scope(s).parent) {
    if (s == Tree::root() || tree_.scope(s).trip_kind != TripKind::constant) return terms_.boolean(true);
  }
  const Term before = terms_.plus(symbols_.target(v.target), v.at_start ? -1 : 0);
  const std::int64_t each = trips_between(tree_, v.scope, counted.scope);
  constexpr std::int64_t most_each = std::int64_t{1} << 32;
  if (each > most_each) return terms_.boolean(true);
  return terms_.implies(taken, terms_.equal(value, terms_.scale(each, before)));
}

// A register set to a later state of a count than the one asked about is no less: a history that is not long enough.
void Walk::add_later(Term taken, Term value, const std::vector<Term>& state, std::vector<Term>& facts) {
  for (std::uint32_t i = 0; i < state.size(); ++i) {
    if (following_.variables[i].kind != VariableKind::reg || !is_copy(i)) continue;
    facts.push_back(terms_.implies(taken, terms_.at_most(value, state[i])));
  }
}

void Walk::add_snapshots(std::uint32_t node, const std::vector<Term>& state, std::vector<Term>& facts) {
  const Cut& cut = cuts_[node];
  for (std::uint32_t i = 0; i < state.size(); ++i) {
    const Variable& v = following_.variables[i];
    if (v.kind != VariableKind::snapshot) continue;
    const Term n = symbols_.target(v.target);
    const Term some = terms_.at_least(n, terms_.number(1));
    const Term e = state[index_of(VariableKind::entries, v.scope)];
    const std::int64_t running = !v.at_start && inside(tree_, graph_.nodes[node], v.scope) ? 1 : 0;
    const Term taken = terms_.both(some, terms_.at_most(n, terms_.plus(e, -running)));
    facts.push_back(constant_snapshot(v, taken, state[i]));
    if (v.back != 0) add_later(taken, state[i], state, facts);
    if (v.back == 0) {
      const Term ended = terms_.at_most(n, terms_.plus(e, -running));
      facts.push_back(terms_.implies(terms_.both(some, ended), terms_.equal(state[i], n)));
      continue;
    }
    for (std::uint32_t c = 0; c < equalities_.columns.size(); ++c) {
      const Column& x = equalities_.columns[c];
      if (x.kind != ColumnKind::shift || x.variable != i) continue;
      const Term when = terms_.both(some, terms_.equal(n, terms_.plus(e, -running - x.limit)));
      const std::uint32_t trip = index_of(VariableKind::trip, v.scope);
      if (cut.within_trip[c].valid() && trip != none_index) {
        const Term in_trip = terms_.at_least(state[trip], terms_.number(running + x.limit + 1));
        facts.push_back(terms_.implies(terms_.both(when, in_trip), terms_.equal(state[i], cut.within_trip[c])));
      } else {
        facts.push_back(terms_.boolean(true));
      }
      if (!cut.shifts[c].valid()) {
        facts.insert(facts.end(), 2, terms_.boolean(true));
        continue;
      }
      facts.push_back(terms_.implies(when, terms_.equal(state[i], cut.shifts[c])));
      // What would lie before the first iteration of all is what it was at the start: a mask may have been left out.
      const Term none = terms_.at_most(terms_.plus(e, -running), terms_.number(x.limit));
      facts.push_back(terms_.implies(none, terms_.equal(cut.shifts[c], terms_.number(initial_of(v.source)))));
    }
  }
}

void Walk::add_passed(std::uint32_t node, const std::vector<Term>& state, std::vector<Term>& facts) {
  for (const std::uint32_t latest : equalities_.always_passed[node]) {
    facts.push_back(terms_.greater(state[latest], terms_.number(initial_of(latest))));
  }
  const std::vector<Term> values = columns(state);
  for (const auto& [latest, was_passed, q] : equalities_.passed[node]) {
    std::vector<Summand> summands{{-q.denominator, values[q.column]}};
    for (const auto& [other, factor] : q.sum) summands.push_back({factor, values[other]});
    const Term passed = terms_.greater(state[latest], terms_.number(initial_of(latest)));
    facts.push_back(terms_.implies(was_passed ? passed : terms_.negation(passed),
                                   terms_.equal(terms_.sum(0, summands), terms_.number(0))));
  }
}

// What shifts of an ordinal are where the producer had been passed, and registers where it had not (begun.hpp).
void Walk::add_begun(std::uint32_t node, const std::vector<Term>& state, std::vector<Term>& facts) {
  if (equalities_.begun[node].empty()) return;
  const std::vector<Term> values = columns(state);
  for (const auto& [c, above, below] : equalities_.begun[node]) {
    const Column& x = equalities_.columns[c];
    const Variable& v = following_.variables[x.variable];
    const Term n = symbols_.target(v.target);
    const std::int64_t running = !v.at_start && inside(tree_, graph_.nodes[node], v.scope) ? 1 : 0;
    const Term ended = terms_.plus(state[index_of(VariableKind::entries, v.scope)], -running);
    const Term when = terms_.both(terms_.at_least(n, terms_.number(1)), terms_.equal(n, terms_.plus(ended, -x.limit)));
    const Term begun = terms_.greater(state[x.variable], terms_.number(initial_of(v.source)));
    if (above) {
      std::vector<Summand> summands{{-above->denominator, state[x.variable]}};
      for (const auto& [other, factor] : above->sum) summands.push_back({factor, values[other]});
      facts.push_back(
          terms_.implies(terms_.both(when, begun), terms_.equal(terms_.sum(0, summands), terms_.number(0))));
    }
    // Before the first iteration of all nothing had been passed either: a mask may have been left out.
    const Term not_yet =
        terms_.either(terms_.at_most(ended, terms_.number(x.limit)), terms_.both(when, terms_.negation(begun)));
    for (const auto& [reg, number] : below) {
      facts.push_back(terms_.implies(not_yet, terms_.equal(state[reg], terms_.number(number))));
    }
  }
}

// Whether, in one iteration of the scope, a cut point comes before the block that is held.
bool Walk::before(const CutPoint& n, const Variable& held) const {
  ScopeId a = tree_.scope(n.scope).parent;
  ScopeId b = held.place.scope;
  std::uint32_t a_item = tree_.scope(n.scope).item;
  std::uint32_t b_item = held.place.item;
  ScopeId a_below;
  ScopeId b_below;
  while (a != b) {
    const std::uint32_t a_depth = tree_.scope(a).depth;
    const std::uint32_t b_depth = tree_.scope(b).depth;
    if (a_depth >= b_depth) {
      a_below = a;
      a_item = tree_.scope(a).item;
      a = tree_.scope(a).parent;
    }
    if (b_depth >= a_depth) {
      b_below = b;
      b_item = tree_.scope(b).item;
      b = tree_.scope(b).parent;
    }
  }
  // A loop between the scope and where they part may have passed the block in an earlier iteration.
  for (ScopeId s = a; s != held.scope; s = tree_.scope(s).parent) {
    if (tree_.scope(s).is_loop()) return false;
  }
  if (a_below.valid() && b_below.valid() && tree_.scope(a_below).sibling == b_below) return true;
  if (a_item != b_item) return a_item < b_item;
  // The place lies in the scope that the cut point belongs to, or right before it.
  return n.kind == CutKind::fork && b_below.valid();
}

void Walk::add_held(std::uint32_t node, const std::vector<Term>& state, std::vector<Term>& facts) {
  const CutPoint& at = graph_.nodes[node];
  for (std::uint32_t i = 0; i < state.size(); ++i) {
    const Variable& v = following_.variables[i];
    if (v.kind != VariableKind::held) continue;
    std::uint32_t seen = 0;
    while (following_.variables[seen].kind != VariableKind::seen || following_.variables[seen].target != v.target)
      ++seen;
    const Term n = symbols_.target(v.target);
    const Term e = state[index_of(VariableKind::entries, v.scope)];
    const Term was = terms_.equal(state[seen], terms_.number(1));
    const bool in = inside(tree_, at, v.scope);
    const bool early = in && before(at, v);
    facts.push_back(terms_.implies(was, early ? terms_.less(n, e) : terms_.at_most(n, e)));
    facts.push_back(in && !early
                        ? terms_.implies(terms_.both(was, terms_.equal(n, e)), terms_.equal(state[i], state[v.source]))
                        : terms_.boolean(true));
  }
}

// A register that is no combination of counts: not negative, and at most some count or register.
void Walk::add_bounds(const std::vector<Term>& state, std::vector<Term>& facts) {
  for (std::uint32_t i = 0; i < state.size(); ++i) {
    if (following_.variables[i].kind != VariableKind::reg) continue;
    facts.push_back(terms_.at_least(state[i], terms_.number(0)));
    facts.push_back(terms_.at_most(state[i], terms_.number(1)));
    for (std::uint32_t j = 0; j < state.size(); ++j) {
      const VariableKind k = following_.variables[j].kind;
      if (j == i || (k != VariableKind::reg && k != VariableKind::entries)) continue;
      facts.push_back(terms_.at_most(state[i], state[j]));
    }
  }
}

// Counts only grow, so what they were is no more than what they are; and what was so before a barrier is covered.
void Walk::add_monotone(std::uint32_t node, const std::vector<Term>& state, std::vector<Term>& facts) {
  const CutPoint& at = graph_.nodes[node];
  const auto grows = [&](std::uint32_t i) {
    const VariableKind k = following_.variables[i].kind;
    return k == VariableKind::entries || k == VariableKind::passes ||
           (!following_.barriers && (k == VariableKind::latest || k == VariableKind::ordinal));
  };
  for (std::uint32_t i = 0; i < state.size(); ++i) {
    const Variable& v = following_.variables[i];
    if (v.kind != VariableKind::snapshot && v.kind != VariableKind::covered && v.kind != VariableKind::latest) continue;
    if (v.kind == VariableKind::snapshot && v.back == 0) continue;
    facts.push_back(grows(v.source) ? terms_.at_most(state[i], state[v.source]) : terms_.boolean(true));
  }
  if (!following_.barriers) return;
  for (std::uint32_t i = 0; i < state.size(); ++i) {
    const Variable& c = following_.variables[i];
    if (c.kind != VariableKind::snapshot || c.at_start) continue;
    for (std::uint32_t j = 0; j < state.size(); ++j) {
      const Variable& b = following_.variables[j];
      if (b.kind != VariableKind::covered) continue;
      // What had ended before the iteration at hand began, at a place behind a barrier in it or around it.
      const Term n = symbols_.target(c.target);
      const Term e = state[index_of(VariableKind::entries, c.scope)];
      const bool in = inside(tree_, at, c.scope);
      facts.push_back(terms_.implies(terms_.both(terms_.at_least(n, terms_.number(1)), terms_.less(n, e)),
                                     terms_.at_most(state[i], state[j])));
      facts.push_back(in ? terms_.boolean(true)
                         : terms_.implies(terms_.both(terms_.at_least(n, terms_.number(1)), terms_.at_most(n, e)),
                                          terms_.at_most(state[i], state[j])));
    }
  }
}

}  // namespace counterpoint::smt
