// Schemes on every program of the suite: what is said of them holds on each.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/compare/suite.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

namespace counterpoint::ascend {
namespace {

// What must be safe on every program: everything but the vendor's passes as they are, and cliques, which know no order
// on one pipe and none in global memory.
bool must_be_safe(const ComparedScheme& s) {
  return s.counters || s.sound || s.sync == SyncScheme::flags || s.sync == SyncScheme::fewest_flags;
}

// A loop of it is marked parallel although its iterations need each other.
bool believed(const ComparedProgram& p) {
  return std::ranges::any_of(all_case_programs(),
                             [&](const CaseProgram& c) { return c.believed && c.file == p.name + ".cp"; });
}
bool believes(const ComparedScheme& s) { return s.sync == SyncScheme::flags || s.sync == SyncScheme::fewest_flags; }

// Every case of ascend.md 6.
constexpr std::array<std::string_view, 37> section_6 = {
    "T1",  "T2",  "T4",  "T5",  "T7",  "T8",  "T10", "T11", "T13", "T15", "T16", "T17", "T19",
    "T20", "T22", "T23", "T25", "T26", "T28", "T29", "T31", "T32", "T34", "T35", "T37", "T38",
    "T40", "T41", "T42", "E1",  "E3",  "E4",  "E5",  "E6",  "E7",  "E9",  "E10"};

const std::vector<ComparedProgram>& suite() {
  static const std::vector<ComparedProgram> all = [] {
    std::vector<ComparedProgram> out;
    for (std::size_t n = 0; n < suite_size(); ++n) out.push_back(compare_in_suite(n));
    return out;
  }();
  return all;
}

TEST(CompareSuite, every_program_has_a_row_for_every_scheme_or_a_reason_why_it_does_not_fit) {
  EXPECT_GE(pipe_programs().size(), 12U);
  for (const ComparedProgram& p : suite()) {
    EXPECT_EQ(p.rows.size(), p.unfit.empty() ? all_compared().size() : 0U) << p.name;
    EXPECT_TRUE(p.group == SuiteGroup::kernels || p.unfit.empty()) << p.name << ": " << p.unfit;
  }
}

TEST(CompareSuite, repaired_passes_flags_and_counters_are_safe_and_leave_no_flag) {
  std::size_t looked_at = 0;
  for (const ComparedProgram& p : suite()) {
    for (const ComparedRow& r : p.rows) {
      if (!must_be_safe(*r.scheme) || (believed(p) && believes(*r.scheme))) continue;
      // The vendor's passes are of one core.
      if (r.scheme->sound && r.refused.ends_with("the kernel is of several")) continue;
      ++looked_at;
      EXPECT_TRUE(r.safe()) << p.name << " " << r.scheme->word << ": " << r.refused << r.reason << " " << r.at;
      EXPECT_TRUE(r.left.empty()) << p.name << " " << r.scheme->word;
    }
  }
  EXPECT_GT(looked_at, 200U);
}

// What a verdict and a count of orders say of one run cannot disagree.
TEST(CompareSuite, what_is_safe_misses_no_order_and_takes_no_less_than_the_dependencies) {
  for (const ComparedProgram& p : suite()) {
    for (const ComparedRow& r : p.rows) {
      if (!r.safe()) continue;
      ASSERT_TRUE(r.cost.possible) << p.name << " " << r.scheme->word;
      EXPECT_EQ(r.cost.missing_orders, 0U) << p.name << " " << r.scheme->word;
      EXPECT_GE(r.cost.latency, r.cost.bound) << p.name << " " << r.scheme->word;
      EXPECT_TRUE(r.verdict != VerdictWord::equivalent || r.cost.false_orders == 0) << p.name << " " << r.scheme->word;
    }
  }
}

// The table is worth printing only if the vendor's passes fail somewhere on each core, and succeed somewhere.
TEST(CompareSuite, each_core_has_programs_that_the_vendors_passes_keep_and_do_not_keep) {
  std::set<std::pair<Architecture, bool>> seen;
  bool short_of_ids = false;
  for (const ComparedProgram& p : suite()) {
    for (const ComparedRow& r : p.rows) {
      short_of_ids |= r.all_ids;
      if (r.scheme->sync == SyncScheme::vendor && !r.scheme->sound) seen.insert({r.scheme->architecture, r.safe()});
    }
  }
  EXPECT_EQ(seen.size(), 4U);
  EXPECT_TRUE(short_of_ids);
}

bool is_built_in(std::span<const PipeText> files, std::string_view file) {
  return std::ranges::find(files, file, &PipeText::file) != files.end();
}

TEST(CompareSuite, every_case_has_a_program_or_a_kernel_or_a_reason_and_every_file_stands_for_a_case) {
  std::set<std::string_view> named;
  for (const CaseProgram& c : all_case_programs()) {
    named.insert(c.name);
    EXPECT_TRUE(is_built_in(pipe_programs(), c.file) || is_built_in(case_programs(), c.file)) << c.file;
  }
  for (const KernelByHand& k : all_kernels_by_hand()) {
    named.insert(k.name);
    EXPECT_TRUE(is_built_in(case_programs(), k.program) && is_built_in(kernels_by_hand(), k.file)) << k.file;
  }
  for (const CaseElsewhere& c : cases_elsewhere()) named.insert(c.name);
  EXPECT_EQ(named, std::set<std::string_view>(section_6.begin(), section_6.end()));
  for (const PipeText& t : case_programs()) EXPECT_NE(cases_of(t.file), "") << t.file;
  for (const PipeText& t : kernels_by_hand()) {
    EXPECT_NE(std::ranges::find(all_kernels_by_hand(), t.file, &KernelByHand::file), all_kernels_by_hand().end())
        << t.file;
  }
}

TEST(CompareSuite, a_kernel_by_hand_is_worth_what_the_table_of_cases_says) {
  std::size_t looked_at = 0;
  for (const ComparedProgram& p : suite()) {
    for (const ComparedRow& r : p.by_hand) {
      const auto said = std::ranges::find(all_kernels_by_hand(), r.kernel, &KernelByHand::file);
      ASSERT_NE(said, all_kernels_by_hand().end()) << r.kernel;
      EXPECT_EQ(r.verdict, said->verdict) << r.kernel;
      EXPECT_EQ(r.reason, said->reason) << r.kernel;
      ++looked_at;
    }
  }
  EXPECT_EQ(looked_at, kernels_by_hand().size());
}

// A mark is a promise, and flags are inserted by it: whoever breaks it gets what no flag holds.
TEST(CompareSuite, flags_believe_a_mark_that_is_not_true_and_counters_do_not_ask) {
  std::size_t looked_at = 0;
  for (const ComparedProgram& p : suite()) {
    if (!believed(p)) continue;
    for (const ComparedRow& r : p.rows) {
      const bool wrong = r.verdict == VerdictWord::unsafe;
      EXPECT_TRUE(wrong || !believes(*r.scheme)) << p.name << " " << r.scheme->word;
    }
    ++looked_at;
  }
  EXPECT_EQ(looked_at, 2U);
}

}  // namespace
}  // namespace counterpoint::ascend
