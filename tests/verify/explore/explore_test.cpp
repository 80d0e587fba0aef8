// Verdicts by exploration: the four words, faults, what is left, and agreement with closed clocks.
// SPDX-License-Identifier: Apache-2.0
#include "verify/explore/explore.hpp"

#include <gtest/gtest.h>

#include "tests/verify/pair.hpp"
#include "verify/order/order.hpp"

namespace counterpoint {
namespace {

Verdict alone(std::string_view text) {
  const auto read = parse_implementation(text, "implementation");
  if (!read) throw std::runtime_error(messages(read.error()));
  return explore_alone(*read, Trips(read->tree), {}, 1U << 20U);
}

std::string_view verdict(const Pair& pair) { return to_text(decide_by_exploration(pair.question()).word); }

TEST(Exploration, decides_what_closed_clocks_cannot) {
  const char* program = "program p\nengine e0 e1\ne0: y\ne0: x\ne1: c after y\n";
  const auto with = [&](const char* y, const char* x, const char* c) {
    return Pair(program, std::string("implementation p\nengine e0 e1\nsemaphore s\ne0: y ") + y + "\ne0: x " + x +
                             "\ne1: c " + c + "\n");
  };
  // The example of semantics.md 6, for which naive clocks say `equivalent`.
  EXPECT_EQ(verdict(with("signal s += 1", "signal s += 1 at issue", "wait s >= 1")), "unsafe");
  EXPECT_EQ(verdict(with("signal s += 1", "", "take s >= 1")), "equivalent");
  EXPECT_EQ(verdict(with("signal s += 1", "", "wait s == 1")), "equivalent");
  // The value is passed by: c can be caught behind it, where the program goes on.
  EXPECT_EQ(verdict(with("signal s += 1", "signal s += 1", "wait s == 1")), "deadlock");
  EXPECT_EQ(verdict(with("signal s += 1", "signal s -= 1", "wait s >= 1")), "deadlock");
  EXPECT_EQ(verdict(with("", "signal s += 1", "wait s >= 1")), "refines");
}

TEST(Exploration, finds_one_token_with_two_readers_and_a_double_set) {
  const char* program = "program p\nengine a b c\na: x\nb: y after x\nc: z after x\n";
  EXPECT_EQ(verdict(Pair(program,
                         "implementation p\nengine a b c\nflag f\na: x signal f += 1\n"
                         "b: y take f >= 1\nc: z wait f >= 1\n")),
            "deadlock");
  const Pair twice("program p\nengine a\na: x\na: y\n",
                   "implementation p\nengine a\nflag f\na: x signal f += 1\na: y signal f += 1\n");
  const Verdict v = decide_by_exploration(twice.question());
  EXPECT_EQ(to_text(v.word), "unsafe");
  EXPECT_EQ(v.reason, "double-set");
}

TEST(Exploration, tests_each_take_by_itself_and_two_of_one_semaphore_by_their_sum) {
  const auto word = [](const char* take, std::uint32_t width, Comparison compare) {
    const auto read = parse_implementation(
        std::string("implementation p\nengine a\nsemaphore s = 120\na: x take ") + take + "\n", "i");
    MachineOptions options;
    options.width = width;
    options.compare = compare;
    return std::string(to_text(explore_alone(*read, Trips(read->tree), options, 1000).word));
  };
  EXPECT_EQ(word("s >= 60, s >= 60", 0, Comparison::as_signed), "clean");
  EXPECT_EQ(word("s >= 60, s >= 61", 0, Comparison::as_signed), "deadlock");
  EXPECT_EQ(word("s >= 121, s >= -2", 0, Comparison::as_signed), "deadlock");
  // 200 does not fit 8 bits: it is never there, and must not come out as -56.
  EXPECT_EQ(word("s >= 100, s >= 100", 8, Comparison::as_signed), "deadlock");
  EXPECT_EQ(word("s >= 100, s >= 100", 8, Comparison::as_unsigned), "deadlock");
}

TEST(Exploration, says_clean_or_what_is_left_without_a_program) {
  const Verdict clean = alone("implementation p\nengine a b\nflag f\na: x signal f += 1\nb: y take f >= 1\n");
  EXPECT_EQ(to_text(clean.word), "clean");
  EXPECT_TRUE(clean.left.empty());
  const Verdict left = alone("implementation p\nengine a b\nflag f\na: x signal f += 1\nb: y\n");
  EXPECT_EQ(to_text(left.word), "clean");
  EXPECT_EQ(left.left, std::vector<std::string>{"f:1"});
  EXPECT_EQ(to_text(alone("implementation p\nengine a b\nflag f\na: x\nb: y take f >= 1\n").word), "deadlock");
}

TEST(Exploration, wraps_at_small_widths_and_finds_the_lost_wake_up) {
  const Pair pair("program p\nengine a b\nloop l trips dynamic { a: x\n b: y after x }\n", Scheme::per_loop, {"l=9"});
  Question q = pair.question();
  q.width = 4;  // the semaphore passes 7 in the eighth iteration
  EXPECT_NE(to_text(decide_by_exploration(q).word), "equivalent");
  q.width = 6;
  EXPECT_EQ(to_text(decide_by_exploration(q).word), "equivalent");
}

TEST(Exploration, gives_up_honestly_at_its_bound) {
  const Pair pair("program p\nengine a b\nloop l trips dynamic { a: x\n b: y }\n", Scheme::per_loop, {"l=50"});
  Question q = pair.question();
  q.limit = 1000;
  const Verdict v = decide_by_exploration(q);
  EXPECT_EQ(to_text(v.word), "undecided");
  EXPECT_EQ(v.reason, "bound");
  EXPECT_EQ(v.bound, "trips=given states=1000");
}

TEST(Exploration, agrees_with_closed_clocks_on_every_allocation_of_small_programs) {
  const std::vector<std::pair<const char*, std::vector<std::string>>> programs = {
      {"program p\nengine e0 e1\nloop L trips divergent { e0: p\n e1: c after p }\n", {"L@e0=0", "L@e1=1"}},
      {"program p\nengine e0 e1\nloop S trips dynamic { e1: c after p@S-2\n loop L trips dynamic { e0: p } }\n",
       {"S=4", "L=2,0,1,1"}},
      {"program p\nengine e0 e1\nloop Q trips dynamic { loop S trips dynamic { e0: p\n e1: c after p@Q-1@S+1 } }\n",
       {"Q=2", "S=1,2"}},
      {"program p\nengine e0 e1\nloop S trips dynamic { if A { e0: p } else { e1: c after p } }\n", {"S=2", "A=1,0"}},
      {"program p\nengine e0 e1\nloop L trips dynamic { e0: c after q\n e0: p\n e1: d after p\n e1: q }\n", {"L=2"}},
      {"program p\nengine e0 e1 e2\nloop L trips dynamic { e0: a\n e1: b after a, b@L-1\n e2: c after b, a@L-1 }\n",
       {"L=3"}},
  };
  for (const auto& [text, trips] : programs) {
    for (const Scheme scheme : {Scheme::per_instruction, Scheme::per_loop, Scheme::per_engine, Scheme::barrier}) {
      std::optional<Pair> pair;
      try {
        pair.emplace(text, scheme, trips);
      } catch (const std::runtime_error&) {
        continue;  // refused
      }
      for (const std::uint64_t window : {0U, 1U, 2U}) {
        Question q = pair->question();
        q.window = window;
        const auto by_order = decide_by_order(q);
        ASSERT_TRUE(by_order.has_value());
        EXPECT_EQ(to_text(decide_by_exploration(q).word), to_text(by_order->word))
            << text << entry(scheme).name << " window " << window;
      }
    }
  }
}

}  // namespace
}  // namespace counterpoint
