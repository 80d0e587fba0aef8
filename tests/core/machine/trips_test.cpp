// Tests of trip counts: options, lists, draws.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/trips.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"
#include "core/text/text.hpp"

namespace counterpoint {
namespace {

const Program& program() {
  static const Program p = *parse_program(
      "program p\nengine act pe\nloop q trips 4 {\n  loop kv trips dynamic {\n    act: x\n  }\n"
      "  loop tile trips divergent {\n    act: y\n  }\n  if causal {\n    pe: z\n  }\n}\n",
      "test");
  return p;
}
const Tree& tree() { return program().tree; }

ScopeId scope(std::string_view name) {
  for (const ScopeId s : tree().scopes()) {
    if (tree().scope_name(s) == name) return s;
  }
  return ScopeId::none();
}
constexpr EngineId act{std::size_t{0}};
constexpr EngineId pe{std::size_t{1}};

std::vector<std::uint32_t> first_visits(const Trips& trips, std::string_view name, EngineId e, std::uint64_t n = 5) {
  std::vector<std::uint32_t> counts;
  for (std::uint64_t i = 1; i <= n; ++i) counts.push_back(trips.at(scope(name), e, i));
  return counts;
}
using Counts = std::vector<std::uint32_t>;

Diagnostic refused(std::string_view option, bool resize = false) {
  Trips trips(tree());
  const auto result = resize ? trips.resize(tree(), option) : trips.set(tree(), option);
  EXPECT_FALSE(result.has_value()) << option;
  return result ? Diagnostic{} : result.error();
}

TEST(Trips, are_the_number_in_the_text_or_the_default_and_the_first_branch) {
  const Trips trips(tree());
  EXPECT_EQ(trips.at(scope("q"), act, 1), 4U);
  EXPECT_EQ(trips.at(scope("kv"), act, 1), 2U);
  EXPECT_EQ(trips.at(scope("causal"), pe, 7), 1U);
  EXPECT_EQ(trips.at(scope("causal.else"), pe, 7), 0U);
  EXPECT_EQ(Trips(tree(), 5).at(scope("kv"), act, 1), 5U);
}

TEST(Trips, take_a_list_whose_last_value_repeats) {
  Trips trips(tree());
  ASSERT_TRUE(trips.set(tree(), "kv=3,0,2"));
  EXPECT_EQ(first_visits(trips, "kv", act), (Counts{3, 0, 2, 2, 2}));
  EXPECT_EQ(first_visits(trips, "kv", pe), (Counts{3, 0, 2, 2, 2}));
}

TEST(Trips, of_one_engine_leave_the_others_alone) {
  Trips trips(tree());
  ASSERT_TRUE(trips.set(tree(), "tile@act=1,4"));
  EXPECT_EQ(first_visits(trips, "tile", act), (Counts{1, 4, 4, 4, 4}));
  EXPECT_EQ(first_visits(trips, "tile", pe), (Counts{2, 2, 2, 2, 2}));
  ASSERT_TRUE(trips.set(tree(), "tile=7"));
  EXPECT_EQ(first_visits(trips, "tile", act, 2), (Counts{1, 4}));
  EXPECT_EQ(first_visits(trips, "tile", pe, 2), (Counts{7, 7}));
}

TEST(Trips, of_a_conditional_choose_a_branch_and_else_is_the_complement) {
  Trips trips(tree());
  ASSERT_TRUE(trips.set(tree(), "causal=1,0"));
  EXPECT_EQ(first_visits(trips, "causal", pe, 3), (Counts{1, 0, 0}));
  EXPECT_EQ(first_visits(trips, "causal.else", pe, 3), (Counts{0, 1, 1}));
}

TEST(Trips, of_a_number_change_only_by_a_resize_which_is_remembered) {
  Trips trips(tree());
  EXPECT_EQ(trips.resized(), "");
  ASSERT_TRUE(trips.resize(tree(), "q=3"));
  ASSERT_TRUE(trips.resize(tree(), "q=9"));
  EXPECT_EQ(trips.at(scope("q"), pe, 1), 9U);
  EXPECT_EQ(trips.resized(), "q=9");
  const Diagnostic d = refused("q=3");
  EXPECT_EQ(d.code, Code::constant_trips_set);
  EXPECT_EQ(d.help, "change the number with --resize q=N");
  EXPECT_EQ(refused("kv=3", true).code, Code::resize_without_number);
  EXPECT_EQ(refused("causal=1", true).code, Code::resize_without_number);
  EXPECT_EQ(refused("q=3,4", true).code, Code::bad_trip_list);
  EXPECT_EQ(refused("q@act=3", true).code, Code::bad_trip_list);
}

TEST(Trips, refuse_what_does_not_exist_with_the_nearest_name) {
  EXPECT_EQ(refused("vk=3").code, Code::unknown_trip_scope);
  EXPECT_EQ(refused("vk=3").nearest, "kv");
  EXPECT_EQ(refused("til=3").nearest, "tile");
  EXPECT_EQ(refused("root=3").code, Code::unknown_trip_scope);
  EXPECT_EQ(refused("tile@ac=3").code, Code::unknown_trip_engine);
  EXPECT_EQ(refused("tile@ac=3").nearest, "act");
  EXPECT_EQ(refused("causal.else=1").code, Code::else_branch_set);
  EXPECT_EQ(refused("kv@act=1").code, Code::uniform_trips_per_engine);
  EXPECT_EQ(refused("kv@act=1").help, "write kv=1, or declare it divergent");
}

TEST(Trips, say_how_several_scopes_are_written) {
  EXPECT_EQ(refused("kv=2,causal=1").code, Code::bad_trip_list);
  EXPECT_EQ(refused("kv=2,causal=1").help, "one option for each scope: --trips kv=2 --trips causal=1");
  EXPECT_EQ(refused("kv=2,3,tile@act=1,0,causal=1").help,
            "one option for each scope: --trips kv=2,3 --trips tile@act=1,0 --trips causal=1");
  EXPECT_EQ(refused("q=2,q=3", true).help, "one option for each scope: --resize q=2 --resize q=3");
  EXPECT_EQ(refused("kv=2,x").help, "");
}

TEST(Trips, refuse_lists_that_are_empty_negative_too_large_or_no_numbers) {
  for (const char* option : {"kv", "kv=", "kv=3,", "kv=,3", "kv=-1", "kv=2147483648", "kv=99999999999999999999", "kv=x",
                             "kv=3 ", "kv=+3", "kv=0x3"}) {
    EXPECT_EQ(refused(option).code, Code::bad_trip_list) << option;
  }
  EXPECT_EQ(refused("causal=2").code, Code::branch_out_of_range);
  Trips trips(tree());
  EXPECT_TRUE(trips.set(tree(), "kv=2147483647"));
  EXPECT_EQ(trips.at(scope("kv"), act, 9), 2147483647U);
}

TEST(Trips, that_are_drawn_are_a_function_of_seed_scope_engine_and_visit) {
  Trips trips(tree());
  ASSERT_TRUE(trips.set(tree(), "causal=0"));
  trips.randomize(7, 3);
  const Counts drawn = first_visits(trips, "kv", act, 200);
  EXPECT_EQ(first_visits(trips, "kv", pe, 200), drawn);
  EXPECT_EQ(first_visits(trips, "kv", act, 200), drawn);
  for (std::uint32_t n = 0; n <= 3; ++n) EXPECT_GT(std::ranges::count(drawn, n), 20) << n;
  EXPECT_EQ(*std::ranges::max_element(drawn), 3U);
  EXPECT_NE(first_visits(trips, "tile", act, 200), first_visits(trips, "tile", pe, 200));
  EXPECT_EQ(first_visits(trips, "causal", pe, 3), (Counts{0, 0, 0}));
  EXPECT_EQ(trips.at(scope("q"), act, 1), 4U);
  trips.randomize(8, 3);
  EXPECT_NE(first_visits(trips, "kv", act, 200), drawn);
}

TEST(Trips, add_up_over_visits_as_if_asked_one_by_one) {
  Trips trips(tree());
  ASSERT_TRUE(trips.set(tree(), "kv=3,0,2"));
  ASSERT_TRUE(trips.set(tree(), "causal=1,0"));
  for (const bool random : {false, true}) {
    if (random) trips.randomize(3, 4);
    for (const ScopeId s : tree().scopes()) {
      for (std::uint64_t first = 1; first < 6; ++first) {
        std::uint64_t sum = 0;
        EXPECT_EQ(trips.total(s, act, first, first - 1), 0U);
        for (std::uint64_t last = first; last < 9; ++last) {
          sum += trips.at(s, act, last);
          EXPECT_EQ(trips.total(s, act, first, last), sum) << tree().scope_name(s) << first << last;
        }
      }
    }
  }
  Trips many(tree(), 0x7fffffff);
  EXPECT_EQ(many.total(scope("kv"), act, 1, 1'000'000'000), 2147483647'000000000U);
  EXPECT_EQ(many.total(scope("kv"), act, 1, ~std::uint64_t{0}), Trips::largest_total);
}

}  // namespace
}  // namespace counterpoint
