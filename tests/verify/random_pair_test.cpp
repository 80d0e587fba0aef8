// Random pairs keep their meaning when they are rewritten, and the search for a run finds what their bound shows.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution: see tests/verify/random_pair.hpp. The shares of origins, rewritings and verdicts have floors.
#include "tests/verify/random_pair.hpp"

#include <gtest/gtest.h>

#include <iostream>
#include <map>

#include "tests/core/property_factor.hpp"
#include "verify/refute/refute.hpp"

namespace counterpoint {
namespace {

using testing::Origin;
using testing::RandomPair;
using testing::WorstVerdict;

AssignmentOptions few() {
  AssignmentOptions options;
  options.most = 64;
  options.random_lists = 16;
  return options;
}

TEST(RandomPair, is_the_same_for_the_same_seed) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(testing::random_pair(seed).text(), testing::random_pair(seed).text());
  }
  EXPECT_NE(testing::random_pair(1).text(), testing::random_pair(2).text());
}

TEST(RandomPair, keeps_its_verdict_when_it_is_rewritten) {
  std::map<std::string, int> seen;
  for (std::uint64_t seed = 0; seed < 900; ++seed) {
    const RandomPair pair = testing::random_pair(seed);
    if (pair.origin != Origin::rewritten) continue;
    const auto original = pair_up(pair.program, pair.original);
    ASSERT_TRUE(original.has_value());
    const WorstVerdict before = testing::worst_over_bound(pair.program, pair.original, *original, few());
    const WorstVerdict after = testing::worst_over_bound(pair.program, pair.implementation, pair.pairing, few());
    ASSERT_EQ(to_text(before.word), to_text(after.word)) << pair.text();
    for (std::size_t at = pair.how.find(", "); at != std::string::npos; at = pair.how.find(", ", at + 2)) {
      ++seen[pair.how.substr(at + 2, pair.how.find(", ", at + 2) - at - 2)];
    }
    ++seen[std::string(to_text(after.word))];
  }
  for (const auto& [what, times] : seen) std::cout << times << " " << what << "\n";
  for (const char* what : {"rename", "redundant wait", "start elsewhere", "count double"})
    EXPECT_GE(seen[what], 50) << what;
  EXPECT_GE(seen["strength reduction"], 10);
  EXPECT_GE(seen["equivalent"], 100);
}

TEST(Properties, the_search_for_a_run_finds_the_worst_verdict_of_the_bound) {
  std::map<std::string, std::uint64_t> seen;
  int worse = 0;
  const auto pairs = static_cast<std::uint64_t>(600 * testing::property_factor());
  for (std::uint64_t seed = 0; seed < pairs; ++seed) {
    const RandomPair pair = testing::random_pair(seed);
    const WorstVerdict worst = testing::worst_over_bound(pair.program, pair.implementation, pair.pairing);
    RefuteOptions options;
    options.at_least = VerdictWord::unsafe;
    options.instances = 1U << 13U;
    const RefuteResult found = refute(pair.program, pair.implementation, pair.pairing, options);
    ASSERT_EQ(found.disagreement, "") << pair.text();
    ASSERT_GE(severity(found.worst), severity(worst.word)) << pair.text() << found.bound;
    ASSERT_EQ(found.refutation.has_value(), severity(found.worst) > 0);
    if (found.refutation) {
      EXPECT_EQ(found.refutation->judgement.evidence.complaint, "") << pair.text();
      EXPECT_TRUE(found.refutation->minimal) << pair.text();
    }
    if (severity(found.worst) > severity(worst.word)) ++worse;
    static constexpr std::array<std::string_view, 3> origins = {"allocated", "rewritten", "faulty"};
    ++seen[std::string(origins[static_cast<std::size_t>(pair.origin)]) + " " + std::string(to_text(worst.word))];
  }
  for (const auto& [what, times] : seen) std::cout << times << " " << what << "\n";
  std::cout << worse << " are worse beyond the bound\n";
  const auto at_least = [&](const std::string& what, std::uint64_t of_600) {
    const double least = testing::least_count(static_cast<double>(of_600 * pairs) / 600);
    EXPECT_GE(static_cast<double>(seen[what]), least) << what;
  };
  at_least("allocated equivalent", 100);
  at_least("rewritten equivalent", 100);
  for (const char* word : {"equivalent", "refines", "deadlock", "unsafe"}) at_least("faulty " + std::string(word), 15);
}

}  // namespace
}  // namespace counterpoint
