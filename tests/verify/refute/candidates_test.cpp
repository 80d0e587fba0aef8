// What a search for a run goes through, and in which order.
// SPDX-License-Identifier: Apache-2.0
#include "verify/refute/candidates.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/verify/pair.hpp"

namespace counterpoint::refuting {
namespace {

std::uint64_t sum(const Assignment& a) {
  std::uint64_t total = 0;
  for (const TripChoice& c : a) {
    for (const std::uint32_t n : c.counts) total += n;
  }
  return total;
}

// A chain of loops side by side, each with one instruction.
Pair loops(int count) {
  std::string body;
  for (int n = 0; n < count; ++n) {
    body += "loop L" + std::to_string(n) + " trips dynamic { e0: a" + std::to_string(n) + " }\n";
  }
  return {"program p\nengine e0\n" + body, "implementation p\nengine e0\n" + body};
}

std::vector<Assignment> all_of(const Candidates& candidates) {
  std::vector<Assignment> all;
  for (std::size_t n = 0; n < candidates.size(); ++n) all.push_back(candidates.at(n));
  return all;
}

TEST(Candidates, hold_every_assignment_of_the_bound_with_small_sums_first) {
  for (const int count : {2, 7}) {  // all vectors, and drawn ones
    const Pair pair = loops(count);
    const Candidates candidates(pair.program(), pair.implementation(), {});
    const auto all = all_of(candidates);
    std::set<std::string> texts;
    for (const Assignment& a : all) texts.insert(to_text(pair.program().tree, a));
    const Assignments bound(pair.program().tree, {});
    for (std::size_t n = 0; n < bound.size(); ++n) {
      ASSERT_TRUE(texts.contains(to_text(pair.program().tree, bound.at(n)))) << n;
    }
    // The run of candidates from the first of sum 0 after the probes on grows until larger counts begin.
    std::size_t sorted = 0;
    std::size_t longest = 0;
    for (std::size_t n = 1; n < all.size(); ++n) {
      sorted = sum(all[n]) >= sum(all[n - 1]) ? sorted + 1 : 0;
      longest = std::max(longest, sorted);
    }
    EXPECT_GE(longest + 1, bound.size() - (count == 2 ? 0 : 256)) << count;
  }
}

TEST(Candidates, begin_with_hints_and_fill_in_what_they_leave_out) {
  const Pair pair = loops(2);
  RefuteOptions options;
  options.hints = {{{ScopeId{std::size_t{2}}, EngineId::none(), {11}}}};
  const Candidates candidates(pair.program(), pair.implementation(), options);
  const Tree& tree = pair.program().tree;
  EXPECT_EQ(to_text(tree, candidates.at(0)), "L1=11 L0=1");
  EXPECT_EQ(to_text(tree, candidates.at(1)), "L1=12 L0=1");
  EXPECT_TRUE(candidates.is_hint(0));
  EXPECT_FALSE(candidates.is_hint(1));
  EXPECT_EQ(candidates.bound().find("6 from hints, 11 probes"), 0U) << candidates.bound();
}

TEST(Candidates, try_numbers_from_the_texts) {
  const Pair pair(
      "program p\nengine e0 e1\nloop L trips dynamic { e0: p\n e1: c after p@L-40 }\n",
      "implementation p\nengine e0 e1\nsemaphore s\nloop L trips dynamic {\ne1: r := r + 1\ne1: g := gt(r, 777)\n"
      "e1: w := r * g\ne0: p signal s += 1\ne1: c wait s >= w }\n");
  const auto counts = larger_counts(pair.program(), pair.implementation(), 10);
  for (const std::uint32_t n : {4U, 9U, 41U, 42U, 64U, 511U, 512U, 513U, 776U, 777U, 778U, 779U}) {
    EXPECT_TRUE(std::ranges::count(counts, n) == 1) << n;
  }
}

}  // namespace
}  // namespace counterpoint::refuting
