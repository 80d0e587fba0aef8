// Race-free programs end in one state, whatever the schedule, and so do their implementations.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution: programs with up to two buffers and engines in order (1/3 each); in half of them what the accesses
// need is added as dependencies; half are without divergent scopes. Most of those are race-free. Each of these runs
// under every schedule, the random one with three seeds, and under every allocation that is equivalent or refines.
#include "core/allocation/allocate.hpp"
#include "core/dependence/derive.hpp"
#include "core/machine/run.hpp"
#include "core/machine/specification.hpp"
#include "core/text/text.hpp"
#include "tests/verify/properties/campaign.hpp"
#include "tests/verify/properties/subject.hpp"
#include "verify/machines.hpp"
#include "verify/mutual_replay.hpp"

namespace counterpoint {
namespace {

using testing::Campaign;
using testing::Drawn;
using testing::Posed;

class OneState {
 public:
  explicit OneState(Campaign& campaign) : campaign_(campaign) {}

  void check(Choices& choices) {
    Shape shape;
    shape.buffers = 2;
    shape.inorder = true;
    shape.instructions = 7;
    shape.trips = 2;
    shape.divergent = choices.below(2) == 0;
    Drawn drawn = testing::draw(choices, shape);
    if (choices.below(2) == 0) drawn.program = with_missing(drawn.program, derive(drawn.program));
    campaign_.count_program(drawn.program, drawn.options);
    const Machine machine = specification_machine(drawn.program, drawn.trips);
    RunOptions options;
    options.schedule = Schedule::round_robin;
    const RunResult first = run(machine, options);
    if (!first.digest) return;
    campaign_.count(std::string(outcome_name(first.outcome)));
    if (!first.races_checked || first.race) return;
    campaign_.count("race-free");
    for_each_schedule(machine, [&](const RunResult& other, const std::string& how) {
      if (other.race || other.outcome != first.outcome || other.digest != first.digest) {
        RC_FAIL(testing::report(drawn, nullptr,
                                "another end under " + how + ": " + std::string(outcome_name(other.outcome)) +
                                    ", not " + std::string(outcome_name(first.outcome))));
      }
    });
    for (const SchemeEntry& scheme : all_schemes()) implementations(drawn, scheme.scheme, first, choices.below(16));
  }

 private:
  template <class Look>
  static void for_each_schedule(const Machine& machine, Look look) {
    for (const ScheduleEntry& entry : all_schedules()) {
      for (std::uint64_t seed = 1; seed <= (entry.schedule == Schedule::random ? 3U : 1U); ++seed) {
        RunOptions options;
        options.schedule = entry.schedule;
        options.seed = seed;
        look(run(machine, options), std::string(entry.name));
      }
    }
  }

  void implementations(const Drawn& drawn, Scheme scheme, const RunResult& first, std::uint64_t seed) {
    AllocationOptions options;
    options.scheme = scheme;
    auto made = allocate(drawn.program, options);
    if (!made) return;
    const Posed bare(drawn.program, std::move(made->implementation), drawn.options);
    const auto verdict = bare.by_order();
    if (!verdict || (verdict->word != VerdictWord::equivalent && verdict->word != VerdictWord::refines)) return;
    campaign_.count("implementations");
    const Posed posed(drawn.program, complete(drawn.program, bare.implementation(), bare.pairing()), drawn.options);
    const Machines machines = machines_of(posed.question());
    for_each_schedule(machines.implementation, [&](const RunResult& other, const std::string& how) {
      if (other.outcome != first.outcome || other.digest != first.digest) {
        RC_FAIL(testing::report(drawn, &posed.implementation(), "another end of the implementation under " + how));
      }
    });
    MutualReplayOptions runs;
    runs.runs = 1;
    runs.seed = seed + 1;
    const MutualReplayResult result = replay_mutually(machines.program, machines.implementation, posed.pairing(), runs);
    const bool differs = result.difference &&
                         !(verdict->word == VerdictWord::refines && result.difference->kind == DifferenceKind::late);
    const bool ends_elsewhere = result.state && first.outcome == Outcome::completed && result.state != first.digest;
    if (differs || ends_elsewhere) {
      RC_FAIL(testing::report(drawn, &posed.implementation(), "a random run with data does not agree"));
    }
  }

  Campaign& campaign_;
};

TEST(Properties, race_free_programs_end_in_one_state_under_every_schedule_and_implementation) {
  Campaign campaign(6'000, 400);
  OneState one_state(campaign);
  campaign.run([&](Choices& choices) { one_state.check(choices); });
  campaign.expect_at_least({
      {"race-free", 3400},
      {"racy", 800},
      {"implementations", 18000},
      {"completed", 2800},
      {"deadlock", 600},
      {"buffers", 4300},
      {"divergent trips", 1100},
      {"three levels", 2800},
      {"both branches", 900},
      {"zero trips", 3600},
  });
}

}  // namespace
}  // namespace counterpoint
