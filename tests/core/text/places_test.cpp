// Where the parts of a file stand in its text.
// SPDX-License-Identifier: Apache-2.0
#include "core/text/places.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text/text.hpp"
#include "tests/core/generate.hpp"

namespace counterpoint {
namespace {

std::string listed(const std::vector<Position>& positions) {
  std::string out;
  for (const Position& p : positions) out += std::to_string(p.line) + ":" + std::to_string(p.column) + " ";
  return out;
}

TEST(Places, name_the_words_of_a_program) {
  const Places places = places_of(
      "# a comment: load\nprogram p\nengine load\nloop kv trips 2 {\n  load: load\n  if c { load:\n  x } else {\n  "
      "load: y\n"
      "} if d { }\n}\n");
  EXPECT_EQ(listed(places.instructions), "5:9 7:3 8:9 ");
  // The else of d is left out and has no place.
  EXPECT_EQ(listed(places.scopes), "0:0 4:1 6:3 7:7 9:3 ");
}

TEST(Places, tell_the_waits_of_instructions_from_those_that_stand_alone) {
  const Places places = places_of(
      "implementation p\nengine e\nsemaphore s f[2]\ne: wait s >= 1, f[0] >= 2\ne: x wait s >= 3,\n  s >= 4 take f[1] "
      ">= 1\n"
      "e: take s >= 1\n");
  EXPECT_EQ(listed(places.waits), "5:11 6:3 6:15 ");
  EXPECT_EQ(listed(places.alone_waits), "4:9 4:17 7:9 ");
}

TEST(Places, are_empty_for_json_and_for_what_does_not_parse) {
  EXPECT_TRUE(places_of("program p\nengine e\ne: x after\n").instructions.empty());
  EXPECT_TRUE(places_of(print_json(generate_program(3, 2))).instructions.empty());
  EXPECT_TRUE(places_of("").instructions.empty());
}

// What stands at each place is what the tree says, for drawn files (see generate.hpp).
TEST(Places, of_drawn_files_point_at_the_names) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Implementation drawn = generate_implementation(seed, seed % 4);
    const std::string text = print(drawn);
    const Places places = places_of(text);
    const auto word_at = [&](const Position& p) {
      std::size_t at = 0;
      for (std::uint32_t line = 1; line < p.line; ++line) at = text.find('\n', at) + 1;
      return std::string_view(text).substr(at + p.column - 1);
    };
    ASSERT_EQ(places.instructions.size(), drawn.tree.instruction_count());
    for (const InstructionId i : drawn.tree.instructions()) {
      EXPECT_TRUE(word_at(places.instructions[i.value]).starts_with(drawn.tree.instruction_name(i))) << seed;
    }
    ASSERT_EQ(places.waits.size(), drawn.waits.size());
    for (std::size_t w = 0; w < drawn.waits.size(); ++w) {
      EXPECT_TRUE(word_at(places.waits[w]).starts_with(drawn.semaphores[drawn.waits[w].semaphore].name)) << seed;
    }
    ASSERT_EQ(places.alone_waits.size(), drawn.alone_waits.size());
  }
}

}  // namespace
}  // namespace counterpoint
