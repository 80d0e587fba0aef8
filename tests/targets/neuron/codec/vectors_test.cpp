// The published words of records, byte by byte, both ways.
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "targets/neuron/codec/codec.hpp"
#include "tests/targets/neuron/codec/words.hpp"

namespace counterpoint::neuron {
namespace {

using W = WaitMode;
using U = UpdateMode;

Record with(Opcode opcode, Band band, Payload payload) { return {opcode, 0, 0, band, std::move(payload)}; }

Record semaphore(EventSemaphore e, Band band = {}) { return with(Opcode::event_semaphore, band, e); }

struct Vector {
  int number;  // in neuron.md 7
  std::string hex;
  Record record;
  bool compiler;  // one that the compiler may emit
};

const std::vector<Vector> vectors = {
    {1,
     "a0100000050a0000030000000000000000000000000000000000000000000000"
     "0000000000000000000000000000000000000000000000000000000000000000",
     semaphore({}, {W::at_least, 10, U::none, 0, 3}), true},
    {2,
     "a010000005070000020000000000000000000000000000000000000000000000"
     "85c8131f09000000000000000000000000000000000000000000000000000000",
     semaphore({W::at_least_register, 200, U::increment, 31, 9, 0, 0}, {W::at_least, 7, U::none, 0, 2}), true},
    {3,
     "a010000000000000000000000000000000000000000000000000000000000000"
     "0000150500000000100000000000000000000000000000000000000000000000",
     semaphore({W::none, 0, U::add, 5, 0, 16, 0}), true},
    {5,
     "a010000000000000000000000000000000000000000000000000000000000000"
     "000019ff00000000000000000000000000000000000000000000000000000000",
     semaphore({W::none, 0, U::write, 255, 0, 0, 0}), true},
    {6,
     "a010000000000000000000000000000000000000000000000000000000000000"
     "0102130204000000010000000000000000000000000000000000000000000000",
     semaphore({W::equal, 2, U::increment, 2, 4, 1, 0}), false},
    {8,
     "a010000000000000000000000000000000000000000000000000000000000000"
     "0409140900000000010000000000000000000000000000000000000000000000",
     semaphore({W::greater, 9, U::decrement, 9, 0, 1, 0}), false},
    {9,
     "a010000000000000000000000000000000000000000000000000000000000000"
     "0000150900000000010000000000000000000000000000000000000000000000",
     semaphore({W::none, 0, U::add, 9, 0, 1, 0}), true},
    {10,
     "a110000005011302050000000000000000000000000000000000000000000000"
     "0000000000000000000000000000000000000000000000000000000000000000",
     with(Opcode::halt, {W::at_least, 1, U::increment, 2, 5}, Halt{}), true},
    {11,
     "a210000000000000000000000000000000000000000000000000000000000000"
     "0000000000000000010000000000000000000000000000000000000000000000",
     with(Opcode::drain, {}, Drain{1}), true},
    {13,
     "d510000005fa13fa050000000000000000000000000000000000000000000000"
     "0000000000000000000000000000000000000000000000000000000000000000",
     with(Opcode::all_engine_barrier, {W::at_least, 250, U::increment, 250, 5}, Bare{}), true},
    {14,
     "b01000000000000000000000010d290000000000000000000000000000000000"
     "0000000000000000000000000000000000000000000000000000000000000000",
     with(Opcode::group_reset, {}, GroupReset{ClearMode::range, 13, 41, {}}), true},
    {16,
     "d810000005071307040000002a00000007000000000000000000000000000000"
     "0000000000000000000000000000000000000000000000000000000000000000",
     with(Opcode::core_barrier, {W::at_least, 7, U::increment, 7, 4}, CoreBarrier{42, 7}), true},
    {17,
     "a91000000000000000000000010803000a000000000000000000000000000000"
     "0400000000000000000000000000000012000000000000000000000000000000",
     with(Opcode::branch, {}, Branch{Compare::less, false, 8, 3, 10, 4, 0, 0x12}), true},
    {18,
     "a910000000000000000000000000030000000000000000000000000000000000"
     "0000000000000000000000000000000012000000000000000000000000000000",
     with(Opcode::branch, {}, Branch{Compare::always, false, 0, 3, 0, 0, 0, 0x12}), true},
    {20,
     "df10000000000000000000000100000000000000000000000000000000000000"
     "0000000000000000000000000000000000000000000000000000000000000000",
     with(Opcode::pseudo_instruction, {}, PseudoInstruction{1}), true},
};

TEST(Vectors, each_word_is_its_record_and_each_record_its_word_in_both_profiles) {
  for (const Profile& profile : {Profile::page(), Profile::device()}) {
    for (const Vector& v : vectors) {
      SCOPED_TRACE(v.number);
      const auto word = encode(v.record, profile);
      ASSERT_TRUE(word) << to_string(word.error());
      EXPECT_EQ(hex_of(*word), v.hex);
      const auto record = decode(word_of(v.hex), profile, Legality::hardware);
      ASSERT_TRUE(record) << to_string(record.error());
      EXPECT_TRUE(*record == v.record);
    }
  }
}

TEST(Vectors, those_of_the_runtime_are_none_that_the_compiler_emits) {
  for (const Vector& v : vectors) {
    SCOPED_TRACE(v.number);
    const auto record = decode(word_of(v.hex), Profile::device(), Legality::compiler);
    EXPECT_EQ(record.has_value(), v.compiler);
    EXPECT_TRUE(record || record.error().code == Code::legality);
  }
}

// neuron.md 2.3: every builder of the runtime, with S9.
TEST(Vectors, every_builder_of_the_runtime_is_read_and_written_again) {
  const std::vector<EventSemaphore> builders = {
      {W::none, 0, U::add, 9, 0, 1, 0},          {W::none, 0, U::add, 9, 0, 7, 0},
      {W::none, 0, U::subtract, 9, 0, 1, 0},     {W::none, 0, U::write, 9, 0, 7, 0},
      {W::greater, 9, U::decrement, 9, 0, 1, 0}, {W::equal, 9, U::none, 0, 7, 0, 0},
      {W::at_least, 9, U::none, 0, 7, 0, 0},     {W::at_least, 9, U::decrement, 9, 7, 1, 0},
      {W::equal, 9, U::increment, 9, 7, 1, 0},   {W::equal, 9, U::write, 9, 7, 0, 0},
  };
  for (const EventSemaphore& e : builders) {
    const auto word = encode(semaphore(e), Profile::page());
    ASSERT_TRUE(word);
    const auto record = decode(*word, Profile::page(), Legality::hardware);
    ASSERT_TRUE(record);
    EXPECT_TRUE(record->payload == Payload(e));
  }
}

// Vector 22: the band as one number, wait_mode first.
TEST(Vectors, a_band_is_eight_bytes_from_the_fourth) {
  const auto word = encode(with(Opcode::no_op, {W::at_least, 7, U::increment, 7, 4}, Bare{}), Profile::page());
  ASSERT_TRUE(word);
  EXPECT_EQ(hex_of(*word).substr(8, 16), "0507130704000000");
}

// Vector 24.
TEST(Vectors, a_wait_and_an_update_share_one_value) {
  EXPECT_FALSE(shared_band({W::at_least, 1, 5}, {U::add, 2, 16}));
  EXPECT_TRUE(shared_band({W::at_least, 1, 5}, {U::add, 2, 5}));
  EXPECT_TRUE(shared_band({W::at_least, 1, 5}, {U::increment, 2, 0}));
  EXPECT_TRUE(shared_band({W::at_least_register, 1, 5}, {U::increment, 2, 0}));
  EXPECT_FALSE(shared_band({W::at_least_register, 1, 5}, {U::add, 2, 5}));
  EXPECT_TRUE(shared_band({W::event_set, 1, 0}, {U::add, 2, 5}));
  EXPECT_EQ(shared_band({}, {U::add, 2, 5})->value, 5U);
}

}  // namespace
}  // namespace counterpoint::neuron
