// Guesses, lays out and checks the invariants of a walk.
// SPDX-License-Identifier: Apache-2.0
#include "smt/walk/walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::smt {
namespace {

constexpr std::size_t most_checks_of_way = 64;  // of a way, all ways taken together
constexpr std::size_t most_masks = 16;

// The numbers that registers are compared with where masks live across a cut point: candidates for masks.
std::vector<std::pair<std::uint32_t, std::int64_t>> candidate_masks(const Terms& terms, const Following& following,
                                                                    const Streams& streams) {
  std::set<std::int64_t> limits;
  std::set<std::int64_t> counted;  // a block that counts first compares what its register was before with one less
  for (const Variable& v : following.variables) {
    if (v.kind != VariableKind::reg && v.kind != VariableKind::noted) continue;
    std::vector<Term> roots;
    if (v.kind == VariableKind::reg) {
      for (const Assigned& a : streams.assignments(following.engine, v.reg)) roots.push_back(a.value);
    } else {
      roots.push_back(v.instruction.valid() ? streams.thresholds(v.instruction)[v.wait].value
                                            : streams.thresholds(following.engine, v.scope)[v.wait].value);
    }
    for (const Term t : parts_of(terms, roots)) {
      if (terms.kind(t) != TermKind::at_most_0) continue;
      const Term side = terms.parts(t)[0];
      const std::int64_t n = terms.kind(side) == TermKind::affine ? terms.constant(side) : 0;
      // k + 1 - t <= 0 is t > k; t - k <= 0 is its negation.
      const std::int64_t limit = n >= 1 ? n - 1 : -n;
      limits.insert(limit);
      counted.insert(limit + 1);
    }
  }
  std::vector<std::pair<std::uint32_t, std::int64_t>> masks;
  const auto add = [&](std::int64_t limit) {
    for (std::uint32_t i = 0; i < following.variables.size(); ++i) {
      if (following.variables[i].kind == VariableKind::trip && masks.size() < most_masks) masks.emplace_back(i, limit);
    }
  };
  for (const std::int64_t limit : limits) add(limit);
  for (const std::int64_t limit : counted) {
    if (!limits.contains(limit)) add(limit);
  }
  return masks;
}

}  // namespace

std::string variable_name(const Tree& tree, const Variable& v, std::size_t i) {
  switch (v.kind) {
    case VariableKind::entries: return fmt::format("E.{}", tree.scope_name(v.scope));
    case VariableKind::trip: return fmt::format("T.{}", tree.scope_name(v.scope));
    case VariableKind::passes: return fmt::format("passes.{}", tree.instruction_name(v.instruction));
    case VariableKind::ordinal: return fmt::format("ordinal.{}", i);
    case VariableKind::latest: return fmt::format("latest.{}.{}", tree.instruction_name(v.instruction), i);
    case VariableKind::covered: return fmt::format("covered.{}", i);
    case VariableKind::snapshot: return fmt::format("count.{}", i);
    case VariableKind::held: return fmt::format("held.{}", i);
    case VariableKind::seen: return fmt::format("seen.{}", i);
    case VariableKind::noted: return fmt::format("noted.{}", i);
    case VariableKind::reg: break;
  }
  return fmt::format("register.{}", i);
}

Symbols::Symbols(Terms& terms, const Following& following, const Streams& streams) : terms_(terms) {
  for (std::uint32_t i = 0; i < following.targets; ++i) targets_.push_back(terms.variable(fmt::format("N.{}", i)));
  for (std::size_t i = 0; i < following.variables.size(); ++i) {
    const Variable& v = following.variables[i];
    if (v.kind == VariableKind::reg) registers_.emplace_back(streams.at_entry(following.engine, v.reg), i);
  }
}

Term Symbols::growth(std::uint32_t i, std::uint32_t j) { return terms_.variable(fmt::format("more.{}.{}", i, j)); }

Term Symbols::value(Term t, const std::vector<Value>& state) {
  Substitution substitute(terms_);
  for (const auto& [variable, index] : registers_) substitute.set(variable, state[index]);
  return substitute(t);
}

Walk::Walk(Terms& terms, Prover& prover, const BlockFacts& facts, Following following, std::vector<Standing> standings,
           std::string name)
    : terms_(terms),
      prover_(prover),
      facts_(facts),
      tree_(facts.implementation.tree),
      following_(std::move(following)),
      name_(std::move(name)),
      graph_(graph_of(following_, facts.streams, tree_, standings)),
      linear_(terms),
      symbols_(terms, following_, facts.streams),
      evaluator_(symbols_, following_, facts, tree_),
      cuts_(graph_.nodes.size()),
      kept_(graph_.nodes.size()),
      deferred_(following_.variables.size(), false) {
  guess();
  if (!check_ways()) {
    // It does not settle: nothing is claimed but what holds by definition.
    for (auto& at : equalities_.at) at.clear();
    gave_up_ = true;
    for (std::uint32_t n = 0; n < cuts_.size(); ++n) lay_out(n);
  }
  check_deferred();
}

void Walk::guess() {
  equalities_ =
      guess_equalities(terms_, following_, graph_, facts_, tree_, candidate_masks(terms_, following_, facts_.streams));
  for (std::uint32_t n = 0; n < cuts_.size(); ++n) lay_out(n);
}

std::uint32_t Walk::index_of(VariableKind kind, ScopeId scope) const {
  for (std::uint32_t i = 0; i < following_.variables.size(); ++i) {
    if (following_.variables[i].kind == kind && following_.variables[i].scope == scope) return i;
  }
  return none_index;
}

Term Walk::column(const Column& c, const std::vector<Term>& state, std::span<const Term> columns) {
  switch (c.kind) {
    case ColumnKind::one: return terms_.number(1);
    case ColumnKind::variable: return state[c.variable];
    case ColumnKind::mask:
      return terms_.ite(terms_.greater(state[c.variable], terms_.number(c.limit)), terms_.number(1), terms_.number(0));
    case ColumnKind::masked: return multiply(terms_, columns[c.mask], state[c.variable]);
    case ColumnKind::shift: break;
  }
  return Term{};
}

std::vector<Term> Walk::columns(const std::vector<Term>& state) {
  std::vector<Term> all;
  for (const Column& c : equalities_.columns) all.push_back(column(c, state, all));
  return all;
}

// The state of a cut point and its facts, as far as they have not been dropped.
void Walk::lay_out(std::uint32_t node) {
  Cut& cut = cuts_[node];
  cut = Cut{};
  if (graph_.nodes[node].kind == CutKind::start) {
    cut.state = evaluator_.initial();
    return;
  }
  const auto& columns = equalities_.columns;
  cut.state.resize(following_.variables.size());
  for (std::size_t i = 0; i < cut.state.size(); ++i) {
    const Variable& v = following_.variables[i];
    cut.state[i] = v.kind == VariableKind::reg ? facts_.streams.at_entry(following_.engine, v.reg)
                                               : terms_.variable(variable_name(tree_, v, i));
  }
  std::vector<Term> values(columns.size());
  cut.shifts.resize(columns.size());
  const auto& equalities = equalities_.at[node];
  std::size_t next = 0;
  for (std::uint32_t c = 0; c < columns.size(); ++c) {
    const Equality* q = next < equalities.size() && equalities[next].column == c ? &equalities[next++] : nullptr;
    Term sum;
    if (q != nullptr) {
      std::vector<Summand> summands;
      bool known = true;
      for (const auto& [other, factor] : q->sum) {
        known = known && values[other].valid();
        if (known) summands.push_back({factor, values[other]});
      }
      if (known) sum = terms_.sum(0, summands);
    }
    if (sum.valid() && columns[c].kind == ColumnKind::variable) {
      if (q->denominator == 1) {
        cut.state[columns[c].variable] = sum;
      } else {
        const Term multiple = terms_.scale(q->denominator, cut.state[columns[c].variable]);
        cut.facts.push_back({terms_.equal(multiple, sum), static_cast<std::uint32_t>(next - 1), true});
      }
    }
    if (columns[c].kind == ColumnKind::shift) {
      if (sum.valid() && q->denominator == 1) cut.shifts[c] = sum;
    } else {
      values[c] = column(columns[c], cut.state, values);
    }
  }
  if (gave_up_) return;
  cut.within_trip.resize(columns.size());
  for (const Equality& q : equalities_.within_trip[node]) {
    if (q.denominator != 1) continue;
    std::vector<Summand> summands;
    for (const auto& [other, factor] : q.sum) summands.push_back({factor, values[other]});
    cut.within_trip[q.column] = terms_.sum(0, summands);
  }
  const std::vector<Term> ghosts = ghost_facts(node, cut.state);
  std::vector<bool>& kept = kept_[node];
  if (kept.size() != ghosts.size()) kept.assign(ghosts.size(), true);
  for (std::size_t i = 0; i < ghosts.size(); ++i) {
    if (kept[i]) cut.facts.push_back({ghosts[i], static_cast<std::uint32_t>(i), false});
  }
}

std::vector<Term> Walk::conditions(const Way& way, const std::vector<Term>& state) {
  std::vector<Term> all;
  for (const Action& a : way.actions) {
    if (a.kind != ActionKind::afar) continue;
    for (std::uint32_t j = 0; j < following_.afar.size(); ++j) {
      all.push_back(terms_.at_least(symbols_.growth(a.number, j), terms_.number(0)));
    }
  }
  const ScopeId loop = way.enters.valid() ? way.enters : way.passes;
  if (!loop.valid() || tree_.scope(loop).trip_kind != TripKind::constant) return all;
  if (way.enters.valid() && tree_.scope(loop).trips == 0) return {terms_.boolean(false)};
  const std::uint32_t trip = index_of(VariableKind::trip, loop);
  if (trip == none_index) return all;
  const Term n = terms_.number(tree_.scope(loop).trips);
  all.push_back(way.enters.valid() ? terms_.less(state[trip], n) : terms_.at_least(state[trip], n));
  return all;
}

Known Walk::known_at(std::uint32_t node, const Way& way) {
  Known known;
  const auto add = [&](Term t) {
    if (terms_.is_true(t)) return;
    const Term fact = linear_(t);
    known.facts.push_back({fact, variables_of(terms_, std::span(&fact, 1))});
  };
  for (const Fact& f : cuts_[node].facts) add(f.term);
  for (const Term t : conditions(way, cuts_[node].state)) add(t);
  return known;
}

ProofResult Walk::prove(const Known& known, std::span<const Term> also, Term goal, std::string_view what) {
  // What the terms say by themselves needs no question; the prover counts it.
  if (terms_.is_true(goal)) return prover_.prove({}, goal, what);
  const Term wanted = linear_(goal);
  for (const Known::One& k : known.facts) {
    if (k.term == wanted) return prover_.prove(std::span(&wanted, 1), wanted, what);
  }
  std::vector<Term> all;
  for (const Term t : also) all.push_back(linear_(t));
  const std::size_t given = all.size();
  std::vector<Term> roots = all;
  roots.push_back(wanted);
  const std::vector<Term> own = variables_of(terms_, roots);
  for (const Known::One& k : known.facts) {
    if (std::includes(own.begin(), own.end(), k.variables.begin(), k.variables.end())) all.push_back(k.term);
  }
  ProofResult result = prover_.prove(all, wanted, what);
  if (result.answer == ProofAnswer::proved || all.size() == given + known.facts.size()) return result;
  all.resize(given);
  for (const Known::One& k : known.facts) all.push_back(k.term);
  return prover_.prove(all, wanted, what);
}

// Checks every way, and again where what it starts from, or how its end is written, has changed since. False if that
// does not end.
bool Walk::check_ways() {
  std::vector<std::vector<std::uint32_t>> from(graph_.nodes.size());
  std::vector<std::vector<std::uint32_t>> into(graph_.nodes.size());
  std::set<std::uint32_t> open;
  for (std::uint32_t w = 0; w < graph_.ways.size(); ++w) {
    from[graph_.ways[w].from].push_back(w);
    if (graph_.nodes[graph_.ways[w].to].kind == CutKind::end) continue;
    into[graph_.ways[w].to].push_back(w);
    open.insert(w);
  }
  // Where loops lie in each other what is dropped goes from the inner ones outwards, against the order of the ways.
  const auto reopen = [&](std::span<const std::uint32_t> ways) {
    for (const std::uint32_t w : ways) {
      if (graph_.nodes[graph_.ways[w].to].kind != CutKind::end) open.insert(w);
    }
  };
  const std::size_t most = most_checks_of_way * graph_.ways.size();
  std::size_t checks = 0;
  std::uint32_t next = 0;
  while (!open.empty()) {
    if (++checks > most) return false;
    auto it = open.lower_bound(next);
    if (it == open.end()) it = open.begin();
    const Way& way = graph_.ways[*it];
    next = *it + 1;
    open.erase(it);
    const Change change = check(way);
    if (change != Change::none) reopen(from[way.to]);
    if (change == Change::form) reopen(into[way.to]);
  }
  return true;
}

// Checks whether everything claimed at the end of a way follows, and drops what does not.
Walk::Change Walk::check(const Way& way) {
  std::vector<Term> state = cuts_[way.from].state;
  for (const Action& a : way.actions) evaluator_.act(a, state);
  const Known known = known_at(way.from, way);
  const std::vector<Term> values = columns(state);
  bool rewritten = false;
  auto& equalities = equalities_.at[way.to];
  std::vector<Equality> kept;
  for (const Equality& q : equalities) {
    const Column& c = equalities_.columns[q.column];
    if (c.kind == ColumnKind::shift) {
      kept.push_back(q);  // no claim by itself: ghost facts use it, and are checked
      continue;
    }
    std::vector<Summand> summands{{-q.denominator, values[q.column]}};
    for (const auto& [other, factor] : q.sum) summands.push_back({factor, values[other]});
    const Term goal = terms_.equal(terms_.sum(0, summands), terms_.number(0));
    if (prove(known, {}, goal, name_).answer == ProofAnswer::proved) kept.push_back(q);
  }
  if (kept.size() != equalities.size()) {
    dropped_ += equalities.size() - kept.size();
    equalities = std::move(kept);
    lay_out(way.to);
    rewritten = true;
  }
  // Facts are laid out over the state of the cut point: the same over the state that the way leads to.
  Substitution arrive(terms_);
  const Cut& to = cuts_[way.to];
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (terms_.kind(to.state[i]) == TermKind::variable) arrive.set(to.state[i], state[i]);
  }
  bool dropped = false;
  for (const Fact& f : to.facts) {
    if (f.is_equality) continue;
    if (prove(known, {}, arrive(f.term), name_).answer == ProofAnswer::proved) continue;
    kept_[way.to][f.equality] = false;
    ++dropped_;
    dropped = true;
  }
  if (dropped) lay_out(way.to);
  if (rewritten) return Change::form;
  return dropped ? Change::fewer : Change::none;
}

void Walk::check_deferred() {
  for (std::uint32_t i = 0; i < following_.variables.size(); ++i) {
    const Variable& v = following_.variables[i];
    if (v.kind != VariableKind::held) continue;
    std::uint32_t seen = 0;
    while (following_.variables[seen].kind != VariableKind::seen || following_.variables[seen].target != v.target)
      ++seen;
    bool holds = true;
    for (const Way& way : graph_.ways) {
      std::vector<Term> state = cuts_[way.from].state;
      for (const Action& a : way.actions) {
        if (a.kind == ActionKind::leave && a.scope == v.scope) {
          const std::uint32_t e = index_of(VariableKind::entries, v.scope);
          const std::vector<Term> also{terms_.equal(state[seen], terms_.number(1)),
                                       terms_.equal(symbols_.target(v.target), state[e])};
          holds =
              holds && prove(known_at(way.from, way), also, terms_.equal(state[i], state[v.source]), name_).answer ==
                           ProofAnswer::proved;
        }
        evaluator_.act(a, state);
      }
    }
    deferred_[i] = holds;
  }
}

bool Walk::unreachable(const View& view) {
  return prove(view.known, {}, terms_.boolean(false), name_ + " never comes there").answer == ProofAnswer::proved;
}

View Walk::view(const Standing& standing) {
  const Graph::Position& p = graph_.position(standing);
  const Way& way = graph_.ways[p.way];
  View v{cuts_[way.from].state, known_at(way.from, way)};
  for (std::uint32_t i = 0; i < p.actions; ++i) evaluator_.act(way.actions[i], v.state);
  if (standing.block.valid())
    evaluator_.pass_ghosts(standing.block, v.state);
  else
    evaluator_.hold(standing, v.state);
  return v;
}

}  // namespace counterpoint::smt
