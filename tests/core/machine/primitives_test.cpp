// Every primitive of language.md "Implementations", on the smallest example.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/machine/arithmetic.hpp"
#include "tests/core/machine/from_text.hpp"

namespace counterpoint {
namespace {

using testing::enabled_texts;
using testing::implementation_given;
using testing::outcome_of;
using testing::perform;
using Strings = std::vector<std::string>;

// The register `r` of engine e after the operations.
std::int64_t computed(const std::string& operations, std::uint32_t width = 0) {
  MachineOptions options;
  options.width = width;
  const auto given = implementation_given("implementation p\nengine e\n" + operations + "e: x\n", "", options);
  const MachineState s = given->start();
  EXPECT_FALSE(s.fault.has_value()) << operations;
  const auto& names = given.implementation->registers[EngineId{std::size_t{0}}];
  return s.registers[static_cast<std::size_t>(std::ranges::find(names, "r") - names.begin())];
}

std::string fault_of(const std::string& text, const MachineOptions& options = {}) {
  const auto given = implementation_given(text, "", options);
  EXPECT_EQ(outcome_of(*given), "fault") << text;
  const RunResult r = testing::run_with(*given, Schedule::random);
  return r.fault ? std::string(fault_name(r.fault->kind)) : "none";
}

TEST(RegisterOperation, computes_each_operation_of_the_language) {
  EXPECT_EQ(computed("e: r := 7\n"), 7);
  EXPECT_EQ(computed("e: a := 7\ne: r := a\n"), 7);
  EXPECT_EQ(computed("e: a := 7\ne: r := a + 5\n"), 12);
  EXPECT_EQ(computed("e: a := 7\ne: r := 5 - a\n"), -2);
  EXPECT_EQ(computed("e: a := -7\ne: r := a * 5\n"), -35);
  EXPECT_EQ(computed("e: a := 7\ne: r := gt(a, 6)\n"), 1);
  EXPECT_EQ(computed("e: a := 7\ne: r := gt(a, 7)\n"), 0);
  EXPECT_EQ(computed("e: a := 7\ne: r := min(a, -3)\n"), -3);
  EXPECT_EQ(computed("e: a := 7\ne: r := max(a, -3)\n"), 7);
  EXPECT_EQ(computed("e: a := 3000000000\ne: r := a * 3\n"), 9'000'000'000);
}

TEST(RegisterOperation, rounds_quotients_down_and_keeps_remainders_from_zero_to_the_divisor) {
  EXPECT_EQ(computed("e: a := 7\ne: r := a div 2\n"), 3);
  EXPECT_EQ(computed("e: a := -7\ne: r := a div 2\n"), -4);
  EXPECT_EQ(computed("e: a := -8\ne: r := a div 2\n"), -4);
  EXPECT_EQ(computed("e: a := 7\ne: r := a mod 3\n"), 1);
  EXPECT_EQ(computed("e: a := -7\ne: r := a mod 3\n"), 2);
  EXPECT_EQ(computed("e: a := -6\ne: r := a mod 3\n"), 0);
}

TEST(RegisterOperation, faults_on_a_divisor_that_is_not_positive) {
  EXPECT_EQ(fault_of("implementation p\nengine e\ne: a := 0\ne: r := 4 mod a\ne: x\n"), "division");
  EXPECT_EQ(fault_of("implementation p\nengine e\ne: a := -1\ne: r := 4 div a\ne: x\n"), "division");
}

TEST(RegisterOperation, faults_on_overflow_of_64_bits_and_wraps_at_a_width) {
  const std::string overflow = "e: a := 9223372036854775807\ne: r := a + 1\n";
  EXPECT_EQ(fault_of("implementation p\nengine e\n" + overflow + "e: x\n"), "overflow");
  EXPECT_EQ(computed(overflow, 64), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(computed("e: a := 7\ne: r := a + 1\n", 4), -8);
  EXPECT_EQ(computed("e: a := 100\ne: r := a\n", 4), 4);
  EXPECT_EQ(computed("e: a := 3\ne: r := a * a\n", 2), 1);
  EXPECT_EQ(fault_of("implementation p\nengine e\ne: a := 4000000000\ne: a := a * a\ne: r := a * 2\ne: x\n"),
            "overflow");
}

TEST(Arithmetic, wraps_and_reads_unsigned_at_every_width) {
  EXPECT_EQ(wrap(2, 2), -2);
  EXPECT_EQ(wrap(-3, 2), 1);
  EXPECT_EQ(wrap(-1, 64), -1);
  EXPECT_EQ(wrap(5, 0), 5);
  EXPECT_EQ(as_unsigned(-1, 8), 255U);
  EXPECT_EQ(as_unsigned(-1, 0), ~std::uint64_t{0});
}

TEST(Wait, compares_signed_unsigned_or_by_difference) {
  const std::string text =
      "implementation p\nengine e f\nsemaphore s\ne: x wait s >= -1 signal s += 1\nf: y wait s >= 1\n";
  EXPECT_EQ(outcome_of(*implementation_given(text)), "completed");
  MachineOptions options;
  options.compare = Comparison::as_unsigned;
  EXPECT_EQ(outcome_of(*implementation_given(text, "", options)), "deadlock");
  // At 3 bits the semaphore goes 3 -> -4, and only the difference sees that it went on.
  const std::string wraps =
      "implementation p\nengine e f\nsemaphore s = 3\ne: x signal s += 1\nf: w := 3\nf: w := w + 1\nf: y wait s >= w\n";
  options.width = 3;
  options.compare = Comparison::difference;
  EXPECT_EQ(outcome_of(*implementation_given(wraps, "", options)), "completed");
  auto given = implementation_given(wraps, "", options);
  EXPECT_EQ(enabled_texts(*given, given->start()), Strings{"issue e x"});
  options.compare = Comparison::as_signed;
  given = implementation_given(wraps, "", options);
  EXPECT_EQ(enabled_texts(*given, given->start()), (Strings{"issue e x", "issue f y"}));
}

TEST(Wait, for_equality_passes_only_at_that_value) {
  const auto given = implementation_given(
      "implementation p\nengine e f\nsemaphore s\ne: x signal s += 1\ne: y signal s += 1\nf: z wait s == 1\n");
  MachineState s = given->start();
  perform(*given, s, "issue e x\ncommit e x 0\nretire e x");
  EXPECT_EQ(enabled_texts(*given, s), (Strings{"issue e y", "issue f z"}));
  perform(*given, s, "issue e y\ncommit e y 0\nretire e y");
  EXPECT_EQ(enabled_texts(*given, s), Strings{"end e"});
}

TEST(Take, needs_the_sum_of_two_takes_and_takes_them_in_one_step) {
  const auto given = implementation_given(
      "implementation p\nengine e f\nsemaphore s = 2\ne: x take s >= 1, s >= 2\nf: y signal s += 1 wait s >= 2\n");
  MachineState s = given->start();
  EXPECT_EQ(enabled_texts(*given, s), Strings{"issue f y"});
  perform(*given, s, "issue f y\ncommit f y 0\nretire f y\nissue e x");
  EXPECT_EQ(s.cells[0], 0);
}

TEST(Take, tests_waits_of_the_same_statement_on_the_values_before) {
  const auto given =
      implementation_given("implementation p\nengine e\nsemaphore s = 3\ne: x wait s >= 3 take s >= 2\n");
  MachineState s = given->start();
  perform(*given, s, "issue e x");
  EXPECT_EQ(s.cells[0], 1);
}

TEST(Flag, set_while_set_is_a_double_set) {
  EXPECT_EQ(fault_of("implementation p\nengine e\nflag f\ne: x signal f += 1\ne: y signal f += 1\n"), "double-set");
  EXPECT_EQ(fault_of("implementation p\nengine e\nflag f = 1\ne: signal f := 1\n"), "double-set");
  const auto given = implementation_given(
      "implementation p\nengine e g\nflag f\ne: x signal f += 1\ne: fence\ne: wait f == 0\ne: y signal f += 1\n"
      "g: take f >= 1\ng: take f >= 1\n");
  EXPECT_EQ(outcome_of(*given), "completed");
}

TEST(Array, is_indexed_by_a_register_and_faults_out_of_range) {
  const auto given = implementation_given(
      "implementation p\nengine e f\nsemaphore s[2]\ne: i := 1\ne: x signal s[i] += 3\ne: i := 0\nf: y wait s[1] >= "
      "3\n");
  EXPECT_EQ(outcome_of(*given), "completed");
  EXPECT_EQ(testing::run_with(*given, Schedule::asap).last.cells, (std::vector<std::int64_t>{0, 3}));
  EXPECT_EQ(fault_of("implementation p\nengine e\nsemaphore s[2]\ne: i := 2\ne: x signal s[i] += 1\n"), "index");
  EXPECT_EQ(fault_of("implementation p\nengine e\nsemaphore s[2]\ne: i := -1\ne: x wait s[i] >= 0\n"), "index");
}

TEST(Update, happens_at_retirement_or_at_issue) {
  const auto given = implementation_given(
      "implementation p\nengine e f\nsemaphore s u = 5 v\ne: x signal s += 1 at issue, u -= 2, v := 7\nf: y\n");
  MachineState s = given->start();
  perform(*given, s, "issue e x");
  EXPECT_EQ(s.cells, (std::vector<std::int64_t>{1, 5, 0}));
  perform(*given, s, "commit e x 0");
  EXPECT_EQ(s.cells, (std::vector<std::int64_t>{1, 5, 0}));
  perform(*given, s, "retire e x");
  EXPECT_EQ(s.cells, (std::vector<std::int64_t>{1, 3, 7}));
}

TEST(StandAloneSignal, in_stream_order_needs_what_is_before_it_to_have_issued_only) {
  const auto given =
      implementation_given("implementation p\nengine e f\nsemaphore s\ne: x\ne: signal s += 1\nf: y wait s >= 1\n");
  MachineState s = given->start();
  perform(*given, s, "issue e x\ninternal e\nissue f y");
}

TEST(StandAloneSignal, at_retire_needs_what_is_before_it_to_have_retired_and_does_not_block) {
  const auto given = implementation_given(
      "implementation p\nengine e f\nsemaphore s\ne: x\ne: signal s += 1 at retire\ne: z\nf: y wait s >= 1\n");
  MachineState s = given->start();
  perform(*given, s, "issue e x\ninternal e\nissue e z\ncommit e z 1");
  EXPECT_EQ(enabled_texts(*given, s), Strings{"commit e x 0"});
  perform(*given, s, "commit e x 0\nretire e x");
  EXPECT_EQ(enabled_texts(*given, s), Strings{"internal e retire"});
  perform(*given, s, "internal e retire\nissue f y\nretire e z\nend e");
}

TEST(Fence, waits_for_everything_the_engine_issued) {
  const auto given = implementation_given("implementation p\nengine e\ne: x\ne: fence\ne: y\n");
  MachineState s = given->start();
  perform(*given, s, "issue e x\ncommit e x 0");
  EXPECT_EQ(enabled_texts(*given, s), Strings{"retire e x"});
  perform(*given, s, "retire e x\ninternal e\nissue e y");
}

TEST(Barrier, lets_nobody_on_before_all_have_drained_and_arrived) {
  const auto given = implementation_given("implementation p\nengine e f\ne: x\nbarrier\ne: y\nf: z\n");
  MachineState s = given->start();
  EXPECT_EQ(enabled_texts(*given, s), (Strings{"issue e x", "internal f"}));
  perform(*given, s, "internal f\nissue e x\ncommit e x 0");
  EXPECT_EQ(enabled_texts(*given, s), Strings{"retire e x"});
  perform(*given, s, "retire e x\ninternal e");
  EXPECT_EQ(enabled_texts(*given, s), (Strings{"issue e y", "issue f z"}));
  EXPECT_FALSE(s.mixed.has_value());
}

TEST(Barrier, resets_every_semaphore_and_flag) {
  const auto given = implementation_given(
      "implementation p\nengine e f\nsemaphore s = 4 t[2] = 1\nflag g = 1\ne: x signal s += 1\nbarrier reset\ne: y\n");
  EXPECT_EQ(testing::run_with(*given, Schedule::random).last.cells, (std::vector<std::int64_t>{0, 0, 0, 0}));
}

TEST(Barrier, resets_if_one_item_of_a_meeting_does_and_reports_that_items_differ) {
  // e meets its second barrier, in the loop, with the one of f that resets; whoever comes last.
  const auto given = implementation_given(
      "implementation p\nengine e f\nsemaphore s = 4\nloop l trips divergent {\n  barrier\n}\nbarrier reset\n"
      "loop m trips divergent {\n  barrier\n}\n",
      "l@e=2 l@f=1 m@e=0 m@f=1");
  for (const ScheduleEntry& schedule : all_schedules()) {
    const RunResult r = testing::run_with(*given, schedule.schedule);
    EXPECT_EQ(r.outcome, Outcome::completed);
    EXPECT_EQ(r.last.cells, std::vector<std::int64_t>{0});
    ASSERT_TRUE(r.mixed.has_value());
    EXPECT_EQ(r.mixed->ordinal, 2U);
    EXPECT_EQ(r.mixed->first_barrier, 0U);
    EXPECT_EQ(r.mixed->second_barrier, 1U);
  }
}

TEST(Barrier, of_an_engine_that_has_ended_is_a_deadlock_that_names_it) {
  const auto given =
      implementation_given("implementation p\nengine e f\nloop l trips divergent {\n  barrier\n}\n", "l@e=1 l@f=0");
  EXPECT_EQ(outcome_of(*given), "deadlock");
  const RunResult r = testing::run_with(*given, Schedule::asap);
  ASSERT_EQ(r.stuck.size(), 1U);
  EXPECT_EQ(r.stuck[0].reason, Blocked::Reason::barrier);
  ASSERT_EQ(r.stuck[0].absent.size(), 1U);
  EXPECT_EQ(r.stuck[0].absent[0].where, "has ended");
}

TEST(Window, holds_an_issue_until_enough_has_retired) {
  MachineOptions options;
  options.window = 2;
  const auto given = implementation_given("implementation p\nengine e\ne: x\ne: y\ne: z\n", "", options);
  MachineState s = given->start();
  perform(*given, s, "issue e x\nissue e y\ncommit e x 0");
  EXPECT_EQ(enabled_texts(*given, s), (Strings{"commit e y 1", "retire e x"}));
  EXPECT_EQ(given->blocked(s, EngineId{std::size_t{0}}).reason, Blocked::Reason::window);
  perform(*given, s, "retire e x\nissue e z");
}

TEST(Inorder, commits_in_the_order_of_issue) {
  const auto given = implementation_given("implementation p\nengine e inorder\nengine f\ne: x\ne: y\nf: z\nf: w\n");
  MachineState s = given->start();
  perform(*given, s, "issue e x\nissue e y\nissue f z\nissue f w");
  EXPECT_EQ(enabled_texts(*given, s), (Strings{"commit e x 0", "commit f z 0", "commit f w 1"}));
}

TEST(Overflow, of_a_semaphore_is_a_fault_without_a_width) {
  const std::string text = "implementation p\nengine e\nsemaphore s = 9223372036854775807\ne: x signal s += 1\n";
  EXPECT_EQ(fault_of(text), "overflow");
  MachineOptions options;
  options.width = 64;
  EXPECT_EQ(outcome_of(*implementation_given(text, "", options)), "completed");
}

}  // namespace
}  // namespace counterpoint
