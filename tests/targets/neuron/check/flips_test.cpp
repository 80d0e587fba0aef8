// Flipped bits: everything that changes the order is noticed.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/check/flips.hpp"

#include "tests/targets/neuron/check/words.hpp"

namespace counterpoint::neuron::testing {
namespace {

// load -> x -> store, counted on two semaphores.
TEST(NeuronFlips, every_flip_of_a_field_that_synchronises_is_rejected_refuted_late_or_harmless) {
  const auto program = parse_program(
      "program p\nengine pe act\nloop l trips 2 {\n  pe: x after y@l-1\n  act: y after x\n}\n", "program");
  ASSERT_TRUE(program);
  Image image;
  image.instructions = {"x", "y"};
  image.streams = {stream(Engine::activation, "act",
                          {{wait_for(0, 1), work(1), post(1), wait_for(0, 2), work(1), post(1)}}, image.profile),
                   stream(Engine::pe, "pe", {{work(0), post(0), wait_for(1, 1), work(0), post(0)}}, image.profile)};
  const Trips trips(program->tree);
  const FlipReport report = flip_bits(*program, image, trips, {});
  const auto count = [&](FlipFate fate) { return report.counts[static_cast<std::size_t>(fate)]; };
  // 4 records with 8 bytes, 7 EventSemaphores with 20.
  EXPECT_EQ(report.flips.size(), 8U * (4 * 8 + 7 * 20));
  EXPECT_EQ(count(FlipFate::open), 0U);
  EXPECT_GT(count(FlipFate::rejected), 500U);
  EXPECT_GT(count(FlipFate::refuted), 50U);
  // A post that goes elsewhere leaves its consumer waiting; the last one of y has none, whichever of its 8 bits
  // changes.
  std::size_t harmless = 0;
  for (const Flip& flip : report.flips) {
    if (flip.byte != 0x23 || flip.fate == FlipFate::rejected) continue;
    if (flip.fate == FlipFate::harmless) {
      ++harmless;
    } else {
      EXPECT_EQ(flip.fate, FlipFate::refuted) << flip.why;
    }
  }
  EXPECT_EQ(harmless, 8U);
}

}  // namespace
}  // namespace counterpoint::neuron::testing
