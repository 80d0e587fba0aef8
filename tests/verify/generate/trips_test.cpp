// Generated trip counts.
// SPDX-License-Identifier: Apache-2.0
#include "verify/generate/trips.hpp"

#include <gtest/gtest.h>

#include "core/text/text.hpp"
#include "verify/generate/program.hpp"

namespace counterpoint {
namespace {

constexpr const char* text =
    "program p\nengine a b\nloop L trips dynamic {\n  loop M trips divergent {\n    a: x\n  }\n}\nif C {\n  b: y\n}\n"
    "loop N trips 3 {\n}\n";

TEST(GenerateTrips, gives_no_iteration_and_the_first_branch_where_every_choice_is_zero) {
  const auto program = parse_program(text, "p");
  ASSERT_TRUE(program);
  Choices choices(std::span<const std::uint8_t>{});
  EXPECT_EQ(generate_trips(choices, program->tree, {}).options, (std::vector<std::string>{"L=0", "M=0", "C=1"}));
}

TEST(GenerateTrips, gives_the_same_texts_for_a_seed_everywhere) {
  const auto program = parse_program(text, "p");
  ASSERT_TRUE(program);
  Choices choices(std::uint64_t{5});
  EXPECT_EQ(generate_trips(choices, program->tree, {}).options, (std::vector<std::string>{"L=1", "M=1,3", "C=0,0,0"}));
}

TEST(GenerateTrips, gives_trips_that_are_those_of_its_texts_within_the_shape) {
  Shape shape;
  shape.trips = 2;
  int zero = 0;
  int differ = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Choices choices(seed);
    const Program program = generate_program(choices, shape);
    const DrawnTrips drawn = generate_trips(choices, program.tree, shape);
    const Trips again = trips_from(program.tree, drawn.options);
    for (const ScopeId s : program.tree.scopes()) {
      for (const EngineId e : program.tree.engines()) {
        for (std::uint64_t n = 1; n < 6; ++n) {
          ASSERT_EQ(drawn.trips.at(s, e, n), again.at(s, e, n));
          ASSERT_LE(drawn.trips.at(s, e, n), 2U);
          zero += drawn.trips.at(s, e, n) == 0 ? 1 : 0;
          differ += drawn.trips.at(s, e, n) != drawn.trips.at(s, EngineId{std::size_t{0}}, n) ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GE(zero, 500);
  EXPECT_GE(differ, 500);
}

TEST(TripsFrom, trips_of_another_tree_are_a_fault_of_ours) {
  const auto program = parse_program(text, "p");
  ASSERT_TRUE(program);
  EXPECT_THROW((void)trips_from(program->tree, std::vector<std::string>{"Z=1"}), InternalError);
}

}  // namespace
}  // namespace counterpoint
