// Bounds of a width: each is proved, and past the bound of a small width a run differs.
// SPDX-License-Identifier: Apache-2.0
#include "smt/range/range.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "smt/certify/certify.hpp"
#include "tests/verify/pair.hpp"
#include "verify/decide.hpp"

namespace counterpoint::smt {
namespace {

constexpr std::string_view buffered = R"(program p
engine a b
loop l trips dynamic {
  a: x after c@l-2
  a: y
  b: c after y
}
)";

Proof proved(const Pair& pair, std::uint32_t width) {
  CertifyOptions options;
  options.width = width;
  return prove_pair(pair.program(), pair.implementation(), pair.question().pairing, options);
}

TEST(Ranges, the_bound_is_the_largest_number_over_what_an_iteration_adds) {
  const Pair pair(buffered, Scheme::per_loop, {});
  const Proof proof = proved(pair, 32);
  EXPECT_EQ(proof.word, VerdictWord::equivalent);
  ASSERT_TRUE(proof.ranges && proof.ranges->entries);
  EXPECT_EQ(*proof.ranges->entries, 1073741823);  // two retirements an iteration
}

// Widths 3 to 8: equivalent at the bound; and a run differs within twice as many and two.
TEST(Ranges, every_count_up_to_the_bound_is_equivalent_and_some_count_past_it_is_not) {
  for (std::uint32_t width = 3; width <= 8; ++width) {
    const Pair pair(buffered, Scheme::per_loop, {});
    const Proof proof = proved(pair, width);
    ASSERT_TRUE(proof.ranges && proof.ranges->entries);
    const std::int64_t bound = *proof.ranges->entries;
    std::int64_t first = 0;
    for (std::int64_t trips = 0; trips <= 2 * bound + 2 && first == 0; ++trips) {
      const Pair run(buffered, Scheme::per_loop, {fmt::format("l={}", trips)});
      Question question = run.question();
      question.width = width;
      const VerdictWord word = decide(question).verdict.word;
      if (trips <= bound) {
        EXPECT_EQ(word, VerdictWord::equivalent) << width << " " << trips;
      }
      if (word != VerdictWord::equivalent) first = trips;
    }
    EXPECT_GT(first, bound) << width;
  }
}

TEST(Ranges, what_does_not_fit_before_any_loop_runs_leaves_the_pair_open) {
  const Pair pair(R"(program p
engine a b
a: x
b: c after x
)",
                  R"(implementation p
engine a b
semaphore s = 200
b: w := 201
a: x signal s += 1
b: c wait s >= w
)");
  EXPECT_EQ(proved(pair, 16).word, VerdictWord::equivalent);
  const Proof proof = proved(pair, 8);
  EXPECT_EQ(proof.word, VerdictWord::undecided);
  ASSERT_FALSE(proof.open.empty());
}

}  // namespace
}  // namespace counterpoint::smt
