// Encoding and decoding are inverse to one another, on every record and every word.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "tests/core/property_factor.hpp"
#include "tests/targets/neuron/codec/draw_record.hpp"
#include "tests/targets/neuron/codec/words.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::uint64_t all_records = 120'000;
constexpr double floor_for_each_opcode = 3'000;
const std::uint64_t records = counterpoint::testing::property_cases(all_records, 1'000);

// Distribution: 120,000 records, the opcode uniform over the 24 of the table (fewer where a profile has no word for a
// record); the profile one of the two in half of the cases, else every switch drawn. At least 3,000 of each opcode.
TEST(Identity, a_record_that_is_encoded_is_decoded_to_itself) {
  std::map<Opcode, std::uint64_t> drawn;
  for (std::uint64_t seed = 0; seed < records; ++seed) {
    const Profile profile = draw_profile(seed);
    RecordDraw draw(seed, profile);
    const Record record = draw.record();
    ++drawn[record.opcode];
    const auto word = encode(record, profile);
    ASSERT_TRUE(word) << seed << " " << to_string(word.error());
    const auto again = decode(*word, profile, Legality::hardware);
    ASSERT_TRUE(again) << seed << " " << to_string(again.error()) << " " << hex_of(*word);
    ASSERT_TRUE(*again == record) << seed << " " << hex_of(*word);
  }
  const double least = counterpoint::testing::least_of(floor_for_each_opcode, records, all_records);
  for (const OpcodeEntry& e : all_opcodes()) EXPECT_GE(static_cast<double>(drawn[e.opcode]), least) << e.name;
}

// Distribution: words of drawn records with one to three bytes changed at random: about half are refused.
TEST(Identity, a_word_that_is_decoded_is_encoded_to_itself_and_others_are_refused) {
  std::uint64_t taken = 0;
  std::uint64_t refused = 0;
  for (std::uint64_t seed = 0; seed < records; ++seed) {
    const Profile profile = draw_profile(seed);
    RecordDraw draw(seed, profile);
    Word word = *encode(draw.record(), profile);
    for (std::uint64_t n = draw.below(4); n > 0; --n) word[draw.below(64)] = static_cast<std::uint8_t>(draw.below(256));
    const auto record = decode(word, profile, Legality::hardware);
    if (!record) {
      ++refused;
      EXPECT_LT(byte_of(record.error()), record_bytes);
      continue;
    }
    ++taken;
    const auto again = encode(*record, profile);
    ASSERT_TRUE(again) << seed << " " << to_string(again.error()) << " " << hex_of(word);
    ASSERT_EQ(hex_of(*again), hex_of(word)) << seed;
  }
  EXPECT_GE(taken, records / 5);
  EXPECT_GE(refused, records / 5);
}

// What the compiler may emit, the hardware takes.
TEST(Identity, what_is_legal_for_the_compiler_is_legal_for_the_hardware) {
  std::uint64_t both = 0;
  for (std::uint64_t seed = 0; seed < records / 4; ++seed) {
    const Profile profile = draw_profile(seed);
    RecordDraw draw(seed, profile);
    const Word word = *encode(draw.record(), profile);
    if (!decode(word, profile, Legality::compiler)) continue;
    ++both;
    ASSERT_TRUE(decode(word, profile, Legality::hardware));
  }
  EXPECT_GE(both, records / 40);
}

RC_GTEST_PROP(Identity, any_64_bytes_are_a_record_or_an_error_with_an_offset, ()) {
  const auto bytes = *rc::gen::container<std::vector<std::uint8_t>>(record_bytes, rc::gen::arbitrary<std::uint8_t>());
  Word word{};
  std::copy(bytes.begin(), bytes.end(), word.begin());
  if (*rc::gen::arbitrary<bool>()) {
    const auto all = all_opcodes();
    word[0] = static_cast<std::uint8_t>(all[*rc::gen::inRange<std::size_t>(0, all.size())].opcode);
    word[1] = 0x10;
  }
  const auto record = decode(word, Profile::device(), Legality::hardware);
  RC_ASSERT(record || byte_of(record.error()) < record_bytes);
}

}  // namespace
}  // namespace counterpoint::neuron
