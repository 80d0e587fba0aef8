// Random runs of either machine on the other.
// SPDX-License-Identifier: Apache-2.0
#include "verify/mutual_replay.hpp"

#include <gtest/gtest.h>

#include "core/machine/implementation_machine.hpp"
#include "core/machine/specification.hpp"
#include "core/text/text.hpp"

namespace counterpoint {
namespace {

constexpr std::string_view program_text = R"(
program double_buffer
engine dma pe
buffer tile slots 2
loop kv trips dynamic {
  dma: load after qk@kv-2  writes tile[kv]
  pe:  qk   after load     reads tile[kv]
}
)";

// `threshold` of load in iteration r.
std::string implementation_text(std::string_view threshold) {
  return "implementation double_buffer\nengine pe dma\nsemaphore s f\nloop kv trips dynamic {\n"
         "  dma: r := r + 1\n  dma: w := " +
         std::string(threshold) +
         "\n  pe: r := r + 1\n"
         "  pe: qk wait s >= r signal f += 1\n  dma: load wait f >= w signal s += 1\n}\n";
}

MutualReplayResult replayed(std::string_view threshold, MutualReplayOptions options, std::uint32_t trips = 6) {
  const auto program = parse_program(program_text, "program");
  const auto read = parse_implementation(implementation_text(threshold), "implementation");
  EXPECT_TRUE(program && read);
  const auto pairing = pair_up(*program, *read);
  EXPECT_TRUE(pairing.has_value());
  const Implementation implementation = complete(*program, *read, *pairing);
  const Machine specification = specification_machine(*program, Trips(program->tree, trips));
  const Machine machine = implementation_machine(implementation, Trips(implementation.tree, trips));
  return replay_mutually(specification, machine, *pairing, options);
}

TEST(MutualReplay, a_right_implementation_agrees_in_every_run_though_its_engines_are_declared_in_another_order) {
  const auto result = replayed("r - 2", {.runs = 200});
  EXPECT_FALSE(result.difference);
  EXPECT_EQ(result.runs, 200U);
  // Twelve instances of three steps each and two ends, in both directions.
  EXPECT_EQ(result.steps, 200U * 2 * (12 * 3 + 2));
  EXPECT_TRUE(result.state.has_value());
  EXPECT_FALSE(result.eager);
}

TEST(MutualReplay, an_early_a_late_and_a_stuck_implementation_are_told_apart) {
  const auto early = replayed("r - 3", {.runs = 200});
  ASSERT_TRUE(early.difference);
  EXPECT_EQ(early.difference->kind, DifferenceKind::early);
  EXPECT_TRUE(early.difference->implementation_leads);
  EXPECT_TRUE(early.difference->refused.has_value());
  const auto late = replayed("r - 1", {.runs = 200});
  ASSERT_TRUE(late.difference);
  EXPECT_EQ(late.difference->kind, DifferenceKind::late);
  EXPECT_FALSE(late.difference->implementation_leads);
  EXPECT_EQ(late.runs, 200U);
  const auto stuck = replayed("r + 0", {.runs = 200});
  ASSERT_TRUE(stuck.difference);
  EXPECT_EQ(stuck.difference->kind, DifferenceKind::stuck);
}

TEST(MutualReplay, a_fault_of_the_implementation_is_a_difference) {
  const auto result = replayed("5 div 0", {.runs = 1});
  ASSERT_TRUE(result.difference);
  EXPECT_EQ(result.difference->kind, DifferenceKind::fault);
}

TEST(MutualReplay, the_result_does_not_depend_on_the_number_of_threads) {
  for (const std::string_view threshold : {"r - 2", "r - 3", "r - 1"}) {
    const auto one = replayed(threshold, {.runs = 100, .seed = 40, .threads = 1}, 4);
    const auto four = replayed(threshold, {.runs = 100, .seed = 40, .threads = 4}, 4);
    EXPECT_EQ(one.runs, four.runs);
    EXPECT_EQ(one.steps, four.steps);
    EXPECT_EQ(one.state, four.state);
    ASSERT_EQ(one.difference.has_value(), four.difference.has_value());
    if (!one.difference) continue;
    EXPECT_EQ(one.difference->seed, four.difference->seed);
    EXPECT_EQ(one.difference->steps, four.difference->steps);
  }
}

TEST(MutualReplay, a_run_beyond_the_limit_is_neither_agreement_nor_difference) {
  const auto result = replayed("r - 2", {.runs = 3, .limit = 10});
  EXPECT_TRUE(result.limited);
  EXPECT_EQ(result.runs, 0U);
  EXPECT_FALSE(result.difference);
}

}  // namespace
}  // namespace counterpoint
