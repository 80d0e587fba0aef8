// The lag grows where nothing holds a producer back, and only there.
// SPDX-License-Identifier: Apache-2.0
#include "smt/certify/lag.hpp"

#include <gtest/gtest.h>

#include "core/text/text.hpp"

namespace counterpoint::smt {
namespace {

std::optional<GrowingLag> lag(std::string_view body) {
  return growing_lag(*parse_program("program p\nengine a b c\n" + std::string(body), "p.cp"));
}

TEST(Lag, a_producer_that_waits_for_nobody_runs_ahead) {
  const auto found = lag("loop l trips dynamic {\n  a: x\n  b: c after x\n}\n");
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->consumer, InstructionId{1});
  EXPECT_EQ(found->producer, InstructionId{0});
  EXPECT_EQ(found->at_fewer, 7);  // 8 iterations, of which the first is owed
  EXPECT_EQ(found->at_more, 15);
}

TEST(Lag, a_buffer_bounds_it_also_through_a_third_engine) {
  EXPECT_FALSE(lag("loop l trips dynamic {\n  a: x after c@l-2\n  b: c after x\n}\n").has_value());
  EXPECT_FALSE(lag("loop l trips dynamic {\n  a: x after d@l-4\n  b: c after x\n  c: d after c\n}\n").has_value());
}

TEST(Lag, a_trip_that_is_owed_as_a_whole_is_no_lead) {
  EXPECT_FALSE(lag("loop l trips dynamic {\n  a: x\n}\nb: c after x\n").has_value());
  EXPECT_FALSE(lag("loop l trips 1000 {\n  a: x\n}\nb: c after x\n").has_value());
}

// A run of many short trips would break the second: only long ones are tried.
TEST(Lag, loops_in_each_other_are_held_by_the_inner_one) {
  EXPECT_FALSE(lag("loop q trips dynamic {\n  loop l trips dynamic {\n    a: x after c@q-1@*, c@l-2\n"
                   "    b: c after x\n  }\n}\n")
                   .has_value());
  EXPECT_FALSE(lag("loop q trips dynamic {\n  loop l trips dynamic {\n    a: x after c@l-2\n    b: c after x\n  }\n}\n")
                   .has_value());
}

}  // namespace
}  // namespace counterpoint::smt
