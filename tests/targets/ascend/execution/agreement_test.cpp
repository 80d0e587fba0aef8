// The linear decision of one-bit flags against every state of the machine, on drawn kernels.
// SPDX-License-Identifier: Apache-2.0
#include "tests/targets/ascend/execution/both_deciders.hpp"
#include "tests/targets/ascend/execution/drawn_kernel.hpp"
#include "tests/targets/ascend/execution/verdicts.hpp"

namespace counterpoint::ascend::testing {
namespace {

TEST(AscendAgreement, clocks_of_the_counting_form_say_what_exploration_of_one_bit_flags_says) {
  std::map<std::string, int> words;
  int compared = 0;
  for (std::uint32_t seed = 1; seed <= 400; ++seed) {
    const DrawnKernel drawn = KernelDrawer(seed).draw();
    Listing text(drawn.program, drawn.listing, Architecture::c220);
    const auto judge = KernelJudge::make(text.kernel(), {});
    ASSERT_TRUE(judge.has_value()) << judge.error().front().why;
    const Tree& tree = judge->required().program.tree;
    for (std::uint32_t trips = 0; trips < 4; ++trips) {
      Trips given(tree, trips);
      for (const ScopeId s : tree.scopes()) {
        if (tree.scope(s).kind == ScopeKind::then_branch) given.set_list(s, {trips % 2, 1 - trips % 2});
      }
      const BothDeciders both = decide_both(*judge, given);
      const KernelVerdict& fast = both.fast;
      const std::string context = drawn.program + drawn.listing + "trips " + std::to_string(trips);
      expect_shown(both, context);
      expect_same(both, context);
      if (HasFatalFailure()) return;
      ++words[fast.judgement.verdict.reason == "double-set" ? "double-set"
                                                            : std::string(to_text(fast.judgement.verdict.word))];
      // Where it were not asked at all, nothing would be compared.
      EXPECT_NE(fast.judgement.verdict.by, "explore") << context;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 1600);
  // Of 1600: 929 early, 148 double sets, 148 deadlocks, 375 that keep everything.
  EXPECT_GE(words["unsafe"], 400);
  EXPECT_GE(words["double-set"], 100);
  EXPECT_GE(words["deadlock"], 100);
  EXPECT_GE(words["refines"] + words["equivalent"], 300);
}

}  // namespace
}  // namespace counterpoint::ascend::testing
