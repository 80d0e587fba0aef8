// What every allocation of every program promises, by both deciders.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution of programs and trips: verify/generate/program.hpp and trips.hpp. Each program is allocated by every
// scheme, with extensions none (1/4) and only producers counted (1/2), at both levels. Source: semantics.md 4 and 5.
#include <algorithm>

#include "core/allocation/allocate.hpp"
#include "core/dependence/classify.hpp"
#include "core/dependence/cycle.hpp"
#include "core/machine/run.hpp"
#include "core/machine/specification.hpp"
#include "core/text/text.hpp"
#include "tests/verify/properties/campaign.hpp"
#include "tests/verify/properties/forms.hpp"
#include "tests/verify/properties/subject.hpp"
#include "verify/decide.hpp"
#include "verify/order/order.hpp"

namespace counterpoint {
namespace {

using testing::Campaign;
using testing::Drawn;
using testing::Posed;
using testing::report;

bool is_barrier_scheme(Scheme s) { return s == Scheme::barrier || s == Scheme::barrier_lean; }

template <class Holds>
bool any_dependency(const Program& program, Holds holds) {
  for (const DependencyId d : program.all_dependencies()) {
    if (holds(d)) return true;
  }
  return false;
}

// The instances that a dependency speaks of lie before the consumer in sequential order.
bool goes_back(const Program& program, DependencyId d) {
  const Dependency& x = program.dependency(d);
  if (x.distance_count > 0 || exclusive(program, d) || producer_first(program, d)) return true;
  return !x.control &&
         program.tree.block_of(InstructionId{std::size_t{x.consumer}}) == program.tree.block_of(x.producer);
}

// Whether semantics.md 4 has no implementation of the program.
bool must_refuse(const Program& program, const AllocationOptions& options) {
  const Tree& tree = program.tree;
  if (is_barrier_scheme(options.scheme)) {
    for (const ScopeId s : tree.scopes()) {
      if (!tree.uniform(s)) return true;
    }
    return any_dependency(program, [&](DependencyId d) { return !goes_back(program, d); });
  }
  return any_dependency(program, [&](DependencyId d) {
    const Classification c = classify(program, d);
    if (c.never_owed) return false;
    if (c.kind == DependenceClass::rejected) return true;
    if (options.extensions == Extensions::all || c.base) return false;
    // A barrier takes its place, if the distance is positive and all engines meet.
    return program.dependency(d).distance_count == 0 || !tree.uniform(tree.scope_of(program.dependency(d).producer));
  });
}

// What the verdict may be.
struct Promise {
  bool equivalent = false;
  bool no_deadlock = false;
};

Promise promise(const Drawn& drawn, const AllocationOptions& options, const Implementation& implementation) {
  const Program& program = drawn.program;
  if (is_barrier_scheme(options.scheme)) return {false, zero_distance_cycles(program).empty()};
  const bool exact = implementation.tree.barrier_count() == 0 &&
                     !any_dependency(program, [&](DependencyId d) { return !classify(program, d).exact; });
  return {exact, exact || (testing::uniform_trips(drawn) && !sequential_fault(program))};
}

// Whether the same consumers wait for as much too much.
bool same_excess(const Verdict& a, const Verdict& b) {
  return std::ranges::equal(a.excess, b.excess, [](const OverSynchronised& x, const OverSynchronised& y) {
    return x.consumer == y.consumer && x.visit == y.visit && x.producer == y.producer && x.instances == y.instances &&
           x.lost_slack == y.lost_slack;
  });
}

// An allocation of a program, as drawn: at level 1, where registers that nobody reads are left out, and at level 0.
struct Made {
  const Drawn& drawn;
  AllocationOptions options;
  std::string name;
  const tl::expected<Allocation, Diagnostics>& lean;
  const tl::expected<Allocation, Diagnostics>& full;

  [[nodiscard]] bool made() const { return lean.has_value() && full.has_value(); }
  [[nodiscard]] const Program& program() const { return drawn.program; }
  void fail(const std::string& what) const {
    RC_FAIL(report(drawn, lean ? &lean->implementation : nullptr, name + ": " + what));
  }
};

template <class Look>
void look_at_allocations(Campaign& campaign, Look look) {
  campaign.run([&](Choices& choices) {
    const Drawn drawn = testing::draw(choices, {});
    campaign.count_program(drawn.program, drawn.options);
    for (const SchemeEntry& scheme : all_schemes()) {
      AllocationOptions options;
      options.scheme = scheme.scheme;
      options.count = choices.chance(1, 2) ? Counted::producers : Counted::all;
      options.extensions = choices.chance(1, 4) ? Extensions::none : Extensions::all;
      const auto lean = allocate(drawn.program, options);
      options.optimize = 0;
      const auto full = allocate(drawn.program, options);
      const std::string base = options.extensions == Extensions::none ? ", extensions none" : "";
      look(Made{drawn, options, std::string(scheme.name) + base, lean, full}, choices);
    }
  });
}

Verdict by_order(const Made& m, const Posed& posed) {
  auto verdict = posed.by_order();
  if (!verdict) m.fail("order does not apply");
  return std::move(*verdict);
}

TEST(Properties, a_program_is_refused_exactly_where_a_scheme_has_no_implementation_for_it) {
  Campaign campaign(8'000, 300);
  look_at_allocations(campaign, [&](const Made& m, Choices&) {
    const bool refused = must_refuse(m.program(), m.options);
    if (refused != !m.lean || refused != !m.full) m.fail(refused ? "is not refused" : "is refused");
    if (!refused) return;
    campaign.count("refused by " + m.name);
    if (is_barrier_scheme(m.options.scheme) || m.options.extensions == Extensions::none) return;
    std::size_t rejected = 0;
    for (const DependencyId d : m.program().all_dependencies()) {
      if (classify(m.program(), d).kind == DependenceClass::rejected) ++rejected;
    }
    if (m.lean.error().size() != rejected) m.fail("not every rejected dependency is named");
  });
  campaign.expect_at_least({
      {"class rejected", 200},
      {"refused by per-loop", 160},
      {"refused by per-engine", 160},
      {"refused by per-loop, extensions none", 280},
      {"refused by barrier", 2200},
  });
}

TEST(Properties, a_threshold_for_a_whole_engine_is_a_sum_or_a_snapshot_exactly_where_that_is_exact) {
  Campaign campaign(8'000, 300);
  look_at_allocations(campaign, [&](const Made& m, Choices&) {
    if (m.options.scheme != Scheme::per_engine || !m.made()) return;
    const Tree& tree = m.program().tree;
    const auto waits = [](const Choice& c) { return c.decision != "nothing" && !c.decision.starts_with("barrier"); };
    std::vector<bool> counted(tree.instruction_count(), m.options.count == Counted::all);
    for (const Choice& c : m.lean->choices) {
      if (waits(c)) counted[m.program().dependency(c.dependency).producer.value] = true;
    }
    for (const Choice& c : m.lean->choices) {
      if (!waits(c)) continue;
      // A choice about a control dependency is the one of the first engine.
      const Dependency& d = m.program().dependency(c.dependency);
      const EngineId e = d.control ? EngineId{std::size_t{0}} : tree.engine_of(InstructionId{std::size_t{d.consumer}});
      const testing::FormQuestion q{m.program(), c.dependency, e, counted};
      const std::string expected = testing::sum_form_is_exact(q)        ? "per-engine, sum form"
                                   : testing::snapshot_form_is_exact(q) ? "per-engine, snapshot form"
                                                                        : "per-loop";
      campaign.count("form " + expected);
      if (c.decision != expected) {
        m.fail(c.subject + " is " + c.decision + " (" + c.reason + "), not " + expected);
      }
    }
  });
  campaign.expect_at_least({
      {"form per-engine, sum form", 17000},
      {"form per-engine, snapshot form", 8000},
      {"form per-loop", 4000},
  });
}

TEST(Properties, exact_allocations_are_equivalent_and_safe_ones_never_unsafe_nor_stuck_under_their_hypotheses) {
  Campaign campaign(14'000, 300);
  look_at_allocations(campaign, [&](const Made& m, Choices&) {
    if (!m.made()) return;
    const Posed posed(m.program(), m.lean->implementation, m.drawn.options);
    const Verdict verdict = by_order(m, posed);
    const std::string word(to_text(verdict.word));
    campaign.count(word + " by " + m.name);
    const Promise promised = promise(m.drawn, m.options, m.lean->implementation);
    if ((promised.equivalent && verdict.word != VerdictWord::equivalent) || verdict.word == VerdictWord::unsafe ||
        (promised.no_deadlock && verdict.word == VerdictWord::deadlock)) {
      m.fail("is " + word);
    }
    if (promised.equivalent) campaign.count("promised to be equivalent");
    if (promised.no_deadlock && !promised.equivalent) campaign.count("promised not to get stuck, not exact");
    if (!promised.no_deadlock) campaign.count("promised to be safe only");
  });
  campaign.expect_at_least({
      {"zero trips", 3400},
      {"both branches", 1000},
      {"nested conditional", 850},
      {"divergent", 2700},
      {"divergent trips", 2200},
      {"three levels", 2900},
      {"several dependencies", 4200},
      {"of itself", 2700},
      {"same engine", 4500},
      {"exclusive", 450},
      {"@*", 1700},
      {"empty loop", 2500},
      {"empty branch", 2500},
      {"engine without work", 1400},
      {"control dependency", 1200},
      {"negative distance", 600},
      {"constant trips", 3100},
      {"class direct", 5000},
      {"class nested-forward", 2100},
      {"class nested-backward", 750},
      {"class exclusive", 400},
      {"class history", 1000},
      {"class through", 330},
      {"class two-level", 1100},
      {"class static", 300},
      {"class strengthened", 600},
      {"promised to be equivalent", 20000},
      {"promised not to get stuck, not exact", 7000},
      {"promised to be safe only", 100},
  });
}

TEST(Properties, exploration_order_and_the_other_engines_give_an_allocation_one_verdict) {
  Campaign campaign(6'000, 300);
  look_at_allocations(campaign, [&](const Made& m, Choices& choices) {
    if (!m.made() || choices.below(3) != 0) return;
    const Posed posed(m.program(), choices.below(2) == 0 ? m.lean->implementation : m.full->implementation,
                      m.drawn.options);
    Question q = posed.question();
    q.states = 20'000;
    const Judgement judged = decide(q, Decider::all);
    if (!judged.disagreement.empty()) m.fail(judged.disagreement);
    for (const DeciderAnswer& a : judged.answers) {
      if (!a.verdict || a.verdict->word == VerdictWord::undecided) continue;
      campaign.count("decided by " + std::string(a.by));
      if (a.by != "explore") continue;
      campaign.count("explored: " + std::string(to_text(a.verdict->word)));
      for (const std::string& kind : testing::kinds_of(m.program(), m.drawn.options)) {
        if (kind.starts_with("class")) campaign.count("explored with " + kind);
      }
    }
  });
  campaign.expect_at_least({
      {"decided by explore", 5000},
      {"decided by order", 5000},
      {"explored: equivalent", 5000},
      {"explored: refines", 500},
      {"explored with class direct", 2500},
      {"explored with class nested-forward", 1050},
      {"explored with class nested-backward", 375},
      {"explored with class exclusive", 200},
      {"explored with class history", 500},
      {"explored with class through", 165},
      {"explored with class two-level", 550},
      {"explored with class static", 150},
      {"explored with class strengthened", 300},
  });
}

TEST(Properties, leaving_out_registers_that_nobody_reads_changes_no_verdict_and_no_excess) {
  Campaign campaign(6'000, 300);
  look_at_allocations(campaign, [&](const Made& m, Choices&) {
    if (!m.made()) return;
    const Posed lean(m.program(), m.lean->implementation, m.drawn.options);
    const Posed full(m.program(), m.full->implementation, m.drawn.options);
    const Verdict one = by_order(m, lean);
    const Verdict other = by_order(m, full);
    if (one.word != other.word || !same_excess(one, other))
      m.fail("with all registers " + std::string(to_text(other.word)));
    const auto operations = [](const Posed& p) { return p.implementation().operations.size(); };
    if (operations(lean) > operations(full)) m.fail("has more operations without those registers");
    campaign.count("register operations", operations(full));
    campaign.count("register operations left out", operations(full) - operations(lean));
    campaign.count(std::string(to_text(one.word)));
  });
  campaign.expect_at_least({
      {"register operations left out", 10000},
      {"equivalent", 20000},
      {"refines", 2000},
  });
}

TEST(Properties, what_is_equivalent_is_so_with_every_window_and_a_window_stops_no_program) {
  Campaign campaign(4'000, 300);
  look_at_allocations(campaign, [&](const Made& m, Choices& choices) {
    if (!m.made()) return;
    const Posed posed(m.program(), m.lean->implementation, m.drawn.options);
    if (by_order(m, posed).word != VerdictWord::equivalent) return;
    Question q = posed.question();
    q.window = 1 + choices.below(3);
    const auto verdict = decide_by_order(q);
    if (!verdict || verdict->word != VerdictWord::equivalent) m.fail("with a window of " + std::to_string(q.window));
    campaign.count("with a window");
    RunOptions options;
    options.schedule = Schedule::round_robin;
    const Outcome without = run(specification_machine(m.program(), m.drawn.trips), options).outcome;
    MachineOptions windowed;
    windowed.window = q.window;
    const Outcome with = run(specification_machine(m.program(), m.drawn.trips, windowed), options).outcome;
    if (with != without) m.fail("the program ends otherwise with a window of " + std::to_string(q.window));
    campaign.count("the program is " + std::string(outcome_name(without)));
  });
  campaign.expect_at_least({
      {"with a window", 20000},
      {"the program is completed", 10000},
      {"the program is deadlock", 1000},
  });
}

}  // namespace
}  // namespace counterpoint
