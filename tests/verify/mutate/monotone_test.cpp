// Maximal runs give the verdict that exploration gives, on drawn pairs and on mutants.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution: half allocations, half implementations made by hand (verify/generate/implementation.hpp), of programs
// of at most three engines and six instructions, with drawn trips; pairs that maximal runs do not take on, or that
// exploration does not finish in 20,000 states, are passed over. The shares of the four verdicts have floors.
#include "verify/mutate/monotone.hpp"

#include <gtest/gtest.h>

#include <array>

#include "core/text/text.hpp"
#include "tests/verify/pair.hpp"
#include "verify/explore/explore.hpp"
#include "verify/generate/implementation.hpp"
#include "verify/generate/program.hpp"
#include "verify/generate/trips.hpp"

namespace counterpoint::mutation {
namespace {

TEST(Monotone, agrees_with_exploration_on_drawn_pairs) {
  Shape shape;
  shape.instructions = 6;
  shape.trips = 2;
  std::array<int, 4> seen{};
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Choices choices(seed);
    const Program program = generate_program(choices, shape);
    const Implementation implementation = generate_implementation(choices, program);
    const auto pairing = pair_up(program, implementation);
    ASSERT_TRUE(pairing.has_value()) << seed;
    const DrawnTrips trips = generate_trips(choices, program.tree, shape);
    const Trips others = trips_from(implementation.tree, trips.options);
    Question q{program, implementation, *pairing, trips.trips, others};
    const auto said = decide_monotone(q);
    if (!said) continue;
    q.limit = 20'000;
    const Verdict v = decide_by_exploration(q);
    if (v.word == VerdictWord::undecided) continue;
    ASSERT_EQ(to_text(said->word), to_text(v.word)) << "seed " << seed << "\n"
                                                    << print(program) << print(implementation);
    ++seen[static_cast<std::size_t>(said->word)];
  }
  for (const int count : seen) EXPECT_GE(count, 20);
}

std::string monotone_word(const Pair& pair) {
  const auto said = decide_monotone(pair.question());
  return said ? std::string(to_text(said->word)) : "not applicable";
}

TEST(Monotone, decides_both_kinds_of_update_on_one_semaphore) {
  // The example of semantics.md 6, for which clocks have no least vector.
  const char* program = "program p\nengine e0 e1\ne0: y\ne0: x\ne1: c after y\n";
  const char* mixed =
      "implementation p\nengine e0 e1\nsemaphore s\ne0: y signal s += 1\ne0: x signal s += 1 at issue\n"
      "e1: c wait s >= ";
  EXPECT_EQ(monotone_word(Pair(program, std::string(mixed) + "1\n")), "unsafe");
  EXPECT_EQ(monotone_word(Pair(program, std::string(mixed) + "2\n")), "refines");
  EXPECT_EQ(monotone_word(Pair(program, std::string(mixed) + "3\n")), "deadlock");
}

TEST(Monotone, knows_that_an_equality_whose_value_can_be_passed_may_never_hold) {
  const char* program = "program p\nengine e0 e1\ne0: y\ne0: x\ne1: c after y\n";
  const auto with = [&](const char* x) {
    return Pair(program, std::string("implementation p\nengine e0 e1\nsemaphore s\ne0: y signal s += 1\ne0: x") + x +
                             "\ne1: c wait s == 1\n");
  };
  EXPECT_EQ(monotone_word(with("")), "equivalent");
  EXPECT_EQ(monotone_word(with(" signal s += 1")), "deadlock");
  EXPECT_EQ(to_text(decide_by_exploration(with(" signal s += 1").question()).word), "deadlock");
}

}  // namespace
}  // namespace counterpoint::mutation
