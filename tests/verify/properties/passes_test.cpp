// What every pass of the optimiser promises, for implementations of any scheme and for those made by hand.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution of programs and trips: verify/generate/program.hpp and trips.hpp. Of each program there is an allocation
// by each scheme that does not refuse it (level 0 or 1, only producers counted in half of the cases) and one
// implementation made by hand (verify/generate/implementation.hpp). Each goes through one pass drawn from the table,
// and through all of them. The verdict before and after is that of closed clocks where they can answer, else that of
// exploration. Source: core/allocation/passes/passes.hpp.
#include "core/allocation/passes/passes.hpp"

#include "core/allocation/allocate.hpp"
#include "core/machine/implementation_machine.hpp"
#include "core/machine/run.hpp"
#include "core/machine/specification.hpp"
#include "core/text/text.hpp"
#include "tests/verify/properties/campaign.hpp"
#include "tests/verify/properties/subject.hpp"
#include "verify/decide.hpp"
#include "verify/generate/implementation.hpp"

namespace counterpoint {
namespace {

using testing::Campaign;
using testing::Drawn;
using testing::Posed;
using testing::report;

std::optional<Verdict> verdict_of(const Posed& posed) {
  auto verdict = posed.by_order();
  return verdict ? verdict : posed.by_exploration(30'000);
}

// Operations that each engine runs if every loop and branch runs as often as `trips` says, each visit the same.
class Runs {
 public:
  Runs(Choices& choices, const Tree& tree) : times_(tree.scope_count(), 1) {
    for (const ScopeId s : tree.scopes()) {
      const Scope& x = tree.scope(s);
      if (s == Tree::root()) continue;
      std::uint64_t n = 1 + choices.below(3);
      if (x.is_loop() && x.trip_kind == TripKind::constant) n = x.trips;
      if (x.kind == ScopeKind::then_branch) n = choices.below(2);
      if (x.kind == ScopeKind::else_branch) n = 1 - own_[x.sibling.value];
      own_.resize(tree.scope_count());
      own_[s.value] = n;
      times_[s.value] = n * times_[x.parent.value];
    }
  }
  [[nodiscard]] std::vector<std::uint64_t> operations(const Implementation& x) const {
    std::vector<std::uint64_t> out(x.tree.engine_count(), 0);
    for (const BlockId b : x.tree.blocks()) {
      for (const Statement& s : x.statements_of(b)) {
        if (s.kind() == StatementKind::operation) out[s.engine().value] += times_[x.tree.block(b).scope.value];
      }
    }
    return out;
  }

 private:
  std::vector<std::uint64_t> times_;
  std::vector<std::uint64_t> own_;
};

class PassCheck {
 public:
  PassCheck(Campaign& campaign, Choices& choices, const Drawn& drawn)
      : campaign_(campaign), choices_(choices), drawn_(drawn) {}

  void run(const Implementation& implementation) {
    const Posed before(drawn_.program, implementation, drawn_.options);
    const auto verdict = verdict_of(before);
    const auto all = all_passes();
    const Pass one = all[choices_.below(static_cast<std::uint32_t>(all.size()))].pass;
    look_at(before, verdict, std::span(&one, 1), std::string(entry(one).name));
    look_at(before, verdict, {}, "all");
  }

 private:
  void look_at(const Posed& before, const std::optional<Verdict>& verdict, std::span<const Pass> passes,
               const std::string& name) {
    const Implementation& implementation = before.implementation();
    const Optimized optimized = optimize(implementation, all_levels, passes);
    campaign_.count("by " + name);
    const bool helped = optimized.after.register_operations < optimized.before.register_operations ||
                        optimized.after.waits < optimized.before.waits;
    if (helped) campaign_.count(name + " helped");
    const auto fail = [&](const std::string& what) {
      RC_FAIL(report(drawn_, &implementation, name + ": " + what) + print(optimized.implementation));
    };
    const auto again = parse_implementation(print(optimized.implementation), "again");
    if (!again) fail(to_string(again.error().front()));
    if (!same_implementation(*again, optimized.implementation)) fail("printing and reading changes it");
    for (std::size_t e = 0; e < optimized.after.registers.size(); ++e) {
      if (optimized.after.registers[e] > optimized.before.registers[e]) fail("more registers");
    }
    if (optimized.after.waits > optimized.before.waits) fail("more waits");
    const Runs runs(choices_, implementation.tree);
    const auto operations = runs.operations(implementation);
    const auto now = runs.operations(optimized.implementation);
    for (std::size_t e = 0; e < now.size(); ++e) {
      if (now[e] > operations[e]) fail("more operations in a run");
    }
    if (!verdict) return;
    const auto after = verdict_of(Posed(drawn_.program, optimized.implementation, drawn_.options));
    if (!after) return;
    campaign_.count(std::string(to_text(verdict->word)));
    if (after->word != verdict->word) {
      fail(std::string(to_text(verdict->word)) + " became " + std::string(to_text(after->word)));
    }
  }

  Campaign& campaign_;
  Choices& choices_;
  const Drawn& drawn_;
};

TEST(Properties, passes_keep_the_verdict_and_never_cost_more) {
  Campaign campaign(1500, 160);
  campaign.run([&](Choices& choices) {
    const Drawn drawn = testing::draw(choices, Shape{});
    PassCheck check(campaign, choices, drawn);
    AllocationOptions options;
    options.optimize = static_cast<int>(choices.below(2));
    options.count = choices.chance(1, 2) ? Counted::producers : Counted::all;
    for (const SchemeEntry& s : all_schemes()) {
      options.scheme = s.scheme;
      const auto allocated = allocate(drawn.program, options);
      if (allocated) check.run(allocated->implementation);
    }
    check.run(generate_by_hand(choices, drawn.program));
    campaign.count_program(drawn.program, drawn.options);
  });
  campaign.expect_at_least({{"fold helped", 4000},
                            {"static helped", 1000},
                            {"waits helped", 1000},
                            {"reduce helped", 1000},
                            {"share helped", 1000},
                            {"hoist helped", 1000},
                            {"dead helped", 1000},
                            {"equivalent", 40000},
                            {"refines", 4000},
                            {"unsafe", 1000},
                            {"deadlock", 2000},
                            {"divergent trips", 1500},
                            {"zero trips", 2000}});
}

TEST(Properties, an_optimized_allocation_is_what_the_plain_one_is) {
  Campaign campaign(1500, 160);
  campaign.run([&](Choices& choices) {
    const Drawn drawn = testing::draw(choices, Shape{});
    AllocationOptions options;
    options.count = choices.chance(1, 2) ? Counted::producers : Counted::all;
    for (const SchemeEntry& s : all_schemes()) {
      options.scheme = s.scheme;
      options.optimize = 1;
      const auto plain = allocate(drawn.program, options);
      if (!plain) continue;
      options.optimize = 2;
      const auto optimized = allocate(drawn.program, options);
      if (!optimized) RC_FAIL(report(drawn, &plain->implementation, "refused at level 2"));
      const auto before = verdict_of(Posed(drawn.program, plain->implementation, drawn.options));
      const auto after = verdict_of(Posed(drawn.program, optimized->implementation, drawn.options));
      if (optimized->redundant > 0) campaign.count("with redundant dependencies");
      if (!before || !after) continue;
      campaign.count(std::string(to_text(before->word)));
      // What is left out may have been kept too well: then it is kept as well as the others keep it.
      const bool good = after->word == before->word || severity(after->word) < severity(before->word);
      if (!good) {
        RC_FAIL(report(drawn, &optimized->implementation,
                       std::string(to_text(before->word)) + " became " + std::string(to_text(after->word))));
      }
    }
    campaign.count_program(drawn.program, drawn.options);
  });
  campaign.expect_at_least({{"with redundant dependencies", 10000}, {"equivalent", 15000}, {"refines", 1500}});
}

// Every loop that is visited runs 1 to 3 times, on all engines or on each for itself; a branch runs or does not.
Trips trips_of_at_least_one(Choices& choices, const Tree& tree) {
  Trips trips(tree, 1 + choices.below(3));
  const auto draw = [&](const Scope& x) {
    std::vector<std::uint32_t> counts(1 + choices.below(3));
    for (std::uint32_t& n : counts) n = x.is_loop() ? 1 + choices.below(3) : choices.below(2);
    return counts;
  };
  for (const ScopeId s : tree.scopes()) {
    const Scope& x = tree.scope(s);
    const bool number = x.is_loop() && x.trip_kind == TripKind::constant;
    if (s == Tree::root() || number || x.kind == ScopeKind::else_branch) continue;
    if (x.trip_kind == TripKind::divergent) {
      for (const EngineId e : tree.engines()) trips.set_list(s, e, draw(x));
    } else {
      trips.set_list(s, draw(x));
    }
  }
  return trips;
}

// The time of the last retirement of each engine, if all have ended.
std::optional<std::vector<std::uint64_t>> last_retirements(const Posed& posed, const Program& program,
                                                           const Trips& trips, const Times& times) {
  const Implementation complete_one = complete(program, posed.implementation(), posed.pairing());
  MachineOptions machine;
  machine.visits = control_scopes(program);
  RunOptions options;
  options.data = false;
  options.times = times;
  options.record_times = true;
  const RunResult r = counterpoint::run(implementation_machine(complete_one, trips, machine), options);
  if (r.outcome != Outcome::completed) return std::nullopt;
  std::vector<std::uint64_t> out(program.tree.engine_count(), 0);
  for (const TimedInstance& i : r.timed.instances) out[i.engine.value] = std::max(out[i.engine.value], i.retire);
  return out;
}

// Times of machines: operations, statements, tests, branches and signals of 0 to 40 units each, instructions of 1 to 64
// with any interval; no transfer, since transfers that share bandwidth may meet in another order (pace.hpp).
TEST(Properties, no_engine_is_later_after_all_passes_on_any_machine) {
  Campaign campaign(1500, 400);
  campaign.run([&](Choices& choices) {
    Shape shape;
    shape.timing = true;
    const Drawn drawn = testing::draw(choices, shape);
    AllocationOptions options;
    options.count = choices.chance(1, 2) ? Counted::producers : Counted::all;
    Times times;
    times.transfer = {0, 1};
    for (std::uint64_t* t : {&times.control_step, &times.branch, &times.issue, &times.test, &times.signal}) {
      *t = choices.below(41);
    }
    times.register_operation = 1 + choices.below(40);
    times.unit = {1 + choices.below(8), 1};
    for (const SchemeEntry& s : all_schemes()) {
      options.scheme = s.scheme;
      options.optimize = static_cast<int>(choices.below(2));
      const auto allocated = allocate(drawn.program, options);
      if (!allocated) continue;
      const Posed before(drawn.program, allocated->implementation, drawn.options);
      const Optimized optimized = optimize(allocated->implementation, all_levels);
      const Posed after(drawn.program, optimized.implementation, drawn.options);
      const Trips trips = trips_of_at_least_one(choices, before.implementation().tree);
      const auto plain = last_retirements(before, drawn.program, trips, times);
      if (!plain) continue;
      const auto now = last_retirements(after, drawn.program, trips, times);
      if (!now) RC_FAIL(report(drawn, &before.implementation(), "does not complete"));
      campaign.count("completed");
      if (*now != *plain) campaign.count("sooner");
      for (std::size_t e = 0; e < now->size(); ++e) {
        if ((*now)[e] <= (*plain)[e]) continue;
        RC_FAIL(report(drawn, &before.implementation(), "an engine is later than before") +
                print(optimized.implementation));
      }
    }
    campaign.count_program(drawn.program, drawn.options);
  });
  campaign.expect_at_least({{"completed", 20000}, {"sooner", 5000}});
}

// Counters that wrap: 5 to 8 bits, compared by wrapped difference. A wait for less is only implied by an earlier one as
// long as the difference of semaphore and threshold fits, so where the allocation itself is not good `waits` is not
// run.
TEST(Properties, passes_keep_the_verdict_at_a_width) {
  Campaign campaign(1500, 160);
  campaign.run([&](Choices& choices) {
    const Drawn drawn = testing::draw(choices, Shape{});
    AllocationOptions options;
    options.wrap_safe = 5 + choices.below(4);
    for (const Scheme s : {Scheme::per_loop, Scheme::per_engine}) {
      options.scheme = s;
      const auto plain = allocate(drawn.program, options);
      if (!plain) continue;
      const auto ask = [&](const Implementation& implementation) {
        const Posed posed(drawn.program, implementation, drawn.options);
        Question q = posed.question();
        q.width = options.wrap_safe;
        q.compare = Comparison::difference;
        q.states = 20'000;
        return decide(q).verdict.word;
      };
      const VerdictWord before = ask(plain->implementation);
      if (before == VerdictWord::undecided) continue;
      const bool good = before == VerdictWord::equivalent || before == VerdictWord::refines;
      std::vector<Pass> passes;
      for (const PassEntry& e : all_passes()) {
        if (good || e.pass != Pass::waits) passes.push_back(e.pass);
      }
      const Optimized optimized = optimize(plain->implementation, all_levels, passes);
      const VerdictWord after = ask(optimized.implementation);
      if (after == VerdictWord::undecided) continue;
      campaign.count(std::string(to_text(before)));
      if (after != before) {
        RC_FAIL(report(drawn, &plain->implementation,
                       std::string(to_text(before)) + " became " + std::string(to_text(after))) +
                print(optimized.implementation));
      }
    }
    campaign.count_program(drawn.program, drawn.options);
  });
  campaign.expect_at_least({{"equivalent", 8000}});
}

}  // namespace
}  // namespace counterpoint
