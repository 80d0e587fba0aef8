// The binary form: the same image again, and a clear error for anything else.
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "targets/neuron/codec/binary.hpp"
#include "targets/neuron/codec/convert.hpp"
#include "tests/core/property_factor.hpp"
#include "tests/targets/neuron/codec/draw_image.hpp"
#include "tests/targets/neuron/codec/words.hpp"

namespace counterpoint::neuron {
namespace {

using ::testing::HasSubstr;

// Makes the sum and the length of the header right again, so that what is behind it is looked at.
void seal(std::string& bytes) {
  const auto put = [&](std::size_t at, std::uint64_t value) {
    for (unsigned i = 0; i < 8; ++i) bytes[at + i] = static_cast<char>(value >> (8 * i));
  };
  const XXH128_hash_t hash = XXH3_128bits(bytes.data() + 0x28, bytes.size() - 0x28);
  put(0x10, bytes.size() - 0x28);
  put(0x18, hash.low64);
  put(0x20, hash.high64);
}

Diagnostic error_of(std::string_view bytes) {
  const auto image = from_binary(bytes);
  EXPECT_FALSE(image);
  return image ? Diagnostic{} : image.error().front();
}

Image small() {
  Image image;
  image.program = "p";
  image.instructions = {"x"};
  image.rings = {{"r", Engine::sp}};
  image.queues = {{"q", 0, 0, true, 5, 16}};
  image.semaphores = {{5, "s"}};
  image.streams.push_back({Engine::sp, "e", {word_of("a410")}, {0, 1}});
  return image;
}

// Distribution: 4,000 images as of draw_image.hpp.
TEST(Binary, what_is_written_is_read_as_the_same_image) {
  for (std::uint64_t seed = 0; seed < counterpoint::testing::property_cases(4'000, 100); ++seed) {
    const Image image = draw_image(seed);
    const auto again = from_binary(to_binary(image));
    ASSERT_TRUE(again) << seed << to_string(again.error().front());
    ASSERT_TRUE(*again == image) << seed;
    EXPECT_EQ(form_of(to_binary(image)), Form::binary);
  }
}

// Golden: little-endian on every machine.
TEST(Binary, the_bytes_are_these) {
  const std::string bytes = to_binary(small());
  std::string hex;
  for (const char c : bytes) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
  const std::string head =
      "43504e4555524f4e"
      "01000000"
      "00000000"
      "9f00000000000000";
  EXPECT_EQ(hex.substr(0, head.size()), head);
  const std::string body =
      "0100000070"
      "00000000"
      "ffffffff"
      "0100000001000000"
      "78"
      "00000000"  // p, no switch, no barrier, x, no scope
      "0100000005"
      "0100000073"
      "01000000"
      "0100000072"
      "06"  // S5 is s; ring r of SP
      "01000000"
      "0100000071"
      "00000000"
      "00000000"
      "01"
      "05"
      "10000000"  // queue q
      "01000000"
      "06"
      "0100000065"
      "02000000"
      "00000000"
      "01000000"
      "01000000"
      "a410";
  EXPECT_EQ(hex.substr(2 * 0x28, body.size()), body);
}

TEST(Binary, every_shorter_file_is_refused_with_an_offset_in_it) {
  const std::string bytes = to_binary(small());
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    const Diagnostic d = error_of(bytes.substr(0, n));
    EXPECT_EQ(d.code, Code::binary_damaged);
    EXPECT_THAT(d.place, HasSubstr("byte 0x"));
    if (n <= 0x28) continue;
    std::string sealed = bytes.substr(0, n);
    seal(sealed);
    EXPECT_THAT(to_string(error_of(sealed)), HasSubstr("byte 0x")) << n;
  }
}

TEST(Binary, every_changed_bit_is_noticed) {
  const std::string bytes = to_binary(small());
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string changed = bytes;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1U << (bit % 8)));
    EXPECT_FALSE(from_binary(changed)) << bit;
  }
}

TEST(Binary, a_length_that_lies_is_an_error_and_allocates_nothing) {
  const std::string bytes = to_binary(small());
  for (std::size_t at = 0x28; at + 4 <= bytes.size(); ++at) {
    std::string changed = bytes;
    for (std::size_t i = 0; i < 4; ++i) changed[at + i] = '\xff';
    seal(changed);
    const auto image = from_binary(changed);  // some bytes are free to be anything
    EXPECT_TRUE(image || !image.error().empty());
  }
  std::string longer = bytes + "x";
  seal(longer);
  EXPECT_THAT(to_string(error_of(longer)), HasSubstr("something follows"));
}

TEST(Binary, an_illegal_word_is_named_by_stream_record_and_byte) {
  Image image = small();
  image.streams[0].words[0][0x3F] = 1;
  EXPECT_EQ(error_of(to_binary(image)).place, "stream sp, record 0, byte 0x3f");
  EXPECT_TRUE(*from_binary(to_binary(image), Illegal::kept) == image);
}

TEST(Binary, another_version_is_refused_by_name) {
  std::string bytes = to_binary(small());
  bytes[8] = 2;
  EXPECT_EQ(to_string(error_of(bytes)), "byte 0x8: error[CP1021]: this version is not known (expected 1, found 2)");
}

}  // namespace
}  // namespace counterpoint::neuron
