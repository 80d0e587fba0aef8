// Words that are no records, each with its reason and the offset of the byte.
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "targets/neuron/codec/codec.hpp"
#include "tests/targets/neuron/codec/words.hpp"

namespace counterpoint::neuron {
namespace {

struct Case {
  std::string_view hex;
  Code code;
  std::uint32_t offset;
  std::string_view set = {};  // a switch, on profile device
};

// 64 digits for 32 bytes, to reach the second lane.
#define ZEROS_TO_0x20_FROM_4 "00000000000000000000000000000000000000000000000000000000"

const std::vector<Case> cases = {
    {"ff10", Code::unknown_opcode, 0},
    {"0010", Code::unknown_opcode, 0},
    {"a610", Code::unknown_opcode, 0, "notify-opcode=a0"},
    {"a400", Code::record_length, 1},
    {"a440", Code::record_length, 1},
    {"d810", Code::record_length, 1, "core-header=40"},
    {"a41002", Code::field_value, 2},
    {"a410000008", Code::wait_mode, 4},
    {"a4100000ff", Code::wait_mode, 4},
    {"a410000086", Code::wait_mode, 4},
    {"a41000009105", Code::wait_mode, 4},
    {"a41000000005", Code::reserved_byte, 5},
    {"a410000000000600", Code::update_mode, 6},
    {"a41000000000ff00", Code::update_mode, 6},
    {"a410000000009300", Code::update_mode, 6},
    {"a410000000001100", Code::update_mode, 6, "update-wire=ordinal"},
    {"a410000000000005", Code::reserved_byte, 7},
    {"a4100000000000000005", Code::reserved_byte, 8},
    {"a410000000001305000002", Code::reserved_byte, 8},
    {"a41000008505130540", Code::register_number, 8},
    {"a41000008505150503", Code::value_clash, 8},
    {"a41000000505950503", Code::value_clash, 8},
    {"a41000000000000000000000"
     "01",
     Code::reserved_byte, 0x0C},
    {"a010", Code::sync_count, 4},
    {"a0100000" ZEROS_TO_0x20_FROM_4 "08", Code::wait_mode, 0x20},
    {"a0100000" ZEROS_TO_0x20_FROM_4 "00051305", Code::reserved_byte, 0x21},
    {"a0100000" ZEROS_TO_0x20_FROM_4 "0000130501", Code::reserved_byte, 0x24},
    {"a0100000" ZEROS_TO_0x20_FROM_4 "000013050000000002", Code::reserved_byte, 0x28},
    {"a0100000" ZEROS_TO_0x20_FROM_4 "85050000"
     "40",
     Code::register_number, 0x24},
    {"a2100000" ZEROS_TO_0x20_FROM_4 "0000000000000000"
     "02",
     Code::field_value, 0x28},
    {"a710000000000000000000000308", Code::field_value, 0x0C},
    {"a810000000000000000000001e08", Code::field_value, 0x0C},
    {"a910000000000000000000000708030000", Code::field_value, 0x0C},
    {"a910000000000000000000000000020000", Code::field_value, 0x0E},
    {"a9100000000000000000000001080300000000000000000000000000000000004000", Code::register_number, 0x20},
    {"a910000000000000000000000008030000", Code::reserved_byte, 0x0D},
    {"b01000000000000000000000030102", Code::field_value, 0x0C},
    {"b01000000000000000000000010902", Code::reset_group, 0x0E},
    {"b0100000000000000000000002", Code::reset_group, 0x20},
    {"b310000000000000000000001100090000", Code::field_value, 0x0C},
    {"b310000000000000000000000105080000", Code::field_value, 0x0E, "poll-fields=mode-index"},
    {"c110", Code::record_name, 0x0C},
    {"c1100000000000000000000041ff", Code::record_name, 0x0D},
    {"c110000000000000000000004100"
     "42",
     Code::reserved_byte, 0x0E},
    {"d3100000"
     "0000000000000000"
     "414141414141414141414141414141414141414141414141414141414141414141414141",
     Code::record_name, 0x0C},
    {"d810000000000000000000000000000000010000", Code::field_value, 0x10},
    {"df10", Code::field_value, 0x0C},
    {"df1000000000000000000000"
     "02",
     Code::field_value, 0x0C, "exit-byte=datapath"},
    {"01100000050a000003", Code::sync_count, 4, "compute-band=none"},
};

TEST(IllegalWords, each_is_refused_with_the_reason_and_the_byte) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.hex);
    Profile profile = Profile::device();
    ASSERT_TRUE(c.set.empty() || profile.set(c.set));
    const auto record = decode(word_of(c.hex), profile, Legality::hardware);
    ASSERT_FALSE(record);
    EXPECT_EQ(code_text(record.error().code), code_text(c.code)) << to_string(record.error());
    EXPECT_EQ(byte_of(record.error()), c.offset) << to_string(record.error());
  }
}

TEST(IllegalWords, what_one_profile_refuses_another_takes) {
  for (const Case& c : cases) {
    if (c.set.empty() || c.code == Code::field_value) continue;  // the other reading of a field is often wrong too
    SCOPED_TRACE(c.hex);
    EXPECT_TRUE(decode(word_of(c.hex), Profile::device(), Legality::hardware));
  }
}

TEST(IllegalWords, every_byte_that_no_field_has_must_be_zero) {
  for (const OpcodeEntry& e : all_opcodes()) {
    if (e.opcode == Opcode::event_semaphore || e.opcode == Opcode::group_reset) continue;
    Word word{};
    word[0] = static_cast<std::uint8_t>(e.opcode);
    word[1] = 0x10;
    word[0x3F] = 1;  // the last byte of no record
    EXPECT_FALSE(decode(word, Profile::device(), Legality::hardware)) << e.name;
  }
}

// Vector 23, as far as it is about records.
TEST(IllegalWords, an_event_semaphore_of_the_compiler_waits_for_thresholds_only) {
  Record r{Opcode::event_semaphore, 0, 0, {}, EventSemaphore{}};
  r.band = {WaitMode::event_set_then_clear, 3, UpdateMode::none, 0, 0};
  EXPECT_FALSE(why_illegal(r, Profile::device(), Legality::hardware));
  ASSERT_TRUE(why_illegal(r, Profile::device(), Legality::compiler));
  r.band = {WaitMode::equal, 3, UpdateMode::none, 0, 1};
  EXPECT_EQ(why_illegal(r, Profile::device(), Legality::compiler)->code, Code::legality);
}

TEST(IllegalWords, a_record_with_something_that_its_word_does_not_hold_is_not_encoded) {
  const Profile profile = Profile::device();
  Branch always;
  always.value = 3;
  EXPECT_FALSE(encode({Opcode::branch, 0, 0, {}, always}, profile));
  EXPECT_FALSE(encode({Opcode::group_reset, 0, 0, {}, GroupReset{ClearMode::range, 1, 2, {1}}}, profile));
  EXPECT_FALSE(encode({Opcode::reset_queue, 0, 0, {}, QueueSwitch{"q", true}}, profile));
  EXPECT_FALSE(encode({Opcode::halt, 0, 0, {}, Bare{}}, profile));
  EXPECT_FALSE(encode({Opcode::call, 0, 0, {}, Call{std::string(36, 'f'), 0}}, profile));
  EXPECT_TRUE(encode({Opcode::call, 0, 0, {}, Call{std::string(35, 'f'), 0}}, profile));
  EXPECT_FALSE(encode({Opcode::dma_trigger, 0, 0, {}, DmaTrigger{std::string("a\0b", 3), 0}}, profile));
  EXPECT_FALSE(encode({static_cast<Opcode>(0xFF), 0, 0, {}, Bare{}}, profile));
}

}  // namespace
}  // namespace counterpoint::neuron
