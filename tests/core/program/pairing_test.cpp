// An implementation against the program it should implement.
// SPDX-License-Identifier: Apache-2.0
#include "core/program/pairing.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/text/messages.hpp"

namespace counterpoint {
namespace {

Diagnostics differences(std::string_view program, std::string_view implementation) {
  const auto pairing = pair_up(good_program(program), good_implementation(implementation));
  EXPECT_FALSE(pairing.has_value());
  return pairing ? Diagnostics{} : pairing.error();
}

std::vector<std::pair<Code, std::uint32_t>> codes_and_lines(const Diagnostics& all) {
  std::vector<std::pair<Code, std::uint32_t>> out;
  for (const Diagnostic& d : all) out.emplace_back(d.code, d.position.line);
  return out;
}

const std::string_view program =
    "program p\n"
    "unit ps\n"
    "engine a inorder\n"
    "engine b\n"
    "buffer t slots 2\n"
    "a: x cost 3\n"
    "loop l trips 2 {\n"
    "  b: y cost 2 interval 1 transfer 4 op mul reads t[l], t[0] writes t[1]\n"
    "  a: z\n"
    "  a: w\n"
    "}\n"
    "b: v\n";

TEST(Pairing, pairs_engines_and_instructions_declared_and_written_in_another_order) {
  const Program p = good_program(program);
  const Implementation i = good_implementation(
      "implementation p engine b a semaphore s\n"
      "barrier a: r := 1 a: x wait s >= r\n"
      "loop l trips 2 { a: z barrier a: w a: fence b: y b: signal s += 1 }\n"
      "barrier reset b: v\n");
  const auto pairing = pair_up(p, i);
  ASSERT_TRUE(pairing.has_value()) << messages(pairing.error());
  for (const InstructionId x : i.tree.instructions()) {
    const InstructionId other = pairing->to_program[x];
    EXPECT_EQ(p.tree.instruction_name(other), i.tree.instruction_name(x));
    EXPECT_EQ(pairing->to_implementation[other], x);
  }
  for (const EngineId e : i.tree.engines()) {
    EXPECT_EQ(p.tree.engine_name(pairing->engine_to_program[e]), i.tree.engine_name(e));
    EXPECT_EQ(pairing->engine_to_implementation[pairing->engine_to_program[e]], e);
  }
}

TEST(Pairing, completes_what_the_implementation_leaves_out) {
  const Program p = good_program(program);
  const Implementation i = good_implementation(
      "implementation p scheme hand engine b a semaphore s\n"
      "a: x signal s += 1 loop l trips 2 { a: z wait s >= 1 a: w b: y } b: v\n");
  const auto pairing = pair_up(p, i);
  ASSERT_TRUE(pairing.has_value()) << messages(pairing.error());
  const Implementation full = complete(p, i, *pairing);
  EXPECT_EQ(full.tree.unit(), "ps");
  for (const EngineId e : full.tree.engines()) {
    EXPECT_EQ(full.tree.engine(e).inorder, full.tree.engine_name(e) == "a");
  }
  const InstructionId y{std::size_t{3}};
  ASSERT_EQ(full.tree.instruction_name(y), "y");
  EXPECT_EQ(full.tree.timing(y).cost, 2U);
  EXPECT_EQ(full.tree.timing(y).interval, 1U);
  EXPECT_EQ(full.tree.timing(y).transfer, 4U);
  EXPECT_EQ(full.tree.text(full.tree.timing(y).op), "mul");
  ASSERT_EQ(full.tree.accesses(y).size(), 3U);
  EXPECT_EQ(full.tree.buffer_name(full.tree.accesses(y)[0].buffer), "t");
  EXPECT_EQ(full.waits_of(InstructionId{std::size_t{1}}).size(), 1U);
  // What it gave itself stays, and giving everything is no difference either.
  EXPECT_EQ(full.scheme, "hand");
  const auto again = pair_up(p, full);
  EXPECT_TRUE(again.has_value()) << messages(again.error());
}

TEST(Pairing, reports_each_engine_whose_instructions_differ) {
  const Diagnostics all = differences(program,
                                      "implementation p engine a b\n"
                                      "a: x\n"
                                      "loop l trips 2 {\n"
                                      "  a: w\n"
                                      "  a: z\n"
                                      "}\n"
                                      "b: v\n"
                                      "b: more\n"
                                      "a: stray\n");
  const std::vector<std::pair<Code, std::uint32_t>> expected = {
      {Code::different_instructions, 0},  // y of b is missing
      {Code::different_instructions, 4},
      {Code::different_instructions, 8},
      {Code::different_instructions, 9},
  };
  EXPECT_EQ(codes_and_lines(all), expected) << messages(all);
}

TEST(Pairing, takes_an_instruction_for_missing_if_it_stands_beyond_a_scope) {
  const Diagnostics all = differences("program p engine e e: x loop l trips 2 { } e: y",
                                      "implementation p engine e e: x e: y loop l trips 2 { }");
  EXPECT_EQ(all.size(), 2U) << messages(all);
  for (const Diagnostic& d : all) EXPECT_EQ(d.code, Code::different_instructions);
}

TEST(Pairing, reports_places_of_buffers_that_differ) {
  const std::string with = "program p engine a buffer t slots 2 in ub at 0 bytes 32 buffer u slots 1 a: x";
  for (const char* same : {"", "in ub", "bytes 32 at 0", "in ub at 0 bytes 32"}) {
    const std::string text = fmt::format("implementation p engine a buffer t slots 2 {} a: x", same);
    EXPECT_TRUE(pair_up(good_program(with), good_implementation(text)).has_value()) << same;
  }
  for (const char* place : {"in l1", "at 1", "bytes 64"}) {
    const auto all = differences(with, fmt::format("implementation p engine a buffer t slots 2 {} a: x", place));
    ASSERT_EQ(all.size(), 1U) << place;
    EXPECT_EQ(all[0].code, Code::different_option);
  }
  for (const char* place : {"in ub", "at 0", "bytes 64"}) {
    EXPECT_EQ(differences(with, fmt::format("implementation p engine a buffer u slots 1 {} a: x", place)).size(), 1U);
  }
}

TEST(Pairing, reports_every_option_that_is_present_and_different) {
  const Diagnostics all = differences(program,
                                      "implementation p unit cycles\n"
                                      "engine a b inorder\n"
                                      "buffer t slots 3 buffer u slots 1\n"
                                      "a: x cost 4\n"
                                      "loop l trips 2 {\n"
                                      "  b: y cost 2 interval 2 transfer 5 op add reads t[0], t[l]\n"
                                      "  a: z writes t[l]\n"
                                      "  a: w interval 1\n"
                                      "}\n"
                                      "b: v transfer 1\n");
  EXPECT_EQ(all.size(), 4U + 1 + 4 + 1 + 1) << messages(all);
  for (const Diagnostic& d : all) EXPECT_EQ(d.code, Code::different_option) << to_string(d);
}

TEST(Pairing, compares_scopes_by_kind_name_trips_and_place) {
  for (const std::string_view other :
       {"loop l trips 3 { }", "loop m trips 2 { }", "loop l trips dynamic { }", "if l { }", "",
        "loop l trips 2 { } if c { }", "loop l trips 2 { loop m trips 2 { } }"}) {
    const Diagnostics all = differences("program p loop l trips 2 { }", "implementation p " + std::string(other));
    ASSERT_EQ(all.size(), 1U) << messages(all);
    EXPECT_EQ(all.front().code, Code::different_scopes) << other;
  }
  EXPECT_EQ(differences("program p if c { }", "implementation p if c divergent { }").front().code,
            Code::different_scopes);
}

TEST(Pairing, reports_engines_of_both_sides_with_the_nearest_name) {
  const Diagnostics all = differences("program p engine dma pe", "implementation p engine dna pe");
  ASSERT_EQ(all.size(), 2U) << messages(all);
  EXPECT_EQ(all.front().nearest, "dma");
}

}  // namespace
}  // namespace counterpoint
