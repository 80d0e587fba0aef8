// One wait against one dependency.
// SPDX-License-Identifier: Apache-2.0
#include "smt/obligations/consumer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"
#include "smt/obligations/memory.hpp"
#include "smt/obligations/representative.hpp"

namespace counterpoint::smt {
namespace {

using Key = std::vector<std::uint64_t>;

void append(Key& key, const Target& t, bool with_producer) {
  key.insert(key.end(), {std::uint64_t{static_cast<std::uint8_t>(t.kind)}, t.scope.value, t.inner_scope.value,
                         static_cast<std::uint64_t>(t.distance), static_cast<std::uint64_t>(t.inner),
                         static_cast<std::uint64_t>(t.factor), t.producer_scope.value,
                         with_producer ? t.producer.value : 0, t.producer_engine.value, t.owed.size()});
  for (const auto& [scope, distance] : t.owed)
    key.insert(key.end(), {scope.value, static_cast<std::uint64_t>(distance)});
  for (const auto& [scope, distance] : t.distances) {
    key.insert(key.end(), {scope.value, static_cast<std::uint64_t>(distance)});
  }
}

Key key_of(const Following& f, const Standing& standing) {
  Key key{f.engine.value, f.targets, f.barriers ? 1U : 0U, f.bounds ? 1U : 0U, standing.scope.value, standing.item};
  for (const Variable& v : f.variables) {
    key.insert(key.end(), {std::uint64_t{static_cast<std::uint8_t>(v.kind)}, v.scope.value, v.reg.value,
                           v.instruction.value, v.cell.value, v.engine.value, v.place.scope.value, v.place.item,
                           v.place.block.value, v.source, v.target, v.wait, v.at_start ? 1U : 0U, v.back});
  }
  for (const Afar& a : f.afar) {
    key.push_back(a.ordinal);
    key.insert(key.end(), a.registers.begin(), a.registers.end());
  }
  return key;
}

// A condition and its negation, for terms in which either occurs.
void assume(Terms& terms, Substitution& in, Term condition, bool holds) {
  in.set(condition, terms.boolean(holds));
  in.set(terms.negation(condition), terms.boolean(!holds));
}

}  // namespace

// Whether the producer has an instance that is asked for. An ordinal of a producer that adds nothing does not say.
Term instance_exists(Terms& terms, Term amount, bool ordinal, std::int64_t own, std::int64_t initial) {
  if (!ordinal) return terms.at_least(amount, terms.number(1));
  return own > 0 ? terms.greater(amount, terms.number(initial)) : terms.boolean(true);
}

std::vector<std::pair<std::string, std::int64_t>> named(const Terms& terms, const ProofResult& r) {
  std::vector<std::pair<std::string, std::int64_t>> all;
  for (const auto& [variable, value] : r.model) all.emplace_back(terms.name(variable), value);
  return all;
}

ConsumerProofs::ConsumerProofs(const Setting& setting)
    : s_(setting), tree_(setting.implementation.tree), memory_(std::make_unique<Memory>(setting)) {}
ConsumerProofs::~ConsumerProofs() = default;

Walk& ConsumerProofs::walk_of(Following following, const Standing& standing, std::string name) {
  auto& slot = memory_->walks[key_of(following, standing)];
  if (slot == nullptr) {
    slot = std::make_unique<Walk>(s_.terms, s_.prover, s_.facts, std::move(following), std::vector{standing},
                                  std::move(name));
  }
  return *slot;
}

ConsumerProofs::Speaks ConsumerProofs::speaks(const Consumer& c, CellId cell, const Target& t) const {
  const Raisers* body = s_.streams.raisers(cell, t.producer_scope, t.producer_engine);
  if (body == nullptr) return Speaks::no;
  const auto& all = s_.streams.cell(cell).raisers;
  if (all.size() == 1 && !s_.resets) return Speaks::count;
  const bool own = t.producer_engine == c.engine;
  for (const Raisers& r : all) {
    // Ordinals are counted on the consumer's walk, which is the producer's where trips are uniform.
    if (r.engine != t.producer_engine || (!own && !tree_.uniform(r.scope))) return Speaks::no;
  }
  return Speaks::ordinal;
}

ConsumerProofs::Prepared& ConsumerProofs::prepare(const Consumer& c, const Target& t, CellId cell, const Threshold& w,
                                                  bool afar) {
  const std::vector<Term> variables = variables_of(s_.terms, std::span(&w.value, 1));
  Key key{c.engine.value, c.standing.scope.value, c.standing.item, cell.value, afar ? 1U : 0U};
  append(key, t, cell.valid());
  for (const Term v : variables) key.push_back(v.value);
  auto& slot = memory_->prepared[key];
  if (slot != nullptr) return *slot;
  slot = std::make_unique<Prepared>();
  Prepared& p = *slot;
  p.number = memory_->prepared.size();
  Following following{.engine = c.engine};
  const std::optional<Asked> asked = ask(following, t, cell, c.standing, tree_);
  if (!asked) return p;
  if (cell.valid()) follow_constant_raisers(following, s_.streams, tree_, cell);
  follow_registers(following, s_.streams, s_.terms, tree_, variables, afar ? &memory_->in_step : nullptr);
  following.barriers = s_.barriers && cell.valid();
  p.walk =
      &walk_of(std::move(following), c.standing, fmt::format("the walk of engine '{}'", tree_.engine_name(c.engine)));
  p.view = p.walk->view(c.standing);
  p.amount = amount_of(*asked, *p.walk, p.view, s_.terms, tree_);
  p.in_view = std::make_unique<Substitution>(s_.terms);
  p.when_owed = std::make_unique<Substitution>(s_.terms);
  for (const Term x : p.amount.owed) {
    assume(s_.terms, *p.when_owed, x, true);
    p.when_not.push_back(std::make_unique<Substitution>(s_.terms));
    assume(s_.terms, *p.when_not.back(), x, false);
  }
  return p;
}

// A wait and a dependency in one state: what the threshold is there, and what the cell is when the dependency holds.
// Ordinals are those of the producer that represents its block, and thresholds are moved there with them.
struct ConsumerProofs::Faced {
  Prepared& place;
  bool ordinal = false;
  std::int64_t initial = 0;   // of the cell
  std::int64_t own = 0;       // what the producer adds to it
  std::int64_t behind = 0;    // what it gains behind the producer, up to the one that represents it
  Term reached;               // the cell when the target instance of who represents it has just retired
  Term owed;                  // the threshold where all that is owed is, and `behind`
  Term passed;                // whether `reached` speaks of an instance; else the cell's initial value is meant
  std::vector<Term> excused;  // for each condition: where it fails, the threshold is low
};

// Where one condition of what is owed fails, the threshold must be one that every state reaches.
std::vector<Term> ConsumerProofs::excused(const Prepared& p, Term threshold, Term owed, std::int64_t initial) const {
  Terms& terms = s_.terms;
  std::vector<Term> all;
  for (const auto& x : p.when_not) {
    const Term not_owed = (*x)(threshold);
    Term low = terms.at_most(not_owed, terms.number(initial));
    if (s_.set_back > 0) {
      // Set back from what would be owed, or from what the engine has counted itself: either is within the lag. What
      // stays behind for ever, such as 0, is not: the difference from a semaphore that grows wraps.
      if (not_owed != owed) low = terms.boolean(false);
      low = terms.either(low, terms.equal(not_owed, terms.plus(owed, -s_.set_back)));
      for (std::size_t i = 0; i < p.view.state.size(); ++i) {
        if (p.walk->following().variables[i].kind != VariableKind::ordinal) continue;
        low = terms.either(low, terms.equal(not_owed, terms.plus(p.view.state[i], -s_.set_back)));
      }
    }
    all.push_back(low);
  }
  return all;
}

ConsumerProofs::Pair ConsumerProofs::compare(const Consumer& c, const Target& t, const Threshold& w, bool only_equal) {
  Pair p = compare(c, t, w, only_equal, !s_.barriers);
  if (p.afar && (!p.safe || !p.live)) p = compare(c, t, w, only_equal, false);
  return p;
}

ConsumerProofs::Pair ConsumerProofs::compare(const Consumer& c, const Target& t, const Threshold& w, bool only_equal,
                                             bool afar) {
  Terms& terms = s_.terms;
  const Speaks how = speaks(c, w.cell, t);
  // After a reset a cell says nothing of earlier instances: segments are looked at together.
  if (how == Speaks::no || s_.resets) return {};
  const bool ordinal = how == Speaks::ordinal;
  const Raisers& body = *s_.streams.raisers(w.cell, t.producer_scope, t.producer_engine);
  const Represented r = ordinal ? represent(tree_, body, t.producer) : Represented{t.producer, 0};
  Target shared = t;
  shared.producer = r.by;
  Prepared& p = prepare(c, shared, ordinal ? w.cell : CellId{}, w, afar);
  if (p.walk == nullptr) return {};
  Pair none;
  none.afar = !p.walk->following().afar.empty();
  if (!p.amount.settled) return none;
  const std::int64_t initial = s_.streams.cell(w.cell).initial;
  const std::int64_t up_to = body.up_to(t.producer);
  const std::int64_t own = up_to - body.before(t.producer);
  const Term reached =
      ordinal ? p.amount.amount
              : terms.plus(terms.plus(terms.scale(body.total(), p.amount.amount), up_to - body.total()), initial);
  const Term passed = ordinal && own > 0 ? terms.greater(reached, terms.number(initial)) : terms.boolean(true);
  const Term threshold = p.walk->value(w.value, p.view);
  const Term here = (*p.when_owed)(threshold);
  const Term owed = terms.plus(here, r.behind);
  const Term difference = terms.subtract(owed, reached);
  if (only_equal && difference != terms.number(0)) return none;
  const Faced faced{p, ordinal, initial, own, r.behind, reached, owed, passed, excused(p, threshold, here, initial)};
  Key key{p.number, difference.value};
  // Unless the two are the same, the answer depends on what the producer itself adds, and on where its cell stands.
  if (own == 0 || difference != terms.number(0)) {
    key.insert(key.end(), {static_cast<std::uint64_t>(own), static_cast<std::uint64_t>(initial), reached.value});
  }
  for (const Term x : faced.excused) key.push_back(x.value);
  const auto remember = [&](bool exactly) {
    const auto remembered = memory_->pairs.find(key);
    if (remembered != memory_->pairs.end()) return remembered->second;
    Pair result = decide(c, t, w, faced, exactly);
    result.uniform = ordinal && t.producer_engine != c.engine;
    result.afar = none.afar;
    memory_->pairs.emplace(key, result);
    return result;
  };
  // Whether they are the same is one question for all producers of a block.
  const Pair same = remember(true);
  if (same.safe) return same;
  key.insert(key.end(), {1, static_cast<std::uint64_t>(r.behind)});
  return remember(false);
}

// `exactly`: whether the threshold is what Equation 1 asks for, and neither safe nor live if not.
ConsumerProofs::Pair ConsumerProofs::decide(const Consumer& c, const Target& t, const Threshold& w, const Faced& faced,
                                            bool exactly) {
  Terms& terms = s_.terms;
  Prepared& p = faced.place;
  const Term difference = terms.subtract(faced.owed, faced.reached);
  const Term initial = terms.number(faced.initial);
  const Term not_passed = terms.negation(faced.passed);
  Pair result;
  std::vector<Term> given = p.amount.given;
  given.insert(given.end(), p.amount.owed.begin(), p.amount.owed.end());
  const auto holds = [&](std::span<const Term> also, Term goal, std::string_view part) {
    const ProofResult r = p.walk->prove(p.view.known, also, goal, fmt::format("{}: {} ({})", words(c), words(w), part));
    if (r.answer == ProofAnswer::proved) return true;
    result.why = r.answer == ProofAnswer::unknown ? r.reason : fmt::format("a state in which it fails: {}", part);
    result.model = named(terms, r);
    return false;
  };
  if (exactly) {
    const Term equal = terms.implies(faced.passed, terms.equal(difference, terms.number(0)));
    result.safe =
        faced.own > 0 && holds(given, equal, "the threshold is what Equation 1 asks for") &&
        (terms.is_true(faced.passed) || holds(given, terms.implies(not_passed, terms.at_most(faced.owed, initial)),
                                              "nothing is waited for too early"));
    result.live = result.safe;
  } else {
    const Term some = instance_exists(terms, p.amount.amount, faced.ordinal, faced.own, faced.initial);
    const Term before = terms.greater(difference, terms.number(-faced.own));
    result.safe = holds(given, terms.implies(some, before), "the threshold is high enough");
    const Term low = terms.at_most(faced.owed, terms.maximum(terms.number(faced.initial), faced.reached));
    const Term here = terms.at_most(terms.plus(faced.owed, -faced.behind), initial);
    result.live = holds(given, terms.both(terms.implies(faced.passed, low), terms.implies(not_passed, here)),
                        "the threshold is low enough");
  }
  // An upper bound of what is asked for is no reason for a wait.
  result.live = result.live && t.kind != TargetKind::bounded;
  for (std::size_t i = 0; result.live && i < faced.excused.size(); ++i) {
    const Term not_owed = terms.negation(p.amount.owed[i]);
    result.live = holds(std::span(&not_owed, 1), faced.excused[i], "nothing is waited for where nothing is owed");
  }
  return result;
}

ConsumerResult ConsumerProofs::prove(const Consumer& c) {
  constexpr std::size_t most_pairs = 4096;
  ConsumerResult result;
  const std::size_t n = c.dependencies.size();
  std::vector<Target> targets;
  for (const DependencyId d : c.dependencies) {
    targets.push_back(target_of(s_.program, s_.implementation, s_.pairing, d));
  }
  std::vector<bool> safe(n, false);
  std::vector<bool> live(c.waits.size(), false);
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (targets[i].kind == TargetKind::never) safe[i] = true;
    // First the waits that no dependency has yet, in their order: that is how most implementations list them.
    for (const bool again : {false, true}) {
      for (std::size_t j = 0; j < c.waits.size() && !safe[i]; ++j) {
        if (live[j] != again || ++pairs > most_pairs) continue;
        const Pair p = compare(c, targets[i], c.waits[j]);
        safe[i] = safe[i] || p.safe;
        live[j] = live[j] || p.live;
        result.uniform = result.uniform || ((p.safe || p.live) && p.uniform);
      }
    }
  }
  for (std::size_t j = 0; j < c.waits.size(); ++j) {
    for (std::size_t i = 0; i < n && !live[j] && pairs <= most_pairs; ++i, ++pairs) {
      const Pair p = compare(c, targets[i], c.waits[j]);
      live[j] = p.live;
      result.uniform = result.uniform || (p.live && p.uniform);
    }
  }
  const auto all = [](const std::vector<bool>& x) { return std::all_of(x.begin(), x.end(), [](bool b) { return b; }); };
  if (all(safe) && all(live)) return result;
  if (s_.set_back == 0) {
    together(c, targets, safe, live, result);
  } else {
    // Several waits together are not looked at where each must be within the lag by itself.
    result.safe = all(safe);
    result.live = false;
    result.open.push_back(
        {words(c) + ": by wrapped difference, not every wait is within the lag of a dependency", "", {}});
  }
  return result;
}

std::vector<Invariant> ConsumerProofs::invariants() const {
  std::vector<Invariant> all;
  for (const auto& [key, walk] : memory_->walks) {
    for (Invariant& x : walk->invariants()) all.push_back(std::move(x));
  }
  return all;
}

std::string ConsumerProofs::words(const Consumer& c) const {
  if (c.instruction.valid())
    return fmt::format("{}: {}", tree_.engine_name(c.engine), tree_.instruction_name(c.instruction));
  return fmt::format("{}: start of {}", tree_.engine_name(c.engine), tree_.scope_name(c.visit));
}

std::string ConsumerProofs::words(const Consumer& c, DependencyId d) const {
  return fmt::format("{} after {}", words(c), s_.program.producer_name(d));
}

std::string ConsumerProofs::words(const Threshold& w) const {
  return fmt::format("wait {} >= {}", s_.streams.cell_name(w.cell), to_text(s_.terms, w.value));
}

}  // namespace counterpoint::smt
