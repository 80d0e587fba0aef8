// Streams written by hand against their program: right ones, and each of the ways in which barriers go wrong.
// SPDX-License-Identifier: Apache-2.0
#include "tests/targets/neuron/check/words.hpp"

namespace counterpoint::neuron::testing {
namespace {

// x of pe works two iterations ahead of y of act.
constexpr std::string_view two_slots =
    "program p\nengine pe act\nloop l trips dynamic {\n  pe: x after y@l-2\n  act: y after x\n}\n";

// What may be wrong with the streams of `two_slots`.
struct TwoSlots {
  std::uint32_t distance = 2;
  bool x_waits = true;
  bool y_waits = true;
  bool x_posts = true;
  bool y_twice = false;
};

Image image_of(const TwoSlots& form) {
  Image image;
  image.program = "p";
  image.instructions = {"x", "y"};
  image.scopes = {"l"};
  image.semaphores = {{0, "x"}, {1, "y"}};
  const Profile profile = image.profile;
  const auto loop = [&](std::vector<Record> body) {
    body.insert(body.begin(), alu(AluOperation::add, 1, 1, 1));
    body.push_back(branch(Compare::less, 1, 0, 1));
    return std::vector<std::vector<Record>>{
        {load_trips(0, 0), move(1, 0), branch(Compare::at_least, 1, 0, 2)}, body, {}};
  };
  std::vector<Record> x = {alu(AluOperation::subtract, 2, 1, form.distance)};
  if (form.x_waits) x.push_back(wait_for(1, 2, WaitMode::at_least_register));
  x.push_back(work(0));
  if (form.x_posts) x.push_back(post(0));
  std::vector<Record> y;
  if (form.y_waits) y.push_back(wait_for(0, 1, WaitMode::at_least_register));
  y.push_back(work(1));
  if (form.y_twice) y.push_back(work(1));
  y.push_back(post(1));
  image.streams = {stream(Engine::activation, "act", loop(y), profile), stream(Engine::pe, "pe", loop(x), profile)};
  return image;
}

TEST(NeuronCheck, words_that_count_as_the_program_does_are_equivalent_for_any_trips) {
  for (std::uint32_t trips = 0; trips < 7; ++trips) {
    EXPECT_EQ(verdict_of(two_slots, image_of({}), trips).word, VerdictWord::equivalent) << trips;
    EXPECT_EQ(verdict_of(two_slots, image_of({}), trips, Decider::all).word, VerdictWord::equivalent) << trips;
  }
}

TEST(NeuronCheck, a_wait_for_one_iteration_more_than_asked_refines) {
  EXPECT_EQ(verdict_of(two_slots, image_of({.distance = 1}), 4).word, VerdictWord::refines);
}

TEST(NeuronCheck, a_wait_for_one_iteration_less_or_none_at_all_is_unsafe) {
  EXPECT_EQ(verdict_of(two_slots, image_of({.distance = 3}), 4).word, VerdictWord::unsafe);
  EXPECT_EQ(verdict_of(two_slots, image_of({.x_waits = false}), 3).word, VerdictWord::unsafe);
  EXPECT_EQ(verdict_of(two_slots, image_of({.y_waits = false}), 1).word, VerdictWord::unsafe);
}

TEST(NeuronCheck, a_post_left_out_is_a_deadlock) {
  EXPECT_EQ(verdict_of(two_slots, image_of({.x_posts = false}), 1).word, VerdictWord::deadlock);
}

TEST(NeuronCheck, an_instance_too_many_or_too_few_is_told_before_any_order) {
  const Verdict more = verdict_of(two_slots, image_of({.y_twice = true}), 2);
  EXPECT_EQ(more.word, VerdictWord::unsafe);
  EXPECT_EQ(more.reason, "other-instance");
  Image fewer = image_of({});
  fewer.streams[0].words.resize(3);
  fewer.streams[0].block_starts = {0, 3, 3};
  const Verdict less = verdict_of(two_slots, fewer, 2);
  EXPECT_EQ(less.word, VerdictWord::deadlock);
  EXPECT_EQ(less.reason, "missing-instance");
}

TEST(NeuronCheck, a_loop_without_an_end_is_a_bound_and_a_branch_to_nowhere_a_fault) {
  Image endless = image_of({});
  endless.streams[1] = stream(Engine::pe, "pe", {{branch(Compare::at_least, 0, 0, 0)}}, endless.profile);
  EXPECT_EQ(verdict_of(two_slots, endless, 2).reason, "bound");
  endless.streams[1] = stream(Engine::pe, "pe", {{branch(Compare::at_least, 0, 0, 7)}}, endless.profile);
  EXPECT_EQ(verdict_of(two_slots, endless, 2).reason, "fault");
}

// --- transfers ---

constexpr std::string_view loaded = "program p\nengine pe dma out\ndma: load\npe: x after load\nout: store after x\n";

// One stream fires both rings; `posted`: what says that the load is complete.
Image with_rings(bool by_completion, std::uint32_t threshold) {
  Image image;
  image.program = "p";
  image.instructions = {"load", "x", "store"};
  image.rings = {{"dma", Engine::sp}, {"out", Engine::sp}};
  image.queues = {{"load", 0, 0, by_completion, 4, 16}, {"store", 1, 2, false, 0, 0}};
  std::vector<Record> sp = {fire("load")};
  if (!by_completion) sp.push_back(post(4, UpdateMode::add, 16));
  sp.push_back(wait_for(5, 1));
  sp.push_back(fire("store"));
  image.streams = {stream(Engine::pe, "pe", {{wait_for(4, threshold), work(1), post(5)}}, image.profile),
                   stream(Engine::sp, "dma", {sp}, image.profile)};
  return image;
}

TEST(NeuronCheck, a_transfer_is_complete_when_its_semaphore_says_so) {
  EXPECT_EQ(verdict_of(loaded, with_rings(true, 16), 1).word, VerdictWord::equivalent);
  EXPECT_EQ(verdict_of(loaded, with_rings(true, 17), 1).word, VerdictWord::deadlock);
  EXPECT_EQ(verdict_of(loaded, with_rings(true, 0), 1).word, VerdictWord::unsafe);
}

TEST(NeuronCheck, a_post_behind_the_trigger_says_nothing_of_the_transfer) {
  EXPECT_EQ(verdict_of(loaded, with_rings(false, 16), 1).word, VerdictWord::unsafe);
}

TEST(NeuronCheck, rings_fired_from_one_stream_wait_for_each_other) {
  // The store's wait holds the stream, so a second load behind it comes late.
  constexpr std::string_view two_loads =
      "program p\nengine pe dma out\ndma: load\ndma: next\npe: x after load\nout: store after x\n";
  Image image = with_rings(true, 16);
  image.instructions.push_back("next");
  image.queues.push_back({"next", 0, 3, false, 0, 0});
  image.streams[1] =
      stream(Engine::sp, "dma", {{fire("load"), wait_for(5, 1), fire("store"), fire("next")}}, image.profile);
  EXPECT_EQ(verdict_of(two_loads, image, 1).word, VerdictWord::refines);
  EXPECT_FALSE(verdict_of(two_loads, image, 1).excess.empty());
}

TEST(NeuronCheck, a_drain_waits_for_the_transfers_that_its_stream_has_fired) {
  Image image = with_rings(true, 1);
  image.queues[0].updates = false;
  const std::vector<Record> tail = {post(4), wait_for(5, 1), fire("store")};
  std::vector<Record> sp = {fire("load"), drain()};
  sp.insert(sp.end(), tail.begin(), tail.end());
  image.streams[1] = stream(Engine::sp, "dma", {sp}, image.profile);
  EXPECT_EQ(verdict_of(loaded, image, 1).word, VerdictWord::equivalent);
  sp.erase(sp.begin() + 1);
  image.streams[1] = stream(Engine::sp, "dma", {sp}, image.profile);
  EXPECT_EQ(verdict_of(loaded, image, 1).word, VerdictWord::unsafe);
}

// --- barriers (neuron.md 3.5 and 8) ---

constexpr std::string_view crossing = "program p\nengine pe act\npe: x\nact: y\nact: z after x\npe: w after y\n";

std::vector<Record> arrive_and_wait(std::uint32_t threshold) { return {drain(), post(9), wait_for(9, threshold)}; }
std::vector<Record> one_record() {
  Record r = post(9);
  r.band.wait_mode = WaitMode::at_least;
  r.band.wait_index = 9;
  r.band.value = 2;
  return {drain(), r};
}
std::vector<Record> equal_with_one_threshold() {
  Record r = wait_for(9, 0, WaitMode::equal);
  EventSemaphore es;
  es.update_mode = UpdateMode::increment;
  es.update_index = 9;
  r.payload = es;
  return {drain(), r, wait_for(9, 2)};
}

Image with_barrier(const std::vector<Record>& pe, const std::vector<Record>& act) {
  Image image;
  image.program = "p";
  image.instructions = {"x", "y", "z", "w"};
  image.barrier_semaphore = 9;
  const auto around = [&](std::uint32_t first, const std::vector<Record>& barrier, std::uint32_t second) {
    std::vector<Record> out = {work(first)};
    out.insert(out.end(), barrier.begin(), barrier.end());
    out.push_back(work(second));
    return out;
  };
  image.streams = {stream(Engine::activation, "act", {around(1, act, 2)}, image.profile),
                   stream(Engine::pe, "pe", {around(0, pe, 3)}, image.profile)};
  return image;
}

TEST(NeuronCheck, a_barrier_drains_arrives_and_waits) {
  const Verdict v = verdict_of(crossing, with_barrier(arrive_and_wait(2), arrive_and_wait(2)), 1);
  EXPECT_EQ(v.word, VerdictWord::refines);
  EXPECT_EQ(v.by, "order");
}

TEST(NeuronCheck, a_barrier_in_one_record_is_a_deadlock) {
  EXPECT_EQ(verdict_of(crossing, with_barrier(one_record(), one_record()), 1).word, VerdictWord::deadlock);
}

TEST(NeuronCheck, equality_with_one_threshold_lets_exactly_one_engine_through) {
  const Image image = with_barrier(equal_with_one_threshold(), equal_with_one_threshold());
  EXPECT_EQ(verdict_of(crossing, image, 1).word, VerdictWord::deadlock);
}

TEST(NeuronCheck, an_arrival_before_the_drain_lets_others_pass_a_transfer_in_flight) {
  constexpr std::string_view program = "program p\nengine dma act\ndma: load\nact: z after load\n";
  const auto image = [](const std::vector<Record>& barrier) {
    Image out = with_barrier({}, arrive_and_wait(2));
    out.instructions = {"load", "z"};
    out.rings = {{"dma", Engine::pe}};
    out.queues = {{"load", 0, 0, false, 0, 0}};
    std::vector<Record> pe = {fire("load")};
    pe.insert(pe.end(), barrier.begin(), barrier.end());
    std::vector<Record> act = arrive_and_wait(2);
    act.push_back(work(1));
    out.streams = {stream(Engine::activation, "act", {act}, out.profile), stream(Engine::pe, "dma", {pe}, out.profile)};
    return out;
  };
  EXPECT_EQ(verdict_of(program, image(arrive_and_wait(2)), 1).word, VerdictWord::equivalent);
  EXPECT_EQ(verdict_of(program, image({post(9), drain(), wait_for(9, 2)}), 1).word, VerdictWord::unsafe);
}

TEST(NeuronCheck, a_threshold_of_less_than_all_engines_is_unsafe) {
  EXPECT_EQ(verdict_of(crossing, with_barrier(arrive_and_wait(1), arrive_and_wait(2)), 1).word, VerdictWord::unsafe);
}

TEST(NeuronCheck, a_barrier_that_resets_its_own_counter_may_hang) {
  std::vector<Record> resets = arrive_and_wait(2);
  resets.push_back(reset(9, 9));
  EXPECT_EQ(verdict_of(crossing, with_barrier(resets, arrive_and_wait(2)), 1).word, VerdictWord::deadlock);
}

std::vector<Record> fence(std::uint32_t first_threshold, std::vector<Record> middle, bool second) {
  std::vector<Record> out = arrive_and_wait(first_threshold);
  out.insert(out.end(), middle.begin(), middle.end());
  if (second) {
    const std::vector<Record> end = arrive_and_wait(first_threshold + 2);
    out.insert(out.end(), end.begin(), end.end());
  }
  return out;
}

// A counter that is used before the fence and again behind it, from 0.
Image with_fence(const std::vector<Record>& pe, const std::vector<Record>& act) {
  Image image = with_barrier(pe, act);
  const auto build = [&](std::vector<Record> records, Engine engine, const char* name) {
    return stream(engine, name, {records}, image.profile);
  };
  std::vector<Record> on_pe = {work(0), post(3)};
  on_pe.insert(on_pe.end(), pe.begin(), pe.end());
  on_pe.insert(on_pe.end(), {work(3), post(3)});
  std::vector<Record> on_act = {wait_for(3, 1), work(1)};
  on_act.insert(on_act.end(), act.begin(), act.end());
  on_act.insert(on_act.end(), {wait_for(3, 1), work(2)});
  image.streams = {build(on_act, Engine::activation, "act"), build(on_pe, Engine::pe, "pe")};
  return image;
}
constexpr std::string_view reused = "program p\nengine pe act\npe: x\nact: y after x\nact: z after w\npe: w\n";

TEST(NeuronCheck, a_fence_of_barrier_reset_barrier_lets_a_counter_start_again) {
  const Verdict v = verdict_of(reused, with_fence(fence(2, {reset(0, 8)}, true), fence(2, {reset(0, 8)}, true)), 1);
  EXPECT_EQ(v.word, VerdictWord::refines);
  EXPECT_EQ(v.by, "order");
}

TEST(NeuronCheck, a_fence_without_the_reset_or_without_the_second_barrier_is_caught) {
  EXPECT_EQ(verdict_of(reused, with_fence(fence(2, {}, true), fence(2, {}, true)), 1).word, VerdictWord::unsafe);
  const Image half = with_fence(fence(2, {reset(0, 8)}, false), fence(2, {reset(0, 8)}, false));
  EXPECT_GE(severity(verdict_of(reused, half, 1).word), severity(VerdictWord::deadlock));
}

TEST(NeuronCheck, a_range_that_clears_a_stranger_is_caught) {
  // The range goes one too far, to the barrier's own counter.
  const Image image = with_fence(fence(2, {reset(0, 9)}, true), fence(2, {reset(0, 9)}, true));
  EXPECT_GE(severity(verdict_of(reused, image, 1).word), severity(VerdictWord::deadlock));
}

TEST(NeuronCheck, a_bundle_without_a_counter_of_its_own_is_not_followed) {
  Record bare;
  bare.opcode = Opcode::all_engine_barrier;
  const Verdict v = verdict_of(crossing, with_barrier({bare}, {bare}), 1);
  EXPECT_EQ(v.word, VerdictWord::undecided);
  EXPECT_EQ(v.reason, "not-followed");
}

// One +1 on counter 3 by act, and a wait of pe for it.
Verdict one_step(WaitMode mode, std::uint32_t value) {
  Image image = with_barrier({}, {});
  image.barrier_semaphore = -1;
  Record wait = wait_for(3, value, mode);
  image.streams = {stream(Engine::activation, "act", {{work(1), post(3), work(2)}}, image.profile),
                   stream(Engine::pe, "pe", {{work(0), move(0, 1), wait, work(3)}}, image.profile)};
  return verdict_of("program p\nengine pe act\npe: x\nact: y\nact: z\npe: w after y\n", image, 1);
}

TEST(NeuronCheck, the_switch_of_the_byte_0x04_says_nothing_of_0x84) {
  EXPECT_EQ(one_step(WaitMode::greater, 1).word, VerdictWord::equivalent);  // the page's poll: at least
  EXPECT_EQ(one_step(WaitMode::greater_register, 0).word, VerdictWord::deadlock);
  EXPECT_EQ(one_step(WaitMode::at_least_register, 0).word, VerdictWord::equivalent);
}

TEST(NeuronCheck, an_event_left_set_at_the_end_is_a_fault) {
  Image image = with_barrier(arrive_and_wait(2), arrive_and_wait(2));
  image.streams[0] =
      stream(Engine::activation, "act",
             {{work(1), post(7, UpdateMode::event_set), drain(), post(9), wait_for(9, 2), work(2)}}, image.profile);
  const Verdict v = verdict_of(crossing, image, 1);
  EXPECT_EQ(v.word, VerdictWord::unsafe);
  EXPECT_EQ(v.reason, "fault");
}

TEST(NeuronCheck, a_stream_of_an_engine_without_instances_only_meets_the_others) {
  Image image = with_barrier({}, {});
  image.instructions = {"y", "z"};
  image.streams = {
      stream(Engine::activation, "act", {{work(0), drain(), post(9), wait_for(9, 2), work(1)}}, image.profile),
      stream(Engine::pe, "pe", {{drain(), post(9), wait_for(9, 2), drain()}}, image.profile)};
  EXPECT_EQ(verdict_of("program p\nengine pe act\nact: y\nact: z\n", image, 1).word, VerdictWord::refines);
}

}  // namespace
}  // namespace counterpoint::neuron::testing
