// Schemes on every program of the suite: what is said of them holds on each.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/compare/suite.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace counterpoint::ascend {
namespace {

// What must be safe on every program: everything but the vendor's passes as they are, and cliques, which know no order
// on one pipe and none in global memory.
bool must_be_safe(const ComparedScheme& s) {
  return s.counters || s.sound || s.sync == SyncScheme::flags || s.sync == SyncScheme::fewest_flags;
}

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
    EXPECT_TRUE(p.kernel || p.unfit.empty()) << p.name << ": " << p.unfit;
  }
}

TEST(CompareSuite, repaired_passes_flags_and_counters_are_safe_and_leave_no_flag) {
  std::size_t looked_at = 0;
  for (const ComparedProgram& p : suite()) {
    for (const ComparedRow& r : p.rows) {
      if (!must_be_safe(*r.scheme)) continue;
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

}  // namespace
}  // namespace counterpoint::ascend
