// What Equation 1 asks for, class by class.
// SPDX-License-Identifier: Apache-2.0
#include "smt/obligations/target.hpp"

#include <gtest/gtest.h>

#include "tests/verify/pair.hpp"

namespace counterpoint::smt {
namespace {

// The target of the first dependency of a program with loops q around s around l.
Target asked(std::string_view body, std::string_view trips = "dynamic") {
  const std::string text = "program p\nengine a b\nloop q trips " + std::string(trips) + " {\nloop s trips " +
                           std::string(trips) + " {\n" + std::string(body) + "}\n}\n";
  const Pair pair(text, Scheme::per_loop);
  return target_of(pair.program(), pair.implementation(), pair.question().pairing, DependencyId{0});
}

TEST(Target, without_a_distance_it_is_the_iteration_of_now) {
  const Target t = asked("a: p\nb: c after p\n");
  EXPECT_EQ(t.kind, TargetKind::now);
  EXPECT_EQ(t.scope, ScopeId{2});
  EXPECT_TRUE(t.owed.empty());
}

TEST(Target, a_distance_is_owed_once_the_trip_has_come_that_far) {
  const Target t = asked("a: p\nb: c after p@s-2\n");
  EXPECT_EQ(t.kind, TargetKind::back);
  EXPECT_EQ(t.distance, 2);
  ASSERT_EQ(t.owed.size(), 1U);
  EXPECT_EQ(t.owed.front(), (std::pair<ScopeId, std::int64_t>{ScopeId{2}, 2}));
}

TEST(Target, a_star_counts_whole_iterations_of_its_loop) {
  const Target t = asked("a: p\nb: c after p@q-1@*\n");
  EXPECT_EQ(t.kind, TargetKind::back);
  EXPECT_EQ(t.scope, ScopeId{1});
}

TEST(Target, two_distances_are_two_levels_and_constant_trips_have_a_closed_form) {
  const Target t = asked("a: p\nb: c after p@q-1@s+1\n");
  EXPECT_EQ(t.kind, TargetKind::two_level);
  EXPECT_EQ(t.inner, -1);
  EXPECT_EQ(asked("loop l trips 3 {\na: p\n}\nb: c after p@q-1@s+1\n", "4").kind, TargetKind::closed);
}

TEST(Target, inside_a_branch_the_iterations_are_those_of_the_loop_around_it) {
  const Target t = asked("if c {\na: p\n}\nelse {\nb: c after p@s-1\n}\n");
  EXPECT_EQ(t.kind, TargetKind::back);
  EXPECT_EQ(t.scope, ScopeId{2});
}

}  // namespace
}  // namespace counterpoint::smt
