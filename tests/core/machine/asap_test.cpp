// Tests of the schedule that knows time, against times worked out by hand.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/asap.hpp"

#include <gtest/gtest.h>

#include "tests/core/machine/from_text.hpp"

namespace counterpoint {
namespace {

using testing::Given;
using testing::implementation_given;
using testing::program_machine;

// "x 0 0 10 10; y ...": wait, issue, commit, retire of each instance in the order of issue.
std::string times(const Machine& machine, const Times& costs = {}) {
  RunOptions options;
  options.record_times = true;
  options.times = costs;
  const RunResult r = run(machine, options);
  EXPECT_EQ(r.outcome, Outcome::completed);
  std::string out;
  for (const TimedInstance& i : r.timed.instances) {
    if (!out.empty()) out += "; ";
    out += std::string(machine.tree().instruction_name(i.instruction));
    for (const std::uint64_t t : {i.wait, i.issue, i.commit, i.retire}) out += " " + std::to_string(t);
  }
  return out + " = " + std::to_string(r.timed.makespan);
}

TEST(Asap, issues_on_one_engine_when_the_pipe_is_free_and_commits_after_the_cost) {
  EXPECT_EQ(times(*program_machine("program p\nengine e\ne: x cost 10\ne: y cost 5\n")),
            "x 0 0 10 10; y 10 10 15 15 = 15");
  EXPECT_EQ(times(*program_machine("program p\nengine e\ne: x cost 10 interval 3\ne: y cost 2\n")),
            "x 0 0 10 10; y 3 3 5 10 = 10");
}

TEST(Asap, commits_in_order_on_an_inorder_engine) {
  EXPECT_EQ(times(*program_machine("program p\nengine e inorder\ne: x cost 10 interval 3\ne: y cost 2\n")),
            "x 0 0 10 10; y 3 3 10 10 = 10");
}

TEST(Asap, waits_for_the_retirement_of_the_producer_and_says_since_when) {
  EXPECT_EQ(times(*program_machine("program p\nengine e f\ne: x cost 10\nf: w cost 4\nf: y after x cost 5\n")),
            "x 0 0 10 10; w 0 0 4 4; y 4 10 15 15 = 15");
}

TEST(Asap, shares_one_transfer_bandwidth_between_all_engines_in_the_order_of_issue) {
  // x has the bandwidth until 6; y starts at 6 and not at 0, and its engine's pipe is taken from there.
  EXPECT_EQ(times(*program_machine("program p\nengine d0 d1\nd0: x cost 10 interval 6 transfer 6\n"
                                   "d1: y cost 10 interval 6 transfer 6\nd1: z cost 1\n")),
            "x 0 0 10 10; y 0 0 16 16; z 12 12 13 16 = 16");
}

TEST(Asap, takes_instructions_without_cost_in_no_time) {
  EXPECT_EQ(times(*program_machine("program p\nengine e f\ne: x cost 0\nf: y after x cost 0\ne: z after y cost 3\n")),
            "x 0 0 0 0; y 0 0 0 0; z 0 0 3 3 = 3");
}

TEST(Asap, runs_a_double_buffer_as_a_pipeline) {
  // Loads take 3, multiplications 5, two slots: load 3 waits for qk 1.
  EXPECT_EQ(times(*program_machine("program p\nengine dma pe\nloop kv trips dynamic {\n"
                                   "  dma: load after qk@kv-2 cost 3\n  pe: qk after load cost 5\n}\n",
                                   "kv=3")),
            "load 0 0 3 3; load 3 3 6 6; qk 0 3 8 8; load 6 8 11 11; qk 8 8 13 13; qk 13 13 18 18 = 18");
}

TEST(Asap, respects_a_window) {
  MachineOptions options;
  options.window = 1;
  EXPECT_EQ(times(*program_machine("program p\nengine e\ne: x cost 10 interval 1\ne: y cost 2\n", "", options)),
            "x 0 0 10 10; y 1 10 12 12 = 12");
}

TEST(Asap, charges_register_operations_tests_signals_and_barriers_as_told) {
  const Given given = implementation_given(
      "implementation p\nengine e f\nsemaphore s\ne: r := 1\ne: r := r + 1\ne: x cost 10 signal s += 1\n"
      "f: w := 1\nf: y cost 5 wait s >= w\n");
  EXPECT_EQ(times(*given), "x 0 0 10 10; y 0 10 15 15 = 15");
  Times costs;
  costs.register_operation = 7;
  EXPECT_EQ(times(*given, costs), "x 14 14 24 24; y 7 24 29 29 = 29");
  costs = {};
  costs.signal = 4;
  EXPECT_EQ(times(*given, costs), "x 0 0 10 14; y 0 14 19 19 = 19");
  costs = {};
  costs.test = 2;
  EXPECT_EQ(times(*given, costs), "x 0 0 10 10; y 2 10 15 15 = 15");
  costs = {};
  costs.barrier = 100;
  EXPECT_EQ(times(*implementation_given("implementation p\nengine e f\ne: x cost 10\nbarrier\nf: y\n"), costs),
            "x 0 0 10 10; y 110 110 111 111 = 111");
  // What an engine computes behind a barrier is charged as well.
  costs.register_operation = 7;
  EXPECT_EQ(
      times(*implementation_given("implementation p\nengine e f\ne: x cost 10\nbarrier\nf: r := 1\nf: y\n"), costs),
      "x 0 0 10 10; y 117 117 118 118 = 118");
}

TEST(Asap, records_what_released_a_wait) {
  const Given given = implementation_given(
      "implementation p\nengine e f g\nsemaphore s t\ne: x cost 10 signal s += 1\nf: w cost 4 signal t += 1\n"
      "g: y wait s >= 1, t >= 1\ng: signal t += 1\nf: wait t >= 2\n");
  const RunResult r = testing::run_with(*given, Schedule::asap);
  ASSERT_EQ(r.timed.releases.size(), 3U);
  const auto& first = r.timed.releases[0];
  EXPECT_EQ(first.time, 10U);
  EXPECT_EQ(first.cell, 0U);
  EXPECT_EQ(given->tree().instruction_name(r.timed.instances[first.by].instruction), "x");
  EXPECT_FALSE(first.pause);
  EXPECT_EQ(given->tree().instruction_name(r.timed.instances[first.waiter].instruction), "y");
  EXPECT_EQ(r.timed.releases[1].time, 4U);
  EXPECT_EQ(r.timed.releases[1].cell, 1U);
  const auto& alone = r.timed.releases[2];
  EXPECT_TRUE(alone.pause);
  EXPECT_EQ(alone.by, Release::none);
  EXPECT_EQ(given->tree().engine_name(alone.by_engine), "g");
  ASSERT_EQ(r.timed.pauses.size(), 1U);
  EXPECT_EQ(r.timed.pauses[alone.waiter].kind, PauseKind::wait);
  EXPECT_EQ(r.timed.pauses[alone.waiter].from, 0U);
  EXPECT_EQ(r.timed.pauses[alone.waiter].to, 10U);
}

TEST(Asap, records_fences_barriers_and_visits_that_held_an_engine_up) {
  const Given given = implementation_given("implementation p\nengine e f\ne: x cost 10\ne: fence\nbarrier\nf: y\n");
  const RunResult r = testing::run_with(*given, Schedule::asap);
  ASSERT_EQ(r.timed.pauses.size(), 3U);
  EXPECT_EQ(r.timed.pauses[0].kind, PauseKind::barrier);  // f arrives at 0
  EXPECT_EQ(r.timed.pauses[0].from, 0U);
  EXPECT_EQ(r.timed.pauses[0].to, 10U);
  EXPECT_EQ(r.timed.pauses[1].kind, PauseKind::fence);
  EXPECT_EQ(r.timed.pauses[1].to, 10U);
  EXPECT_EQ(r.timed.pauses[2].from, 10U);
  const Given visits =
      program_machine("program p\nengine e f\ne: cnt cost 6\nloop l trips dynamic after cnt {\n  f: x\n}\n", "l=1");
  const RunResult v = testing::run_with(*visits, Schedule::asap);
  ASSERT_EQ(v.timed.pauses.size(), 2U);
  EXPECT_EQ(v.timed.pauses[0].kind, PauseKind::visit);
  EXPECT_EQ(v.timed.pauses[0].to, 6U);
}

TEST(Asap, saturates_times_that_do_not_fit) {
  const Given given =
      program_machine("program p\nengine e\nloop l trips dynamic {\n  e: x cost 9223372036854775807\n}\n", "l=4");
  EXPECT_EQ(testing::run_with(*given, Schedule::asap).outcome, Outcome::completed);
}

}  // namespace
}  // namespace counterpoint
