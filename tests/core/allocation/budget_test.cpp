// `auto` under a budget of semaphores against every choice there is.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution: programs of two loops, 3 engines and 4 to 12 instructions, each on any engine, in either loop or
// outside; each waits for one to three others, in the same iteration or one or two before, so that several bodies and
// engines hold several producers. Every subset of these is allocated by a scheme of the test's own; for each budget
// from too few to more than enough the allocation of `auto` must weigh as little as the lightest subset that fits.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/allocation/automatic.hpp"
#include "core/allocation/counters.hpp"
#include "core/allocation/local_scheme.hpp"
#include "core/text/text.hpp"
#include "tests/core/generate.hpp"

namespace counterpoint {
namespace {

Program draw_for_budget(std::uint64_t seed) {
  Dice dice(seed);
  std::string out = "program p\nengine a b c\n";
  std::vector<std::string> outside;
  std::uint32_t next = 0;
  for (const char* loop : {"q", "s"}) {
    std::vector<std::string> inside;
    out += fmt::format("loop {} trips dynamic {{\n", loop);
    const std::uint32_t n = 2 + dice.below(5);
    for (std::uint32_t i = 0; i < n; ++i) {
      std::string after;
      for (std::uint32_t k = 1 + dice.below(3); k > 0; --k) {
        std::string other;
        if (!inside.empty() && !dice.one_in(3)) {
          other = inside[dice.below(static_cast<std::uint32_t>(inside.size()))];
          if (dice.one_in(2)) other += fmt::format("@{}-{}", loop, 1 + dice.below(2));
        } else if (!outside.empty()) {
          other = outside[dice.below(static_cast<std::uint32_t>(outside.size()))];
        }
        if (!other.empty()) after += (after.empty() ? " after " : ", ") + other;
      }
      const std::string name = fmt::format("i{}", next++);
      out += fmt::format("  {}: {}{}\n", "abc"[dice.below(3)], name, after);
      inside.push_back(name);
    }
    out += "}\n";
    outside.insert(outside.end(), inside.begin(), inside.end());
  }
  auto program = parse_program(out, "p.cp");
  EXPECT_TRUE(program.has_value()) << out;
  return std::move(*program);
}

struct Made {
  double weight = 0;
  std::uint64_t semaphores = 0;
};

// The bodies with several producers that are in `set` share nothing.
std::optional<Made> with_set(const Program& program, std::uint32_t set, std::uint32_t& regions) {
  regions = 0;
  const AllocationOptions options;
  LocalScheme scheme(program, options, [&](const BodyOnEngine& place) {
    if (place.producers <= 1) return place.producers != 1;
    return (set >> regions++ & 1U) == 0;
  });
  const auto made = allocate_counters(program, options, "test", scheme);
  if (!made) return std::nullopt;
  return Made{weighted_operations(made->implementation), made->implementation.element_count()};
}

TEST(Budget, auto_is_the_lightest_of_all_choices_that_fit) {
  std::uint64_t choices = 0;
  std::uint64_t better = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Program program = draw_for_budget(seed);
    std::uint32_t regions = 0;
    const auto none = with_set(program, 0, regions);
    ASSERT_TRUE(none.has_value());
    ASSERT_LE(regions, tried_regions);
    std::vector<Made> all;
    const std::uint32_t sets = 1U << regions;
    for (std::uint32_t set = 0; set < sets; ++set) all.push_back(*with_set(program, set, regions));
    choices += sets;
    for (std::uint64_t budget = none->semaphores; budget <= none->semaphores + 6; ++budget) {
      double least = none->weight;
      for (const Made& m : all) {
        if (m.semaphores <= budget) least = std::min(least, m.weight);
      }
      AllocationOptions options;
      options.scheme = Scheme::automatic;
      options.semaphores = budget;
      const auto made = allocate(program, options);
      ASSERT_TRUE(made.has_value()) << print(program);
      EXPECT_LE(made->implementation.element_count(), budget);
      EXPECT_EQ(weighted_operations(made->implementation), least) << print(program) << "budget " << budget;
      better += least < none->weight ? 1 : 0;
    }
  }
  EXPECT_GT(choices, 1000U);
  EXPECT_GT(better, 200U);
}

TEST(Budget, too_small_a_budget_says_how_many_are_needed) {
  const auto program = parse_program(
      "program p\nengine a b\nloop q trips dynamic {\n  a: x\n  loop s trips dynamic {\n    a: y\n  }\n  a: z\n  b: c "
      "after z, x, "
      "y\n}\n",
      "p.cp");
  ASSERT_TRUE(program.has_value());
  AllocationOptions options;
  options.scheme = Scheme::automatic;
  options.semaphores = 1;
  const auto shared = allocate(*program, options);
  ASSERT_TRUE(shared.has_value());
  EXPECT_EQ(shared->choices.front().decision, "per-engine");
  options.semaphores = 0;
  const auto refused = allocate(*program, options);
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().front().help.find("fewer than 1"), std::string::npos) << refused.error().front().help;
}

}  // namespace
}  // namespace counterpoint
