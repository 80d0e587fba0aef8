// Runs the walk on numbers and looks at what the counts span.
// SPDX-License-Identifier: Apache-2.0
#include "smt/walk/equalities.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "core/machine/random.hpp"
#include "smt/walk/begun.hpp"

namespace counterpoint::smt {
namespace {

constexpr std::size_t fewest_steps = 200;
constexpr std::size_t most_random_steps = 60'000;
constexpr std::int64_t largest_denominator = 64;
constexpr std::uint32_t shallow = 6;         // loops in each other that all may run at random
constexpr std::size_t steps_for_node = 100;  // in a deep walk: about how often a run comes to one

// Numbers: one definition of an action serves them and terms (evaluator.hpp).
class Numbers {
 public:
  using Value = std::int64_t;
  Numbers(const Terms& terms, const Following& following, const Streams& streams) : terms_(terms) {
    for (std::size_t i = 0; i < following.variables.size(); ++i) {
      const Variable& v = following.variables[i];
      if (v.kind == VariableKind::reg) place_.emplace(streams.at_entry(following.engine, v.reg), i);
    }
  }
  [[nodiscard]] static Value number(std::int64_t n) { return n; }
  [[nodiscard]] static Value add(Value a, std::int64_t n) {
    return static_cast<Value>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(n));  // a guess may wrap
  }
  // Nothing as often as not, so that runs visit what comes before the first.
  [[nodiscard]] Value growth(std::uint32_t, std::uint32_t) {
    return random_.below(2) == 0 ? 0 : static_cast<Value>(random_.below(1000));
  }
  // No iteration is the target of a run.
  [[nodiscard]] static Value target(std::uint32_t) { return -1; }
  [[nodiscard]] static Value select_equal(Value a, Value b, Value then, Value otherwise) {
    return a == b ? then : otherwise;
  }
  [[nodiscard]] Value value(Term t, const std::vector<Value>& s) {
    auto it = compiled_.find(t);
    if (it == compiled_.end()) {
      Compiled c{Evaluation(terms_, t), {}};
      for (const Term x : c.evaluation.variables()) {
        const auto place = place_.find(x);
        c.places.push_back(place == place_.end() ? none : place->second);
      }
      it = compiled_.emplace(t, std::move(c)).first;
    }
    arguments_.clear();
    for (const std::size_t p : it->second.places) arguments_.push_back(p == none ? 0 : s[p]);
    return it->second.evaluation(arguments_);
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};
  struct Compiled {
    Evaluation evaluation;
    std::vector<std::size_t> places;
  };
  const Terms& terms_;
  Random random_{0};
  std::unordered_map<Term, std::size_t> place_;
  std::unordered_map<Term, Compiled> compiled_;
  std::vector<std::int64_t> arguments_;
};

std::vector<Column> columns_of(const Following& following,
                               const std::vector<std::pair<std::uint32_t, std::int64_t>>& masks) {
  std::vector<Column> columns{{}};
  const auto add = [&](auto wanted) {
    for (std::uint32_t i = 0; i < following.variables.size(); ++i) {
      if (wanted(following.variables[i].kind)) columns.push_back({ColumnKind::variable, i, 0, 0});
    }
  };
  add([](VariableKind k) { return k == VariableKind::entries || k == VariableKind::trip; });
  const auto counts = static_cast<std::uint32_t>(columns.size());
  add([](VariableKind k) { return k == VariableKind::ordinal; });
  for (const auto& [trip, limit] : masks) {
    const auto mask = static_cast<std::uint32_t>(columns.size());
    columns.push_back({ColumnKind::mask, trip, 0, limit});
    for (std::uint32_t c = 1; c < counts; ++c) {
      columns.push_back({ColumnKind::masked, columns[c].variable, mask, 0});
    }
  }
  add([](VariableKind k) {
    return k == VariableKind::passes || k == VariableKind::latest || k == VariableKind::covered;
  });
  add([](VariableKind k) { return k == VariableKind::reg; });
  add([](VariableKind k) { return k == VariableKind::noted; });
  for (std::uint32_t i = 0; i < following.variables.size(); ++i) {
    const Variable& v = following.variables[i];
    if (v.kind != VariableKind::snapshot) continue;
    for (std::uint32_t j = 0; j < v.back; ++j) columns.push_back({ColumnKind::shift, i, 0, j});
  }
  return columns;
}

class Runs {
 public:
  Runs(const Terms& terms, const Following& following, const Graph& graph, const BlockFacts& facts, const Tree& tree,
       const std::vector<Column>& columns)
      : following_(following),
        graph_(graph),
        tree_(tree),
        columns_(columns),
        numbers_(terms, following, facts.streams),
        evaluator_(numbers_, following, facts, tree),
        ways_from_(graph.nodes.size()),
        spaces_(graph.nodes.size(), RowSpace(columns.size())) {
    add_trips();
    passed_at_.resize(graph.nodes.size());
    add_latest(facts.streams);
    begun_.emplace(columns, first_shift_, following, facts.streams, graph.nodes.size());
    for (std::uint32_t w = 0; w < graph.ways.size(); ++w) ways_from_[graph.ways[w].from].push_back(w);
    for (const Variable& v : following.variables) farthest_ = std::max(farthest_, v.back);
    for (const CutPoint& n : graph.nodes) {
      if (n.kind == CutKind::head) depth_ = std::max(depth_, tree.scope(n.scope).depth);
    }
  }

  void perform() {
    std::size_t steps = 0;
    std::size_t quiet = 0;  // since a vector was new
    const std::size_t nodes = depth_ <= shallow ? 0 : graph_.nodes.size();
    const std::size_t patience = fewest_steps + 8 * columns_.size() + steps_for_node * nodes;
    const std::size_t most = std::max(most_random_steps, 4 * steps_for_node * nodes);
    for (std::uint64_t run = 0; steps < most && quiet < patience; ++run) {
      Random random(run + 1);
      // Short runs visit zero trips and the first iterations; long ones are needed for counts far back.
      const std::uint32_t most_trips = 2 + static_cast<std::uint32_t>(run % 3) + (run % 2 == 0 ? farthest_ : 0);
      const std::size_t before = steps;
      one(random, most_trips, steps, quiet);
      if (steps == before) break;
    }
  }

  Equalities result() {
    Equalities e;
    e.columns = columns_;
    for (RowSpace& space : spaces_) {
      e.reached.push_back(space.rank() > 0);
      e.at.emplace_back();
      e.within_trip.emplace_back();
      if (space.rank() == 0) continue;
      space.reduce();
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (!space.independent(c)) add_equality(space, c, e.at.back());
      }
    }
    add_passed(e);
    e.begun = begun_->result();
    for (InTrip& t : in_trip_) {
      if (t.space.rank() == 0) continue;
      t.space.reduce();
      // The shift is the last column of its space; the others are those before all shifts.
      const std::size_t last = first_shift_;
      if (t.space.independent(last)) continue;
      auto& to = e.within_trip[t.node];
      const std::size_t before = to.size();
      add_equality(t.space, last, to);
      if (to.size() > before) to.back().column = t.column;
    }
    return e;
  }

 private:
  struct Visit {
    ScopeId loop;
    std::uint32_t left = 0;
  };

  // A shift column at a node, where the iteration that it speaks of lies in the current trip.
  struct InTrip {
    std::uint32_t node = 0;
    std::uint32_t column = 0;
    std::uint32_t trip = 0;    // variable
    std::int64_t running = 0;  // 1 where an iteration of the scope is under way that the shift does not count
    RowSpace space;
  };

  // A node, in the states in which an instruction has been passed, or has not.
  struct Passed {
    std::uint32_t node = 0;
    std::uint32_t latest = 0;  // variable
    bool passed = true;
    std::int64_t initial = 0;
    RowSpace space;
  };

  void add_latest(const Streams& streams) {
    for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
      for (std::uint32_t i = 0; i < following_.variables.size(); ++i) {
        const Variable& v = following_.variables[i];
        if (v.kind != VariableKind::latest) continue;
        for (const bool passed : {true, false}) {
          passed_at_[n].push_back(passed_.size());
          passed_.push_back({n, i, passed, streams.cell(v.cell).initial, RowSpace(first_shift_)});
        }
      }
    }
  }

  // What holds only where an instruction has been passed, or only where it has not, of registers, ghosts and what they
  // note.
  void add_passed(Equalities& e) {
    e.passed.resize(graph_.nodes.size());
    e.always_passed.resize(graph_.nodes.size());
    for (Passed& p : passed_) {
      if (p.space.rank() == 0) {
        if (!p.passed && e.reached[p.node]) e.always_passed[p.node].push_back(p.latest);
        continue;
      }
      p.space.reduce();
      for (std::size_t c = 0; c < first_shift_; ++c) {
        const bool variable = columns_[c].kind == ColumnKind::variable;
        if (!variable || p.space.independent(c)) continue;
        const VariableKind k = following_.variables[columns_[c].variable].kind;
        if (k != VariableKind::reg && k != VariableKind::latest && k != VariableKind::noted) continue;
        std::vector<Equality> found;
        add_equality(p.space, c, found);
        for (Equality& q : found) e.passed[p.node].push_back({p.latest, p.passed, std::move(q)});
      }
    }
  }

  void add_trips() {
    first_shift_ = columns_.size();
    while (first_shift_ > 0 && columns_[first_shift_ - 1].kind == ColumnKind::shift) --first_shift_;
    trips_at_.resize(graph_.nodes.size());
    for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
      for (std::uint32_t c = static_cast<std::uint32_t>(first_shift_); c < columns_.size(); ++c) {
        const Variable& v = following_.variables[columns_[c].variable];
        const auto& all = following_.variables;
        const auto trip = std::find_if(all.begin(), all.end(), [&](const Variable& x) {
          return x.kind == VariableKind::trip && x.scope == v.scope;
        });
        if (trip == all.end()) continue;
        const std::int64_t running = !v.at_start && inside(tree_, graph_.nodes[n], v.scope) ? 1 : 0;
        trips_at_[n].push_back(in_trip_.size());
        in_trip_.push_back({n, c, static_cast<std::uint32_t>(trip - all.begin()), running, RowSpace(first_shift_ + 1)});
      }
    }
  }

  static void add_equality(const RowSpace& space, std::size_t column, std::vector<Equality>& to) {
    if (auto q = equality_of(space, column)) to.push_back(std::move(*q));
  }

  void one(Random& random, std::uint32_t most_trips, std::size_t& steps, std::size_t& quiet) {
    const std::size_t until = steps + fewest_steps + 40 * graph_.nodes.size();
    std::vector<std::int64_t> state = evaluator_.initial();
    history_.assign(following_.variables.size(), {});
    for (std::size_t i = 0; i < state.size(); ++i) {
      if (following_.variables[i].kind == VariableKind::snapshot)
        history_[i].assign(following_.variables[i].back, state[i]);
    }
    visits_.clear();
    std::uint32_t node = 0;
    look(node, state, quiet);
    while (graph_.nodes[node].kind != CutKind::end && steps < until) {
      const Way& way = graph_.ways[choose(node, random, most_trips)];
      for (const Action& a : way.actions) {
        evaluator_.act(a, state);
        shift(a, state);
      }
      node = way.to;
      ++steps;
      look(node, state, quiet);
    }
  }

  std::uint32_t choose(std::uint32_t node, Random& random, std::uint32_t most_trips) {
    const auto& ways = ways_from_[node];
    const CutPoint& n = graph_.nodes[node];
    if (n.kind == CutKind::fork) return ways[random.below(ways.size())];
    if (n.kind != CutKind::head) return ways.front();
    if (visits_.empty() || visits_.back().loop != n.scope) {
      const Scope& s = tree_.scope(n.scope);
      // The number of trips is no guess: facts.cpp says what follows from it. A run that keeps to it visits so few
      // states that equalities by chance crowd out those that hold.
      const bool none = s.trip_kind == TripKind::constant && s.trips == 0;
      visits_.push_back({n.scope, none ? 0 : trips(random, most_trips)});
    }
    const bool in = visits_.back().left > 0;
    if (in)
      --visits_.back().left;
    else
      visits_.pop_back();
    for (const std::uint32_t w : ways) {
      if (graph_.ways[w].enters.valid() == in) return w;
    }
    return ways.front();
  }

  // Where many loops lie in each other most visits are of one trip: else a run ends in the innermost or never gets
  // there, and hardly ever comes back to the outer ones.
  [[nodiscard]] std::uint32_t trips(Random& random, std::uint32_t most_trips) const {
    if (depth_ > shallow && random.below(depth_) >= shallow) return 1;
    return static_cast<std::uint32_t>(random.below(most_trips + 1));
  }

  // The snapshots of a run: what they were at the iterations before, the nearest first.
  void shift(const Action& a, const std::vector<std::int64_t>& state) {
    if (a.kind != ActionKind::enter && a.kind != ActionKind::leave) return;
    for (std::size_t i = 0; i < history_.size(); ++i) {
      const Variable& v = following_.variables[i];
      if (v.kind != VariableKind::snapshot || v.back == 0 || v.scope != a.scope) continue;
      if (v.at_start != (a.kind == ActionKind::enter)) continue;
      history_[i].insert(history_[i].begin(), state[v.source]);
      history_[i].pop_back();
    }
  }

  void look(std::uint32_t node, const std::vector<std::int64_t>& state, std::size_t& quiet) {
    std::vector<std::int64_t> row(columns_.size());
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const Column& x = columns_[c];
      switch (x.kind) {
        case ColumnKind::one: row[c] = 1; break;
        case ColumnKind::variable: row[c] = state[x.variable]; break;
        case ColumnKind::mask: row[c] = state[x.variable] > x.limit ? 1 : 0; break;
        case ColumnKind::masked: row[c] = row[x.mask] * state[x.variable]; break;
        case ColumnKind::shift: row[c] = history_[x.variable][static_cast<std::size_t>(x.limit)]; break;
      }
    }
    bool is_new = spaces_[node].add(row);
    for (const std::size_t i : trips_at_[node]) {
      InTrip& t = in_trip_[i];
      if (state[t.trip] - t.running - columns_[t.column].limit < 1) continue;
      std::vector<std::int64_t> short_row(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(first_shift_));
      short_row.push_back(row[t.column]);
      is_new = t.space.add(short_row) || is_new;
    }
    for (const std::size_t i : passed_at_[node]) {
      Passed& p = passed_[i];
      if ((state[p.latest] > p.initial) != p.passed) continue;
      is_new = p.space.add({row.begin(), row.begin() + static_cast<std::ptrdiff_t>(first_shift_)}) || is_new;
    }
    is_new = begun_->look(node, row) || is_new;
    quiet = is_new ? 0 : quiet + 1;
  }

  const Following& following_;
  const Graph& graph_;
  const Tree& tree_;
  const std::vector<Column>& columns_;
  Numbers numbers_;
  Evaluator<Numbers> evaluator_;
  std::vector<std::vector<std::uint32_t>> ways_from_;
  std::vector<RowSpace> spaces_;
  std::vector<std::vector<std::int64_t>> history_;  // by variable
  std::size_t first_shift_ = 0;
  std::vector<InTrip> in_trip_;
  std::vector<std::vector<std::size_t>> trips_at_;  // by node: into in_trip_
  std::vector<Passed> passed_;
  std::vector<std::vector<std::size_t>> passed_at_;  // by node: into passed_
  std::optional<Begun> begun_;
  std::vector<Visit> visits_;
  std::uint32_t farthest_ = 0;
  std::uint32_t depth_ = 0;  // of the deepest loop
};

}  // namespace

std::optional<Equality> equality_of(const RowSpace& space, std::size_t column) {
  Equality q{static_cast<std::uint32_t>(column), 1, {}};
  std::vector<std::pair<std::int64_t, std::int64_t>> fractions;
  const auto factors = space.combination(column);
  for (const auto& [c, factor] : factors) {
    const auto f = as_fraction(factor, largest_denominator);
    if (!f) return std::nullopt;
    fractions.push_back(*f);
    q.denominator = std::lcm(q.denominator, f->second);
  }
  if (q.denominator > largest_denominator) return std::nullopt;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    q.sum.emplace_back(static_cast<std::uint32_t>(factors[i].first),
                       fractions[i].first * (q.denominator / fractions[i].second));
  }
  return q;
}

Equalities guess_equalities(const Terms& terms, const Following& following, const Graph& graph, const BlockFacts& facts,
                            const Tree& tree, const std::vector<std::pair<std::uint32_t, std::int64_t>>& masks) {
  const std::vector<Column> columns = columns_of(following, masks);
  Runs runs(terms, following, graph, facts, tree, columns);
  runs.perform();
  return runs.result();
}

}  // namespace counterpoint::smt
