// Cycles within one iteration against runs written out: a cycle blocks, a program served in sequential order completes.
// SPDX-License-Identifier: Apache-2.0
#include "core/dependence/cycle.hpp"

#include <map>
#include <string>

#include "core/diagnostic/internal_error.hpp"
#include "core/text/text.hpp"
#include "tests/core/dependence/clocks.hpp"
#include "tests/core/dependence/draw.hpp"

namespace counterpoint {
namespace {

using testing::Choices;
using testing::DrawnTrips;
using testing::ProgramClocks;

Program parsed(std::string_view body) {
  auto program = parse_program("program p\nengine a b c\n" + std::string(body), "p.cp");
  require(program.has_value(), "the test's program parses");
  return std::move(*program);
}

std::string only_cycle(std::string_view body) {
  const Program program = parsed(body);
  const auto cycles = zero_distance_cycles(program);
  return cycles.size() == 1 ? cycle_text(program, cycles.front()) : std::to_string(cycles.size()) + " cycles";
}

TEST(Cycle, a_consumer_before_its_producer_on_one_engine_is_named_with_the_engine) {
  EXPECT_EQ(only_cycle("loop l trips dynamic { a: c after p\n a: p }"), "c waits for p, which comes after c on a");
}

TEST(Cycle, a_self_dependency_at_distance_0_is_a_cycle_of_one) {
  EXPECT_EQ(only_cycle("a: c after c"), "c waits for c");
}

TEST(Cycle, crossing_pairs_in_one_block_are_named_in_order) {
  EXPECT_EQ(only_cycle("loop l trips 2 { a: c after q\n a: p\n b: d after p\n b: q }"),
            "c waits for q, which comes after d on b, which waits for p, which comes after c on a");
}

TEST(Cycle, order_reaches_through_loops_and_conditionals) {
  EXPECT_EQ(only_cycle("a: c after q\n loop l trips dynamic { if x { b: d } else { a: p } }\n b: q after p"),
            "c waits for q, which waits for p, which comes after c on a");
  EXPECT_EQ(only_cycle("a: c after q\n if x { a: u } else { b: d }\n a: p\n b: q after p"),
            "c waits for q, which waits for p, which comes after c on a");
  EXPECT_EQ(only_cycle("loop l trips dynamic { if x { a: u after q } else { b: d }\n a: p\n b: q after p }"),
            "u waits for q, which waits for p, which comes after u on a");
}

TEST(Cycle, branches_of_one_conditional_are_in_no_order) {
  EXPECT_EQ(only_cycle("loop l trips dynamic { if x { a: c after p } else { a: p after c } }"), "0 cycles");
  // d and c never run in one iteration, so nothing goes round
  EXPECT_EQ(only_cycle("if x { a: c after q } else { a: p }\n b: q after p"), "0 cycles");
}

TEST(Cycle, a_scope_that_waits_for_what_is_inside_it_is_a_cycle) {
  EXPECT_EQ(only_cycle("loop l trips dynamic after p { a: p }"), "p comes after loop l on a, which waits for p");
}

TEST(Cycle, a_consumer_before_its_producer_on_another_engine_is_no_cycle_but_breaks_the_sequential_order) {
  const Program program = parsed("loop s trips 2 { b: c after p\n loop l trips 1 { a: q }\n a: p }");
  EXPECT_TRUE(zero_distance_cycles(program).empty());
  const auto fault = sequential_fault(program);
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(program.producer_name(fault->backward), "p");
}

TEST(Cycle, the_order_inside_a_block_is_free_for_the_sequential_order) {
  EXPECT_EQ(sequential_fault(parsed("b: c after p\n a: p")), std::nullopt);
  const auto fault = sequential_fault(parsed("a: c after q\n a: p\n b: d after p\n b: q"));
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->cycle.size(), 4U);
}

TEST(Cycle, each_component_gives_one_warning_at_the_line_of_its_first_instruction) {
  const Program program = parsed("a: c after p\n a: p\n b: d after d");
  const Diagnostics warnings = warn_zero_cycles(program);
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_EQ(warnings[0].position.line, 3U);
  EXPECT_EQ(warnings[1].position.line, 5U);
  EXPECT_EQ(warnings[0].severity, Severity::warning);
  EXPECT_EQ(warn_zero_cycles(program, 1).size(), 1U);
}

TEST(Cycle, a_million_instructions_in_one_cycle_need_no_deep_stack) {
  ProgramBuilder b("p");
  const EngineId e = b.tree.add_engine("e", false);
  InstructionId last;
  const InstructionId first = b.tree.add_instruction(e, "i", 1);
  for (int i = 0; i < 1'000'000; ++i) last = b.tree.add_instruction(e, "i", 1);
  b.add_dependency(first, last);
  const auto cycles = zero_distance_cycles(b.finish());
  ASSERT_EQ(cycles.size(), 1U);
  EXPECT_EQ(cycles.front().size(), 1'000'001U);
}

std::map<std::string, int>& tally() {
  static std::map<std::string, int> counts;
  return counts;
}

std::size_t instances_in_stream(const Program& program, const ProgramClocks& clocks) {
  std::size_t n = 0;
  for (const EngineId e : program.tree.engines()) {
    for (const testing::Event& x : clocks.stream(e)) {
      if (x.kind != testing::EventKind::instruction) continue;
      n += program.tree.engine_of(InstructionId{std::size_t{x.subject}}) == e ? 1 : 0;
    }
  }
  return n;
}

bool has_branch(const Tree& tree) {
  for (const ScopeId s : tree.scopes()) {
    if (tree.scope(s).is_branch()) return true;
  }
  return false;
}

// 1-3 engines, 0-5 dependencies at distance 0 between any two instructions (or before a scope), 0-2 others, on the
// trees of draw_tree, all uniform. Runs: every scope once; two assignments of 0-2.
void check(Choices& choices) {
  ProgramBuilder b("p");
  const std::uint32_t engines = 1 + choices.below(3);
  for (std::uint32_t e = 0; e < engines; ++e) b.tree.add_engine("e", false);
  testing::draw_tree(choices, b.tree, engines, 1, false, [] {});
  const Program bare = b.finish();
  ProgramBuilder with(bare);
  const auto n = static_cast<std::uint32_t>(bare.tree.instruction_count());
  for (std::uint32_t i = choices.below(6); i > 0; --i) {
    const InstructionId p{std::size_t{choices.below(n)}};
    const ScopeId s{std::size_t{choices.below(static_cast<std::uint32_t>(bare.tree.scope_count()))}};
    if (choices.one_in(4) && s != Tree::root() && bare.tree.scope(s).kind != ScopeKind::else_branch) {
      with.add_control_dependency(s, p);
    } else {
      with.add_dependency(InstructionId{std::size_t{choices.below(n)}}, p);
    }
  }
  testing::draw_dependencies(choices, bare.tree, choices.below(3), with);
  const Program program = with.finish();
  const bool cycle = !zero_distance_cycles(program).empty();
  const bool in_order = !sequential_fault(program).has_value();
  if (cycle && !has_branch(program.tree)) {
    const ProgramClocks once(program, [](EngineId, ScopeId, std::uint64_t) { return 1U; });
    RC_ASSERT(once.instances().size() < instances_in_stream(program, once));
    ++tally()["a cycle blocks"];
  }
  if (in_order) RC_ASSERT(!cycle);
  for (int run = 0; run < 2; ++run) {
    const DrawnTrips trips(program.tree, choices);
    const ProgramClocks clocks(program, trips);
    if (!in_order) continue;
    RC_ASSERT(clocks.instances().size() == instances_in_stream(program, clocks));
    if (program.dependency_count() >= 3) ++tally()["completes"];
  }
}

TEST(Cycle, a_cycle_blocks_and_what_the_sequential_order_serves_completes) {
  tally().clear();
  testing::check_choices(8'000, 160, check);
  EXPECT_GE(tally()["a cycle blocks"], 500);
  EXPECT_GE(tally()["completes"], 300);
}

}  // namespace
}  // namespace counterpoint
