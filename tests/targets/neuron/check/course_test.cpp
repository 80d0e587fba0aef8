// What one stream does by itself: registers as the simulator has them, and updates by one.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/check/course.hpp"

#include <array>

#include "targets/neuron/isa/arithmetic.hpp"
#include "targets/neuron/simulator/load.hpp"
#include "targets/neuron/simulator/run.hpp"
#include "tests/targets/neuron/check/words.hpp"

namespace counterpoint::neuron::testing {
namespace {

Image one_stream(const std::vector<Record>& records) {
  Image image;
  image.program = "p";
  image.instructions = {"x"};
  image.streams = {stream(Engine::pe, "pe", {records}, image.profile)};
  return image;
}

Course course_of(const Image& image, unsigned width = 32) {
  return follow(image, 0, [](std::uint32_t, std::uint64_t) { return 0U; }, width, 1000);
}

std::uint32_t register_after(const Image& image, unsigned r, unsigned width) {
  const auto simulator =
      load_core(image, [](std::uint32_t, std::uint32_t, std::uint64_t) { return 0U; }, Legality::hardware, width);
  EXPECT_TRUE(simulator.has_value());
  CoreState s = simulator->initial();
  while (simulator->enabled(s, {StepOf::issue, 0})) simulator->take(s, {StepOf::issue, 0});
  return s.streams[0].registers[r];
}

constexpr std::array<std::uint32_t, 6> interesting = {0, 1, 5, 31, 0x80000000U, 0xfffffffdU};

// Every operation that has arithmetic, both types, a register and a number, four widths, all pairs of six words.
TEST(NeuronCourse, registers_are_as_the_simulator_has_them_after_every_operation) {
  std::size_t operations = 0;
  for (unsigned byte = 0; byte <= 0x1D; ++byte) {
    const auto operation = static_cast<AluOperation>(byte);
    if (!has_arithmetic(operation)) continue;
    ++operations;
    for (const std::uint32_t a : interesting) {
      for (const std::uint32_t b : interesting) {
        const bool divides = operation == AluOperation::divide || operation == AluOperation::modulo;
        if (divides && b == 0) continue;
        for (const std::uint8_t type : {signed_type, unsigned_type}) {
          for (const unsigned width : {6U, 16U, 31U, 32U}) {
            if (divides && narrow_word(b, width) == 0) continue;
            Record by_number = alu(operation, 2, 0, b);
            std::get<RegisterAlu>(by_number.payload).data_type = type;
            Record by_register = by_number;
            auto& r = std::get<RegisterAlu>(by_register.payload);
            r.immediate = false;
            r.b = 1;
            r.target = 3;
            r.value = 0;
            const Image image =
                one_stream({move(0, a), move(1, b), by_number, by_register, wait_for(0, 2, WaitMode::at_least_register),
                            wait_for(0, 3, WaitMode::at_least_register)});
            const Course course = course_of(image, width);
            ASSERT_EQ(course.trouble, Trouble::none) << course.why;
            ASSERT_EQ(course.waits.size(), 2U);
            for (unsigned n = 0; n < 2; ++n) {
              const std::uint32_t word = register_after(image, 2 + n, width);
              ASSERT_EQ(course.waits[n].value, word_as_number(word, true, width))
                  << byte << ": " << a << ", " << b << ", width " << width;
            }
            ASSERT_EQ(course.waits[0].value, course.waits[1].value);
          }
        }
      }
    }
  }
  EXPECT_EQ(operations, 27U);
}

TEST(NeuronCourse, a_pair_of_registers_gets_both_halves_of_a_number) {
  Record pair = move(4, 0);
  auto& m = std::get<RegisterMove>(pair.payload);
  m.count = 2;
  m.target_high = 5;
  m.value = (std::uint64_t{7} << 32U) | 3U;
  const Course course = course_of(
      one_stream({pair, wait_for(0, 4, WaitMode::at_least_register), wait_for(0, 5, WaitMode::at_least_register)}));
  ASSERT_EQ(course.waits.size(), 2U) << course.why;
  EXPECT_EQ(course.waits[0].value, 3);
  EXPECT_EQ(course.waits[1].value, 7);
}

// Nobody takes +1 beside another number: the word is illegal to the codec, which the check and the simulator share.
// Beside a wait the number is the wait's.
TEST(NeuronCourse, an_update_by_one_that_names_another_number_is_a_fault) {
  Record band;
  band.opcode = Opcode::no_op;
  band.payload = Bare{};
  band.band.update_mode = UpdateMode::increment;
  band.band.update_index = 4;
  for (const Record& record : {band, post(4), post(4, UpdateMode::decrement)}) {
    const std::size_t dword = record.opcode == Opcode::no_op ? 0x08 : 0x28;
    for (const unsigned value : {0U, 1U, 2U, 255U}) {
      Image image = one_stream({record});
      image.streams[0].words[0][dword] = static_cast<std::uint8_t>(value);
      const Course course = course_of(image);
      EXPECT_EQ(course.trouble, value > 1 ? Trouble::fault : Trouble::none) << course.why;
      const auto simulator = load_core(image, [](std::uint32_t, std::uint32_t, std::uint64_t) { return 0U; });
      EXPECT_EQ(simulator.has_value(), value <= 1);
    }
  }
  band.band.wait_mode = WaitMode::at_least;
  band.band.wait_index = 9;
  band.band.value = 7;
  const Course course = course_of(one_stream({band}));
  ASSERT_EQ(course.trouble, Trouble::none) << course.why;
  ASSERT_EQ(course.actions.size(), 1U);
  EXPECT_EQ(course.actions[0].update.value, 1);
  EXPECT_EQ(course.waits[0].value, 7);
}

}  // namespace
}  // namespace counterpoint::neuron::testing
