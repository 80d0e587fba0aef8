// Schedules as text, and runs made again from them.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/simulator/schedule_text.hpp"

#include <gtest/gtest.h>

#include "targets/neuron/simulator/counts.hpp"
#include "tests/core/property_factor.hpp"
#include "tests/targets/neuron/simulator/random_image.hpp"

namespace counterpoint::neuron {
namespace {

using testing::DecodedImage;
using testing::post;
using testing::wait;

DecodedImage small() {
  DecodedImage d;
  d.add_queue("load", d.add_ring("q", Engine::sp), 20, 16);
  d.add_ring("two words", Engine::sp);
  d.add_stream(Engine::pe, {{testing::work(d.instruction("mm"), wait(20, 16))}});
  d.add_stream(Engine::sp, {{testing::trigger("load"), testing::bare(Opcode::all_engine_barrier, post(3))}});
  return d;
}

TEST(ScheduleText, NamesStepsRecordsAndWhatTheProgramSees) {
  const Simulator simulator = small().simulator();
  CoreRunOptions options;
  options.schedule = CoreSchedule::late;
  options.record_steps = true;
  const CoreRun run = run_core(simulator, options);
  EXPECT_EQ(schedule_to_text(simulator, run.taken),
            "issue sp  # record 0, DMATrigger load: load issues\n"
            "transfer q  # load retires\n"
            "issue pe  # record 0, Work mm: mm issues\n"
            "arrive sp  # record 1, AllEngineBarrier\n"
            "issue sp  # record 1, AllEngineBarrier\n"
            "complete pe  # mm retires\n");
}

// Distribution, of 300 images as of random_image.hpp under four schedules each: at least 100 runs that stop, and 100
// that fault.
TEST(ScheduleText, ReadsWhatItWritesAndTheRunIsTheSame) {
  std::uint64_t deadlocks = 0, faults = 0;
  const std::uint64_t cases = counterpoint::testing::property_cases(300, 30);
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    const DecodedImage d = testing::random_image(seed);
    const Simulator simulator = d.simulator(testing::random_counts(seed));
    for (const CoreSchedule schedule :
         {CoreSchedule::round_robin, CoreSchedule::random, CoreSchedule::late, CoreSchedule::early}) {
      CoreRunOptions options;
      options.schedule = schedule;
      options.seed = seed;
      options.record_steps = true;
      options.record_visible = true;
      const CoreRun run = run_core(simulator, options);
      const auto steps = parse_schedule(simulator.code(), schedule_to_text(simulator, run.taken));
      ASSERT_TRUE(steps.has_value());
      ASSERT_EQ(*steps, run.taken);
      const CoreReplay again = replay_core(simulator, *steps, true);
      EXPECT_FALSE(again.refused.has_value());
      EXPECT_EQ(again.run.outcome, run.outcome) << "seed " << seed;
      EXPECT_EQ(again.run.seen, run.seen);
      EXPECT_EQ(again.run.last.bank, run.last.bank);
      EXPECT_EQ(again.run.fault_text, run.fault_text);
      deadlocks += run.outcome == Outcome::deadlock ? 1 : 0;
      faults += run.outcome == Outcome::fault ? 1 : 0;
    }
  }
  EXPECT_GE(static_cast<double>(deadlocks), counterpoint::testing::least_of(100, cases, 300));
  EXPECT_GE(static_cast<double>(faults), counterpoint::testing::least_of(100, cases, 300));
}

TEST(ScheduleText, RingsWithoutAWordOfTheirOwnAreCalledByPlace) {
  const Simulator simulator = small().simulator();
  EXPECT_EQ(to_text(simulator.code(), CoreStep{StepOf::transfer, 0}), "transfer q");
  EXPECT_EQ(to_text(simulator.code(), CoreStep{StepOf::transfer, 1}), "transfer 1");
  EXPECT_EQ(parse_schedule(simulator.code(), "transfer 1").value()[0].unit, 1U);
}

TEST(ScheduleText, SkipsCommentsAndEmptyLinesAndKeepsLineNumbers) {
  std::vector<std::uint32_t> lines;
  const auto steps = parse_schedule(small().simulator().code(), "# a run\n\n  issue\tsp # x\r\ncomplete pe", &lines);
  ASSERT_TRUE(steps.has_value());
  EXPECT_EQ(*steps, (std::vector<CoreStep>{{StepOf::issue, 1}, {StepOf::complete, 0}}));
  EXPECT_EQ(lines, (std::vector<std::uint32_t>{3, 4}));
}

TEST(ScheduleText, EveryErrorHasItsPlaceAndTheNearestName) {
  const auto steps =
      parse_schedule(small().simulator().code(), "isue pe\nissue pf\ntransfer r\nissue\nissue pe sp\ntransfer 2\n");
  ASSERT_FALSE(steps.has_value());
  ASSERT_EQ(steps.error().size(), 6U);
  EXPECT_EQ(to_string(steps.error()[0]), "1:1: error[CP0720]: no kind of step 'isue'; did you mean 'issue'?");
  EXPECT_EQ(steps.error()[1].code, Code::unknown_step_engine);
  EXPECT_EQ(steps.error()[1].position, (Position{2, 7}));
  EXPECT_EQ(steps.error()[2].message, "no ring 'r'");
  EXPECT_EQ(steps.error()[3].position, (Position{4, 1}));
  EXPECT_EQ(steps.error()[4].position, (Position{5, 10}));
  EXPECT_EQ(steps.error()[5].position, (Position{6, 10}));
}

TEST(Replay, AStepThatIsNotEnabledIsRefusedWithTheReason) {
  const Simulator simulator = small().simulator();
  const auto refused = [&](std::vector<CoreStep> steps) {
    const CoreReplay r = replay_core(simulator, steps);
    EXPECT_EQ(r.refused, std::optional(steps.size() - 1));
    return r.reason;
  };
  EXPECT_EQ(refused({{StepOf::issue, 0}}),
            "pe, record 0, Work mm: waits for S20 >= 16, which is 0 (changed by ring q)");
  EXPECT_EQ(refused({{StepOf::complete, 0}}), "pe has no incomplete record");
  EXPECT_EQ(refused({{StepOf::transfer, 0}}), "ring q has no transfer in flight");
  EXPECT_EQ(refused({{StepOf::arrive, 1}}), "sp, record 0, DMATrigger load is at no barrier");
  EXPECT_EQ(refused({{StepOf::issue, 1}, {StepOf::arrive, 1}}),
            "sp, record 1, AllEngineBarrier: drains 0 records and 1 transfers");
  EXPECT_EQ(refused({{StepOf::issue, 1}, {StepOf::transfer, 0}, {StepOf::issue, 1}}),
            "sp, record 1, AllEngineBarrier has not arrived");
}

TEST(Replay, AListThatEndsEarlyIsALimit) {
  const CoreReplay r = replay_core(small().simulator(), std::vector<CoreStep>{{StepOf::issue, 1}});
  EXPECT_EQ(r.run.outcome, Outcome::limit);
  EXPECT_EQ(r.performed, 1U);
}

TEST(ImageCounts, AreThoseOfTheEngineThatAStreamCountsAs) {
  Image image;
  image.program = "p";
  image.scopes = {"root", "kv", "causal", "causal.else"};
  image.streams.resize(2);
  image.streams[0].engine = Engine::pe;
  image.streams[0].counts_as = "mm";
  image.streams[1].engine = Engine::sp;
  const Tree tree = tree_of(image);
  Trips trips(tree);
  ASSERT_TRUE(trips.set(tree, "kv@mm=3,1").has_value());
  ASSERT_TRUE(trips.set(tree, "causal=1,0").has_value());
  const TripCounts counts = counts_of(image, tree, trips).value();
  EXPECT_EQ(counts(0, 0, 1), 1U);
  EXPECT_EQ(counts(1, 0, 1), 3U);
  EXPECT_EQ(counts(1, 0, 9), 1U);
  EXPECT_EQ(counts(1, 1, 1), 2U) << "not given";
  EXPECT_EQ(counts(2, 0, 2), 0U);
  EXPECT_EQ(counts(3, 0, 2), 1U) << "the complement";
  image.scopes.push_back("q");
  EXPECT_EQ(counts_of(image, tree, trips).error().code, Code::unknown_trip_scope);
}

}  // namespace
}  // namespace counterpoint::neuron
