// Buffer ids by cliques: listings, ids that run short, and what the deciders say of drawn kernels.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/buffer_id_cliques.hpp"

#include <gtest/gtest.h>

#include "targets/ascend/execution/judge.hpp"
#include "targets/ascend/peers/maximal_cliques.hpp"
#include "tests/core/property_factor.hpp"
#include "tests/targets/ascend/peers/drawn_program.hpp"
#include "tests/targets/ascend/peers/plain_kernel.hpp"

namespace counterpoint::ascend {
namespace {

using testing::DrawnProgram;

Kernel kernel_with_ids(std::string_view program) { return testing::plain_kernel(program, {}, Architecture::c310); }

std::string brackets_of(std::string_view program, const CliqueOptions& options = {}) {
  Kernel kernel = kernel_with_ids(program);
  const auto report = insert_clique_brackets(kernel, options);
  return report.has_value() ? print_body(kernel) : report.error().message;
}

// As the description takes them.
Primitives all_in_order() {
  Primitives machine;
  machine.in_order.fill(true);
  return machine;
}

VerdictWord word_of(const Kernel& kernel, const Primitives& machine) {
  const auto judge = KernelJudge::make(kernel, machine);
  EXPECT_TRUE(judge.has_value()) << print_body(kernel);
  if (!judge.has_value()) return VerdictWord::undecided;
  return judge->everywhere({}, 24).verdict.judgement.verdict.word;
}

TEST(MaximalCliques, OfATriangleWithATailAreTwo) {
  const auto cliques = maximal_cliques({{1, 2}, {0, 2}, {0, 1, 3}, {2}, {}}, 100);
  ASSERT_TRUE(cliques.has_value());
  EXPECT_EQ(*cliques, (std::vector<std::vector<std::uint32_t>>{{0, 1, 2}, {2, 3}, {4}}));
  EXPECT_FALSE(maximal_cliques({{1, 2}, {0, 2}, {0, 1, 3}, {2}, {}}, 2).has_value());
}

constexpr std::string_view chain =
    "program p\nengine mte2 v mte3\nbuffer A slots 1\nbuffer B slots 1\nmte2: ld writes A\nv: add reads A writes B\n"
    "mte3: st reads B\n";

TEST(CliqueBrackets, EachBufferOfAChainIsAnId) {
  EXPECT_EQ(brackets_of(chain),
            "get mte2 #0\nmte2: ld\nrls mte2 #0\nget v #0\nget v #1\nv: add\nrls v #1\nrls v #0\nget mte3 #1\n"
            "mte3: st\nrls mte3 #1\n");
}

TEST(CliqueBrackets, ADependencyTakesOneIdForSeveralBuffers) {
  EXPECT_EQ(brackets_of("program p\nengine mte2 v\nbuffer A slots 1\nbuffer B slots 1\nmte2: ld writes A, B\n"
                        "v: add reads A, B\n"),
            "get mte2 #0\nmte2: ld\nrls mte2 #0\nget v #0\nv: add\nrls v #0\n");
}

TEST(CliqueBrackets, IdsOfOneOperationTowardsOnePipeBecomeOne) {
  EXPECT_EQ(brackets_of("program p\nengine mte2 v\nbuffer A slots 1\nbuffer B slots 1\nmte2: ld_a writes A\n"
                        "mte2: ld_b writes B\nv: add reads A, B\n"),
            "get mte2 #0\nmte2: ld_a\nmte2: ld_b\nrls mte2 #0\nget v #0\nv: add\nrls v #0\n");
}

TEST(CliqueBrackets, ABracketGrowsOverNeighboursOfOnePipeOnly) {
  constexpr std::string_view program =
      "program p\nengine mte2 v\nbuffer A slots 1\nmte2: ld writes A\nv: f reads A\nv: g reads A\nmte2: ld_2 writes A\n"
      "loop k trips dynamic {\n  v: h reads A\n}\nv: j reads A\n";
  EXPECT_EQ(brackets_of(program),
            "get mte2 #0\nmte2: ld\nrls mte2 #0\nget v #0\nv: f\nv: g\nrls v #0\nget mte2 #0\nmte2: ld_2\nrls mte2 #0\n"
            "loop k {\n  get v #0\n  v: h\n  rls v #0\n}\nget v #0\nv: j\nrls v #0\n");
  CliqueOptions options;
  options.merge_brackets = false;
  EXPECT_NE(brackets_of(program, options).find("rls v #0\nget v #0\nv: g\n"), std::string::npos);
}

TEST(CliqueBrackets, SlotsAreTilesAndARotatingAccessIsAllOfThem) {
  // Two cliques: slot 0 with the rotating access, slot 1 with it.
  Kernel kernel = kernel_with_ids(
      "program p\nengine mte2 v\nbuffer A slots 2\nmte2: a0 writes A[0]\nmte2: a1 writes A[1]\n"
      "loop k trips dynamic {\n  v: f reads A[k]\n}\n");
  const auto report = insert_clique_brackets(kernel, {});
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->dependencies, 2U);
  EXPECT_EQ(report->ids, 1U);  // both towards mte2
  EXPECT_EQ(word_of(kernel, all_in_order()), VerdictWord::equivalent);
}

// `n` buffers, each loaded and used, in a loop: all are alive at once.
std::string many_buffers(int n) {
  std::string text = "program p\nengine mte2 v\n";
  for (int i = 0; i < n; ++i) text += "buffer b" + std::to_string(i) + " slots 1\n";
  text += "loop k trips dynamic {\n";
  for (int i = 0; i < n; ++i) {
    const std::string x = std::to_string(i);
    text += "  mte2: ld" + x + " writes b" + x + "\n  v: f" + x + " reads b" + x + "\n";
  }
  return text + "}\n";
}

TEST(CliqueBrackets, BuffersThatAreNeverAliveAtOnceShareAnId) {
  Kernel kernel = kernel_with_ids(
      "program p\nengine mte2 v\nbuffer A slots 1\nbuffer B slots 1\nmte2: ld_a writes A\nv: f reads A\n"
      "mte2: ld_b writes B\nv: g reads B\n");
  const auto report = insert_clique_brackets(kernel, {});
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->ids, 2U);
  EXPECT_EQ(report->physical, 1U);
}

TEST(CliqueBrackets, TooManyIdsAreMergedInPairs) {
  Kernel kernel = kernel_with_ids(many_buffers(40));
  const auto report = insert_clique_brackets(kernel, {});
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->merged, 20U);
  EXPECT_EQ(report->physical, 20U);
  EXPECT_EQ(word_of(kernel, all_in_order()), VerdictWord::refines);
}

TEST(CliqueBrackets, IdsThatNoTwoOfAreOfTheSamePipesCannotBeMerged) {
  CliqueOptions options;
  options.ids = 1;
  EXPECT_EQ(brackets_of("program p\nengine mte2 v mte3\nbuffer A slots 1\nbuffer B slots 1\nloop k trips dynamic {\n"
                        "  mte2: ld writes A\n  v: f reads A writes B\n  mte3: st reads B\n}\n",
                        options),
            "more than 1 buffer ids are needed at once, and no two of them are used by the same pipes");
}

TEST(CliqueBrackets, AKernelWithSynchronisationIsLeftAlone) {
  Kernel kernel = kernel_with_ids(chain);
  ASSERT_TRUE(insert_clique_brackets(kernel, {}).has_value());
  const std::string once = print_body(kernel);
  const auto again = insert_clique_brackets(kernel, {});
  ASSERT_TRUE(again.has_value());
  EXPECT_TRUE(again->skipped);
  EXPECT_EQ(print_body(kernel), once);
}

// Two loads of one buffer need an order that no id gives: the pass takes the pipe to be in order.
TEST(CliqueBrackets, OnePipeThatIsNotInOrderIsUnsafe) {
  Kernel kernel = kernel_with_ids(
      "program p\nengine mte2 v\nbuffer A slots 1\nmte2: ld writes A\nmte2: ld_2 writes A\nv: f reads A\n");
  const auto report = insert_clique_brackets(kernel, {});
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->same_pipe, 1U);
  EXPECT_EQ(word_of(kernel, {}), VerdictWord::unsafe);
  EXPECT_EQ(word_of(kernel, all_in_order()), VerdictWord::equivalent);
}

// What goes through global memory has no id.
TEST(CliqueBrackets, GlobalMemoryIsLeftOut) {
  Kernel kernel = kernel_with_ids(
      "program p\nengine mte2 mte3\nbuffer g slots 1 in GM\nbuffer A slots 1 in UB\nmte3: st reads A writes g\n"
      "mte2: ld reads g\n");
  const auto report = insert_clique_brackets(kernel, {});
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->global, 1U);
  EXPECT_EQ(report->brackets, 0U);
}

TEST(CliqueBrackets, BuffersWhoseBytesOverlapAreOneClique) {
  EXPECT_EQ(brackets_of("program p\nengine v mte3\nbuffer a slots 1 in UB at 0 bytes 64\n"
                        "buffer b slots 1 in UB at 32 bytes 64\nv: f writes a\nmte3: st reads b\n"),
            "get v #0\nv: f\nrls v #0\nget mte3 #0\nmte3: st\nrls mte3 #0\n");
}

// 500 drawn programs (drawn_program.hpp): about 9 of 10 get a bracket.
TEST(CliqueBrackets, AreSafeInDrawnProgramsWherePipesAreInOrder) {
  std::uint32_t bracketed = 0;
  std::uint32_t merged = 0;
  const std::uint64_t cases = counterpoint::testing::property_cases(500);
  for (std::uint32_t n = 8001; n < 8001 + cases; ++n) {
    const DrawnProgram drawn(n);
    Kernel kernel = kernel_with_ids(drawn.text());
    CliqueOptions options;
    options.ids = 1 + n % 3;
    const auto report = insert_clique_brackets(kernel, options);
    if (!report.has_value()) continue;
    const VerdictWord word = word_of(kernel, all_in_order());
    ASSERT_TRUE(word == VerdictWord::equivalent || word == VerdictWord::refines) << n << " " << to_text(word) << "\n"
                                                                                 << drawn.text() << print_body(kernel);
    bracketed += report->brackets > 0 ? 1 : 0;
    merged += report->merged > 0 ? 1 : 0;
  }
  EXPECT_GE(bracketed, counterpoint::testing::least_of(150, cases, 300));
  EXPECT_GE(merged, counterpoint::testing::least_of(5, cases, 300));
}

}  // namespace
}  // namespace counterpoint::ascend
