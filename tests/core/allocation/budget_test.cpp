// `auto` under budgets of semaphores and registers against every choice there is.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution: programs of two loops, in each other or one after the other, 3 engines and 4 to 12 instructions, each
// on any engine and in either loop, and up to two behind them that wait for four; each waits for one to three others,
// in the same iteration or one or two before, so that several bodies and engines hold several producers. Every subset
// of these is allocated by a scheme of the test's own, and so is per-engine; half of them as --optimize 1 leaves them,
// half through the passes of level 2. Then for budgets from one too few to more than enough, of semaphores, of
// registers, and of both: what `auto` makes must weigh as little as the lightest of these that fits; where none does,
// the budgets that it names must be the smallest of these. Larger programs: 40 loops of that kind, where not every
// choice is tried: the budget named is enough, one less is not.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/allocation/automatic.hpp"
#include "core/allocation/counters.hpp"
#include "core/allocation/local_scheme.hpp"
#include "core/allocation/passes/passes.hpp"
#include "core/dependence/redundant.hpp"
#include "core/text/text.hpp"
#include "tests/core/generate.hpp"
#include "tests/core/property_factor.hpp"

namespace counterpoint {
namespace {

Program draw_for_budget(std::uint64_t seed, std::uint32_t loops = 2) {
  Dice dice(seed);
  std::string out = "program p\nengine a b c\n";
  std::vector<std::string> outside;
  std::string close;
  std::uint32_t next = 0;
  for (std::uint32_t at = 0; at < loops; ++at) {
    const std::string loop = fmt::format("q{}", at);
    std::vector<std::string> inside;
    out += fmt::format("loop {} trips dynamic {{\n", loop);
    const bool holds_the_next = at % 2 == 0 && at + 1 < loops && dice.one_in(2);
    const std::uint32_t n = 2 + dice.below(4);
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
    if (holds_the_next) {
      close += "}\n";
    } else {
      out += "}\n" + close;
      close.clear();
    }
    outside.insert(outside.end(), inside.begin(), inside.end());
  }
  for (std::uint32_t i = dice.below(3); i > 0; --i) {
    std::string after;
    for (int k = 0; k < 4; ++k) {
      const std::string& other = outside[dice.below(static_cast<std::uint32_t>(outside.size()))];
      after += (after.empty() ? " after " : ", ") + other;
    }
    out += fmt::format("{}: i{}{}\n", "abc"[dice.below(3)], next++, after);
  }
  auto program = parse_program(out, "p.cp");
  EXPECT_TRUE(program.has_value()) << out;
  return std::move(*program);
}

using Number = std::optional<std::uint64_t>;

// A choice, as it is printed at some level.
struct Made {
  double weight = 0;
  std::uint64_t semaphores = 0;
  std::uint64_t registers = 0;
  [[nodiscard]] bool fits(Number most_semaphores, Number most_registers) const {
    return (!most_semaphores || semaphores <= *most_semaphores) && (!most_registers || registers <= *most_registers);
  }
};

Made look_at(const Implementation& implementation) {
  const Cost cost = cost_of(implementation);
  return {weighted_operations(implementation), cost.semaphores, std::ranges::max(cost.registers)};
}

// As `auto` sees a program at that level.
Program as_allocated(const Program& program, int level) {
  if (level < 2) return program;
  RedundancyOptions chains;
  chains.third_engine = true;
  std::vector<bool> removed(program.dependency_count(), false);
  for (const Redundancy& r : redundant(program, chains)) removed[r.dependency.value] = true;
  return without(program, removed);
}

// The bodies with several producers that are in `set` share nothing.
Made with_set(const Program& program, int level, std::uint32_t set, std::uint32_t& regions) {
  regions = 0;
  AllocationOptions options;
  options.optimize = level;
  LocalScheme scheme(program, options, [&](const BodyOnEngine& place) {
    if (place.producers <= 1) return place.producers != 1;
    return (set >> regions++ & 1U) == 0;
  });
  const auto made = allocate_counters(program, options, "test", scheme);
  EXPECT_TRUE(made.has_value());
  return look_at(level < 2 ? made->implementation : optimize(made->implementation, level).implementation);
}

// Every subset, then per-engine.
std::vector<Made> every_choice(const Program& whole, int level) {
  const Program program = as_allocated(whole, level);
  std::uint32_t regions = 0;
  std::vector<Made> all{with_set(program, level, 0, regions)};
  EXPECT_LE(regions, tried_regions);
  for (std::uint32_t set = 1; set < 1U << regions; ++set) all.push_back(with_set(program, level, set, regions));
  AllocationOptions options;
  options.optimize = level;
  options.scheme = Scheme::per_engine;
  all.push_back(look_at(allocate(whole, options)->implementation));
  return all;
}

Number lightest(const std::vector<Made>& all, Number semaphores, Number registers) {
  Number least;
  for (const Made& m : all) {
    if (m.fits(semaphores, registers)) {
      least = std::min(least.value_or(std::numeric_limits<std::uint64_t>::max()), std::uint64_t(m.weight));
    }
  }
  return least;
}

AllocationOptions of_auto(int level, Number semaphores, Number registers) {
  AllocationOptions options;
  options.scheme = Scheme::automatic;
  options.optimize = level;
  options.semaphores = semaphores;
  options.registers = registers;
  return options;
}

// The number behind an option in the help of a refusal that names it as enough.
Number named(std::string_view help, std::string_view option) {
  const std::size_t at = help.find(fmt::format("'{} ", option));
  if (at == std::string_view::npos) return std::nullopt;
  std::uint64_t value = 0;
  std::from_chars(help.data() + at + option.size() + 2, help.data() + help.size(), value);
  return value;
}

struct Seen {
  std::uint64_t compared = 0;
  std::uint64_t lighter_by_semaphores = 0;  // than one semaphore for each body and engine
  std::uint64_t dearer_by_registers = 0;    // than with that many semaphores and no limit on registers
  std::uint64_t engines = 0;                // per-engine was chosen
  std::uint64_t more_semaphores = 0;        // refused: more of this would do
  std::uint64_t more_registers = 0;
  std::uint64_t only_one = 0;  // refused under both, and only more of one of them would do
  std::uint64_t more_of_both = 0;
};

void expect_smallest(const Program& program, int level, const std::vector<Made>& all, Number semaphores,
                     Number registers, const Diagnostic& refusal, Seen& seen) {
  Number fewest_semaphores;
  Number fewest_registers;
  for (const Made& m : all) {
    if (semaphores && m.fits({}, registers)) {
      fewest_semaphores = std::min(fewest_semaphores.value_or(m.semaphores), m.semaphores);
    }
    if (registers && m.fits(semaphores, {})) {
      fewest_registers = std::min(fewest_registers.value_or(m.registers), m.registers);
    }
  }
  const Number of_semaphores = named(refusal.help, "--semaphores");
  const Number of_registers = named(refusal.help, "--registers");
  if (!fewest_semaphores && !fewest_registers) {
    // Neither helps alone: a pair is named, of the fewest semaphores that there can be.
    ++seen.more_of_both;
    const std::size_t at = refusal.help.find(" --registers ");
    ASSERT_NE(at, std::string::npos) << refusal.help;
    const std::string second = "'" + refusal.help.substr(at + 1);
    EXPECT_TRUE(lightest(all, of_semaphores, named(second, "--registers"))) << refusal.help;
    EXPECT_FALSE(lightest(all, *of_semaphores - 1, {})) << refusal.help;
    EXPECT_TRUE(allocate(program, of_auto(level, of_semaphores, named(second, "--registers"))));
    return;
  }
  EXPECT_EQ(of_semaphores, fewest_semaphores) << refusal.help;
  EXPECT_EQ(of_registers, fewest_registers) << refusal.help;
  seen.only_one += semaphores && registers && (!fewest_semaphores || !fewest_registers) ? 1 : 0;
  if (fewest_semaphores) {
    ++seen.more_semaphores;
    EXPECT_TRUE(allocate(program, of_auto(level, fewest_semaphores, registers)));
    EXPECT_FALSE(allocate(program, of_auto(level, *fewest_semaphores - 1, registers)));
  }
  if (fewest_registers) {
    ++seen.more_registers;
    EXPECT_TRUE(allocate(program, of_auto(level, semaphores, fewest_registers)));
    EXPECT_FALSE(allocate(program, of_auto(level, semaphores, *fewest_registers - 1)));
  }
}

void compare(const Program& program, int level, const std::vector<Made>& all, Number semaphores, Number registers,
             Seen& seen) {
  ++seen.compared;
  const auto made = allocate(program, of_auto(level, semaphores, registers));
  const Number least = lightest(all, semaphores, registers);
  ASSERT_EQ(made.has_value(), least.has_value()) << (made ? "" : made.error().front().message);
  if (!made) {
    expect_smallest(program, level, all, semaphores, registers, made.error().front(), seen);
    return;
  }
  const Made got = look_at(made->implementation);
  EXPECT_TRUE(got.fits(semaphores, registers));
  EXPECT_EQ(std::uint64_t(got.weight), *least);
  seen.lighter_by_semaphores += *least < std::uint64_t(all.front().weight) ? 1 : 0;
  seen.dearer_by_registers += *lightest(all, semaphores, {}) < *least ? 1 : 0;
  seen.engines += made->choices.at(1).decision == "per-engine" ? 1 : 0;
  EXPECT_EQ(made->choices.at(0).subject, "budget");
}

// Distribution: 80 programs, every budget of semaphores and registers that tells their choices apart; see the floors.
TEST(Budget, auto_is_the_lightest_of_all_choices_that_fit_and_names_the_smallest_budget_where_none_does) {
  constexpr std::uint64_t all_programs = 80;
  const std::uint64_t programs = testing::property_cases(all_programs, 4);
  Seen seen;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    const Program program = draw_for_budget(seed);
    const int level = seed % 2 == 0 ? 2 : 1;
    const std::vector<Made> all = every_choice(program, level);
    const auto [few, many] = std::ranges::minmax(all, {}, &Made::semaphores);
    const auto [low, high] = std::ranges::minmax(all, {}, &Made::registers);
    std::vector<Number> semaphores{std::nullopt};
    for (std::uint64_t s = few.semaphores - 1; s <= many.semaphores; s += 1 + (many.semaphores - few.semaphores) / 4) {
      semaphores.emplace_back(s);
    }
    std::vector<Number> registers{std::nullopt};
    for (std::uint64_t r = low.registers - 1; r <= std::min(low.registers + 2, high.registers); ++r) {
      registers.emplace_back(r);
    }
    for (const Number s : semaphores) {
      for (const Number r : registers) {
        if (!s && !r) continue;
        compare(program, level, all, s, r, seen);
        if (HasFailure()) {
          FAIL() << print(program) << "level " << level << ", semaphores " << (s ? fmt::format("{}", *s) : "any")
                 << ", registers " << (r ? fmt::format("{}", *r) : "any");
        }
      }
    }
  }
  const auto at_least = [&](auto count, double floor) {
    // Whole programs come or do not, with a dozen comparisons each: a part is held to a tenth of its share.
    const double part = floor * static_cast<double>(programs) / all_programs;
    EXPECT_GE(static_cast<double>(count), programs < all_programs ? std::floor(part / 10) : floor);
  };
  at_least(seen.compared, 1500);
  at_least(seen.lighter_by_semaphores, 400);
  at_least(seen.dearer_by_registers, 3);
  at_least(seen.engines, 50);
  at_least(seen.more_semaphores, 400);
  at_least(seen.more_registers, 400);
  at_least(seen.only_one, 300);
  at_least(seen.more_of_both, 50);
}

TEST(Budget, of_a_larger_program_the_budget_named_is_enough_and_one_less_is_not) {
  std::uint64_t named_semaphores = 0;
  std::uint64_t named_registers = 0;
  std::uint64_t made_one = 0;
  constexpr std::uint64_t all_programs = 4;
  const std::uint64_t programs = testing::property_cases(all_programs, 1);
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    const Program program = draw_for_budget(seed, programs < all_programs ? 12 : 40);
    const int level = seed % 4 == 0 ? 2 : 1;
    AllocationOptions apart;
    apart.scheme = Scheme::per_instruction;
    apart.optimize = level;
    const std::uint64_t least = look_at(allocate(program, apart)->implementation).registers;
    using Pair = std::pair<Number, Number>;
    for (const auto& [s, r] :
         {Pair{2, {}}, {{}, least - 1}, {10, least}, {50, least}, {80, least}, {50, least - 1}, {1'000, least}}) {
      const auto made = allocate(program, of_auto(level, s, r));
      if (made) {
        EXPECT_TRUE(look_at(made->implementation).fits(s, r));
        EXPECT_EQ(made->choices.at(0).subject, "budget");
        ++made_one;
        continue;
      }
      const std::string& help = made.error().front().help;
      if (help.find(" --registers ") != std::string::npos) continue;
      if (const Number n = named(help, "--semaphores")) {
        ++named_semaphores;
        EXPECT_TRUE(allocate(program, of_auto(level, n, r))) << help;
        EXPECT_FALSE(allocate(program, of_auto(level, *n - 1, r))) << help;
      }
      if (const Number n = named(help, "--registers")) {
        ++named_registers;
        EXPECT_TRUE(allocate(program, of_auto(level, s, n))) << help;
        EXPECT_FALSE(allocate(program, of_auto(level, s, *n - 1))) << help;
      }
    }
  }
  const std::uint64_t named_at_least = programs < all_programs ? 1 : 10;
  EXPECT_GE(named_semaphores, named_at_least);
  EXPECT_GE(named_registers, named_at_least);
  EXPECT_GE(made_one, 1U);
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
  EXPECT_EQ(shared->choices.front().decision, "1 semaphore");
  EXPECT_EQ(shared->choices.at(1).decision, "per-engine");
  options.semaphores = 0;
  const auto refused = allocate(*program, options);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().front().message, "scheme auto needs at least 1 semaphore and there may be 0");
  EXPECT_EQ(refused.error().front().help, "'--semaphores 1' is enough");
}

}  // namespace
}  // namespace counterpoint
