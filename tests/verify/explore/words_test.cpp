// Small pairs by hand, one for each thing that the implementation language can say, with the word they deserve.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/verify/explore/plain_explorer.hpp"
#include "tests/verify/pair.hpp"
#include "verify/evidence.hpp"
#include "verify/explore/explore.hpp"

namespace counterpoint {
namespace {

struct Counting {
  std::uint32_t width = 0;
  Comparison compare = Comparison::as_signed;
  std::uint64_t window = 0;
};

// The word, by the fast, the reduced and the plain search, with a witness that both machines take.
std::string word(const Pair& pair, const Counting& counting = {}) {
  Question q = pair.question();
  q.width = counting.width;
  q.compare = counting.compare;
  q.window = counting.window;
  const Verdict v = decide_by_exploration(q);
  EXPECT_EQ(examine(q, v).complaint, "");
  const Verdict plain = testing::explore_plainly(q);
  EXPECT_EQ(to_text(v.word), to_text(plain.word));
  EXPECT_EQ(v.states, plain.states);
  EXPECT_EQ(v.transitions, plain.transitions);
  EXPECT_EQ(v.depth, plain.depth);
  q.reduce = true;
  EXPECT_EQ(to_text(decide_by_exploration(q).word), to_text(v.word));
  return std::string(to_text(v.word)) + (v.reason.empty() || v.reason == "stuck" ? "" : " " + v.reason);
}

// c after y, on two engines; x is a second instruction of y's engine.
std::string of_c_after_y(const std::string& declared, const std::string& y, const std::string& x,
                         const std::string& c) {
  return word(Pair("program p\nengine a b\na: y\na: x\nb: c after y\n",
                   "implementation p\nengine a b\n" + declared + "\na: y " + y + "\na: x " + x + "\nb: c " + c + "\n"));
}

TEST(ExplorationWords, updates_of_every_kind) {
  EXPECT_EQ(of_c_after_y("semaphore s", "signal s += 1", "", "wait s >= 1"), "equivalent");
  EXPECT_EQ(of_c_after_y("semaphore s", "signal s += 1 at issue", "", "wait s >= 1"), "unsafe early-issue");
  EXPECT_EQ(of_c_after_y("semaphore s", "signal s := 5", "", "wait s >= 5"), "equivalent");
  EXPECT_EQ(of_c_after_y("semaphore s = 1", "signal s -= 1", "", "wait s == 0"), "equivalent");
  // The second write takes back what the first gave.
  EXPECT_EQ(of_c_after_y("semaphore s", "signal s := 1", "signal s := 0", "wait s >= 1"), "deadlock");
  EXPECT_EQ(of_c_after_y("semaphore s", "signal s := 1", "signal s := 2", "wait s >= 1"), "equivalent");
  EXPECT_EQ(of_c_after_y("semaphore s", "", "signal s += 1", "wait s >= 1"), "refines");
  EXPECT_EQ(of_c_after_y("semaphore s", "", "", "wait s >= 1"), "deadlock");
  EXPECT_EQ(of_c_after_y("semaphore s = 9223372036854775807", "signal s += 1", "", "wait s >= 1"),
            "unsafe early-issue");
  EXPECT_EQ(of_c_after_y("semaphore s t = 9223372036854775807", "signal s += 1, t += 1", "", "wait s >= 1"),
            "unsafe overflow");
}

TEST(ExplorationWords, arrays_flags_and_takes) {
  EXPECT_EQ(of_c_after_y("semaphore s[2]", "signal s[1] += 1", "signal s[0] += 1", "wait s[1] >= 1"), "equivalent");
  EXPECT_EQ(of_c_after_y("semaphore s[2]", "signal s[1] += 1", "signal s[0] += 1", "wait s[0] >= 1"), "refines");
  EXPECT_EQ(of_c_after_y("flag f[2]", "signal f[1] += 1", "", "take f[1] >= 1"), "equivalent");
  EXPECT_EQ(of_c_after_y("flag f", "signal f += 1", "signal f += 1", "take f >= 1"), "unsafe double-set");
  EXPECT_EQ(of_c_after_y("flag f", "signal f += 1", "signal f := 0", "take f >= 1"), "deadlock");
  EXPECT_EQ(of_c_after_y("semaphore s", "signal s += 2", "", "take s >= 1, s >= 1"), "equivalent");
  EXPECT_EQ(of_c_after_y("semaphore s", "signal s += 1", "", "take s >= 1, s >= 1"), "deadlock");
}

TEST(ExplorationWords, two_writers_and_two_readers) {
  const char* program = "program p\nengine a b c\na: x\nb: y\nc: z after x, y\n";
  const auto of = [&](const char* x, const char* y, const char* z) {
    return word(Pair(program, std::string("implementation p\nengine a b c\nsemaphore s\na: x ") + x + "\nb: y " + y +
                                  "\nc: z " + z + "\n"));
  };
  EXPECT_EQ(of("signal s += 1", "signal s += 1", "wait s >= 2"), "equivalent");
  EXPECT_EQ(of("signal s += 1", "signal s += 1", "wait s >= 1"), "unsafe early-issue");
  EXPECT_EQ(of("signal s := 1", "signal s := 2", "wait s >= 2"), "unsafe early-issue");
  EXPECT_EQ(of("signal s += 1", "take s >= 1 signal s += 2", "wait s >= 2"), "refines");
}

TEST(ExplorationWords, fences_barriers_and_resets) {
  const char* program = "program p\nengine a b\na: x\nb: y after x\na: z\nb: w after z\n";
  const auto of = [&](const std::string& middle, const std::string& last) {
    return word(Pair(program, "implementation p\nengine a b\nsemaphore s\na: x signal s += 1\nb: y wait s >= 1\n" +
                                  middle + "a: z signal s += 1\nb: w wait s >= " + last + "\n"));
  };
  EXPECT_EQ(of("", "2"), "equivalent");
  EXPECT_EQ(of("barrier\n", "2"), "refines");
  EXPECT_EQ(of("barrier reset\n", "1"), "refines");
  EXPECT_EQ(of("barrier reset\n", "2"), "deadlock");
  EXPECT_EQ(of("barrier\n", "1"), "unsafe early-issue");
  EXPECT_EQ(of("a: fence\n", "2"), "refines");
  EXPECT_EQ(of("b: wait s >= 1\n", "2"), "equivalent");
  EXPECT_EQ(of("b: wait s >= 2\n", "2"), "equivalent");
}

TEST(ExplorationWords, stand_alone_signals) {
  EXPECT_EQ(of_c_after_y("semaphore s", "\na: signal s += 1 at retire", "", "wait s >= 1"), "equivalent");
  EXPECT_EQ(of_c_after_y("semaphore s", "\na: signal s += 1", "", "wait s >= 1"), "unsafe early-issue");
  EXPECT_EQ(of_c_after_y("semaphore s", "\na: fence\na: signal s += 1", "", "wait s >= 1"), "refines");
  EXPECT_EQ(of_c_after_y("flag f", "\na: signal f += 1 at retire", "\na: signal f += 1", "\nb: take f >= 1"),
            "unsafe early-issue");
}

TEST(ExplorationWords, widths_of_four_to_thirty_two_bits_with_every_comparison) {
  const auto of = [](std::uint32_t width, Comparison compare, const char* trips) {
    return word(Pair("program p\nengine a b\nloop l trips dynamic { a: x after y@l-1\n b: y after x }\n",
                     Scheme::per_loop, {trips}),
                {width, compare, 0});
  };
  for (const std::uint32_t width : {4U, 5U, 8U, 16U, 31U, 32U}) {
    for (const Comparison c : {Comparison::as_signed, Comparison::as_unsigned, Comparison::difference}) {
      EXPECT_EQ(of(width, c, "l=7"), "equivalent") << width;
    }
  }
  // At four bits the eighth value is read as -8: a signed comparison lets x of the ninth iteration go at once, or holds
  // y for ever; a difference is right as long as both sides are close.
  EXPECT_NE(of(4, Comparison::as_signed, "l=12"), "equivalent");
  EXPECT_EQ(of(4, Comparison::difference, "l=7"), "equivalent");
  EXPECT_EQ(of(5, Comparison::as_signed, "l=12"), "equivalent");
}

TEST(ExplorationWords, windows_hold_both_sides) {
  const Pair pair("program p\nengine a b\nloop l trips dynamic { a: x\n b: y after x }\n", Scheme::per_loop, {"l=4"});
  for (const std::uint64_t window : {0U, 1U, 2U, 3U}) {
    EXPECT_EQ(word(pair, {0, Comparison::as_signed, window}), "equivalent");
  }
  Question free = pair.question();
  Question narrow = pair.question();
  narrow.window = 1;
  EXPECT_LT(decide_by_exploration(narrow).states, decide_by_exploration(free).states);
}

TEST(ExplorationWords, a_refinement_names_who_waits_where_and_for_what) {
  const Pair pair("program p\nengine a b\na: y\na: x\nb: c after y\n",
                  "implementation p\nengine a b\nsemaphore s\na: y\na: x signal s += 1\nb: c wait s >= 1\n");
  const Verdict v = decide_by_exploration(pair.question());
  EXPECT_EQ(v.explanation,
            "b stands at issue of c and waits for s >= 1, which is 0, though the program lets it go on there\n");
}

TEST(ExplorationWords, memory_and_states_are_bounds_that_are_told) {
  const Pair pair("program p\nengine a b c\nloop l trips dynamic { a: x\n b: y\n c: z }\n", Scheme::per_loop, {"l=60"});
  Question q = pair.question();
  q.memory = 1U << 20U;
  const Verdict v = decide_by_exploration(q);
  EXPECT_EQ(to_text(v.word), "undecided");
  EXPECT_EQ(v.reason, "bound");
  EXPECT_EQ(v.bound, "trips=given memory=1MiB");
  EXPECT_GT(v.states, 10'000U);
  EXPECT_GT(v.transitions, v.states);
  EXPECT_GT(v.depth, 0U);
  q.memory = std::uint64_t{4} << 30U;
  q.limit = 5'000;
  EXPECT_EQ(decide_by_exploration(q).states, 5'000U);
  const Pair endless("program p\nengine a b\nloop l trips dynamic { a: x\n b: y after x }\n", Scheme::per_loop,
                     {"l=1000000000"});
  EXPECT_EQ(decide_by_exploration(endless.question()).explanation, "more than 16777216 instances\n");
}

}  // namespace
}  // namespace counterpoint
