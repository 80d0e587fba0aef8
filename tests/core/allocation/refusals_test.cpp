// What allocation refuses and warns of: the code, the place, and what would help.
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/allocation/allocate.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "core/text/text.hpp"

namespace counterpoint {
namespace {

using ::testing::HasSubstr;

Program read(std::string_view text) {
  auto program = parse_program(text, "p.cp");
  require(program.has_value(), "the program of a test is valid");
  return std::move(*program);
}

// The refusals, or the warnings of what was allocated.
Diagnostics messages(const Program& program, const AllocationOptions& options = {}) {
  auto allocation = allocate(program, options);
  return allocation ? allocation->warnings : allocation.error();
}

AllocationOptions base() {
  AllocationOptions options;
  options.extensions = Extensions::none;
  return options;
}

AllocationOptions with(Scheme scheme) {
  AllocationOptions options;
  options.scheme = scheme;
  return options;
}

constexpr std::string_view future = R"(program p
engine a b
loop l trips dynamic {
  b: c after x, y
  loop m trips dynamic {
    a: x
    a: y
  }
}
)";

TEST(Refusals, name_every_dependency_on_the_future_with_its_line_and_a_way_out) {
  const Diagnostics refused = messages(read(future));
  ASSERT_EQ(refused.size(), 2U);
  EXPECT_EQ(refused[0].code, Code::count_in_the_future);
  EXPECT_EQ(refused[0].severity, Severity::refusal);
  EXPECT_EQ(refused[0].position.line, 4U);
  EXPECT_THAT(refused[0].message, HasSubstr("c <- x"));
  EXPECT_THAT(refused[1].message, HasSubstr("c <- y"));
  EXPECT_THAT(refused[0].help, HasSubstr("x@l-1"));
  EXPECT_THAT(refused[0].help, HasSubstr("constant trip count"));
}

TEST(Refusals, are_cut_at_a_hundred_and_count_the_rest) {
  std::string text = "program p\nengine a b\nloop l trips dynamic {\n";
  for (int i = 0; i < 150; ++i) text += "  b: c" + std::to_string(i) + " after x\n";
  text += "  loop m trips dynamic {\n    a: x\n  }\n}\n";
  const Diagnostics refused = messages(read(text));
  ASSERT_EQ(refused.size(), 100U);
  EXPECT_THAT(refused.back().help, HasSubstr("50 more"));
}

constexpr std::string_view nested = R"(program p
engine a b
loop l trips dynamic {
  loop m trips dynamic {
    a: x
  }
  b: c after x@l-2
}
)";

TEST(Refusals, without_extensions_a_barrier_stands_for_what_is_outside_the_base_classes) {
  const Program program = read(nested);
  const auto allocation = allocate(program, base());
  ASSERT_TRUE(allocation.has_value());
  EXPECT_EQ(cost_of(allocation->implementation).barriers, 1U);
  ASSERT_EQ(allocation->warnings.size(), 1U);
  EXPECT_EQ(allocation->warnings[0].code, Code::barrier_instead_of_wait);
  EXPECT_EQ(allocation->warnings[0].position.line, 7U);
  ASSERT_EQ(allocation->choices.size(), 1U);
  EXPECT_EQ(allocation->choices[0].decision, "barrier at l");
  EXPECT_EQ(cost_of(allocate(program, {})->implementation).barriers, 0U);
}

TEST(Refusals, without_extensions_a_divergent_producer_or_a_distance_of_zero_is_refused) {
  std::string text(nested);
  text.replace(text.find("m trips dynamic"), 15, "m trips divergent");
  const Diagnostics divergent = messages(read(text), base());
  ASSERT_EQ(divergent.size(), 1U);
  EXPECT_EQ(divergent[0].code, Code::outside_base);
  EXPECT_THAT(divergent[0].message, HasSubstr("'m' is divergent"));
  const Diagnostics zero = messages(
      read("program p\nengine a b\nloop l trips dynamic {\n  b: c after x\n  loop m trips 2 {\n    a: x\n  }\n}\n"),
      base());
  ASSERT_EQ(zero.size(), 1U);
  EXPECT_EQ(zero[0].code, Code::outside_base);
  EXPECT_THAT(zero[0].message, HasSubstr("no positive distance"));
}

TEST(Refusals, several_fallbacks_at_one_loop_share_its_barrier) {
  std::string text(nested);
  text.insert(text.find("  b: c"), "  b: d after x@l-3\n");
  EXPECT_EQ(cost_of(allocate(read(text), base())->implementation).barriers, 1U);
}

TEST(Refusals, a_history_beyond_the_limit_becomes_a_barrier_or_is_refused) {
  std::string text(nested);
  text.replace(text.find("x@l-2"), 5, "x@l-1001");
  EXPECT_EQ(cost_of(allocate(read(text), {})->implementation).barriers, 1U);
  text.replace(text.find("m trips dynamic"), 15, "m trips divergent");
  const Diagnostics refused = messages(read(text));
  ASSERT_EQ(refused.size(), 1U);
  EXPECT_EQ(refused[0].code, Code::history_too_deep);
  EXPECT_THAT(refused[0].message, HasSubstr("1001 registers"));
  text.replace(text.find("1001"), 4, "1000");
  EXPECT_TRUE(allocate(read(text), {}).has_value());
}

TEST(Refusals, the_baseline_names_every_divergent_scope_and_backward_dependency) {
  const Program program = read(R"(program p
engine a b
b: c after x
loop l trips divergent {
  a: x
  if m divergent {
    a: y
  }
}
)");
  for (const Scheme scheme : {Scheme::barrier, Scheme::barrier_lean}) {
    const Diagnostics refused = messages(program, with(scheme));
    ASSERT_EQ(refused.size(), 3U);
    EXPECT_EQ(refused[0].code, Code::barrier_in_divergent_scope);
    EXPECT_EQ(refused[0].position.line, 4U);
    EXPECT_EQ(refused[1].code, Code::barrier_in_divergent_scope);
    EXPECT_THAT(refused[1].message, HasSubstr("'m'"));
    EXPECT_EQ(refused[2].code, Code::backward_under_barriers);
    EXPECT_EQ(refused[2].position.line, 3U);
  }
}

TEST(Refusals, a_strengthened_dependency_is_allocated_with_a_warning) {
  const Diagnostics warned = messages(read(R"(program p
engine a b
loop q trips dynamic {
  loop l trips dynamic {
    loop m trips dynamic {
      a: x
    }
    b: c after x@q-1@l-1
  }
}
)"));
  ASSERT_EQ(warned.size(), 1U);
  EXPECT_EQ(warned[0].code, Code::over_waits);
  EXPECT_EQ(warned[0].severity, Severity::warning);
  EXPECT_EQ(warned[0].position.line, 8U);
  EXPECT_THAT(warned[0].help, HasSubstr("x@q-1@*"));
}

}  // namespace
}  // namespace counterpoint
