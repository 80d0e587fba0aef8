// Tests of what a machine costs, against times worked out by hand.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/model.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/machine/run.hpp"
#include "tests/core/machine/from_text.hpp"

namespace counterpoint {
namespace {

using testing::Given;
using testing::implementation_given;
using testing::program_machine;

// All parameters that are charged set to zero, windows and carriers without limit: what a test does not set costs
// nothing.
MachineModel free_of_charge(std::string_view set = "") {
  MachineModel model;
  for (const std::string_view zero :
       {"minimum-interval=0", "semaphore-delay=0", "register-operation=0", "issue=0", "branch=0", "window=0",
        "queue-window=0", "waits=0", "updates=0", "barrier-handshake=0"}) {
    EXPECT_TRUE(model.set(zero).has_value());
  }
  EXPECT_TRUE(set.empty() || model.set(set).has_value()) << set;
  return model;
}

// "x 0 0 10 10; y ...": wait, issue, commit, retire of each instance in the order of issue, in ns; then the makespan.
std::string times_on(const MachineModel& model, const Machine& machine) {
  RunOptions options;
  options.record_times = true;
  const auto times = model.times(machine.tree());
  if (!times) return to_string(times.error());
  options.times = *times;
  const RunResult r = run(machine, options);
  EXPECT_EQ(r.outcome, Outcome::completed);
  std::string out;
  for (const TimedInstance& i : r.timed.instances) {
    if (!out.empty()) out += "; ";
    out += std::string(machine.tree().instruction_name(i.instruction));
    for (const std::uint64_t t : {i.wait, i.issue, i.commit, i.retire}) {
      EXPECT_EQ(t % 1000, 0U);
      out += " " + std::to_string(t / 1000);
    }
  }
  return out + " = " + std::to_string(r.timed.makespan / 1000);
}

std::string errors_of(const tl::expected<void, Diagnostics>& done) {
  std::string out;
  if (done) return out;
  for (const Diagnostic& d : done.error()) out += to_string(d) + "\n";
  return out;
}

TEST(MachineModel, takes_the_times_of_a_program_as_they_are_where_nothing_is_charged) {
  EXPECT_EQ(times_on(free_of_charge(), *program_machine("program p\nunit ns\nengine e f\ne: x cost 10 interval 3\n"
                                                        "e: y cost 5\nf: z after y cost 2\n")),
            "x 0 0 10 10; y 3 3 8 10; z 0 10 12 12 = 12");
}

TEST(MachineModel, charges_two_engines_for_operations_issue_and_semaphores) {
  const Given given = implementation_given(
      "implementation p\nunit ns\nengine e f\nsemaphore s\ne: r := 1\ne: r := r + 1\ne: x cost 10 signal s += 1\n"
      "f: w := 1\nf: y cost 5 wait s >= w\n");
  // e: two operations of 7 and the issue of 3; f: one and 3, then the wait until 27 and the 4 of the semaphore.
  EXPECT_EQ(times_on(free_of_charge("register-operation=7,issue=3,semaphore-delay=4"), *given),
            "x 17 17 27 31; y 10 31 36 36 = 36");
  EXPECT_EQ(times_on(free_of_charge("satisfied-wait=2"), *given), "x 0 0 10 10; y 2 10 15 15 = 15");
}

TEST(MachineModel, charges_a_branch_for_every_way_back_and_every_loop_left_out) {
  const std::string text =
      "program p\nunit ns\nengine e\nloop l trips dynamic {\n  e: x cost 1\n}\nloop k trips dynamic {\n  e: z\n}\n"
      "e: y cost 1\n";
  // Three iterations go back twice; k has none and is branched past.
  EXPECT_EQ(times_on(free_of_charge("branch=100"), *program_machine(text, "l=3 k=0")),
            "x 0 0 1 1; x 100 100 101 101; x 200 200 201 201; y 300 300 301 301 = 301");
}

TEST(MachineModel, shares_the_bandwidth_between_two_queues_that_transfer_at_the_same_time) {
  const std::string text =
      "program p\nunit ns\nengine d0 d1\nd0: x cost 110 interval 10 transfer 10\n"
      "d1: y cost 106 interval 6 transfer 6\nd1: z cost 103 interval 3 transfer 3\n";
  // Both at half the rate: y is there at 12, then z shares with x, whose 4 last until 18 (z has 3 of 3 at 18).
  // x: 6 of 10 at 12; 4 left against 3 of z: z ends at 18, x alone at 19.
  EXPECT_EQ(times_on(free_of_charge(), *program_machine(text)), "x 0 0 119 119; y 0 0 112 112; z 12 12 118 118 = 119");
  // Half the rate for all: twice the time on the bandwidth, the start as before.
  EXPECT_EQ(times_on(free_of_charge("dma-bandwidth=184"), *program_machine(text)),
            "x 0 0 138 138; y 0 0 124 124; z 24 24 136 136 = 138");
  EXPECT_EQ(times_on(free_of_charge("dma-start=2600"), *program_machine(text)),
            "x 0 0 219 219; y 0 0 212 212; z 12 12 218 218 = 219");
  // Alone on its queue, a transfer waits for the one before, and for the descriptor.
  EXPECT_EQ(times_on(free_of_charge("descriptor-interval=20"), *program_machine(text)),
            "x 0 0 116 116; y 0 0 112 112; z 20 20 123 123 = 123");
}

TEST(MachineModel, issues_with_a_window_of_one_when_the_one_before_has_retired) {
  const std::string text =
      "program p\nunit ns\nengine e q\ne: x cost 10 interval 1\ne: y cost 2 interval 1\n"
      "q: u cost 13 interval 3 transfer 3\nq: v cost 13 interval 3 transfer 3\n";
  EXPECT_EQ(times_on(free_of_charge("window=1"), *program_machine(text)),
            "x 0 0 10 10; u 0 0 13 13; v 3 3 16 16; y 1 10 12 12 = 16");
  EXPECT_EQ(times_on(free_of_charge("queue-window=1"), *program_machine(text)),
            "x 0 0 10 10; u 0 0 13 13; y 1 1 3 10; v 3 13 26 26 = 26");
}

TEST(MachineModel, opens_a_barrier_after_the_drain_the_handshake_and_the_reset) {
  const std::string start = "implementation p\nunit ns\nengine e f\ne: x cost 10 interval 1\n";
  const std::string end = "f: y cost 1\n";
  const std::string_view costs = "barrier-handshake=100,barrier-drain=20,barrier-reset=3,issue=5";
  EXPECT_EQ(times_on(free_of_charge(costs), *implementation_given(start + "barrier\n" + end)),
            "x 5 5 15 15; y 140 140 141 141 = 141");
  EXPECT_EQ(times_on(free_of_charge(costs), *implementation_given(start + "barrier reset\n" + end)),
            "x 5 5 15 15; y 143 143 144 144 = 144");
}

TEST(MachineModel, issues_a_carrier_for_what_one_instruction_does_not_carry) {
  const Given given = implementation_given(
      "implementation p\nunit ns\nengine e f\nsemaphore s t u\ne: x cost 10 signal s += 1, t += 1, u += 1\ne: z\n"
      "f: y cost 5 wait s >= 1, t >= 1, u >= 1\n");
  // Behind x two carriers with one update each; before y two with one wait each, or one with two.
  EXPECT_EQ(times_on(free_of_charge("issue=4,updates=1,waits=1"), *given),
            "x 4 4 14 14; y 12 14 19 19; z 16 16 17 17 = 19");
  EXPECT_EQ(times_on(free_of_charge("issue=9,waits=2"), *given), "x 9 9 19 19; z 19 19 20 20; y 18 19 24 24 = 24");
}

TEST(MachineModel, counts_carriers_as_code) {
  const std::string text =
      "implementation p\nunit ns\nengine e f\nsemaphore s t u\ne: x signal s += 1, t += 1, u += 1\n"
      "f: y wait s >= 1, t >= 1, u >= 1\n";
  const Given given = implementation_given(text);
  const Implementation& implementation = *given.implementation;
  EXPECT_EQ(free_of_charge().code_bytes(implementation), 2U * 64);
  EXPECT_EQ(free_of_charge("waits=2").code_bytes(implementation), 3U * 64);
  EXPECT_EQ(free_of_charge("waits=1,updates=1,instruction-size=8").code_bytes(implementation), 6U * 8);
  // With one wait each and any number of updates the count is that of `alloc`.
  EXPECT_EQ(free_of_charge("waits=1").code_bytes(implementation), cost_of(implementation).code_bytes);
}

TEST(MachineModel, stretches_what_a_program_says_by_clocks_and_latencies_against_trn2) {
  const std::string text =
      "program p\nunit ns\nengine pe sp\npe: x cost 380 interval 213\nsp: y cost 380 interval 213\n";
  EXPECT_EQ(times_on(free_of_charge("clock-pe=4800"), *program_machine("program p\nunit ns\nengine pe\n"
                                                                       "pe: x cost 30 interval 20\n")),
            "x 0 0 20 20 = 20");
  EXPECT_EQ(times_on(free_of_charge("latency-pe=334"), *program_machine(text)), "x 0 0 547 547; y 0 0 380 380 = 547");
  // 64 cycles at 1000 MHz.
  EXPECT_EQ(times_on(free_of_charge("minimum-interval=64,clock-act=1000"),
                     *program_machine("program p\nunit ns\nengine act\nact: g cost 25 interval 0\nact: x cost 10\n"
                                      "act: y cost 5\n")),
            "g 0 0 25 25; x 0 0 12 25; y 64 64 70 70 = 70");
}

TEST(MachineModel, takes_units_of_time_and_refuses_others) {
  const std::string text = "engine e\ne: x cost 3\n";
  EXPECT_EQ(times_on(free_of_charge(), *program_machine("program p\nunit us\n" + text)), "x 0 0 3000 3000 = 3000");
  EXPECT_EQ(times_on(free_of_charge(), *program_machine("program p\n" + text)),
            "error[CP0733]: 'p' has no unit of time (expected unit ps, ns, us, ms or s, found no unit)\n"
            "  help: a machine has times, so it needs to know what a cost of 1 is");
  EXPECT_NE(times_on(free_of_charge(), *program_machine("program p\nunit cycles\n" + text)).find("found cycles"),
            std::string::npos);
}

TEST(MachineModel, knows_two_machines_by_name) {
  EXPECT_EQ((*MachineModel::named("trn1"))[Parameter::clock_pe], 2800U);
  EXPECT_EQ((*MachineModel::named("trn2"))[Parameter::clock_pe], 2400U);
  EXPECT_FALSE(MachineModel::named("trn3").has_value());
}

TEST(MachineModel, has_parameters_with_one_name_each_within_their_bounds) {
  std::set<std::string_view> names;
  for (const ParameterEntry& p : all_parameters()) {
    EXPECT_TRUE(names.insert(p.name).second) << p.name;
    for (const std::uint64_t value : {p.trn2, p.trn1, p.low, p.high}) {
      EXPECT_LE(p.least, value) << p.name;
      EXPECT_GE(p.most, value) << p.name;
    }
    EXPECT_LE(p.low, p.trn2) << p.name;
    EXPECT_GE(p.high, p.trn2) << p.name;
    EXPECT_NE(std::string_view("CMI").find(p.confidence), std::string_view::npos) << p.name;
    EXPECT_EQ(&entry(p.parameter), &p);
  }
}

TEST(MachineModel, reads_a_file_and_says_all_that_is_wrong_with_it) {
  MachineModel model;
  EXPECT_EQ(errors_of(model.read("# mine\n\n branch = 100 # less\r\nwindow=1\n")), "");
  EXPECT_EQ(model[Parameter::branch], 100U);
  EXPECT_EQ(model[Parameter::window], 1U);
  EXPECT_EQ(errors_of(model.read("branch 5\n  brunch = 5\nissue = many\nclock-pe = 0\nwindow =\n= 4")),
            "1:1: error[CP0731]: a parameter is set by name (expected NAME = VALUE, found branch 5)\n"
            "2:3: error[CP0730]: a machine has no such parameter (found brunch); did you mean 'branch'?\n"
            "  help: counterpoint help machines lists them\n"
            "3:9: error[CP0732]: 'issue' is a number of ns (expected an integer from 0 to 1000000, found many)\n"
            "4:12: error[CP0732]: 'clock-pe' is a number of MHz (expected an integer from 1 to 1000000, found 0)\n"
            "5:8: error[CP0732]: 'window' is a number of instructions (expected an integer from 0 to 1000000, found "
            "nothing)\n"
            "6:1: error[CP0731]: a parameter is set by name (expected NAME = VALUE, found = 4)\n");
}

TEST(MachineModel, never_stretches_a_time_beyond_the_largest_number) {
  EXPECT_EQ(scaled(10, {3, 4}), 7U);
  EXPECT_EQ(scaled(~std::uint64_t{0}, {1'000'000, 1}), ~std::uint64_t{0});
  EXPECT_EQ(scaled(~std::uint64_t{0}, {1, 1}), ~std::uint64_t{0});
  EXPECT_EQ(scaled(1'000'000'007, {2'400, 2'800}), 857'142'863U);
}

}  // namespace
}  // namespace counterpoint
