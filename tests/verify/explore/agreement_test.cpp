// The fast exploration, the reduced one, the plain one and closed clocks on random pairs; every witness is taken.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution of pairs: tests/verify/drawn_pair.hpp and verify/generate; implementations alone: the same, and any
// implementation at all (tests/core/machine/draw.hpp). The floors at the end keep it honest.
#include <gtest/gtest.h>

#include <map>

#include "core/machine/implementation_machine.hpp"
#include "core/machine/volume.hpp"
#include "tests/core/machine/draw.hpp"
#include "tests/verify/drawn_pair.hpp"
#include "tests/verify/explore/plain_explorer.hpp"
#include "verify/evidence.hpp"
#include "verify/explore/explore.hpp"
#include "verify/order/order.hpp"

namespace counterpoint {
namespace {

constexpr Shape small{.engines = 3,
                      .depth = 2,
                      .scopes = 4,
                      .instructions = 6,
                      .dependencies = 6,
                      .trips = 2,
                      .visits = 2,
                      .distance = 2};

bool is_small(const Question& q) {
  const Volume v = volume(q.program.tree, q.program_trips, 1000);
  return v.instances <= 12 && v.entries <= 60;
}

std::vector<FaultKind> sorted(std::vector<FaultKind> faults) {
  std::ranges::sort(faults);
  return faults;
}

// Steps of the product: a commit and the retirement after it are one. Long control takes steps of its own; not here.
std::size_t length(const std::vector<Step>& witness) {
  return static_cast<std::size_t>(
      std::ranges::count_if(witness, [](const Step& s) { return s.kind != StepKind::commit; }));
}

std::size_t visible_steps(const std::vector<Step>& witness) {
  return static_cast<std::size_t>(std::ranges::count_if(witness, [](const Step& s) { return visible(s.kind); }));
}

void expect_same(const Verdict& fast, const Verdict& plain, const std::string& text) {
  ASSERT_EQ(to_text(fast.word), to_text(plain.word)) << text;
  ASSERT_EQ(fast.states, plain.states) << text;
  ASSERT_EQ(fast.transitions, plain.transitions) << text;
  ASSERT_EQ(fast.depth, plain.depth) << text;
  ASSERT_EQ(fast.faults, plain.faults) << text;
  if (fast.word == VerdictWord::unsafe) {
    ASSERT_EQ(length(fast.witness), plain.instances) << text;
  }
}

TEST(Agreement, fast_reduced_and_plain_exploration_and_closed_clocks_agree_on_random_pairs) {
  std::map<std::string, int> tally;
  int fewer = 0;
  int both = 0;
  for (std::uint64_t seed = 0; seed < 12'000; ++seed) {
    const testing::DrawnPair pair(seed, small);
    Question q = pair.question();
    if (!is_small(q)) continue;
    const Verdict fast = decide_by_exploration(q);
    const std::string text = "seed " + std::to_string(seed) + "\n" + pair.text();
    expect_same(fast, testing::explore_plainly(q), text);
    if (HasFatalFailure()) return;
    ASSERT_EQ(examine(q, fast).complaint, "") << text;
    ++tally[std::string(to_text(fast.word)) + " " + fast.reason];

    q.reduce = true;
    const Verdict reduced = decide_by_exploration(q);
    ASSERT_EQ(to_text(reduced.word), to_text(fast.word)) << text;
    ASSERT_EQ(examine(q, reduced).complaint, "") << text;
    // A step that shows `unsafe` may come later there, so that more was visited up to it.
    if (fast.word != VerdictWord::unsafe) {
      ASSERT_LE(reduced.states, fast.states) << text;
    }
    fewer += reduced.states < fast.states ? 1 : 0;
    q.reduce = false;

    const auto order = decide_by_order(q);
    if (!order) continue;
    ++both;
    ASSERT_EQ(to_text(order->word), to_text(fast.word)) << text;
    ASSERT_EQ(examine(q, *order).complaint, "") << text;
    // Cut up as finely as can be, with all that can be forgotten forgotten at once.
    const auto finely = decide_by_order(q, {.slice = 1, .trim = 1});
    ASSERT_TRUE(finely.has_value()) << text;
    ASSERT_EQ(to_text(finely->word), to_text(order->word)) << text;
    ASSERT_EQ(finely->witness.size(), order->witness.size()) << text;
    ASSERT_EQ(finely->explanation, order->explanation) << text;
    if (order->reason == "early-issue" && fast.reason == "early-issue") {
      ASSERT_LE(visible_steps(order->witness), visible_steps(fast.witness)) << text;
    }
  }
  for (const auto& [word, n] : tally) RecordProperty(word, n);
  for (const char* word : {"equivalent ", "refines ", "unsafe early-issue", "deadlock stuck"}) {
    EXPECT_GE(tally[word], 100) << word;
  }
  EXPECT_GE(fewer, 1000);
  EXPECT_GE(both, 5000);
}

TEST(Agreement, a_question_about_deadlock_alone_is_answered_alike) {
  std::map<std::string_view, int> tally;
  for (std::uint64_t seed = 100'000; seed < 106'000; ++seed) {
    const testing::DrawnPair pair(seed, small);
    Question q = pair.question();
    q.property = Property::deadlock;
    if (!is_small(q)) continue;
    const Verdict full = decide_by_exploration(q);
    ASSERT_EQ(examine(q, full).complaint, "") << pair.text();
    ++tally[to_text(full.word)];
    if (const auto order = decide_by_order(q)) {
      ASSERT_EQ(to_text(order->word), to_text(full.word)) << pair.text();
    }
    q.reduce = true;
    const Verdict reduced = decide_by_exploration(q);
    ASSERT_EQ(to_text(reduced.word), to_text(full.word)) << pair.text();
    ASSERT_EQ(sorted(reduced.faults), sorted(full.faults)) << pair.text();
  }
  EXPECT_GE(tally["clean"], 500);
  EXPECT_GE(tally["deadlock"], 100);
  EXPECT_GE(tally["unsafe"], 20);
}

TEST(Agreement, any_implementation_alone_is_explored_as_plainly) {
  std::map<std::string_view, int> tally;
  int fewer = 0;
  for (std::uint64_t seed = 0; seed < 6'000; ++seed) {
    const std::vector<std::uint8_t> drawn = bytes_of_seed(seed, 400);
    testing::Bytes bytes(drawn);
    const Implementation i = testing::ImplementationDraw(bytes).finish();
    const Trips trips = testing::ImplementationDraw::trips(i.tree, bytes);
    MachineOptions options;
    options.window = bytes.below(3);
    static constexpr std::array<std::uint32_t, 6> widths = {0, 0, 3, 8, 32, 64};
    options.width = widths[bytes.below(6)];
    options.compare = static_cast<Comparison>(bytes.below(3));
    options.visits = testing::ImplementationDraw::visits(i.tree);
    const Volume v = volume(i.tree, trips, 1000);
    if (v.instances > 14 || v.entries > 60) continue;
    const Verdict fast = explore_alone(i, trips, options, 1U << 22U);
    const std::string text = "seed " + std::to_string(seed) + "\n" + print(i);
    expect_same(fast, testing::explore_alone_plainly(i, trips, options), text);
    if (HasFatalFailure()) return;
    ASSERT_EQ(examine_alone(implementation_machine(i, trips, options), fast).complaint, "") << text;
    ++tally[to_text(fast.word)];
    const Verdict reduced = explore_alone(i, trips, options, 1U << 22U, std::uint64_t{1} << 30U, true);
    ASSERT_EQ(to_text(reduced.word), to_text(fast.word)) << text;
    ASSERT_EQ(sorted(reduced.faults), sorted(fast.faults)) << text;
    fewer += reduced.states < fast.states ? 1 : 0;
  }
  EXPECT_GE(tally["clean"], 100);
  EXPECT_GE(tally["deadlock"], 100);
  EXPECT_GE(tally["unsafe"], 100);
  EXPECT_GE(fewer, 500);
}

}  // namespace
}  // namespace counterpoint
