// What synchronisation costs: calls, ids, orders and time, of kernels and of counters.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/measure.hpp"

#include "core/allocation/allocate.hpp"
#include "tests/targets/ascend/execution/verdicts.hpp"

namespace counterpoint::ascend::testing {
namespace {

constexpr std::string_view two_chains =
    "program p\nengine mte2 v\nbuffer a slots 1\nbuffer b slots 1\nloop k trips 3 {\n"
    "mte2: la cost 10 writes a\nmte2: lb cost 10 writes b\nv: fa cost 10 reads a\nv: fb cost 10 reads b\n}\n";

RunCost cost_of(std::string_view program, std::string_view listing) {
  Listing text(program, listing, Architecture::c220);
  const auto judge = KernelJudge::make(text.kernel(), {});
  EXPECT_TRUE(judge.has_value());
  const Trips trips(judge->required().program.tree);
  return measure_kernel(*judge, trips);
}

constexpr std::string_view flags_for_each =
    "set v>mte2 #0\nset v>mte2 #1\nloop k\nwait v>mte2 #0\nla\nset mte2>v #0\nwait v>mte2 #1\nlb\nset mte2>v #1\n"
    "wait mte2>v #0\nfa\nset v>mte2 #0\nwait mte2>v #1\nfb\nset v>mte2 #1\nend\nwait v>mte2 #0\nwait v>mte2 #1";

TEST(AscendMeasure, calls_and_ids_are_those_of_the_text_and_of_the_run) {
  Listing text(two_chains, flags_for_each, Architecture::c220);
  const CallCount calls = count_calls(text.kernel());
  EXPECT_EQ(calls.sets, 6U);
  EXPECT_EQ(calls.waits, 6U);
  EXPECT_EQ(calls.flags, 4U);
  EXPECT_EQ(calls.barriers + calls.full_barriers + calls.brackets + calls.queue_calls + calls.fetches, 0U);
  EXPECT_EQ(cost_of(two_chains, flags_for_each).ids_at_once, 2U);
}

TEST(AscendMeasure, a_barrier_orders_pairs_that_nobody_asked_for_and_takes_longer_than_flags) {
  const RunCost flags = cost_of(two_chains, flags_for_each);
  const RunCost barriers = cost_of(two_chains, "loop k\nbar all\nla\nlb\nbar all\nfa\nfb\nend");
  ASSERT_TRUE(flags.possible && barriers.possible);
  EXPECT_EQ(flags.instances, 12U);
  EXPECT_EQ(flags.asked, barriers.asked);
  EXPECT_EQ(flags.bound, barriers.bound);
  EXPECT_LT(flags.false_orders, barriers.false_orders);
  EXPECT_LT(flags.latency, barriers.latency);
  EXPECT_EQ(barriers.latency, 120U);
  EXPECT_GE(flags.latency, flags.bound);
}

TEST(AscendMeasure, counters_for_each_instruction_order_what_is_asked_for_and_nothing_else) {
  Listing text(two_chains, flags_for_each, Architecture::c220);
  const auto judge = KernelJudge::make(text.kernel(), {});
  ASSERT_TRUE(judge.has_value());
  const Program& program = judge->required().program;
  AllocationOptions options;
  options.scheme = Scheme::per_instruction;
  const auto allocated = allocate(program, options);
  ASSERT_TRUE(allocated.has_value());
  const RunCost counters = measure_counters(judge->required(), allocated->implementation, Trips(program.tree));
  ASSERT_TRUE(counters.possible);
  EXPECT_EQ(counters.false_orders, 0U);
  EXPECT_EQ(counters.orders, counters.asked);
  EXPECT_EQ(counters.latency, counters.bound);
}

TEST(AscendMeasure, what_a_kernel_does_not_keep_is_missing_beside_what_it_keeps_for_nothing) {
  const RunCost cost = cost_of(two_chains, "loop k\nbar all\nla\nlb\nfa\nfb\nend");
  ASSERT_TRUE(cost.possible);
  EXPECT_EQ(cost.missing_orders, 9U);  // in each iteration of three: la before fa, la and lb before fb
  EXPECT_EQ(cost.orders, cost.asked + cost.false_orders - cost.missing_orders);
}

// Barriers reset the counters, which then count from zero again.
TEST(AscendMeasure, every_allocation_orders_at_least_what_is_asked_for) {
  Listing text(two_chains, flags_for_each, Architecture::c220);
  const auto judge = KernelJudge::make(text.kernel(), {});
  ASSERT_TRUE(judge.has_value());
  const Program& program = judge->required().program;
  for (const Scheme scheme : {Scheme::barrier, Scheme::per_loop, Scheme::per_engine, Scheme::per_instruction}) {
    AllocationOptions options;
    options.scheme = scheme;
    const auto allocated = allocate(program, options);
    ASSERT_TRUE(allocated.has_value());
    const RunCost cost = measure_counters(judge->required(), allocated->implementation, Trips(program.tree));
    ASSERT_TRUE(cost.possible);
    // Of 12 instances in three iterations: barriers order each with all of earlier iterations, and three pairs in its
    // own.
    const std::uint64_t across = 3 * 4 * 4;
    EXPECT_TRUE(scheme != Scheme::barrier || cost.orders == across + 3 * 3) << cost.orders;
    EXPECT_EQ(cost.missing_orders, 0U);
    EXPECT_EQ(cost.orders, cost.asked + cost.false_orders);
  }
}

}  // namespace
}  // namespace counterpoint::ascend::testing
