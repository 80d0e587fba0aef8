// How long tests held and how much they had to spare, against runs worked out by hand and every kernel.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/waiting.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <map>

#include "core/allocation/allocate.hpp"
#include "tests/core/machine/from_text.hpp"

namespace counterpoint {
namespace {

using testing::Given;
using testing::implementation_given;
using testing::program_machine;
using testing::run_with;

// "qk/0 3 instances, 2 held 5 longest 3, slack -3 at 1; ..."
std::string measured(const Machine& machine) {
  const RunResult r = run_with(machine, Schedule::asap);
  std::string out;
  for (const TestRecord& t : measure_tests(machine, r)) {
    if (!out.empty()) out += "; ";
    out += std::string(machine.tree().instruction_name(t.instruction)) + "/" + std::to_string(t.test);
    for (const std::uint64_t n : {t.instances, t.held, t.waited, t.longest}) out += " " + std::to_string(n);
    out += " slack " + std::to_string(t.least_slack) + " at " + std::to_string(t.least_ordinal);
  }
  return out;
}

TEST(Waiting, a_negative_slack_is_what_was_waited_and_a_positive_one_what_could_come_later) {
  // x retires at 10; y comes to its wait at 4, z (after w) at 24.
  EXPECT_EQ(measured(*program_machine("program p\nengine e f\ne: x cost 10\nf: v cost 4\nf: y after x cost 5\n"
                                      "f: w cost 9\nf: z after x\n")),
            "y/0 1 1 6 6 slack -6 at 1; z/0 1 0 0 0 slack 14 at 1");
}

TEST(Waiting, of_several_tests_the_last_to_hold_has_the_wait) {
  EXPECT_EQ(measured(*program_machine("program p\nengine a b c\na: x cost 3\nb: y cost 8\nc: z after x, y\n")),
            "z/0 1 0 0 0 slack -3 at 1; z/1 1 1 8 8 slack -8 at 1");
}

TEST(Waiting, who_released_is_who_did_it_and_not_who_shares_the_semaphore) {
  const Given given = implementation_given(
      "implementation p\nengine e f\nsemaphore s\ne: a signal s += 1 cost 2\ne: b signal s += 1 cost 5\n"
      "f: c wait s >= 2\n");
  const RunResult r = run_with(*given, Schedule::asap);
  const auto tests = measure_tests(*given, r);
  ASSERT_EQ(tests.size(), 1U);
  EXPECT_EQ(given->tree().instruction_name(tests[0].released_by), "b");
}

TEST(Waiting, an_implementation_is_measured_at_its_semaphores) {
  const Given given = implementation_given(
      "implementation p\nengine dma pe\nsemaphore loaded used = 2\nloop kv trips dynamic {\n"
      "  dma: r := r + 1\n  dma: load wait used >= r signal loaded += 1 cost 3\n"
      "  pe: t := t + 1\n  pe: qk wait loaded >= t signal used += 1 cost 5\n}\n",
      "kv=3");
  EXPECT_EQ(measured(*given), "load/0 3 1 2 2 slack -2 at 3; qk/0 3 1 3 3 slack -3 at 1");
}

TEST(Waiting, a_barrier_that_resets_starts_the_count_again) {
  const Given given = implementation_given(
      "implementation p\nengine e f\nsemaphore s\nloop kv trips dynamic {\n"
      "  e: x signal s += 1 cost 3\n  f: y wait s >= 1 cost 2\n  barrier reset\n}\n",
      "kv=2");
  // The second y waits for the second x, though the semaphore had its 1 once before.
  EXPECT_EQ(measured(*given), "y/0 2 2 6 3 slack -3 at 1");
  const RunResult r = run_with(*given, Schedule::asap);
  const auto use = measure_engines(given->tree(), r.timed);
  EXPECT_EQ(r.timed.makespan, 10U);
  EXPECT_EQ(use[EngineId{std::size_t{0}}].busy, 6U);
  EXPECT_EQ(use[EngineId{std::size_t{0}}].barriers, 4U);
  EXPECT_EQ(use[EngineId{std::size_t{1}}].waiting, 6U);
}

// The waits of a kernel's instances, added up by instruction in two ways: by the record of the run and by its tests.
TEST(Waiting, the_waits_of_all_tests_are_those_of_the_instances_in_every_kernel) {
  std::size_t waits = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(std::string(COUNTERPOINT_SOURCE_DIR) + "/examples/kernels")) {
    if (file.path().extension() != ".cp") continue;
    std::ifstream in(file.path());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const Given given = program_machine(text);
    AllocationOptions options;
    options.scheme = Scheme::per_loop;
    const auto allocation = allocate(*given.program, options);
    ASSERT_TRUE(allocation.has_value()) << file.path();
    const Machine implementation = implementation_machine(allocation->implementation, Trips(given.program->tree));
    for (const Machine* machine : std::initializer_list<const Machine*>{given.machine.get(), &implementation}) {
      const RunResult r = run_with(*machine, Schedule::asap);
      std::map<InstructionId, std::uint64_t> of_instances;
      std::map<InstructionId, std::uint64_t> of_tests;
      for (const TimedInstance& i : r.timed.instances) of_instances[i.instruction] += i.issue - i.wait;
      for (const TestRecord& t : measure_tests(*machine, r)) of_tests[t.instruction] += t.waited;
      for (const auto& [instruction, waited] : of_instances) {
        waits += waited != 0 ? 1U : 0U;
        EXPECT_EQ(of_tests[instruction], waited) << file.path() << " " << machine->tree().instruction_name(instruction);
      }
    }
  }
  EXPECT_GT(waits, 50U);
}

}  // namespace
}  // namespace counterpoint
