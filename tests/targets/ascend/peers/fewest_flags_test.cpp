// As few flags as a search finds: the published cases of graph solvers, each as a program and the expected listing.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "targets/ascend/peers/event_flags.hpp"
#include "tests/targets/ascend/peers/plain_kernel.hpp"

namespace counterpoint::ascend {
namespace {

using testing::listing_of;
using testing::plain_kernel;

std::string fewest_of(std::string_view program, const FlagOptions& options = {},
                      const std::vector<std::string>& parallel = {}) {
  Kernel kernel = plain_kernel(program, parallel);
  const auto report = insert_fewest_flags(kernel, options);
  return report.has_value() ? listing_of(kernel) : report.error();
}

FlagOptions counting_flags() {
  FlagOptions options;
  options.machine.counting = true;
  return options;
}

TEST(FewestFlags, AChainThroughABranchThatMayBeLeftOutIsFound) {
  EXPECT_EQ(fewest_of("program t5\nengine mte2 v mte3\nbuffer A slots 1\nbuffer B slots 1\nmte2: ld writes A\n"
                      "if c {\n  v: add reads A, B writes A\n}\nmte3: st reads A\n"),
            "mte2: ld\nset mte2>v #0\nwait mte2>v #0\nif c {\n  v: add\n}\nset v>mte3 #0\nwait v>mte3 #0\n"
            "mte3: st\nbar all\n");
}

TEST(FewestFlags, BothBranchesShareOnePairInFrontAndOneBehind) {
  EXPECT_EQ(
      fewest_of("program t4\nengine mte2 v mte3\nbuffer A slots 1\nbuffer B slots 1\nbuffer C slots 1\n"
                "mte2: ld_a writes A\nmte2: ld_a2 writes A\nmte2: ld_b writes B\nmte2: ld_c writes C\n"
                "if c {\n  v: add reads A, B writes A\n} else {\n  v: sub reads A, C writes A\n}\nmte3: st reads A\n"),
      "mte2: ld_a\nbar mte2\nmte2: ld_a2\nmte2: ld_b\nmte2: ld_c\nset mte2>v #0\nwait mte2>v #0\nif c {\n"
      "  v: add\n} else {\n  v: sub\n}\nset v>mte3 #0\nwait v>mte3 #0\nmte3: st\nbar all\n");
}

TEST(FewestFlags, ADoubleBufferNeedsABarrierForWhatItNoLongerOrdersInPassing) {
  EXPECT_EQ(fewest_of("program t8\nengine mte2 mte3\nbuffer A slots 2\nbuffer g slots 1\nloop k trips dynamic {\n"
                      "  mte2: ld writes A[k]\n  mte3: st reads A[k] writes g\n}\n",
                      counting_flags()),
            "set mte3>mte2 #0\nset mte3>mte2 #1\nloop k {\n  wait mte3>mte2 #(0 + k mod 2)\n  mte2: ld\n"
            "  set mte2>mte3 #0\n  wait mte2>mte3 #0\n  bar mte3\n  mte3: st\n  set mte3>mte2 #(0 + k mod 2)\n}\n"
            "wait mte3>mte2 #0\nwait mte3>mte2 #1\nbar all\n");
}

TEST(FewestFlags, SevenIdsForEightBuffersLetTheFirstWaitCoverTwoLoads) {
  std::string text = "program t11\nengine mte2 s\n";
  for (int i = 0; i < 8; ++i) text += "buffer A" + std::to_string(i) + " slots 1\n";
  text += "loop k trips dynamic {\n";
  for (int i = 0; i < 8; ++i) text += "  mte2: ld" + std::to_string(i) + " writes A" + std::to_string(i) + "\n";
  for (int i = 0; i < 8; ++i) text += "  s: get" + std::to_string(i) + " reads A" + std::to_string(i) + "\n";
  FlagOptions options;
  options.reserved = {{Pipe::s, Pipe::mte2}, {Pipe::mte2, Pipe::s}};
  const std::string listing = fewest_of(text + "}\n", options);
  EXPECT_NE(listing.find("wait s>mte2 #0\n  mte2: ld0\n  mte2: ld1\n  set mte2>s #0\n"), std::string::npos) << listing;
  EXPECT_NE(listing.find("wait mte2>s #0\n  s: get0\n  s: get1\n  set s>mte2 #0\n"), std::string::npos) << listing;
  EXPECT_EQ(listing.find("bar all\n"), listing.size() - 8) << listing;
}

constexpr std::string_view deep_barrier =
    "program t13\nengine mte2 v mte3\nbuffer A slots 1\nmte2: ld writes A\nv: f reads A writes A\n"
    "if c {\n  loop k trips dynamic {\n    if d {\n      v: h reads A writes A\n    }\n  }\n}\nmte3: st reads A\n";

TEST(FewestFlags, ABarrierLeavesLoopsButNoConditional) {
  FlagOptions options;
  options.try_without = false;
  EXPECT_EQ(fewest_of(deep_barrier, options),
            "mte2: ld\nset mte2>v #0\nwait mte2>v #0\nv: f\nif c {\n  bar v\n  loop k {\n    if d {\n      bar v\n"
            "      v: h\n    }\n  }\n}\nset v>mte3 #0\nwait v>mte3 #0\nmte3: st\nbar all\n");
}

TEST(FewestFlags, ABarrierThatAnotherOneServesIsLeftOut) {
  EXPECT_EQ(fewest_of(deep_barrier),
            "mte2: ld\nset mte2>v #0\nwait mte2>v #0\nv: f\nif c {\n  loop k {\n    if d {\n      bar v\n"
            "      v: h\n    }\n  }\n}\nset v>mte3 #0\nwait v>mte3 #0\nmte3: st\nbar all\n");
}

TEST(FewestFlags, ALoopMarkedParallelCarriesNothing) {
  EXPECT_EQ(fewest_of("program t15\nengine mte2 mte3\nbuffer A slots 1\nloop k trips dynamic {\n  mte2: ld writes A\n"
                      "  mte3: st reads A\n}\n",
                      counting_flags(), {"k"}),
            "loop k parallel {\n  mte2: ld\n  set mte2>mte3 #0\n  wait mte2>mte3 #0\n  mte3: st\n}\nbar all\n");
}

TEST(FewestFlags, AParallelLoopWaitsForTheIterationOfTheLoopAroundIt) {
  EXPECT_EQ(fewest_of("program t15\nengine mte2 mte3\nbuffer A slots 1\nloop q trips dynamic {\n"
                      "  loop k trips dynamic {\n    mte2: ld writes A\n    mte3: st reads A\n  }\n}\n",
                      counting_flags(), {"k"}),
            "set mte3>mte2 #0\nloop q {\n  wait mte3>mte2 #0\n  loop k parallel {\n    mte2: ld\n    set mte2>mte3 #0\n"
            "    wait mte2>mte3 #0\n    mte3: st\n  }\n  set mte3>mte2 #0\n}\nwait mte3>mte2 #0\nbar all\n");
}

constexpr std::string_view cube =
    "program t16\nengine mte2 mte1 m fix\nbuffer A slots 1\nbuffer B slots 1\nbuffer l0a slots 1\n"
    "buffer l0b slots 1\nbuffer C slots 1\nmte2: ld_a writes A\nmte2: ld_b writes B\nmte1: to_a reads A writes l0a\n"
    "mte1: to_b reads B writes l0b\nm: mmad reads l0a, l0b writes C\nfix: out reads C\n";

TEST(FewestFlags, ACubeWaitsForEachOperandWhereItIsMoved) {
  EXPECT_EQ(fewest_of(cube),
            "mte2: ld_a\nset mte2>mte1 #0\nmte2: ld_b\nset mte2>mte1 #1\nwait mte2>mte1 #0\nmte1: to_a\n"
            "wait mte2>mte1 #1\nmte1: to_b\nset mte1>m #0\nwait mte1>m #0\nm: mmad\nset m>fix #0\nwait m>fix #0\n"
            "fix: out\nbar all\n");
}

TEST(FewestFlags, ASecondProductWaitsForTheWayOutOfTheFirst) {
  const std::string listing = fewest_of(
      std::string(cube) + "mte1: again reads B writes l0a\nm: mmad_2 reads l0a, l0b writes C\nfix: out_2 reads C\n");
  EXPECT_NE(listing.find("set fix>m #0\n"), std::string::npos) << listing;
  EXPECT_NE(listing.find("wait fix>m #0\n"), std::string::npos) << listing;
  // The operand is overwritten: the move waits for the first product.
  EXPECT_NE(listing.find("wait m>mte1 #0\nmte1: again\n"), std::string::npos) << listing;
}

// The graph solver keeps a third pair, from the first load to the join. Each arm waits for a load that comes after that
// one, so it is not needed.
TEST(FewestFlags, EachArmHasAPairThatServesTheJoinToo) {
  EXPECT_EQ(fewest_of("program t17\nengine mte2 v mte3\nbuffer A slots 1\nbuffer B slots 1\nbuffer C slots 1\n"
                      "buffer D slots 1\nbuffer E slots 1\nmte2: ld_a writes A\nif c {\n  mte2: ld_b writes B\n"
                      "  v: f reads A, B writes D\n} else {\n  mte2: ld_c writes C\n  v: h reads A, C writes D\n}\n"
                      "v: j reads A, D writes E\nmte3: st reads E\n"),
            "mte2: ld_a\nif c {\n  mte2: ld_b\n  set mte2>v #0\n  wait mte2>v #0\n  v: f\n} else {\n  mte2: ld_c\n"
            "  set mte2>v #1\n  wait mte2>v #1\n  v: h\n}\nbar v\nv: j\nset v>mte3 #0\nwait v>mte3 #0\nmte3: st\n"
            "bar all\n");
}

TEST(FewestFlags, TwoReadersNeedNothing) {
  EXPECT_EQ(fewest_of("program t25\nengine mte2 v\nbuffer A slots 1\nbuffer B slots 1\nbuffer C slots 1\n"
                      "mte2: ld_a writes A\nmte2: ld_b writes B\nv: f reads C\nv: h reads C\n"),
            "mte2: ld_a\nmte2: ld_b\nv: f\nv: h\nbar all\n");
}

TEST(FewestFlags, AVectorPipeInOrderNeedsNoBarrier) {
  constexpr std::string_view program =
      "program t26\nengine v\nbuffer A slots 1\nbuffer B slots 1\nv: f reads A writes A\nv: h reads A writes B\n";
  EXPECT_EQ(fewest_of(program), "v: f\nbar v\nv: h\nbar all\n");
  FlagOptions options;
  options.machine.in_order[static_cast<std::size_t>(Pipe::v)] = true;
  EXPECT_EQ(fewest_of(program, options), "v: f\nv: h\nbar all\n");
}

TEST(FewestFlags, ARotationHasFourDependenciesAndThreeAreCarried) {
  Kernel kernel = plain_kernel(
      "program t31\nengine mte2 mte3\nbuffer A slots 2\nbuffer g slots 1\nloop k trips dynamic {\n"
      "  mte2: ld writes A[k]\n  mte3: st reads A[k] writes g\n}\n");
  const auto report = insert_fewest_flags(kernel, {});
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->dependencies, 4U);
  EXPECT_EQ(report->carried, 3U);
  EXPECT_EQ(report->uncovered, 0U);
  EXPECT_EQ(report->barriers, 1U);
}

TEST(FewestFlags, AKernelWithFlagsOfItsOwnIsLeftAlone) {
  Kernel kernel = plain_kernel("program p\nengine mte2 v\nbuffer A slots 1\nmte2: ld writes A\nv: f reads A\n");
  ASSERT_TRUE(insert_fewest_flags(kernel, {}).has_value());
  const std::string once = listing_of(kernel);
  const auto again = insert_fewest_flags(kernel, {});
  ASSERT_TRUE(again.has_value());
  EXPECT_TRUE(again->skipped);
  EXPECT_EQ(listing_of(kernel), once);
}

}  // namespace
}  // namespace counterpoint::ascend
