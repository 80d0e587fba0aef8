// The relation stays linear: many instructions, many scopes side by side, scopes nested to the limit.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>

#include "core/allocation/allocate.hpp"
#include "core/program/program_builder.hpp"
#include "verify/relation/relation.hpp"

namespace counterpoint {
namespace {

// The seconds it takes to prove the allocation of a program; the answer must be `equivalent`.
double seconds(const Program& program, Scheme scheme) {
  AllocationOptions options;
  options.scheme = scheme;
  options.choices_up_to = 0;
  const auto a = allocate(program, options);
  if (!a) throw std::runtime_error("refused");
  const auto pairing = pair_up(program, a->implementation);
  const auto start = std::chrono::steady_clock::now();
  const Verdict v = decide_by_relation(program, a->implementation, *pairing);
  EXPECT_EQ(to_text(v.word), "equivalent") << v.reason << ": " << v.explanation;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct Engines {
  explicit Engines(ProgramBuilder& b)
      : producer(b.tree.add_engine("e0", false)), consumer(b.tree.add_engine("e1", false)) {}
  EngineId producer;
  EngineId consumer;
};

Program one_body(std::uint32_t n) {
  ProgramBuilder b("p");
  const Engines e(b);
  b.tree.open_loop("L", TripKind::dynamic, 0, 1);
  for (std::uint32_t i = 0; i < n; i += 2) {
    const InstructionId p = b.tree.add_instruction(e.producer, "p" + std::to_string(i), 1);
    b.add_dependency(b.tree.add_instruction(e.consumer, "c" + std::to_string(i), 1), p, {}, false);
  }
  b.tree.close();
  return b.finish();
}

Program side_by_side(std::uint32_t scopes) {
  ProgramBuilder b("p");
  const Engines e(b);
  for (std::uint32_t i = 0; i < scopes; ++i) {
    const ScopeId s = b.tree.open_loop("L" + std::to_string(i), TripKind::dynamic, 0, 1);
    const InstructionId p = b.tree.add_instruction(e.producer, "p" + std::to_string(i), 1);
    const InstructionId c = b.tree.add_instruction(e.consumer, "c" + std::to_string(i), 1);
    b.add_dependency(c, p, {}, false);
    const std::vector<Distance> back{{s, 2}};
    b.add_dependency(p, c, back, false);
    b.tree.close();
  }
  return b.finish();
}

Program nested(std::uint32_t depth) {
  ProgramBuilder b("p");
  const Engines e(b);
  std::vector<Distance> back;
  InstructionId above;
  for (std::uint32_t i = 0; i < depth; ++i) {
    const ScopeId s = b.tree.open_loop("L" + std::to_string(i), TripKind::dynamic, 0, 1);
    const InstructionId p = b.tree.add_instruction(e.producer, "p" + std::to_string(i), 1);
    const InstructionId c = b.tree.add_instruction(e.consumer, "c" + std::to_string(i), 1);
    b.add_dependency(c, p, {}, false);
    back.assign(1, {s, 1});
    b.add_dependency(p, c, back, false);
    if (above.valid()) b.add_dependency(c, above, {}, false);
    above = p;
  }
  for (std::uint32_t i = 0; i < depth; ++i) b.tree.close();
  return b.finish();
}

TEST(RelationSize, takes_ten_times_as_long_for_ten_times_the_text) {
  for (const Scheme scheme : {Scheme::per_instruction, Scheme::per_loop, Scheme::per_engine}) {
    const double small = seconds(one_body(20'000), scheme);
    const double large = seconds(one_body(200'000), scheme);
    EXPECT_LT(large, 40 * small + 0.2) << entry(scheme).name;
    EXPECT_LT(large, 20.0) << entry(scheme).name;
  }
}

TEST(RelationSize, takes_ten_thousand_scopes_side_by_side) {
  for (const Scheme scheme : {Scheme::per_instruction, Scheme::per_loop, Scheme::per_engine}) {
    EXPECT_LT(seconds(side_by_side(10'000), scheme), 20.0) << entry(scheme).name;
  }
}

TEST(RelationSize, takes_a_thousand_scopes_nested) {
  for (const Scheme scheme : {Scheme::per_instruction, Scheme::per_loop, Scheme::per_engine}) {
    EXPECT_LT(seconds(nested(1'000), scheme), 20.0) << entry(scheme).name;
  }
}

}  // namespace
}  // namespace counterpoint
