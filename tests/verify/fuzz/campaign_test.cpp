// Campaigns: what they draw, that they find what is wrong, and that threads and shards change nothing.
// SPDX-License-Identifier: Apache-2.0
#include "verify/fuzz/campaign.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/verify/fuzz/wrong_subjects.hpp"

namespace counterpoint::fuzzing {
namespace {

CampaignOptions campaign_of(std::uint64_t cases) {
  CampaignOptions options;
  options.cases = cases;
  for (const OracleEntry& o : all_oracles()) options.oracles.push_back(&o);
  return options;
}

std::string text_of(const CampaignResult& r) {
  std::string text = std::to_string(r.cases) + " " + std::to_string(r.allocated);
  for (const OracleTally& t : r.oracles) {
    text += " " + std::to_string(t.held) + "/" + std::to_string(t.not_applicable) + "/" + std::to_string(t.failed);
  }
  for (const auto& [word, count] : r.verdicts) text += " " + std::to_string(count);
  for (const Failure& f : r.failures) {
    text += "\n" + std::to_string(f.index) + " " + std::string(f.oracle->name) + " " + f.finding.what;
  }
  return text;
}

// 300 cases of the distribution of case.hpp.
TEST(Fuzz, this_version_passes_and_no_oracle_is_idle) {
  const CampaignResult r = run_campaign(campaign_of(300), this_version());
  EXPECT_EQ(r.cases, 300U);
  EXPECT_GT(r.allocated, 90U);
  EXPECT_LT(r.allocated, 210U);
  EXPECT_TRUE(r.failures.empty()) << text_of(r);
  for (const OracleTally& t : r.oracles) EXPECT_GE(t.held, 20U) << t.oracle->name;
  for (const VerdictWord w :
       {VerdictWord::equivalent, VerdictWord::refines, VerdictWord::unsafe, VerdictWord::deadlock}) {
    EXPECT_GE(r.verdicts.contains(w) ? r.verdicts.at(w) : 0, 10U) << to_text(w);
  }
}

TEST(Fuzz, a_case_is_a_function_of_its_seed_and_number) {
  const Subject subject = this_version();
  const auto text = [&](std::uint64_t seed, std::uint64_t index) {
    const Case c = draw_case(seed, index, subject);
    return print(c.program) + (c.by_hand ? print(*c.by_hand) : "");
  };
  EXPECT_EQ(text(3, 8), text(3, 8));
  std::set<std::string> all;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (std::uint64_t index = 0; index < 10; ++index) all.insert(text(seed, index));
  }
  EXPECT_GT(all.size(), 90U);
}

TEST(Fuzz, neither_threads_nor_shards_change_what_is_tested) {
  CampaignOptions options = campaign_of(60);
  options.first = 5;
  const Subject subject = allocates_one_too_low();  // so that there are failures to compare
  const CampaignResult alone = run_campaign(options, subject);
  EXPECT_FALSE(alone.failures.empty());
  options.jobs = 3;
  EXPECT_EQ(text_of(run_campaign(options, subject)), text_of(alone));
  options.shards = 4;
  std::uint64_t cases = 0;
  std::multiset<std::uint64_t> failed;
  for (options.shard = 0; options.shard < options.shards; ++options.shard) {
    const CampaignResult part = run_campaign(options, subject);
    cases += part.cases;
    for (const Failure& f : part.failures) {
      EXPECT_EQ(f.index % options.shards, options.shard);
      failed.insert(f.index);
    }
  }
  EXPECT_EQ(cases, alone.cases);
  std::multiset<std::uint64_t> expected;
  for (const Failure& f : alone.failures) expected.insert(f.index);
  EXPECT_EQ(failed, expected);
}

TEST(Fuzz, a_budget_of_time_and_a_wish_to_stop_end_it_between_cases) {
  CampaignOptions options = campaign_of(0);
  options.cases.reset();
  options.time = std::chrono::milliseconds(0);
  EXPECT_EQ(run_campaign(options, this_version()).cases, 0U);
  options.time.reset();
  options.stop = [] { return true; };
  const CampaignResult stopped = run_campaign(options, this_version());
  EXPECT_TRUE(stopped.interrupted);
}

// Whether a campaign of 200 cases finds the fault, and which oracles do.
std::set<std::string_view> who_finds(const Subject& subject) {
  std::set<std::string_view> names;
  for (const Failure& f : run_campaign(campaign_of(200), subject).failures) names.insert(f.oracle->name);
  return names;
}

TEST(Fuzz, a_threshold_that_is_one_too_low_is_found) {
  EXPECT_TRUE(who_finds(allocates_one_too_low()).contains("exact"));
}
TEST(Fuzz, a_decider_that_sees_no_deadlock_is_found) { EXPECT_TRUE(who_finds(sees_no_deadlock()).contains("runs")); }
TEST(Fuzz, an_invariant_that_breaks_is_found) {
  const auto names = who_finds(throws_at_two_dependencies());
  EXPECT_TRUE(names.contains("engines") && names.contains("text"));
}

}  // namespace
}  // namespace counterpoint::fuzzing
