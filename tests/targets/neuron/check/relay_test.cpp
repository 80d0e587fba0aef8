// Streams that work for no engine of the program, but pass counts on; and images of another program.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/check/foreign_names.hpp"
#include "tests/targets/neuron/check/words.hpp"

namespace counterpoint::neuron::testing {
namespace {

constexpr std::string_view handed_over = "program p\nengine pe act\npe: x\nact: y after x\n";

// x of pe raises S0; a third stream waits for that and raises S1, for which y of act waits.
Image with_relay(const std::vector<Record>& relay, std::uint32_t threshold = 1) {
  Image image;
  image.program = "p";
  image.instructions = {"x", "y"};
  image.streams = {stream(Engine::activation, "act", {{wait_for(1, threshold), work(1)}}, image.profile),
                   stream(Engine::pe, "pe", {{work(0), post(0)}}, image.profile),
                   stream(Engine::sp, "", {relay}, image.profile)};
  return image;
}

// All that comes late is the end of the relay, which the program does not have.
void expect_only_its_end_late(const Verdict& v) {
  EXPECT_EQ(v.word, VerdictWord::refines);
  EXPECT_TRUE(v.excess.empty());
}

TEST(NeuronRelay, a_stream_that_passes_a_count_on_is_followed) {
  const Image image = with_relay({wait_for(0, 1), post(1)});
  expect_only_its_end_late(verdict_of(handed_over, image, 1));
  EXPECT_EQ(verdict_of(handed_over, image, 1, Decider::all).word, VerdictWord::refines);
}

TEST(NeuronRelay, one_that_makes_an_instance_wait_for_more_than_asked_is_said_to) {
  const Verdict v = verdict_of("program p\nengine pe act\npe: x\nact: y\n", with_relay({wait_for(0, 1), post(1)}), 1);
  EXPECT_EQ(v.word, VerdictWord::refines);
  EXPECT_FALSE(v.excess.empty());
}

TEST(NeuronRelay, one_that_does_not_wait_is_unsafe_and_one_that_does_not_pass_it_on_a_deadlock) {
  EXPECT_EQ(verdict_of(handed_over, with_relay({post(1)}), 1).word, VerdictWord::unsafe);
  EXPECT_EQ(verdict_of(handed_over, with_relay({post(1), wait_for(0, 1)}), 1).word, VerdictWord::unsafe);
  EXPECT_EQ(verdict_of(handed_over, with_relay({wait_for(0, 1)}), 1).word, VerdictWord::deadlock);
}

TEST(NeuronRelay, one_that_never_ends_holds_the_core) {
  EXPECT_EQ(verdict_of(handed_over, with_relay({wait_for(0, 1), post(1), wait_for(7, 1)}), 1).word,
            VerdictWord::deadlock);
}

TEST(NeuronRelay, it_may_have_the_name_of_an_engine_of_the_program) {
  constexpr std::string_view with_sp = "program p\nengine pe sp\npe: x\nsp: y after x\n";
  Image image = with_relay({});
  image.streams = {stream(Engine::pe, "pe", {{work(0), post(0)}}, image.profile),
                   stream(Engine::dve, "sp", {{wait_for(1, 1), work(1)}}, image.profile),
                   stream(Engine::sp, "", {{wait_for(0, 1), post(1)}}, image.profile)};
  expect_only_its_end_late(verdict_of(with_sp, image, 1));
}

TEST(NeuronRelay, in_a_loop_it_reads_the_counts_that_it_names) {
  constexpr std::string_view loop = "program p\nengine pe act\nloop l trips dynamic {\n  pe: x\n  act: y after x\n}\n";
  Image image = with_relay({});
  image.scopes = {"l"};
  const auto around = [&](Engine engine, std::string_view counts, std::vector<Record> body) {
    body.insert(body.begin(), alu(AluOperation::add, 1, 1, 1));
    body.push_back(branch(Compare::less, 1, 0, 1));
    return stream(engine, std::string(counts),
                  {{load_trips(0, 0), move(1, 0), branch(Compare::at_least, 1, 0, 2)}, body, {}}, image.profile);
  };
  const auto passes = [&](WaitMode mode) {
    image.streams = {around(Engine::activation, "act", {wait_for(1, 1, WaitMode::at_least_register), work(1)}),
                     around(Engine::pe, "pe", {work(0), post(0)}),
                     around(Engine::sp, "pe", {wait_for(0, 1, mode), post(1)})};
    return verdict_of(loop, image, 3);
  };
  expect_only_its_end_late(passes(WaitMode::at_least_register));
  EXPECT_EQ(passes(WaitMode::at_least).word, VerdictWord::unsafe);  // for the first iteration only
}

TEST(NeuronRelay, it_meets_the_others_at_barriers) {
  Image image = with_relay({});
  image.barrier_semaphore = 9;
  const auto meet = [&](std::vector<Record> before, std::vector<Record> after) {
    const std::vector<Record> barrier = {drain(), post(9), wait_for(9, 3)};
    before.insert(before.end(), barrier.begin(), barrier.end());
    before.insert(before.end(), after.begin(), after.end());
    return std::vector<std::vector<Record>>{before};
  };
  image.streams = {stream(Engine::activation, "act", meet({}, {wait_for(1, 1), work(1)}), image.profile),
                   stream(Engine::pe, "pe", meet({}, {work(0), post(0)}), image.profile),
                   stream(Engine::sp, "", meet({}, {wait_for(0, 1), post(1)}), image.profile)};
  const Verdict v = verdict_of(handed_over, image, 1);
  expect_only_its_end_late(v);
  EXPECT_EQ(v.by, "order");
}

// --- words of another program ---

std::string first_foreign(const Image& image) {
  const Program p = program_of("program p\nengine pe act\nloop l trips dynamic {\n  pe: x\n  act: y after x\n}\n");
  const Diagnostics said = foreign_names(p, image);
  return said.empty() ? "" : said.front().message;
}

TEST(NeuronForeignNames, what_the_program_has_is_not_foreign) {
  Image image = with_relay({wait_for(0, 1), post(1)});
  image.scopes = {"l"};
  EXPECT_EQ(first_foreign(image), "");
}

TEST(NeuronForeignNames, an_instruction_a_scope_and_an_engine_whose_counts_are_read_must_be_the_programs) {
  Image image = with_relay({});
  image.instructions = {"x", "z"};
  EXPECT_EQ(first_foreign(image), "the image names instruction 'z', which program 'p' does not have");
  image.instructions = {"x", "y"};
  image.scopes = {"l", "m"};
  EXPECT_EQ(first_foreign(image), "the image loops over scope 'm', which program 'p' does not have");
  image.scopes = {"l"};
  image.streams[2] = stream(Engine::sp, "", {{load_trips(0, 0)}}, image.profile);
  EXPECT_EQ(first_foreign(image), "stream sp reads the trips of engine 'sp', which program 'p' does not have");
  image.streams[2].counts_as = "act";
  EXPECT_EQ(first_foreign(image), "");
}

}  // namespace
}  // namespace counterpoint::neuron::testing
