// Size: what grows with a program, what must not, and what is refused or left open rather than tried for ever.
// SPDX-License-Identifier: Apache-2.0
//
// Nothing here looks at a clock: the prover's counts and the number of terms are the same on every machine.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "smt/certify/certify.hpp"
#include "tests/verify/pair.hpp"

namespace counterpoint::smt {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

Proof proof_of(const Pair& pair, const CertifyOptions& options = {}) {
  return prove_pair(pair.program(), pair.implementation(), pair.question().pairing, options);
}

std::string side_by_side(std::size_t loops) {
  std::string text = "program p\nengine a b\n";
  for (std::size_t i = 0; i < loops; ++i) {
    text += fmt::format("loop l{0} trips dynamic {{\n  a: x{0} after y{0}@l{0}-2\n  b: y{0} after x{0}\n}}\n", i);
  }
  return text;
}

std::string in_each_other(std::size_t loops, bool a_pair_in_each) {
  std::string text = "program p\nengine a b\n";
  for (std::size_t i = 0; i < loops; ++i) {
    text += fmt::format("loop l{} trips dynamic {{\n", i);
    if (a_pair_in_each || i + 1 == loops) text += fmt::format("  a: x{0}\n  b: y{0} after x{0}\n", i);
  }
  return text + std::string(loops, '}') + "\n";
}

// `rows` instructions of each of four engines in one loop.
std::string body(std::size_t rows) {
  std::string text = "program p\nengine a b c d\nloop k trips dynamic {\nloop l trips dynamic {\n";
  for (std::size_t i = 0; i < rows; ++i) {
    text +=
        fmt::format("  a: x{0} after z{0}@l-2\n  b: y{0} after x{0}, w{0}@l-1\n  c: z{0} after y{0}\n  d: w{0}\n", i);
  }
  return text + "}\n}\n";
}

TEST(Size, ten_thousand_loops_side_by_side_are_proved_and_cost_ten_times_what_a_thousand_do) {
  const Proof small = proof_of(Pair(side_by_side(1000), Scheme::per_loop));
  const Proof large = proof_of(Pair(side_by_side(10'000), Scheme::per_loop));
  EXPECT_EQ(large.word, VerdictWord::equivalent);
  EXPECT_EQ(large.statistics.distinct, small.statistics.distinct);
  EXPECT_LE(large.statistics.asked, 10 * small.statistics.asked);
  EXPECT_LE(large.statistics.asked, 32 * large.consumers);
  EXPECT_LE(large.terms, 10 * small.terms);
}

TEST(Size, a_longer_body_has_no_more_distinct_obligations) {
  for (const Scheme scheme : {Scheme::per_loop, Scheme::per_instruction, Scheme::automatic}) {
    const Proof small = proof_of(Pair(body(20), scheme));
    const Proof large = proof_of(Pair(body(2000), scheme));
    EXPECT_EQ(large.word, VerdictWord::equivalent);
    EXPECT_EQ(large.statistics.distinct, small.statistics.distinct);
    EXPECT_LE(large.statistics.asked, 100 * small.statistics.asked);
    EXPECT_LE(large.terms, 100 * small.terms);
  }
}

// More bodies than a sum for each engine may have terms, in a loop: each counts the instructions of whole engines.
std::string bodies(std::size_t loops, std::size_t rows) {
  std::string text = "program p\nengine a b c\nloop k trips dynamic {\n";
  for (std::size_t i = 0; i < loops; ++i) {
    text += fmt::format("loop l{} trips dynamic {{\n", i);
    for (std::size_t j = 0; j < rows; ++j) {
      text += fmt::format("  a: x{0}_{1} after z{0}_{1}@l{0}-2\n  b: y{0}_{1} after x{0}_{1}\n", i, j);
      text += fmt::format("  c: z{0}_{1} after y{0}_{1}\n", i, j);
    }
    text += "}\n";
  }
  return text + "}\n";
}

TEST(Size, where_whole_engines_are_counted_longer_bodies_and_more_of_them_have_no_more_distinct_obligations) {
  const Proof small = proof_of(Pair(bodies(20, 2), Scheme::per_engine));
  const Proof longer = proof_of(Pair(bodies(20, 40), Scheme::per_engine));
  const Proof more = proof_of(Pair(bodies(80, 2), Scheme::per_engine));
  for (const Proof* p : {&longer, &more}) {
    EXPECT_EQ(p->word, VerdictWord::equivalent);
    EXPECT_LE(p->statistics.distinct, small.statistics.distinct);
  }
  // One walk for each body and two engines, however long the body is; it does not look at other bodies.
  EXPECT_LE(longer.statistics.asked, 2 * small.statistics.asked);
  EXPECT_LE(more.statistics.asked, 5 * small.statistics.asked);
}

TEST(Size, a_pair_in_the_innermost_of_900_loops_takes_two_million_obligations_at_most) {
  const Proof proof = proof_of(Pair(in_each_other(900, false), Scheme::per_loop));
  EXPECT_TRUE(proof.word == VerdictWord::equivalent || (proof.word == VerdictWord::undecided && !proof.open.empty()));
  EXPECT_LE(proof.statistics.asked, 2'000'000U);
}

// A producer in the innermost of 40 loops, and what waits for it in one half way down.
std::string half_way(std::string_view distance) {
  std::string text = "program p\nengine a b\n";
  for (std::size_t i = 0; i < 40; ++i) text += fmt::format("loop l{} trips dynamic {{\n", i);
  text += "  a: x\n" + std::string(19, '}') + fmt::format("\n  b: y after x{}\n", distance);
  return text + std::string(21, '}') + "\n";
}

TEST(Size, what_lies_in_the_innermost_of_40_loops_is_proved_with_few_obligations) {
  for (const Scheme scheme : {Scheme::per_loop, Scheme::per_instruction, Scheme::per_engine}) {
    for (const std::string& text : {in_each_other(40, false), half_way(""), half_way("@l20-2")}) {
      const Proof proof = proof_of(Pair(text, scheme));
      EXPECT_EQ(proof.word, VerdictWord::equivalent) << text;
      EXPECT_LE(proof.statistics.asked, 20'000U);
    }
  }
}

TEST(Size, what_needs_more_than_the_limit_is_left_open_and_the_limit_is_named) {
  CertifyOptions options;
  options.most_asked = 100'000;
  const Proof proof = proof_of(Pair(in_each_other(200, true), Scheme::per_loop), options);
  EXPECT_EQ(proof.word, VerdictWord::undecided);
  EXPECT_EQ(proof.reason, "budget");
  ASSERT_FALSE(proof.open.empty());
  EXPECT_EQ(proof.open.back().what, fmt::format("the rest, after more than {} obligations", 100'000 + 256 * 200));
  EXPECT_LT(proof.consumers, 200U);
  EXPECT_LE(proof.statistics.asked, 1'000'000U);
}

TEST(Size, more_than_a_million_elements_of_semaphores_are_refused_by_name) {
  const Pair pair("program p\nengine a b\na: x\nb: y after x\n",
                  "implementation p\nengine a b\nsemaphore s[67108864]\na: x signal s[67108863] += 1\n"
                  "b: y wait s[67108863] >= 1\n");
  const Proof proof = proof_of(pair);
  EXPECT_EQ(proof.reason, "construct");
  ASSERT_EQ(proof.refusals.size(), 1U);
  EXPECT_EQ(proof.refusals.front(), "'s' with 67108864 elements: there are more than 1048576 in all");
}

TEST(Size, ten_thousand_engines_in_a_ring_are_proved) {
  std::string text = "program p\nengine";
  for (int i = 0; i < 10'000; ++i) text += fmt::format(" e{}", i);
  text += "\nloop l trips dynamic {\n  e0: x0 after x9999@l-1\n";
  for (int i = 1; i < 10'000; ++i) text += fmt::format("  e{0}: x{0} after x{1}\n", i, i - 1);
  const Proof proof = proof_of(Pair(text + "}\n", Scheme::per_loop));
  EXPECT_EQ(proof.word, VerdictWord::equivalent);
  EXPECT_LE(proof.statistics.asked, 32U * 10'000U);
}

TEST(Size, a_distance_of_31_bits_is_proved) {
  const Proof proof = proof_of(
      Pair("program p\nengine a b\nloop l trips dynamic {\na: x\nb: y after x@l-2147483647\n}\n", Scheme::per_loop));
  EXPECT_EQ(proof.word, VerdictWord::equivalent);
}

TEST(Size, ten_thousand_waits_of_one_consumer_are_decided) {
  std::string text = "implementation p\nengine a b\nsemaphore s\nloop l trips dynamic {\n  a: x signal s += 1\n";
  text += "  b: r := r + 1\n  b: y wait s >= r";
  for (int i = 1; i < 10'000; ++i) text += ", s >= r";
  const Proof proof =
      proof_of(Pair("program p\nengine a b\nloop l trips dynamic {\na: x\nb: y after x\n}\n", text + "\n}\n"));
  EXPECT_NE(proof.word, VerdictWord::undecided);
  EXPECT_LE(proof.statistics.asked, 40'000U);
}

// Either they are proved, or a number in an obligation does not fit and the pair is open; never a wrong sum.
TEST(Size, increments_and_initial_values_of_63_bits_do_no_harm) {
  for (const auto& [initial, increment] : {std::pair{std::int64_t{0}, largest},
                                           {std::int64_t{0}, largest / 2 + 1},
                                           {largest, std::int64_t{1}},
                                           {-largest, std::int64_t{1}},
                                           {largest, largest}}) {
    const Pair pair("program p\nengine a b\nloop l trips dynamic {\na: x\nb: y after x\n}\n",
                    fmt::format("implementation p\nengine a b\nsemaphore s = {0}\nloop l trips dynamic {{\n"
                                "  a: x signal s += {1}\n  b: n := n + 1\n  b: w := n * {1}\n  b: y wait s >= w\n}}\n",
                                initial, increment));
    const Proof proof = proof_of(pair);
    const bool right = initial == 0 && proof.word == VerdictWord::equivalent;
    EXPECT_TRUE(right || (proof.word == VerdictWord::undecided && !proof.open.empty())) << initial << " " << increment;
  }
}

}  // namespace
}  // namespace counterpoint::smt
