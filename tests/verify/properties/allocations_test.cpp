// What every allocation of every program promises, by both deciders.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution of programs and trips: verify/generate/program.hpp and trips.hpp; of options: a scheme after the other,
// extensions none (1/4), producers counted (1/2), both levels. Each is decided for two assignments of trips by order,
// and by exploration up to a bound of states. Source of what is expected: semantics.md 4 and 5.
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

class Allocations {
 public:
  explicit Allocations(Campaign& campaign) : campaign_(campaign) {}

  void check(Choices& choices) {
    Drawn drawn = testing::draw(choices, {});
    campaign_.count_program(drawn.program, drawn.options);
    RunOptions run_options;
    run_options.schedule = Schedule::round_robin;
    const Outcome outcome = run(specification_machine(drawn.program, drawn.trips), run_options).outcome;
    campaign_.count("program: " + std::string(outcome_name(outcome)));
    const std::uint32_t explored = choices.below(static_cast<std::uint32_t>(all_schemes().size()));
    for (const SchemeEntry& scheme : all_schemes()) {
      AllocationOptions options;
      options.scheme = scheme.scheme;
      options.count = choices.chance(1, 2) ? Counted::producers : Counted::all;
      options.extensions = choices.chance(1, 4) ? Extensions::none : Extensions::all;
      options.optimize = 1;
      const auto lean = allocate(drawn.program, options);
      options.optimize = 0;
      const auto full = allocate(drawn.program, options);
      name_ = std::string(scheme.name) + (options.extensions == Extensions::none ? ", extensions none" : "");
      refusals(drawn, options, lean, full);
      if (!lean || !full) continue;
      forms(drawn, options, *lean);
      const bool explore = scheme.scheme == all_schemes()[explored].scheme;
      verdicts(drawn, options, *lean, *full, explore);
    }
  }

 private:
  using Result = tl::expected<Allocation, Diagnostics>;

  void fail(const Drawn& drawn, const Implementation* implementation, const std::string& what) {
    RC_FAIL(report(drawn, implementation, name_ + ": " + what));
  }

  void refusals(const Drawn& drawn, const AllocationOptions& options, const Result& lean, const Result& full) {
    const bool refused = must_refuse(drawn.program, options);
    if (refused != !lean || refused != !full) {
      fail(drawn, nullptr, refused ? "is not refused" : "is refused");
    }
    if (!refused) return;
    campaign_.count("refused by " + name_);
    if (is_barrier_scheme(options.scheme) || options.extensions == Extensions::none) return;
    std::size_t rejected = 0;
    for (const DependencyId d : drawn.program.all_dependencies()) {
      if (classify(drawn.program, d).kind == DependenceClass::rejected) ++rejected;
    }
    if (lean.error().size() != rejected) fail(drawn, nullptr, "does not name every rejected dependency");
  }

  // The form of each per-engine threshold is the first that is exact.
  void forms(const Drawn& drawn, const AllocationOptions& options, const Allocation& made) {
    if (options.scheme != Scheme::per_engine) return;
    const Program& program = drawn.program;
    const auto waits = [](const Choice& c) { return c.decision != "nothing" && !c.decision.starts_with("barrier"); };
    std::vector<bool> counted(program.tree.instruction_count(), options.count == Counted::all);
    for (const Choice& c : made.choices) {
      if (waits(c)) counted[program.dependency(c.dependency).producer.value] = true;
    }
    for (const Choice& c : made.choices) {
      if (!waits(c)) continue;
      const Dependency& d = program.dependency(c.dependency);
      const EngineId e =
          d.control ? EngineId{std::size_t{0}} : program.tree.engine_of(InstructionId{std::size_t{d.consumer}});
      const testing::FormQuestion q{program, c.dependency, e, counted};
      const std::string expected = testing::sum_form_is_exact(q)        ? "per-engine, sum form"
                                   : testing::snapshot_form_is_exact(q) ? "per-engine, snapshot form"
                                                                        : "per-loop";
      campaign_.count("form " + expected);
      if (c.decision != expected) {
        fail(drawn, &made.implementation, c.subject + " is " + c.decision + " (" + c.reason + "), not " + expected);
      }
    }
  }

  void verdicts(const Drawn& drawn, const AllocationOptions& options, const Allocation& lean, const Allocation& full,
                bool explore) {
    const Posed posed(drawn.program, lean.implementation, drawn.options);
    const auto order = posed.by_order();
    if (!order) fail(drawn, &lean.implementation, "order does not apply");
    const std::string word(to_text(order->word));
    campaign_.count(word + " by " + name_);
    const Promise promised = promise(drawn, options, lean.implementation);
    if ((promised.equivalent && order->word != VerdictWord::equivalent) || order->word == VerdictWord::unsafe ||
        (promised.no_deadlock && order->word == VerdictWord::deadlock)) {
      fail(drawn, &lean.implementation, "is " + word);
    }
    if (promised.no_deadlock && !promised.equivalent) campaign_.count("no deadlock promised, not exact");
    const Posed whole(drawn.program, full.implementation, drawn.options);
    const auto same = whole.by_order();
    if (!same || same->word != order->word || !same_excess(*same, *order))
      fail(drawn, &full.implementation, "is " + word + " without dead registers");
    if (!explore) return;
    Question q = posed.question();
    q.states = states;
    const Judgement judged = decide(q, Decider::all);
    if (!judged.disagreement.empty()) fail(drawn, &lean.implementation, judged.disagreement);
    for (const DeciderAnswer& a : judged.answers) {
      if (a.verdict && a.verdict->word != VerdictWord::undecided) campaign_.count("decided by " + std::string(a.by));
    }
  }

  static constexpr std::uint64_t states = 20'000;
  Campaign& campaign_;
  std::string name_;
};

TEST(Properties, every_allocation_keeps_what_its_classes_and_scheme_promise) {
  Campaign campaign(16'000, 300);
  Allocations allocations(campaign);
  campaign.run([&](Choices& choices) { allocations.check(choices); });
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
      {"class rejected", 200},
      {"form per-engine, sum form", 17000},
      {"form per-engine, snapshot form", 8000},
      {"form per-loop", 4000},
      {"no deadlock promised, not exact", 7000},
      {"decided by explore", 5000},
  });
}

}  // namespace
}  // namespace counterpoint
