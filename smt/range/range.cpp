// Bounds every value by a linear form, and proves the bound that follows.
// SPDX-License-Identifier: Apache-2.0
#include "smt/range/range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <unordered_map>

#include "smt/range/linear_bound.hpp"
#include "smt/terms/rewrite.hpp"

namespace counterpoint::smt {
namespace {

// Terms hold numbers of 64 bits, and so do obligations about one bit less: what fits 63 fits 64.
constexpr std::uint32_t widest = 63;
constexpr std::size_t most_conditions = 8;
constexpr std::size_t most_bounds_open = 8;
constexpr std::int64_t most_entries = std::int64_t{1} << 61;  // a bound beyond any run, with room to reckon

// A value at its place, and what bounds it.
struct Extreme {
  Walk* walk = nullptr;
  const View* view = nullptr;
  Term value;
  LinearBound bound;
  std::string what;
};

class Ranging {
 public:
  Ranging(const Setting& s, std::uint32_t width, bool wrapped)
      : s_(s),
        tree_(s.implementation.tree),
        wrapped_(wrapped),
        largest_(static_cast<std::int64_t>((std::uint64_t{1} << (std::min(width, widest) - 1)) - 1)) {}

  Ranges run() {
    if (wrapped_) {
      look_at_compared();
    } else {
      for (const BlockId b : tree_.blocks()) look_at(b);
      look_at_cells();
    }
    look_at_literals();
    conclude();
    if (result_.open.empty()) prove();
    return std::move(result_);
  }

 private:
  using Key = std::vector<std::pair<std::uint32_t, std::int64_t>>;

  struct Placed {
    std::unique_ptr<Walk> walk;
    View view;
  };

  void open(std::string what, std::string why) {
    if (result_.open.size() < most_bounds_open) result_.open.push_back({std::move(what), std::move(why), {}});
  }

  // Every result of a block, engine by engine.
  void look_at(BlockId b) {
    const Block& block = tree_.block(b);
    std::map<EngineId, std::vector<std::pair<Term, std::string>>> values;
    for (std::uint32_t i = block.first; i < block.last; ++i) {
      const Statement& st = s_.implementation.statements[i];
      if (st.kind() != StatementKind::operation) continue;
      const EngineId e = st.engine();
      const RegisterId r = s_.implementation.operations[st.index].target;
      values[e].emplace_back(s_.streams.result_of(st.index), named_register(e, r));
    }
    for (auto& [engine, all] : values) place(engine, b, all);
  }

  [[nodiscard]] std::string named_register(EngineId e, RegisterId r) const {
    return fmt::format("{} of engine '{}'", s_.implementation.register_name(e, r), tree_.engine_name(e));
  }

  // Counters may wrap: only what is compared must not.
  void look_at_compared() {
    std::map<std::pair<BlockId, EngineId>, std::vector<std::pair<Term, std::string>>> values;
    for (const Streams::Compared& c : s_.streams.compared()) {
      values[{c.block, c.engine}].emplace_back(
          c.value, fmt::format("what engine '{}' compares in the body of {}", tree_.engine_name(c.engine),
                               tree_.scope_name(tree_.block(c.block).scope)));
    }
    for (auto& [where, all] : values) place(where.second, where.first, all);
  }

  void place(EngineId engine, BlockId b, const std::vector<std::pair<Term, std::string>>& values) {
    std::vector<Term> roots;
    for (const auto& [t, what] : values) roots.push_back(t);
    const std::vector<Term> variables = variables_of(s_.terms, roots);
    const Block& block = tree_.block(b);
    const Standing standing{block.scope, block.item, b};
    Following following{.engine = engine};
    following.bounds = true;
    follow_registers(following, s_.streams, s_.terms, tree_, variables);
    placed_.push_back(std::make_unique<Placed>());
    Placed& p = *placed_.back();
    p.walk = std::make_unique<Walk>(s_.terms, s_.prover, s_.facts, std::move(following), std::vector{standing},
                                    fmt::format("bounds of registers of engine '{}'", tree_.engine_name(engine)));
    p.view = p.walk->view(standing);
    Bounds bounds(s_.terms, *p.walk, p.view, wrapped_);
    Term last;
    for (const auto& [t, what] : values) {
      if (t == last) continue;
      last = t;
      take(p, bounds, p.walk->value(t, p.view), what);
    }
  }

  void take(Placed& p, Bounds& bounds, Term value, const std::string& what) {
    const std::optional<LinearBound> upper = bounds.upper(value);
    const std::optional<LinearBound> lower = bounds.upper(s_.terms.scale(-1, value));
    if (!upper || !lower) {
      open(what, "no linear form over the entries of loops bounds it");
      return;
    }
    keep({p.walk.get(), &p.view, value, *upper, what});
    // The least value is one further away from 0 than the largest.
    LinearBound below = *lower;
    --below.constant;
    keep({p.walk.get(), &p.view, s_.terms.sum(-1, std::vector<Summand>{{-1, value}}), below, what});
  }

  // Of the values with the same factors at a place only the largest constant counts.
  void keep(Extreme x) {
    Key key{{x.walk == nullptr ? 0 : static_cast<std::uint32_t>(placed_.size()), 0}};
    for (const auto& [scope, factor] : x.bound.factors) key.emplace_back(scope.value, factor);
    auto& slot = extremes_[key];
    if (slot.walk == nullptr && slot.value.valid() == false)
      slot = std::move(x);
    else if (x.bound.constant > slot.bound.constant)
      slot = std::move(x);
  }

  // The largest value of a cell: its initial value and every increment of every entry.
  void look_at_cells() {
    for (std::size_t i = 0; i < s_.streams.cell_count(); ++i) {
      const CellId id{i};
      const Cell& cell = s_.streams.cell(id);
      Extreme x;
      x.bound.constant = cell.initial;
      for (const Raisers& r : cell.raisers) x.bound.add(r.scope, r.total());
      x.bound.drop_root(Tree::root());
      x.what = fmt::format("semaphore '{}'", s_.streams.cell_name(id));
      std::vector<Summand> summands;
      for (const auto& [scope, factor] : x.bound.factors) {
        summands.push_back({factor, s_.terms.variable(fmt::format("E.{}", tree_.scope_name(scope)))});
      }
      x.value = s_.terms.sum(x.bound.constant, summands);
      keep(std::move(x));
    }
  }

  // Numbers of the text that no operation computes.
  void look_at_literals() {
    const auto fits = [&](std::int64_t n) { return n <= largest_ && n >= -largest_ - 1; };
    const std::string beyond = fmt::format("it does not fit: the largest number of this width is {}", largest_);
    for (std::size_t i = 0; i < s_.streams.cell_count(); ++i) {
      if (fits(s_.streams.cell(CellId{i}).initial)) continue;
      open(fmt::format("the initial value of '{}'", s_.streams.cell_name(CellId{i})), beyond);
    }
    for (const InstructionId i : tree_.instructions()) {
      for (const Threshold& w : s_.streams.thresholds(i)) {
        if (!s_.terms.is_number(w.value) || fits(s_.terms.constant(w.value))) continue;
        open(fmt::format("what '{}' waits for", tree_.instruction_name(i)), beyond);
      }
    }
  }

  void conclude() {
    for (const auto& [key, x] : extremes_) {
      std::int64_t sum = 0;
      RangeCondition c{{}, room_above(x.bound.constant), x.what};
      for (const auto& [scope, factor] : x.bound.factors) {
        c.sum.emplace_back(scope, factor);
        sum += factor;
      }
      if (c.at_most < 0) {
        open(x.what, fmt::format("it is past the largest number of this width, {}, before any loop runs", largest_));
        continue;
      }
      if (sum == 0) continue;
      const std::int64_t entries = std::min(c.at_most / sum, most_entries);
      if (entries < 1) {
        open(x.what, "it leaves the width in the first iteration");
        continue;
      }
      if (!result_.entries || entries < *result_.entries) result_.entries = entries;
      result_.conditions.push_back(std::move(c));
    }
    const auto bound = [](const RangeCondition& c) {
      std::int64_t sum = 0;
      for (const auto& [scope, factor] : c.sum) sum += factor;
      return c.at_most / sum;
    };
    std::stable_sort(result_.conditions.begin(), result_.conditions.end(),
                     [&](const RangeCondition& a, const RangeCondition& b) { return bound(a) < bound(b); });
    // The same condition comes from many places.
    const auto same = [](const RangeCondition& a, const RangeCondition& b) { return a.sum == b.sum; };
    std::vector<RangeCondition> strictest;
    for (RangeCondition& c : result_.conditions) {
      const bool known = std::any_of(strictest.begin(), strictest.end(), [&](const auto& k) { return same(k, c); });
      if (!known && strictest.size() < most_conditions) strictest.push_back(std::move(c));
    }
    result_.conditions = std::move(strictest);
  }

  [[nodiscard]] std::int64_t room_above(std::int64_t constant) const {
    std::int64_t room = 0;
    return __builtin_sub_overflow(largest_, constant, &room) ? largest_ : room;
  }

  // The bound itself, with the facts of each place and nothing of the analysis.
  void prove() {
    const std::int64_t entries = result_.entries.value_or(0);
    for (const auto& [key, x] : extremes_) {
      std::vector<Term> given;
      for (const ScopeId s : tree_.scopes()) {
        const Term e = s_.terms.variable(fmt::format("E.{}", tree_.scope_name(s)));
        if (!mentions(x, e)) continue;
        given.push_back(s_.terms.at_least(e, s_.terms.number(0)));
        if (s != Tree::root()) given.push_back(s_.terms.at_most(e, s_.terms.number(entries)));
      }
      const Term goal = s_.terms.at_most(x.value, s_.terms.number(largest_));
      const std::string what = fmt::format("{}: it stays within the width", x.what);
      const ProofResult r = x.walk != nullptr ? x.walk->prove(x.view->known, entered(x, entries), goal, what)
                                              : s_.prover.prove(given, goal, what);
      if (r.answer != ProofAnswer::proved) open(what, r.reason);
    }
  }

  [[nodiscard]] bool mentions(const Extreme& x, Term variable) const {
    const std::vector<Term> all = variables_of(s_.terms, std::span(&x.value, 1));
    return std::binary_search(all.begin(), all.end(), variable);
  }

  // Where a value stands, no scope has been entered more often than the bound says.
  [[nodiscard]] std::vector<Term> entered(const Extreme& x, std::int64_t entries) const {
    const auto& variables = x.walk->following().variables;
    std::vector<Term> given;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const VariableKind counted = wrapped_ ? VariableKind::trip : VariableKind::entries;
      if (variables[i].kind != counted || variables[i].scope == Tree::root()) continue;
      given.push_back(s_.terms.at_most(x.view->state[i], s_.terms.number(entries)));
    }
    return given;
  }

  const Setting& s_;
  const Tree& tree_;
  bool wrapped_;
  std::int64_t largest_;
  Ranges result_;
  std::vector<std::unique_ptr<Placed>> placed_;
  std::map<Key, Extreme> extremes_;
};

}  // namespace

Ranges prove_ranges(const Setting& setting, std::uint32_t width, bool wrapped) {
  return Ranging(setting, width, wrapped).run();
}

}  // namespace counterpoint::smt
