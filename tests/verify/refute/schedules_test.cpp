// Runs that show what maximal runs and chance found, on drawn pairs.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution: half allocations, half implementations made by hand (verify/generate/implementation.hpp), of programs
// of at most three engines and six instructions, with drawn trips. The shares of what is shown have floors.
#include "verify/refute/schedules.hpp"

#include <gtest/gtest.h>

#include "core/text/text.hpp"
#include "verify/explore/explore.hpp"
#include "verify/generate/implementation.hpp"
#include "verify/generate/program.hpp"
#include "verify/generate/trips.hpp"

namespace counterpoint::refuting {
namespace {

struct Tallied {
  int shown = 0;
  int shorter = 0;
};

// Calls look(question, text) with pairs of the distribution above.
template <class Look>
void with_drawn_pairs(std::uint64_t count, Look look) {
  Shape shape;
  shape.instructions = 6;
  shape.trips = 2;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    Choices choices(seed);
    const Program program = generate_program(choices, shape);
    const Implementation implementation = generate_implementation(choices, program);
    const auto pairing = pair_up(program, implementation);
    ASSERT_TRUE(pairing.has_value()) << seed;
    const DrawnTrips trips = generate_trips(choices, program.tree, shape);
    const Trips others = trips_from(implementation.tree, trips.options);
    const Question q{program, implementation, *pairing, trips.trips, others};
    look(q, "seed " + std::to_string(seed) + "\n" + print(program) + print(implementation));
  }
}

TEST(Schedules, show_every_early_step_and_every_deadlock_of_maximal_runs) {
  Tallied unsafe;
  Tallied deadlock;
  with_drawn_pairs(6000, [&](const Question& q, const std::string& text) {
    const auto said = mutation::decide_monotone(q);
    if (!said || severity(said->word) < 2) return;
    auto shown = performed(q, *said);
    ASSERT_TRUE(shown.has_value()) << to_text(said->word) << " " << text;
    EXPECT_EQ(shown->verdict.word, said->word);
    Tallied& tally = said->word == VerdictWord::unsafe ? unsafe : deadlock;
    ++tally.shown;
    const std::size_t before = shown->verdict.witness.size();
    shorten(q, shown->verdict);
    EXPECT_EQ(examine(q, shown->verdict).complaint, "") << text;
    if (shown->verdict.witness.size() < before) ++tally.shorter;
  });
  EXPECT_GE(unsafe.shown, 100);
  EXPECT_GE(unsafe.shorter, 40);
  EXPECT_GE(deadlock.shown, 100);
  EXPECT_EQ(deadlock.shorter, 0) << "every run that gets stuck there takes the same steps";
}

TEST(Schedules, shorten_a_witness_to_little_more_than_the_shortest) {
  std::uint64_t steps = 0;
  std::uint64_t least = 0;
  int shortest = 0;
  int all = 0;
  with_drawn_pairs(2000, [&](const Question& q, const std::string&) {
    auto found = sample(q);
    if (!found || found->verdict.reason != "early-issue") return;
    shorten(q, found->verdict);
    Question bounded = q;
    bounded.limit = 20'000;
    const Verdict v = decide_by_exploration(bounded);
    if (v.word != VerdictWord::unsafe || v.reason != "early-issue") return;
    ++all;
    steps += found->verdict.witness.size();
    least += v.witness.size();
    if (found->verdict.witness.size() == v.witness.size()) ++shortest;
  });
  EXPECT_GE(all, 150);
  std::cout << all << " early steps, " << shortest << " shown by a shortest run, steps of all " << steps
            << ", of all shortest " << least << "\n";
  EXPECT_LE(steps, 2 * least);
}

// What random runs show is never worse than the truth, and mostly all of it.
TEST(Schedules, of_random_runs_show_nothing_that_exploration_denies) {
  int shown = 0;
  int missed = 0;
  with_drawn_pairs(2000, [&](const Question& q, const std::string& text) {
    Question bounded = q;
    bounded.limit = 20'000;
    const Verdict v = decide_by_exploration(bounded);
    if (v.word == VerdictWord::undecided) return;
    const auto found = sample(q);
    if (found) {
      ++shown;
      ASSERT_LE(severity(found->verdict.word), severity(v.word)) << text;
    } else if (severity(v.word) >= 2) {
      ++missed;
    }
  });
  EXPECT_GE(shown, 400);
  std::cout << shown << " shown, " << missed << " missed\n";
  EXPECT_LE(missed * 10, shown);
}

}  // namespace
}  // namespace counterpoint::refuting
