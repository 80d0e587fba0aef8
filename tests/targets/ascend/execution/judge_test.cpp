// Kernels written by hand against what their accesses need: right ones, and each way in which flags go wrong.
// SPDX-License-Identifier: Apache-2.0
#include "tests/targets/ascend/execution/verdicts.hpp"

namespace counterpoint::ascend::testing {
namespace {

constexpr std::string_view chain =
    "program p\nengine mte2 v mte3\nbuffer a slots 1\nbuffer b slots 1\n"
    "mte2: ld writes a\nv: f reads a writes b\nmte3: st reads b\n";

TEST(AscendJudge, a_chain_with_a_flag_for_each_dependency_is_safe_and_leaves_no_flag) {
  const BoundedVerdict v = verdict_of(chain, "ld\nset mte2>v #0\nwait mte2>v #0\nf\nset v>mte3 #0\nwait v>mte3 #0\nst");
  EXPECT_EQ(word(v), "equivalent");
  EXPECT_TRUE(v.left.empty());
}

TEST(AscendJudge, a_dependency_without_a_flag_is_unsafe_with_a_schedule) {
  EXPECT_EQ(word_of(chain, "ld\nset mte2>v #0\nwait mte2>v #0\nf\nst"), "unsafe early-issue");
  EXPECT_EQ(word_of(chain, "ld\nf\nset v>mte3 #0\nwait v>mte3 #0\nst"), "unsafe early-issue");
}

TEST(AscendJudge, a_set_without_a_wait_leaves_its_flag_set) {
  const BoundedVerdict v =
      verdict_of(chain, "ld\nset mte2>v #0\nwait mte2>v #0\nf\nset v>mte3 #0\nwait v>mte3 #0\nset v>mte3 #3\nst");
  EXPECT_EQ(word(v), "equivalent");
  EXPECT_EQ(v.left, std::vector<std::string>{"v_mte3[3]:1"});
}

TEST(AscendJudge, two_sets_of_one_flag_before_a_wait_are_a_double_set) {
  EXPECT_EQ(word_of(chain,
                    "ld\nset mte2>v #0\nset mte2>v #0\nwait mte2>v #0\nwait mte2>v #0\nf\n"
                    "set v>mte3 #0\nwait v>mte3 #0\nst"),
            "unsafe double-set");
  EXPECT_EQ(word(verdict_of(chain,
                            "ld\nset mte2>v #0\nset mte2>v #0\nwait mte2>v #0\nwait mte2>v #0\nf\n"
                            "set v>mte3 #0\nwait v>mte3 #0\nst",
                            Architecture::c220, counting_flags())),
            "equivalent");
}

TEST(AscendJudge, one_id_in_two_directions_is_two_flags_unless_keys_have_no_destination) {
  constexpr std::string_view listing = "ld\nset mte2>v #0\nset mte2>s #0\nwait mte2>v #0\nf\nwait mte2>s #0\ng";
  EXPECT_EQ(word_of(read_by_two_pipes, listing), "equivalent");
  EXPECT_EQ(word(verdict_of(read_by_two_pipes, listing, Architecture::c220, keys_without_destination())),
            "unsafe double-set");
}

// --- loops ---

// The drain holds the end of MTE2, which the program does not.
TEST(AscendJudge, a_carried_pair_that_is_primed_and_drained_is_safe_for_all_trips) {
  const BoundedVerdict v = verdict_of(stored_in_a_loop,
                                      "set mte3>mte2 #0\nloop k\nwait mte3>mte2 #0\nld\nset mte2>mte3 #0\n"
                                      "wait mte2>mte3 #0\nst\nset mte3>mte2 #0\nend\nwait mte3>mte2 #0");
  EXPECT_EQ(word(v), "refines");
  EXPECT_TRUE(v.left.empty());
}

TEST(AscendJudge, a_carried_pair_without_its_prime_hangs_and_without_its_drain_leaks) {
  EXPECT_EQ(word_of(stored_in_a_loop,
                    "loop k\nwait mte3>mte2 #0\nld\nset mte2>mte3 #0\nwait mte2>mte3 #0\nst\nset mte3>mte2 #0\nend"),
            "deadlock stuck");
  const BoundedVerdict leak = verdict_of(stored_in_a_loop,
                                         "set mte3>mte2 #0\nloop k\nwait mte3>mte2 #0\nld\nset mte2>mte3 #0\n"
                                         "wait mte2>mte3 #0\nst\nset mte3>mte2 #0\nend");
  EXPECT_EQ(word(leak), "equivalent");
  EXPECT_EQ(leak.left, std::vector<std::string>{"mte3_mte2[0]:1"});
}

// --- barriers and pipes in order ---

TEST(AscendJudge, a_wait_on_s_holds_what_follows_on_every_pipe) {
  constexpr std::string_view program =
      "program p\nengine mte2 v s\nbuffer a slots 1\nmte2: ld writes a\ns: x reads a\nv: f reads a\n";
  constexpr std::string_view listing = "ld\nset mte2>s #0\nwait mte2>s #0\nx\nf";
  EXPECT_EQ(word_of(program, listing), "equivalent");
  Primitives independent;
  independent.scalar_dispatch = false;
  EXPECT_EQ(word(verdict_of(program, listing, Architecture::c220, independent)), "unsafe early-issue");
}

}  // namespace
}  // namespace counterpoint::ascend::testing
