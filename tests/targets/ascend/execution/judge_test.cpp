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

TEST(AscendJudge, a_wait_without_a_set_is_a_deadlock) {
  EXPECT_EQ(word_of(chain, "ld\nset mte2>v #0\nwait mte2>v #0\nf\nwait v>mte3 #0\nst"), "deadlock stuck");
  EXPECT_EQ(word_of(chain, "ld\nset mte2>v #1\nwait mte2>v #0\nf\nset v>mte3 #0\nwait v>mte3 #0\nst"),
            "deadlock stuck");
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
  Primitives counting;
  counting.counting = true;
  EXPECT_EQ(word(verdict_of(chain,
                            "ld\nset mte2>v #0\nset mte2>v #0\nwait mte2>v #0\nwait mte2>v #0\nf\n"
                            "set v>mte3 #0\nwait v>mte3 #0\nst",
                            Architecture::c220, counting)),
            "equivalent");
}

TEST(AscendJudge, one_id_in_two_directions_is_two_flags_unless_keys_have_no_destination) {
  constexpr std::string_view program =
      "program p\nengine mte2 v s\nbuffer a slots 1\nmte2: ld writes a\nv: f reads a\ns: g reads a\n";
  constexpr std::string_view listing = "ld\nset mte2>v #0\nset mte2>s #0\nwait mte2>v #0\nf\nwait mte2>s #0\ng";
  EXPECT_EQ(word_of(program, listing), "equivalent");
  Primitives source_only;
  source_only.destination_in_key = false;
  EXPECT_EQ(word(verdict_of(program, listing, Architecture::c220, source_only)), "unsafe double-set");
}

// --- loops ---

constexpr std::string_view one_buffer =
    "program p\nengine mte2 mte3\nbuffer a slots 1\nloop k trips dynamic {\nmte2: ld writes a\nmte3: st reads a\n}\n";

// The drain holds the end of MTE2, which the program does not.
TEST(AscendJudge, a_carried_pair_that_is_primed_and_drained_is_safe_for_all_trips) {
  const BoundedVerdict v = verdict_of(one_buffer,
                                      "set mte3>mte2 #0\nloop k\nwait mte3>mte2 #0\nld\nset mte2>mte3 #0\n"
                                      "wait mte2>mte3 #0\nst\nset mte3>mte2 #0\nend\nwait mte3>mte2 #0");
  EXPECT_EQ(word(v), "refines");
  EXPECT_TRUE(v.left.empty());
}

TEST(AscendJudge, a_carried_pair_without_its_prime_hangs_and_without_its_drain_leaks) {
  EXPECT_EQ(word_of(one_buffer,
                    "loop k\nwait mte3>mte2 #0\nld\nset mte2>mte3 #0\nwait mte2>mte3 #0\nst\nset mte3>mte2 #0\nend"),
            "deadlock stuck");
  const BoundedVerdict leak = verdict_of(one_buffer,
                                         "set mte3>mte2 #0\nloop k\nwait mte3>mte2 #0\nld\nset mte2>mte3 #0\n"
                                         "wait mte2>mte3 #0\nst\nset mte3>mte2 #0\nend");
  EXPECT_EQ(word(leak), "equivalent");
  EXPECT_EQ(leak.left, std::vector<std::string>{"mte3_mte2[0]:1"});
}

TEST(AscendJudge, a_set_before_a_loop_with_its_wait_inside_hangs_in_the_second_iteration) {
  constexpr std::string_view program =
      "program p\nengine mte2 v\nbuffer a slots 1\nmte2: ld writes a\nloop k trips 4 {\nv: f reads a\n}\n";
  EXPECT_EQ(word_of(program, "ld\nset mte2>v #0\nloop k\nwait mte2>v #0\nf\nend"), "deadlock stuck");
  EXPECT_EQ(word_of(program, "ld\nset mte2>v #0\nwait mte2>v #0\nloop k\nf\nend"), "equivalent");
}

TEST(AscendJudge, a_loop_that_may_run_zero_times_orders_nothing_behind_it) {
  constexpr std::string_view program =
      "program p\nengine mte2 v\nbuffer a slots 1\nmte2: ld writes a\nloop k trips dynamic {\nv: g\n}\n"
      "v: f reads a\n";
  const BoundedVerdict v = verdict_of(program, "ld\nloop k\nset mte2>v #0\nwait mte2>v #0\ng\nend\nf");
  EXPECT_EQ(word(v), "unsafe early-issue");
  EXPECT_EQ(v.trips, "k=0");
}

TEST(AscendJudge, a_flag_that_the_consumer_takes_late_is_set_twice) {
  // Nothing holds MTE2 until V has taken the flag of the iteration before.
  constexpr std::string_view program =
      "program p\nengine mte2 v\nbuffer a slots 8\nloop k trips dynamic {\nmte2: ld writes a[k]\nv: f reads a[k]\n}\n";
  const BoundedVerdict v = verdict_of(program, "loop k\nld\nset mte2>v #0\nwait mte2>v #0\nf\nend");
  EXPECT_EQ(word(v), "unsafe double-set");
  EXPECT_EQ(v.trips, "k=2");
}

// --- branches ---

constexpr std::string_view branches =
    "program p\nengine mte2 v\nbuffer a slots 1\nif c {\nmte2: ld writes a\n} else {\nmte2: ld2 writes a\n}\n"
    "v: f reads a\n";

TEST(AscendJudge, a_set_in_one_branch_and_its_wait_outside_hangs_on_the_other) {
  const BoundedVerdict v = verdict_of(branches, "if c\nld\nset mte2>v #0\nelse\nld2\nend\nwait mte2>v #0\nf");
  EXPECT_EQ(word(v), "deadlock stuck");
  EXPECT_EQ(v.trips, "c=0");
  EXPECT_EQ(word_of(branches, "if c\nld\nelse\nld2\nend\nset mte2>v #0\nwait mte2>v #0\nf"), "equivalent");
  EXPECT_EQ(word_of(branches, "if c\nld\nset mte2>v #0\nelse\nld2\nset mte2>v #0\nend\nwait mte2>v #0\nf"),
            "equivalent");
}

TEST(AscendJudge, a_wait_in_one_branch_leaks_on_the_other_and_a_barrier_in_one_orders_only_that) {
  constexpr std::string_view program =
      "program p\nengine mte2 v\nbuffer a slots 1\nmte2: ld writes a\nif c {\nv: g\n}\nv: f reads a\n";
  const BoundedVerdict v = verdict_of(program, "ld\nset mte2>v #0\nif c\nwait mte2>v #0\ng\nend\nf");
  EXPECT_EQ(word(v), "unsafe early-issue");
  EXPECT_EQ(v.trips, "c=0");
  EXPECT_EQ(word_of(program, "ld\nif c\nbar all\ng\nend\nf"), "unsafe early-issue");
  EXPECT_EQ(word_of(program, "ld\nbar all\nif c\ng\nend\nf"), "refines");
}

// --- barriers and pipes in order ---

TEST(AscendJudge, dependent_operations_of_a_pipe_need_its_barrier_unless_the_pipe_is_in_order) {
  constexpr std::string_view program =
      "program p\nengine v\nbuffer a slots 1\nbuffer b slots 1\nv: f reads a writes a\nv: g reads a writes b\n";
  EXPECT_EQ(word_of(program, "f\ng"), "unsafe early-issue");
  EXPECT_EQ(word_of(program, "f\nbar v\ng"), "equivalent");
  Primitives in_order;
  in_order.in_order[static_cast<std::size_t>(Pipe::v)] = true;
  EXPECT_EQ(word(verdict_of(program, "f\ng", Architecture::c310, in_order)), "equivalent");
}

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
