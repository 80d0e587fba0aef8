// Bytes and seeds as choices.
// SPDX-License-Identifier: Apache-2.0
#include "verify/generate/choices.hpp"

#include <gtest/gtest.h>

#include <array>

namespace counterpoint {
namespace {

TEST(Choices, past_the_end_of_the_bytes_every_choice_is_zero) {
  const std::array<std::uint8_t, 1> bytes = {255};
  Choices choices(bytes);
  EXPECT_EQ(choices.below(10), 9U);
  EXPECT_EQ(choices.below(10), 0U);
  EXPECT_EQ(choices.below(1000), 0U);
  EXPECT_FALSE(choices.chance(9, 10));
  EXPECT_EQ(choices.weighted({1, 1}), 0U);
  EXPECT_EQ(choices.used(), 6U);
}

TEST(Choices, a_smaller_byte_never_gives_a_larger_answer_and_all_answers_are_given_about_equally_often) {
  for (std::uint32_t n = 1; n <= 256; ++n) {
    std::vector<std::uint32_t> times(n, 0);
    std::uint32_t last = 0;
    for (std::uint32_t b = 0; b < 256; ++b) {
      const std::array<std::uint8_t, 1> bytes = {static_cast<std::uint8_t>(b)};
      Choices choices(bytes);
      const std::uint32_t answer = choices.below(n);
      ASSERT_LT(answer, n);
      ASSERT_GE(answer, last);
      last = answer;
      ++times[answer];
    }
    for (std::uint32_t k = 0; k < n && n > 1; ++k) {
      EXPECT_GE(times[k], 256 / n);
      EXPECT_LE(times[k], (256 + n - 1) / n);
    }
  }
}

TEST(Choices, weights_are_kept) {
  std::array<int, 3> times = {0, 0, 0};
  for (std::uint32_t b = 0; b < 256; ++b) {
    const std::array<std::uint8_t, 1> bytes = {static_cast<std::uint8_t>(b)};
    Choices choices(bytes);
    ++times[choices.weighted({1, 0, 3})];
  }
  EXPECT_EQ(times, (std::array<int, 3>{64, 0, 192}));
}

TEST(Choices, the_stream_of_a_seed_is_the_same_everywhere_and_can_be_had_as_bytes) {
  EXPECT_EQ(bytes_of_seed(1, 12),
            (std::vector<std::uint8_t>{0x1e, 0x61, 0x39, 0x74, 0x08, 0xab, 0x41, 0x5e, 0x03, 0xae, 0x17, 0x32}));
  const auto bytes = bytes_of_seed(7, 100);
  Choices list(bytes);
  Choices stream(std::uint64_t{7});
  for (std::uint32_t n = 1; n < 30; ++n) EXPECT_EQ(list.below(n * 20), stream.below(n * 20));
}

TEST(Choices, a_question_without_answers_is_a_fault_of_ours) {
  Choices stream(std::uint64_t{7});
  EXPECT_THROW((void)stream.below(0), InternalError);
}

}  // namespace
}  // namespace counterpoint
