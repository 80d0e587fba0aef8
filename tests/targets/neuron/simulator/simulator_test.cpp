// The machine of a core: what issues when, what completes when, what is seen of it.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/simulator/simulator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "targets/neuron/simulator/explore.hpp"
#include "targets/neuron/simulator/run.hpp"
#include "targets/neuron/simulator/schedule_text.hpp"
#include "tests/targets/neuron/simulator/random_image.hpp"

namespace counterpoint::neuron {
namespace {

using testing::DecodedImage;
using ::testing::HasSubstr;
using testing::post;
using testing::wait;

CoreRun run_as(const Simulator& simulator, CoreSchedule schedule, std::uint64_t seed = 1) {
  CoreRunOptions options;
  options.schedule = schedule;
  options.seed = seed;
  options.record_steps = true;
  options.record_visible = true;
  options.max_steps = 100'000;
  return run_core(simulator, options);
}

std::string seen_text(const Simulator& simulator, const CoreRun& run) {
  std::string out;
  for (const Visible& v : run.seen) out += (out.empty() ? "" : ", ") + to_text(simulator.code(), v);
  return out;
}

constexpr Engine five[] = {Engine::pool, Engine::activation, Engine::pe, Engine::dve, Engine::sp};

Record equal_and_increment(std::uint32_t threshold) {
  EventSemaphore e;
  e.wait_mode = WaitMode::equal;
  e.wait_index = 250;
  e.wait_value = threshold;
  e.update_mode = UpdateMode::increment;
  e.update_index = 250;
  return testing::semaphore(e);
}

// Vector 27, first half.
TEST(Simulator, OfFiveThatWaitForTheSameNumberAndStepOverItOnePasses) {
  DecodedImage d;
  EventSemaphore five_first;
  five_first.update_mode = UpdateMode::write;
  five_first.update_index = 250;
  five_first.update_value = 5;
  for (const Engine e : five) {
    std::vector<Record> records = {equal_and_increment(5)};
    if (e == Engine::pool) records.insert(records.begin(), testing::semaphore(five_first));
    d.add_stream(e, {records});
  }
  const Exploration all = explore_core(d.simulator(), {.stop_at_first = false});
  EXPECT_EQ(all.completed, 0U);
  EXPECT_EQ(all.deadlocks, 5U) << "each of the five may be the one that passes";
  const CoreRun run = run_as(d.simulator(), CoreSchedule::round_robin);
  EXPECT_EQ(run.outcome, Outcome::deadlock);
  EXPECT_EQ(run.held.size(), 4U);
  EXPECT_EQ(run.last.bank.counter(250), 6U);
}

// Vector 27, second half.
TEST(Simulator, AChainOfNumbersLetsAllPassTwice) {
  DecodedImage d;
  for (std::uint32_t rank = 0; rank < 5; ++rank) {
    d.add_stream(five[rank], {{equal_and_increment(rank), equal_and_increment(5 + rank)}});
  }
  const Exploration all = explore_core(d.simulator(), {.stop_at_first = false});
  EXPECT_EQ(all.outcome, Outcome::completed);
  EXPECT_EQ(all.deadlocks + all.faults, 0U);
  EXPECT_TRUE(all.same_bank);
  EXPECT_EQ(all.final_bank->counter(250), 10U);
}

TEST(Simulator, ABarrierWrittenAsOneRecordThatWaitsThenPostsDeadlocks) {
  DecodedImage d;
  for (const Engine e : five) {
    d.add_stream(e, {{testing::bare(Opcode::no_op, testing::both(wait(250, 5), post(250)))}});
  }
  const CoreRun run = run_as(d.simulator(), CoreSchedule::round_robin);
  EXPECT_EQ(run.outcome, Outcome::deadlock);
  EXPECT_EQ(run.held.size(), 5U);
  EXPECT_THAT(run.held[0].text, HasSubstr("pool, record 0, NoOp: waits for S250 >= 5, which is 0"));
  EXPECT_THAT(run.held[0].text, HasSubstr("changed by pool (at record 0), act (at record 0)"));
}

Record bundle(std::uint32_t threshold) {
  return testing::bare(Opcode::all_engine_barrier, {WaitMode::at_least, 250, UpdateMode::increment, 250, threshold});
}

TEST(Simulator, AnAllEngineBarrierArrivesBeforeItWaits) {
  DecodedImage d;
  for (const Engine e : five) {
    const std::uint32_t x = d.instruction("x" + std::string(entry(e).word));
    d.add_stream(e, {{testing::work(x), bundle(5), testing::work(x), bundle(10)}});
  }
  for (const CoreSchedule schedule : {CoreSchedule::round_robin, CoreSchedule::late, CoreSchedule::early}) {
    const CoreRun run = run_as(d.simulator(), schedule);
    EXPECT_EQ(run.outcome, Outcome::completed);
    EXPECT_EQ(run.last.bank.counter(250), 10U);
    // All first ones have retired before any second one issues.
    ASSERT_EQ(run.seen.size(), 20U);
    for (std::size_t n = 0; n < 10; ++n) EXPECT_EQ(run.seen[n + 10].retires, run.seen[n].retires);
  }
}

TEST(Simulator, ABarrierWithoutABandIsACountedJoinOfTheStreams) {
  DecodedImage d;
  const Record join = testing::bare(Opcode::all_engine_barrier);
  const Record x = testing::work(d.instruction("x"));
  const Record y = testing::work(d.instruction("y"));
  d.add_stream(Engine::pe, {{x, join, join}});
  d.add_stream(Engine::sp, {{join, y, join}});
  const CoreRun run = run_as(d.simulator(), CoreSchedule::early);
  EXPECT_EQ(run.outcome, Outcome::completed);
  EXPECT_EQ(seen_text(d.simulator(), run), "x issues, x retires, y issues, y retires");
  DecodedImage one_too_many = d;
  one_too_many.records[0].push_back(join);
  const CoreRun stuck = run_as(one_too_many.simulator(), CoreSchedule::early);
  EXPECT_EQ(stuck.outcome, Outcome::deadlock);
  EXPECT_THAT(stuck.held.at(0).text, HasSubstr("pe, record 3, AllEngineBarrier: 5 of 6 arrivals"));
  d.image.profile.set(Switch::arrivals, 1);
  EXPECT_EQ(run_as(d.simulator(), CoreSchedule::early).outcome, Outcome::deadlock) << "eight never come";
}

// e0: x, then a post at once; e1: y waits for it. Only a post at completion keeps y behind x.
TEST(Simulator, AnUpdateHappensAtIssueOrAtCompletionAsBitFourSays) {
  for (const bool at_completion : {true, false}) {
    DecodedImage d;
    const auto mode = at_completion ? UpdateMode::increment : UpdateMode::increment_read;
    d.add_stream(Engine::pe, {{testing::work(d.instruction("x"), post(3, mode))}});
    d.add_stream(Engine::sp, {{testing::work(d.instruction("y"), wait(3, 1))}});
    const Simulator simulator = d.simulator();
    const CoreRun run = run_as(simulator, CoreSchedule::late);
    EXPECT_EQ(seen_text(simulator, run),
              at_completion ? "x issues, x retires, y issues, y retires" : "x issues, y issues, x retires, y retires");
  }
}

TEST(Simulator, ARecordThatIsNoDatapathInstructionCompletesWithTheOneBeforeIt) {
  DecodedImage d;
  const Record x = testing::work(d.instruction("x"));
  d.add_stream(Engine::pe, {{x, testing::bare(Opcode::no_op, post(3)), x, testing::bare(Opcode::no_op, post(3))}});
  const Simulator simulator = d.simulator();
  CoreState s = simulator.initial();
  for (int n = 0; n < 4; ++n) simulator.take(s, {StepOf::issue, 0});
  EXPECT_EQ(s.bank.counter(3), 0U);
  simulator.take(s, {StepOf::complete, 0});
  EXPECT_EQ(s.bank.counter(3), 1U);
  EXPECT_FALSE(simulator.ended(s, 0));
  simulator.take(s, {StepOf::complete, 0});
  EXPECT_EQ(s.bank.counter(3), 2U);
  EXPECT_TRUE(simulator.ended(s, 0));
}

DecodedImage transfers() {
  DecodedImage d;
  const std::uint32_t ring = d.add_ring("q", Engine::sp);
  d.add_queue("load", ring, 20, 16);
  d.add_queue("store", ring, 21, 16);
  return d;
}

TEST(Simulator, ATransferIsOrderedByItsRingAndByNothingElse) {
  DecodedImage d = transfers();
  d.add_stream(Engine::sp, {{testing::trigger("load"), testing::trigger("store"), testing::work(d.instruction("x"))}});
  const Simulator simulator = d.simulator();
  const CoreRun run = run_as(simulator, CoreSchedule::late);
  EXPECT_EQ(run.outcome, Outcome::completed);
  EXPECT_EQ(seen_text(simulator, run), "load issues, store issues, x issues, x retires, load retires, store retires");
  EXPECT_EQ(run.last.bank.counter(20), 16U);
  EXPECT_EQ(run.last.bank.counter(21), 16U);
}

TEST(Simulator, ADrainWaitsForRecordsAndTransfersOfItsStreamOnly) {
  DecodedImage d = transfers();
  d.add_ring("other", Engine::pe);
  d.add_queue("elsewhere", 1, 22, 16);
  d.add_stream(Engine::pe, {{testing::trigger("elsewhere")}});
  d.add_stream(Engine::sp, {{testing::trigger("load"), testing::work(d.instruction("x")), testing::bare(Opcode::drain),
                             testing::work(d.instruction("y"))}});
  const Simulator simulator = d.simulator();
  const CoreRun run = run_as(simulator, CoreSchedule::late);
  const std::string seen = seen_text(simulator, run);
  EXPECT_GT(seen.find("y issues"), seen.find("load retires"));
  EXPECT_GT(seen.find("y issues"), seen.find("x retires"));
  EXPECT_LT(seen.find("y issues"), seen.find("elsewhere retires"));
}

TEST(Simulator, AStreamEndsWithATransferInFlightAndTheRunDoesNot) {
  DecodedImage d = transfers();
  d.add_stream(Engine::sp, {{testing::trigger("load")}});
  const Simulator simulator = d.simulator();
  CoreState s = simulator.initial();
  simulator.take(s, {StepOf::issue, 0});
  EXPECT_TRUE(simulator.ended(s, 0));
  EXPECT_TRUE(simulator.enabled(s, {StepOf::transfer, 0}));
  EXPECT_EQ(run_as(simulator, CoreSchedule::late).last.bank.counter(20), 16U);
}

TEST(Simulator, LoopsRunAsOftenAsTheirVisitSays) {
  DecodedImage d;
  d.image.scopes = {"kv"};
  const auto x = d.instruction("x");
  d.add_stream(Engine::pe,
               {{testing::set_register(1, 3)},  // outer, three times
                {testing::load(0, 2), testing::branch(Compare::at_most, 2, 0, 3)},
                {testing::work(x, post(9)), testing::alu(AluOperation::subtract, 2, 2, 1),
                 testing::branch(Compare::greater, 2, 0, 2)},
                {testing::alu(AluOperation::subtract, 1, 1, 1), testing::branch(Compare::greater, 1, 0, 1)}});
  const TripCounts counts = [](std::uint32_t, std::uint32_t, std::uint64_t visit) {
    return visit == 1 ? 2U : visit == 2 ? 0U : 5U;
  };
  const CoreRun run = run_as(d.simulator(counts), CoreSchedule::random);
  EXPECT_EQ(run.outcome, Outcome::completed);
  EXPECT_EQ(run.last.bank.counter(9), 7U);
}

TEST(Simulator, RegistersHave32BitsAndStartFull) {
  DecodedImage d;
  const auto signed_type = std::uint8_t{8}, unsigned_type = std::uint8_t{9};
  d.add_stream(Engine::pe,
               {{testing::alu(AluOperation::add, 1, 0, 3), testing::alu(AluOperation::multiply, 2, 0, 7),
                 testing::alu(AluOperation::divide, 3, 2, 2, signed_type),
                 testing::alu(AluOperation::divide, 4, 2, 2, unsigned_type),
                 testing::alu(AluOperation::modulo, 5, 2, 4, signed_type),
                 testing::alu(AluOperation::maximum, 6, 0, 5, signed_type),
                 testing::alu(AluOperation::maximum, 7, 0, 5, unsigned_type),
                 testing::alu(AluOperation::greater, 8, 0, 5, unsigned_type), testing::set_register(9, 0x80000000U),
                 testing::alu(AluOperation::divide, 9, 9, 0xFFFFFFFFU)}});
  const CoreRun run = run_as(d.simulator(), CoreSchedule::round_robin);
  const auto& r = run.last.streams[0].registers;
  EXPECT_EQ(r[0], 0xFFFFFFFFU);
  EXPECT_EQ(r[1], 2U);
  EXPECT_EQ(r[2], static_cast<std::uint32_t>(-7));
  EXPECT_EQ(r[3], static_cast<std::uint32_t>(-4)) << "rounds down";
  EXPECT_EQ(r[4], 0x7FFFFFFCU);
  EXPECT_EQ(r[5], 1U) << "and the remainder is never negative";
  EXPECT_EQ(r[6], 5U);
  EXPECT_EQ(r[7], 0xFFFFFFFFU);
  EXPECT_EQ(r[8], 1U);
  EXPECT_EQ(r[9], 0x80000000U) << "the quotient that does not fit wraps";
}

TEST(Simulator, AllOperationsOfIntegersAreThere) {
  struct Row {
    AluOperation operation;
    std::uint8_t type;
    std::uint32_t a, b, result;
  };
  const auto minus = [](std::uint32_t n) { return 0U - n; };
  const std::vector<Row> rows = {
      {AluOperation::bypass, 8, 5, 9, 5},
      {AluOperation::bitwise_not, 8, 5, 9, minus(6)},
      {AluOperation::shift_left, 8, 3, 4, 48},
      {AluOperation::shift_left, 8, 3, 32, 0},
      {AluOperation::shift_right, 9, minus(8), 1, minus(4)},
      {AluOperation::logical_shift_left, 8, 0x80000001U, 1, 2},
      {AluOperation::logical_shift_right, 8, minus(8), 1, 0x7FFFFFFCU},
      {AluOperation::logical_shift_right, 8, minus(8), 40, 0},
      {AluOperation::bitwise_and, 8, 12, 10, 8},
      {AluOperation::bitwise_or, 8, 12, 10, 14},
      {AluOperation::bitwise_xor, 8, 12, 10, 6},
      {AluOperation::logical_and, 8, 12, 0, 0},
      {AluOperation::logical_or, 8, 12, 0, 1},
      {AluOperation::logical_xor, 8, 12, 10, 0},
      {AluOperation::equal, 8, 4, 4, 1},
      {AluOperation::unequal, 8, 4, 4, 0},
      {AluOperation::at_least, 8, minus(1), 0, 0},
      {AluOperation::at_least, 9, minus(1), 0, 1},
      {AluOperation::less, 8, minus(1), 0, 1},
      {AluOperation::at_most, 9, minus(1), 0, 0},
      {AluOperation::absolute_difference, 8, minus(3), 4, 7},
      {AluOperation::absolute_value, 8, minus(3), 0, 3},
      {AluOperation::minimum, 9, minus(1), 5, 5},
  };
  for (const Row& row : rows) {
    DecodedImage d;
    d.add_stream(Engine::pe, {{testing::set_register(1, row.a), testing::alu(row.operation, 2, 1, row.b, row.type)}});
    EXPECT_EQ(run_as(d.simulator(), CoreSchedule::early).last.streams[0].registers[2], row.result)
        << static_cast<int>(row.operation) << " of " << row.a << " and " << row.b;
  }
}

// At 8 bits what happens at 2^31 elsewhere: the 128th increment makes the counter negative.
TEST(Simulator, ANarrowWidthWrapsRegistersAndCountersAlike) {
  DecodedImage d;
  d.add_stream(Engine::pe,
               {{testing::bare(Opcode::no_op, post(3, UpdateMode::write, 127)), testing::bare(Opcode::no_op, post(3)),
                 testing::alu(AluOperation::add, 1, 0, 128), testing::bare(Opcode::no_op, wait(3, 128))}});
  const CoreRun narrow = run_as(d.simulator({}, 8), CoreSchedule::early);
  EXPECT_EQ(narrow.outcome, Outcome::completed) << "128 is the same word";
  EXPECT_EQ(narrow.last.bank.to_text(), "S3=-128");
  EXPECT_EQ(narrow.last.streams[0].registers[1], 127U) << "-1 and 128";
  d.records[0][3] = testing::bare(Opcode::no_op, wait(3, 1));
  EXPECT_EQ(run_as(d.simulator({}, 8), CoreSchedule::early).outcome, Outcome::deadlock);
  EXPECT_TRUE(run_as(d.simulator({}, 8), CoreSchedule::early).differ.has_value());
  EXPECT_EQ(run_as(d.simulator({}, 9), CoreSchedule::early).outcome, Outcome::completed);
}

TEST(Simulator, TheLastStreamToReturnClearsTheCounters) {
  DecodedImage d;
  const Record give_back = testing::bare(Opcode::function_return);
  d.add_stream(Engine::pe, {{testing::bare(Opcode::no_op, post(3)), give_back}});
  d.add_stream(Engine::sp, {{testing::bare(Opcode::no_op, wait(3, 1)), give_back}});
  const Exploration all = explore_core(d.simulator(), {.stop_at_first = false});
  EXPECT_EQ(all.outcome, Outcome::completed);
  EXPECT_EQ(all.final_bank->counter(3), 0U);
  EXPECT_EQ(all.deadlocks, 0U) << "one stream's return takes nothing from the other";
}

TEST(Simulator, TheMaskOfAResetNamesCountersOrBitsAsTheSwitchSays) {
  for (const unsigned bits : {0U, 1U}) {
    DecodedImage d;
    d.image.profile.set(Switch::mask_clears, bits);
    GroupReset g{ClearMode::bitmask, 0, 0, {}};
    g.mask[0] = 2;  // counter 1, or bit 1
    const auto seven = [](std::uint8_t id) { return testing::bare(Opcode::no_op, post(id, UpdateMode::write, 7)); };
    d.add_stream(Engine::pe, {{seven(1), seven(2), {Opcode::group_reset, 0, 0, {}, g}}});
    const Bank bank = run_as(d.simulator(), CoreSchedule::round_robin).last.bank;
    EXPECT_EQ(bank.counter(1), bits == 0 ? 0U : 5U);
    EXPECT_EQ(bank.counter(2), bits == 0 ? 7U : 5U);
  }
}

TEST(Simulator, FlagsARunInWhichBit31DecidesAWait) {
  DecodedImage d;
  d.add_stream(Engine::pe, {{testing::bare(Opcode::no_op, post(3, UpdateMode::decrement)),
                             testing::bare(Opcode::no_op, wait(3, 0))}});
  for (const unsigned is_unsigned : {0U, 1U}) {
    d.image.profile.set(Switch::compare, is_unsigned);
    const Simulator simulator = d.simulator();
    const CoreRun run = run_as(simulator, CoreSchedule::round_robin);
    EXPECT_EQ(run.outcome, is_unsigned == 1 ? Outcome::completed : Outcome::deadlock);
    ASSERT_TRUE(run.differ.has_value());
    EXPECT_EQ(explain_differ(simulator, *run.differ),
              "pe, record 1, NoOp: >= with 0xffffffff and 0x00000000 holds unsigned and does not signed");
    EXPECT_TRUE(explore_core(simulator).differ.has_value());
  }
  d.records[0][0] = testing::bare(Opcode::no_op, post(3));
  EXPECT_FALSE(run_as(d.simulator(), CoreSchedule::round_robin).differ.has_value());
}

}  // namespace
}  // namespace counterpoint::neuron
