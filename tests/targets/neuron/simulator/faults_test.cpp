// Faults, deadlocks and limits of a simulated core, each with the record it names.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "targets/neuron/simulator/explore.hpp"
#include "targets/neuron/simulator/run.hpp"
#include "tests/targets/neuron/simulator/random_image.hpp"

namespace counterpoint::neuron {
namespace {

using testing::DecodedImage;
using testing::post;
using testing::wait;

CoreRun run_alone(const std::vector<Record>& records, Profile profile = Profile::page()) {
  DecodedImage d;
  d.image.profile = profile;
  d.image.instructions = {"x"};
  d.add_ring("q", Engine::sp);
  d.add_queue("load", 0, 20, 16);
  d.add_stream(Engine::pe, {records});
  CoreRunOptions options;
  options.max_steps = 1000;
  return run_core(d.simulator(), options);
}

void expect_fault(const std::vector<Record>& records, std::string_view word, std::string_view text) {
  const CoreRun run = run_alone(records);
  EXPECT_EQ(run.outcome, Outcome::fault);
  EXPECT_EQ(run.fault_word, word);
  EXPECT_EQ(run.fault_text, text);
}

TEST(SimulatorFaults, EventsAreStrict) {
  const Record set = testing::bare(Opcode::no_op, post(4, UpdateMode::event_set));
  const Record clear = testing::bare(Opcode::no_op, post(4, UpdateMode::event_clear));
  expect_fault({set, set}, "event-set-twice", "pe, record 1, NoOp: sets event 4, which is set");
  expect_fault({clear}, "event-clear-unset", "pe, record 0, NoOp: clears event 4, which is not set");
  expect_fault({set}, "event-left", "event 4 is set at the end");
}

TEST(SimulatorFaults, TwoWaitsOfOneRecordCannotTakeOneEvent) {
  EventSemaphore e;
  e.wait_mode = WaitMode::event_set_then_clear;
  e.wait_index = 4;
  expect_fault({testing::bare(Opcode::no_op, post(4, UpdateMode::event_set)),
                testing::semaphore(e, wait(4, 0, WaitMode::event_set_then_clear))},
               "event-clear-unset", "pe, record 1, EventSemaphore: clears event 4, which is not set");
}

TEST(SimulatorFaults, AStepByOneThatNamesAnotherNumber) {
  EventSemaphore e;
  e.update_mode = UpdateMode::increment;
  e.update_index = 3;
  e.update_value = 2;
  expect_fault({testing::semaphore(e)}, "step-value",
               "pe, record 0, EventSemaphore: S3 changes by one, and the record names another number");
  e.update_value = 1;
  EXPECT_EQ(run_alone({testing::semaphore(e)}).outcome, Outcome::completed);
  // The threshold in the shared dword is the wait's.
  EXPECT_EQ(run_alone({testing::bare(Opcode::no_op, post(3, UpdateMode::add, 5)),
                       testing::bare(Opcode::no_op, testing::both(wait(3, 5), post(3)))})
                .outcome,
            Outcome::completed);
}

TEST(SimulatorFaults, DivisionByZeroAndBranchesToNowhere) {
  expect_fault({testing::alu(AluOperation::divide, 1, 2, 0)}, "division", "pe, record 0, RegisterAlu: divides by zero");
  expect_fault({testing::alu(AluOperation::modulo, 1, 2, 0)}, "division", "pe, record 0, RegisterAlu: divides by zero");
  expect_fault({testing::branch(Compare::always, 0, 0, 1)}, "branch-target",
               "pe, record 0, CompareAndBranch: branches to no block of its stream");
  EXPECT_EQ(run_alone({testing::branch(Compare::equal, 0, 0, 1)}).outcome, Outcome::completed) << "is not taken";
}

TEST(SimulatorFaults, NumbersAndNamesThatLeadNowhere) {
  expect_fault({testing::work(7)}, "unknown-instruction",
               "pe, record 0, Work: names an instruction that the image does not have");
  expect_fault({testing::load(3, 1)}, "unknown-scope",
               "pe, record 0, LoadTrips: names a scope that the image does not have");
  expect_fault({testing::trigger("nobody")}, "unknown-queue",
               "pe, record 0, DMATrigger: fires a queue that the image does not have");
  expect_fault({testing::trigger("load")}, "foreign-ring",
               "pe, record 0, DMATrigger: fires a queue whose ring is another engine's, or none");
  expect_fault({testing::bare(Opcode::no_op, wait(3, 64, WaitMode::at_least_register))}, "register-number",
               "pe, record 0, NoOp: names a register above 63");
  expect_fault({testing::set_register(64, 1)}, "register-number",
               "pe, record 0, RegisterMove: names a register above 63");
}

TEST(SimulatorFaults, WhatTheSourcesDoNotSayIsNeverPassedOver) {
  const std::vector<Record> records = {
      {Opcode::poll_semaphore, 0, 0, {}, PollSemaphore{}},
      {Opcode::set_ordering_mode, 0, 0, {}, SetOrderingMode{}},
      {Opcode::switch_queue, 0, 0, {}, QueueSwitch{}},
      {Opcode::reset_queue, 0, 0, {}, QueueSwitch{}},
      {Opcode::call, 0, 0, {}, Call{}},
      testing::alu(AluOperation::power, 1, 1, 2),
      testing::alu(AluOperation::reciprocal_root, 1, 1, 2),
      testing::bare(Opcode::no_op, wait(0, 0, WaitMode::unordered)),
      testing::bare(Opcode::no_op, wait(0, 0, WaitMode::invalid)),
      {Opcode::register_move, 0, 0, {}, RegisterMove{2, 8, false, 1, 2, 3, 0}},
  };
  for (const Record& record : records) {
    const CoreRun run = run_alone({record});
    EXPECT_EQ(run.outcome, Outcome::fault);
    EXPECT_EQ(run.fault_word, "not-simulated") << static_cast<unsigned>(record.opcode);
  }
  EXPECT_EQ(run_alone({testing::stop(), records[0]}).outcome, Outcome::completed) << "it is never reached";
}

TEST(SimulatorFaults, ExitIsAKindOfPseudoInstructionOnTheDevice) {
  const Record reload = {Opcode::pseudo_instruction, 0, 0, {}, PseudoInstruction{2}};
  EXPECT_EQ(run_alone({reload}).outcome, Outcome::completed);
  EXPECT_EQ(run_alone({reload}, Profile::device()).fault_word, "not-simulated");
  EXPECT_EQ(run_alone({testing::stop()}, Profile::device()).outcome, Outcome::completed);
}

TEST(SimulatorFaults, OneOfTwoOrdersIsAFaultAndTheSearchShowsIt) {
  DecodedImage d;
  d.add_stream(Engine::pe, {{testing::bare(Opcode::no_op, post(4, UpdateMode::event_set))}});
  d.add_stream(Engine::sp, {{testing::bare(Opcode::no_op, post(4, UpdateMode::event_clear))}});
  const Exploration all = explore_core(d.simulator(), {.stop_at_first = false});
  EXPECT_EQ(all.outcome, Outcome::fault);
  EXPECT_EQ(all.completed, 1U);
  EXPECT_EQ(all.faults, 1U);
  ASSERT_TRUE(all.witness.has_value());
  EXPECT_EQ(all.schedule, (std::vector<CoreStep>{{StepOf::issue, 1}}));
}

TEST(SimulatorFaults, AnEndlessLoopMeetsALimitUnderEverySchedule) {
  DecodedImage d;
  d.add_stream(Engine::pe, {{testing::bare(Opcode::no_op)}, {testing::branch(Compare::always, 0, 0, 1)}});
  for (const CoreScheduleEntry& e : all_core_schedules()) {
    if (e.schedule == CoreSchedule::exhaustive) continue;
    CoreRunOptions options;
    options.schedule = e.schedule;
    options.max_steps = 500;
    const CoreRun run = run_core(d.simulator(), options);
    EXPECT_EQ(run.outcome, Outcome::limit) << e.word;
    EXPECT_EQ(run.steps, 500U) << e.word;
  }
  const Exploration all = explore_core(d.simulator(), {.max_states = 300});
  EXPECT_EQ(all.outcome, Outcome::limit);
  EXPECT_EQ(all.bound, "states");
}

TEST(SimulatorFaults, ASearchThatHasNoRoomSaysSo) {
  DecodedImage d;
  for (const Engine e : {Engine::pe, Engine::sp, Engine::dve}) {
    d.add_stream(e, {std::vector<Record>(30, testing::work(d.instruction("x")))});
  }
  const Exploration all = explore_core(d.simulator(), {.max_bytes = 1U << 20U});
  EXPECT_EQ(all.outcome, Outcome::limit);
  EXPECT_EQ(all.bound, "memory");
}

TEST(SimulatorFaults, WhatALimitCutsOffIsNotCalledCompleted) {
  DecodedImage d;
  d.add_stream(Engine::pe, {std::vector<Record>(10, testing::bare(Opcode::no_op))});
  CoreRunOptions options;
  options.max_steps = 9;
  EXPECT_EQ(run_core(d.simulator(), options).outcome, Outcome::limit);
  options.max_steps = 10;
  EXPECT_EQ(run_core(d.simulator(), options).outcome, Outcome::completed);
}

}  // namespace
}  // namespace counterpoint::neuron
