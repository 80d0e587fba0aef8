// All waits of a consumer, earlier ones, barriers and chains, against each dependency; and the reverse.
// SPDX-License-Identifier: Apache-2.0
//
// What. Knowledge of how far a producer has retired comes from
//   a wait of the consumer, or the threshold that an earlier consumer of its engine had when it was last issued (a cell
//   only grows: what was reached stays reached);
//   a barrier: every instance before it has retired (uniform trips);
//   a chain of dependencies within one body: who has retired has issued, and at its issue its own dependencies held, in
//   both machines (certification.md 1, H(3) and H(4); the past of a joint run, so nothing is assumed of the present).
// A dependency is safe if, wherever it is owed, one of these reaches far enough. A wait is live if, wherever it holds
// back, what is owed or what was waited for before already reaches it. After `barrier reset` a cell speaks of its
// segment only: thresholds are then compared with ordinals counted from the last barrier, for instances that no barrier
// covers (proofs-notes, the segment lemma).
// Source: certification.md 1 and 3, semantics.md 5.6 and 5.11.
#include <fmt/format.h>

#include <algorithm>

#include "core/dependence/redundant.hpp"
#include "smt/obligations/chain.hpp"
#include "smt/obligations/memory.hpp"

namespace counterpoint::smt {
namespace {

constexpr std::size_t most_waits = 48;  // of a consumer, looked at together
constexpr std::size_t neighbours = 3;   // earlier consumers in the text, and as many later ones, by cell

std::uint64_t pair_key(std::uint32_t a, std::uint32_t b) { return (std::uint64_t{a} << 32U) | b; }

// A threshold that was reached, or is to be reached.
struct Reached {
  CellId cell;
  Term value;
  bool own = false;  // a wait of the consumer itself
};

}  // namespace

std::vector<CellId> ConsumerProofs::cells_of(const Target& t) {
  Memory& m = *memory_;
  if (m.cells.empty()) {
    for (std::size_t i = 0; i < s_.streams.cell_count(); ++i) {
      for (const Raisers& r : s_.streams.cell(CellId{i}).raisers) {
        m.cells[pair_key(r.scope.value, r.engine.value)].push_back(CellId{i});
      }
    }
  }
  const auto it = m.cells.find(pair_key(t.producer_scope.value, t.producer_engine.value));
  return it == m.cells.end() ? std::vector<CellId>{} : it->second;
}

// The consumers of the engine nearest in the text that wait for a cell.
std::vector<std::pair<InstructionId, std::uint32_t>> ConsumerProofs::earlier(const Consumer& c, CellId cell) {
  Memory& m = *memory_;
  if (!m.waiting_made) {
    m.waiting_made = true;
    for (const InstructionId i : tree_.instructions()) {
      const auto waits = s_.streams.thresholds(i);
      for (std::uint32_t w = 0; w < waits.size(); ++w) {
        m.waiting[pair_key(tree_.engine_of(i).value, waits[w].cell.value)].emplace_back(i, w);
      }
    }
  }
  const auto it = m.waiting.find(pair_key(c.engine.value, cell.value));
  if (it == m.waiting.end()) return {};
  const auto& all = it->second;
  // The start of a visit stands where its scope's first instruction would.
  InstructionId here = c.instruction;
  if (!here.valid()) {
    const BlockId b = c.standing.block;
    here = b.valid() ? InstructionId{std::size_t{s_.facts.instructions(b).last}} : InstructionId{std::size_t{0}};
  }
  const auto at = std::lower_bound(all.begin(), all.end(), std::pair{here, std::uint32_t{0}});
  std::vector<std::pair<InstructionId, std::uint32_t>> found;
  for (auto b = at; b != all.begin() && found.size() < neighbours;) found.push_back(*--b);
  for (auto b = at; b != all.end() && found.size() < 2 * neighbours; ++b) {
    if (b->first != c.instruction) found.push_back(*b);
  }
  return found;
}

// One question about all of it: the walk that follows everything that is spoken of, and the terms in it.
class ConsumerProofs::Question {
 public:
  Question(const Setting& s, const Consumer& c) : s_(s), consumer_(c), following_{.engine = c.engine} {}

  void add_registers(Term threshold) { thresholds_.push_back(threshold); }
  void add_noted(InstructionId i, std::uint32_t wait, CellId cell) {
    const Variable v{.kind = VariableKind::noted, .instruction = i, .cell = cell, .wait = wait};
    const std::size_t before = following_.variables.size();
    const std::uint32_t at = following_.add(v);
    if (following_.variables.size() > before) noted_.push_back(at);
    thresholds_.push_back(s_.streams.thresholds(i)[wait].value);
  }
  [[nodiscard]] std::optional<Asked> add_target(const Target& t, CellId cell) {
    if (cell.valid()) follow_constant_raisers(following_, s_.streams, s_.implementation.tree, cell);
    return ask(following_, t, cell, consumer_.standing, s_.implementation.tree);
  }
  // The passes of a producer, and how many of them the last barrier covers.
  std::pair<std::uint32_t, std::uint32_t> add_barrier(InstructionId producer) {
    following_.barriers = true;
    const std::uint32_t passes = following_.add({.kind = VariableKind::passes, .instruction = producer});
    return {passes, following_.add({.kind = VariableKind::covered, .source = passes})};
  }
  std::uint32_t add_count(VariableKind kind, ScopeId scope) { return following_.add({.kind = kind, .scope = scope}); }

  [[nodiscard]] Following finish(InStep* in_step) {
    std::vector<Term> variables = variables_of(s_.terms, thresholds_);
    follow_registers(following_, s_.streams, s_.terms, s_.implementation.tree, variables, in_step);
    return following_;
  }
  [[nodiscard]] std::vector<Reached> noted(const View& view) const {
    std::vector<Reached> all;
    for (const std::uint32_t i : noted_) all.push_back({following_.variables[i].cell, view.state[i], false});
    return all;
  }

 private:
  const Setting& s_;
  const Consumer& consumer_;
  Following following_;
  std::vector<Term> thresholds_;
  std::vector<std::uint32_t> noted_;
};

struct ConsumerProofs::Together {
  std::vector<std::optional<Asked>> counts;                                      // by dependency
  std::vector<std::vector<std::pair<CellId, Asked>>> ordinals;                   // by dependency
  std::vector<std::optional<std::pair<std::uint32_t, std::uint32_t>>> barriers;  // passes, covered
  std::vector<Implied> implied;
  std::vector<std::optional<Chain>> chains;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> chain_counts;  // E and T of the body
  std::vector<Amount> amounts;
  std::vector<Reached> reached;
  View view;
  Walk* walk = nullptr;
};

void ConsumerProofs::together(const Consumer& c, const std::vector<Target>& targets, const std::vector<bool>& safe,
                              const std::vector<bool>& live, ConsumerResult& result) {
  ConsumerResult near = result;
  if (together(c, targets, safe, live, result, !s_.barriers) && !result.open.empty()) {
    result = std::move(near);
    together(c, targets, safe, live, result, false);
  }
}

bool ConsumerProofs::together(const Consumer& c, const std::vector<Target>& targets, const std::vector<bool>& safe,
                              const std::vector<bool>& live, ConsumerResult& result, bool afar) {
  const auto open = [&](std::string what, std::string why, std::vector<std::pair<std::string, std::int64_t>> model) {
    result.open.push_back({std::move(what), std::move(why), std::move(model)});
  };
  if (c.waits.size() > most_waits || targets.size() > most_waits) {
    result.safe = std::all_of(safe.begin(), safe.end(), [](bool b) { return b; });
    result.live = false;
    open(words(c), fmt::format("more than {} waits or dependencies that imply each other", most_waits), {});
    return false;
  }
  Together t;
  Question q(s_, c);
  lay_out(c, targets, safe, q, t);
  t.walk = &walk_of(q.finish(afar ? &memory_->in_step : nullptr), c.standing,
                    fmt::format("the walk of engine '{}'", tree_.engine_name(c.engine)));
  t.view = t.walk->view(c.standing);
  t.reached = q.noted(t.view);
  for (const Threshold& w : c.waits) t.reached.push_back({w.cell, t.walk->value(w.value, t.view), true});
  for (std::size_t i = 0; i < targets.size(); ++i) {
    t.amounts.push_back(t.counts[i] ? amount_of(*t.counts[i], *t.walk, t.view, s_.terms, tree_) : Amount{});
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (safe[i]) continue;
    const std::string what = words(c, c.dependencies[i]);
    if (!t.counts[i] || !t.amounts[i].settled) {
      result.safe = false;
      open(what, "how much it asks for is not known where it stands: its class or its distance is not decided here",
           {});
      continue;
    }
    prove_safe(c, i, targets[i], t, what, result);
  }
  for (std::size_t j = 0; j < live.size(); ++j) {
    if (live[j]) continue;
    // Where engines meet at barriers no proof of equivalence is tried.
    if (s_.barriers)
      result.live = false;
    else
      prove_live(c, j, targets, t, result);
  }
  if (!result.open.empty() && t.walk->unreachable(t.view)) result = ConsumerResult{};
  return !t.walk->following().afar.empty();
}

void ConsumerProofs::lay_out(const Consumer& c, const std::vector<Target>& targets, const std::vector<bool>& safe,
                             Question& q, Together& t) {
  for (const Threshold& w : c.waits) {
    q.add_registers(w.value);
    for (const auto& [i, wait] : earlier(c, w.cell)) q.add_noted(i, wait, w.cell);
  }
  t.chains.resize(targets.size());
  t.implied.resize(targets.size());
  t.chain_counts.resize(targets.size());
  t.barriers.resize(targets.size());
  t.ordinals.resize(targets.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    t.counts.push_back(q.add_target(targets[i], CellId{}));
    std::vector<CellId> cells;
    for (const CellId cell : cells_of(targets[i])) {
      const bool mine = std::any_of(c.waits.begin(), c.waits.end(), [&](const Threshold& w) { return w.cell == cell; });
      const auto others = earlier(c, cell);
      if (!mine && others.empty()) continue;
      for (const auto& [b, wait] : others) q.add_noted(b, wait, cell);
      cells.push_back(cell);
    }
    for (const CellId cell : cells) {
      if (speaks(c, cell, targets[i]) != Speaks::ordinal) continue;
      if (auto asked = q.add_target(targets[i], cell)) t.ordinals[i].emplace_back(cell, *asked);
    }
    if (safe[i]) continue;
    if (s_.barriers && s_.uniform) t.barriers[i] = q.add_barrier(targets[i].producer);
    const Extent extent = enough_for(s_.program, c.dependencies[i]);
    t.implied[i] = implied(c, s_.program.dependency(c.dependencies[i]).producer, extent, safe);
    t.chains[i] = t.implied[i].body;
    if (t.chains[i]) {
      t.chain_counts[i] = {q.add_count(VariableKind::entries, t.chains[i]->body),
                           q.add_count(VariableKind::trip, t.chains[i]->body)};
    }
  }
}

// Every threshold that was reached, as a way to see that the dependency holds.
void ConsumerProofs::reach_by_thresholds(const Consumer& c, std::size_t i, const Target& target, Together& t,
                                         std::vector<Term>& given, std::vector<Term>& any, bool& uniform) {
  Terms& terms = s_.terms;
  const Amount& a = t.amounts[i];
  for (const Reached& r : t.reached) {
    const Speaks how = speaks(c, r.cell, target);
    const Raisers* body = s_.streams.raisers(r.cell, target.producer_scope, target.producer_engine);
    if (how == Speaks::no || body == nullptr) continue;
    const std::int64_t before = body->before(target.producer);
    if (how == Speaks::count) {
      const Term low = terms.plus(terms.plus(terms.scale(body->total(), terms.plus(a.amount, -1)), before),
                                  s_.streams.cell(r.cell).initial);
      any.push_back(terms.greater(r.value, low));
      continue;
    }
    const std::int64_t own = body->up_to(target.producer) - before;
    for (const auto& [cell, asked] : t.ordinals[i]) {
      if (cell != r.cell) continue;
      const Amount ordinal = amount_of(asked, *t.walk, t.view, terms, tree_);
      const bool segment = s_.resets;
      if (!ordinal.settled && !segment) continue;
      // Within a segment: only waits of its own, for the producer's last pass, if that is what is asked for.
      if (segment && (!r.own || target.kind != TargetKind::now || !t.barriers[i])) continue;
      // An ordinal that is still the initial value: the producer was never passed, so nothing is owed.
      if (own > 0 && !segment)
        any.push_back(terms.at_most(ordinal.amount, terms.number(s_.streams.cell(cell).initial)));
      std::vector<Term> all{terms.greater(r.value, terms.plus(ordinal.amount, -own))};
      if (segment) all.push_back(terms.at_most(a.amount, t.view.state[t.barriers[i]->first]));
      given.insert(given.end(), ordinal.given.begin(), ordinal.given.end());
      any.push_back(terms.conjunction(all));
      uniform = uniform || target.producer_engine != c.engine;
    }
  }
}

void ConsumerProofs::prove_safe(const Consumer& c, std::size_t i, const Target& target, Together& t,
                                const std::string& what, ConsumerResult& result) {
  Terms& terms = s_.terms;
  const Amount& a = t.amounts[i];
  std::vector<Term> given = a.given;
  std::vector<Term> any;
  for (const Term o : a.owed) any.push_back(terms.negation(o));
  any.push_back(terms.at_most(a.amount, terms.number(0)));
  bool uniform = false;
  reach_by_thresholds(c, i, target, t, given, any, uniform);
  if (t.barriers[i]) {
    any.push_back(terms.at_most(a.amount, t.view.state[t.barriers[i]->second]));
    uniform = true;
  }
  if (t.chains[i]) {
    const auto [e, trip] = t.chain_counts[i];
    const Term far = terms.number(t.chains[i]->distance);
    any.push_back(terms.both(terms.greater(t.view.state[trip], far),
                             terms.at_least(terms.subtract(t.view.state[e], far), a.amount)));
    uniform = uniform || t.chains[i]->uniform;
  }
  const ProofResult r =
      t.walk->prove(t.view.known, given, terms.disjunction(any), what + ": it holds once all waits do");
  if (r.answer == ProofAnswer::proved) {
    result.uniform = result.uniform || uniform;
    return;
  }
  // A chain through several bodies: by the composition of extents, which is no obligation (proofs-notes, trusted).
  if (t.implied[i].held && target.kind != TargetKind::future) {
    result.uniform = result.uniform || t.implied[i].uniform;
    return;
  }
  result.safe = false;
  result.open.push_back({what + ": nothing that has been waited for reaches far enough", r.reason, named(terms, r)});
}

void ConsumerProofs::prove_live(const Consumer& c, std::size_t j, const std::vector<Target>& targets, Together& t,
                                ConsumerResult& result) {
  Terms& terms = s_.terms;
  const Threshold& w = c.waits[j];
  const std::size_t mine = t.reached.size() - c.waits.size() + j;
  const Term threshold = t.reached[mine].value;
  const std::int64_t initial = s_.streams.cell(w.cell).initial;
  const std::string what = fmt::format("{}: {}", words(c), words(w));
  bool uniform = false;
  std::vector<Term> given;
  std::vector<Term> any;
  if (!s_.resets) {
    any.push_back(terms.at_most(threshold, terms.number(initial)));
    for (const Reached& r : t.reached) {
      if (r.cell == w.cell && !r.own) any.push_back(terms.at_most(threshold, r.value));
    }
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const Amount& a = t.amounts[i];
      const Raisers* body = s_.streams.raisers(w.cell, targets[i].producer_scope, targets[i].producer_engine);
      const Speaks how = speaks(c, w.cell, targets[i]);
      if (how == Speaks::no || body == nullptr || !t.counts[i] || !a.settled) continue;
      if (targets[i].kind == TargetKind::bounded || targets[i].kind == TargetKind::never) continue;
      std::vector<Term> all = a.owed;
      all.push_back(terms.at_least(a.amount, terms.number(1)));
      if (how == Speaks::count) {
        given.insert(given.end(), a.given.begin(), a.given.end());
        all.push_back(
            terms.at_most(threshold, terms.plus(terms.plus(terms.scale(body->total(), terms.plus(a.amount, -1)),
                                                           body->up_to(targets[i].producer)),
                                                initial)));
        any.push_back(terms.conjunction(all));
        continue;
      }
      for (const auto& [cell, asked] : t.ordinals[i]) {
        if (cell != w.cell) continue;
        const Amount ordinal = amount_of(asked, *t.walk, t.view, terms, tree_);
        if (!ordinal.settled) continue;
        given.insert(given.end(), a.given.begin(), a.given.end());
        given.insert(given.end(), ordinal.given.begin(), ordinal.given.end());
        all.push_back(terms.at_most(threshold, ordinal.amount));
        any.push_back(terms.conjunction(all));
        uniform = uniform || targets[i].producer_engine != c.engine;
      }
    }
  }
  const ProofResult r =
      t.walk->prove(t.view.known, given, terms.disjunction(any), what + ": it holds once all dependencies do");
  if (r.answer == ProofAnswer::proved) {
    result.uniform = result.uniform || uniform;
    return;
  }
  if (const Implied i = implied_wait(c, w); i.held) {
    result.uniform = result.uniform || i.uniform;
    return;
  }
  result.live = false;
  result.open.push_back({what + ": it may wait for more than the program asks", r.reason, named(terms, r)});
}

}  // namespace counterpoint::smt
