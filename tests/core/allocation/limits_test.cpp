// Allocation at the limits of the language: wide, deep, many waits on one consumer.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/allocation/allocate.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "core/program/program_builder.hpp"

namespace counterpoint {
namespace {

AllocationOptions with(Scheme scheme) {
  AllocationOptions options;
  options.scheme = scheme;
  return options;
}

Cost cost(const Program& program, Scheme scheme) {
  const auto allocation = allocate(program, with(scheme));
  require(allocation.has_value(), "the program of a test has an allocation");
  return cost_of(allocation->implementation);
}

TEST(Limits, a_consumer_of_many_producers_uses_its_temporaries_again) {
  ProgramBuilder b("p");
  const EngineId a = b.tree.add_engine("a", false);
  const EngineId e = b.tree.add_engine("b", false);
  const ScopeId loop = b.tree.open_loop("l", TripKind::dynamic, 0, 1);
  constexpr std::size_t producers = 10'000;
  for (std::size_t i = 0; i < producers; ++i) b.tree.add_instruction(a, "x" + std::to_string(i), 1);
  const InstructionId c = b.tree.add_instruction(e, "c", 1);
  b.tree.close();
  const Distance back{loop, 1};
  for (std::size_t i = 0; i < producers; ++i) b.add_dependency(c, InstructionId{i}, {&back, 1});
  const Program program = b.finish();
  const auto allocation = allocate(program, {});
  ASSERT_TRUE(allocation.has_value());
  const Cost of = cost_of(allocation->implementation);
  EXPECT_EQ(of.waits, producers);
  EXPECT_EQ(of.registers[e.value], 9U);  // r_l, w0 to w7
  EXPECT_EQ(of.alone, producers / 8 - 1);
}

// `width` loops next to each other below the root, each with a producer and a consumer of another engine.
Program wide(std::size_t width) {
  ProgramBuilder b("p");
  const EngineId a = b.tree.add_engine("a", false);
  const EngineId e = b.tree.add_engine("b", false);
  for (std::size_t i = 0; i < width; ++i) {
    const std::string n = std::to_string(i);
    const ScopeId loop = b.tree.open_loop("l" + n, TripKind::dynamic, 0, 1);
    const InstructionId p = b.tree.add_instruction(a, "p" + n, 1);
    const InstructionId c = b.tree.add_instruction(e, "c" + n, 1);
    b.tree.close();
    b.add_dependency(c, p);
    const Distance back{loop, 2};
    b.add_dependency(p, c, {&back, 1});
  }
  return b.finish();
}

TEST(Limits, ten_thousand_sibling_loops_cost_in_proportion_in_every_scheme) {
  const Program narrow = wide(1'000);
  const Program broad = wide(10'000);
  for (const SchemeEntry& scheme : all_schemes()) {
    const Cost one = cost(narrow, scheme.scheme);
    const Cost ten = cost(broad, scheme.scheme);
    EXPECT_LE(ten.register_operations, 11 * one.register_operations) << scheme.name;
    EXPECT_LE(ten.code_bytes, 11 * one.code_bytes) << scheme.name;
    EXPECT_LE(ten.semaphores, 11 * one.semaphores) << scheme.name;
  }
}

TEST(Limits, a_thousand_nested_loops_are_allocated_by_every_scheme) {
  ProgramBuilder b("p");
  const EngineId a = b.tree.add_engine("a", false);
  const EngineId e = b.tree.add_engine("b", false);
  std::vector<Distance> distances;
  constexpr std::size_t depth = 1'000;
  for (std::size_t i = 0; i < depth; ++i) {
    distances.push_back({b.tree.open_loop("l" + std::to_string(i), TripKind::dynamic, 0, 1), 1});
  }
  const InstructionId p = b.tree.add_instruction(a, "p", 1);
  const InstructionId c = b.tree.add_instruction(e, "c", 1);
  for (std::size_t i = 0; i < depth; ++i) b.tree.close();
  b.add_dependency(c, p);
  b.add_dependency(p, c, distances);
  const Program program = b.finish();
  for (const SchemeEntry& scheme : all_schemes()) {
    const auto allocation = allocate(program, with(scheme.scheme));
    ASSERT_TRUE(allocation.has_value()) << scheme.name;
    EXPECT_EQ(allocation->implementation.tree.scope_count(), depth + 1) << scheme.name;
  }
  // One mask for each level but the outermost; the history and its counter; the wait and the mask.
  EXPECT_EQ(cost(program, Scheme::per_loop).registers[a.value], depth - 1 + 4);
}

TEST(Limits, constants_that_fit_no_inline_operand_keep_their_value) {
  ProgramBuilder b("p");
  const EngineId a = b.tree.add_engine("a", false);
  const EngineId e = b.tree.add_engine("b", false);
  const ScopeId loop = b.tree.open_loop("l", TripKind::dynamic, 0, 1);
  const InstructionId p = b.tree.add_instruction(a, "p", 1);
  b.tree.add_instruction(a, "q", 1);
  const InstructionId c = b.tree.add_instruction(e, "c", 1);
  b.tree.close();
  const Distance back{loop, 2'000'000'000};
  b.add_dependency(c, p, {&back, 1});
  const auto allocation = allocate(b.finish(), {});
  ASSERT_TRUE(allocation.has_value());
  const Implementation& x = allocation->implementation;
  ASSERT_EQ(x.operations.back().operation, Operation::subtract);
  EXPECT_EQ(x.literal(x.operations.back().b), 4'000'000'001);
}

}  // namespace
}  // namespace counterpoint
