// The trip counts of a bound: how many, which, and what they are called.
// SPDX-License-Identifier: Apache-2.0
#include "verify/assignments/assignments.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/text/text.hpp"

namespace counterpoint {
namespace {

Program program_of(const std::string& body) {
  auto read = parse_program("program p\nengine e0 e1\n" + body, "program");
  if (!read) throw std::runtime_error(to_string(read.error().front()));
  return std::move(*read);
}

std::set<std::string> texts(const Program& program, const Assignments& all) {
  std::set<std::string> result;
  for (std::size_t n = 0; n < all.size(); ++n) result.insert(to_text(program.tree, all.at(n)));
  return result;
}

TEST(Assignments, of_a_program_in_which_nothing_varies_are_one_empty_one) {
  const Program p = program_of("loop L trips 3 { e0: a }\n");
  const Assignments all(p.tree, {});
  EXPECT_EQ(all.size(), 1U);
  EXPECT_TRUE(all.at(0).empty());
  EXPECT_EQ(all.bound(), "no count varies");
}

TEST(Assignments, of_a_uniform_program_are_all_constants_up_to_3_and_64_lists) {
  const Program p = program_of("loop Q trips dynamic { loop S trips dynamic { e0: a }\n if A { e1: b } }\n");
  const Assignments all(p.tree, {});
  EXPECT_EQ(all.size(), 4U * 4U * 2U + 64U);
  EXPECT_EQ(all.bound(), "constants per scope 0..3 (all 32), lists of 2 to 4 (64 drawn)");
  std::set<std::string> constants;
  for (std::size_t n = 0; n < 32; ++n) constants.insert(to_text(p.tree, all.at(n)));
  EXPECT_EQ(constants.size(), 32U);
  EXPECT_EQ(constants.count("Q=3 S=0 A=1"), 1U);
  EXPECT_EQ(constants.count("Q=0 S=0 A=0"), 1U);
  for (std::size_t n = 32; n < all.size(); ++n) {
    const Assignment a = all.at(n);
    EXPECT_EQ(a[0].counts.size(), 1U) << "Q is entered once";
    EXPECT_GE(a[1].counts.size(), 2U);
    EXPECT_LE(a[1].counts.size(), 4U);
  }
}

TEST(Assignments, of_a_divergent_program_are_constants_up_to_2_for_each_engine_and_lists_of_two) {
  const Program p = program_of("loop Q trips dynamic { loop S trips divergent { e0: a\n e1: b } }\n");
  const Assignments all(p.tree, {});
  EXPECT_EQ(all.size(), 27U + 3U * 81U);
  EXPECT_EQ(all.bound(), "constants per scope and engine 0..2 (all 27), lists of two (all 243)");
  const auto names = texts(p, all);
  EXPECT_EQ(names.count("Q=2 S@e0=1 S@e1=2"), 1U);
  EXPECT_EQ(names.count("Q=2 S@e0=1,0 S@e1=2,2"), 1U);
  EXPECT_EQ(names.size(), all.size());
}

TEST(Assignments, are_drawn_where_there_are_too_many_and_depend_on_the_seed_alone) {
  const Program p = program_of(
      "loop A trips dynamic {}\nloop B trips dynamic {}\nloop C trips dynamic {}\n"
      "loop D trips dynamic {}\nloop E trips dynamic {}\nloop F trips dynamic {}\n"
      "loop G trips dynamic { e0: a }\n");
  const Assignments all(p.tree, {});
  EXPECT_EQ(all.size(), 4096U);
  EXPECT_EQ(all.bound(), "constants per scope 0..3 (4096 drawn)");
  EXPECT_EQ(texts(p, all), texts(p, Assignments(p.tree, {})));
  AssignmentOptions other;
  other.seed = 2;
  EXPECT_NE(texts(p, all), texts(p, Assignments(p.tree, other)));
  EXPECT_GT(texts(p, all).size(), 3000U);
}

TEST(Assignments, become_trips_of_both_trees_with_resized_loops) {
  const Program p = program_of("loop N trips 5 { loop S trips divergent { e0: a\n e1: b } }\n");
  AssignmentOptions options;
  options.resize = {{ScopeId{std::size_t{1}}, 2}};
  const Assignments all(p.tree, options);
  const EngineId e0{std::size_t{0}};
  const EngineId e1{std::size_t{1}};
  IdVector<EngineId, EngineId> swapped;
  swapped.push_back(e1);
  swapped.push_back(e0);
  const Assignment a = {{ScopeId{std::size_t{2}}, e0, {1, 2}}, {ScopeId{std::size_t{2}}, e1, {0}}};
  const Trips trips = all.trips(p.tree, a, swapped);
  EXPECT_EQ(trips.at(ScopeId{std::size_t{1}}, e0, 1), 2U);
  EXPECT_EQ(trips.at(ScopeId{std::size_t{2}}, e1, 1), 1U);
  EXPECT_EQ(trips.at(ScopeId{std::size_t{2}}, e1, 2), 2U);
  EXPECT_EQ(trips.at(ScopeId{std::size_t{2}}, e0, 2), 0U);
}

}  // namespace
}  // namespace counterpoint
