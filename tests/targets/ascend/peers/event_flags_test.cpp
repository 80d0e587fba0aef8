// Event flags as InjectSync puts them: the published cases, each as a program and the listing that is expected.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/event_flags.hpp"

#include <gtest/gtest.h>

#include "tests/targets/ascend/peers/plain_kernel.hpp"

namespace counterpoint::ascend {
namespace {

using testing::listing_of;
using testing::plain_kernel;

std::string flags_of(std::string_view program, const FlagOptions& options = {},
                     const std::vector<std::string>& parallel = {}) {
  Kernel kernel = plain_kernel(program, parallel);
  const auto report = insert_event_flags(kernel, options);
  return report.has_value() ? listing_of(kernel) : report.error();
}

FlagOptions counting() {
  FlagOptions options;
  options.machine.counting = true;
  return options;
}

TEST(EventFlags, AStraightChainNeedsNoFlagBetweenItsEnds) {
  EXPECT_EQ(flags_of("program t1\nengine mte2 v mte3\nbuffer g slots 1\nbuffer h slots 1\nbuffer A slots 1\n"
                     "buffer B slots 1\nmte2: ld reads g writes A\nv: add reads A, B writes A\n"
                     "mte3: st reads A writes h\n"),
            "mte2: ld\nset mte2>v #0\nwait mte2>v #0\nv: add\nset v>mte3 #0\nwait v>mte3 #0\nmte3: st\nbar all\n");
}

TEST(EventFlags, ALoopOverOneBufferIsPrimedAndDrained) {
  EXPECT_EQ(flags_of("program t2\nengine mte2 mte3\nbuffer A slots 1\nloop k trips dynamic {\n  mte2: ld writes A\n"
                     "  mte3: st reads A\n}\n"),
            "set mte3>mte2 #0\nloop k {\n  wait mte3>mte2 #0\n  mte2: ld\n  set mte2>mte3 #0\n  wait mte2>mte3 #0\n"
            "  mte3: st\n  set mte3>mte2 #0\n}\nwait mte3>mte2 #0\nbar all\n");
}

constexpr std::string_view both_branches =
    "program t4\nengine mte2 v mte3\nbuffer A slots 1\nbuffer B slots 1\nbuffer C slots 1\n"
    "mte2: ld_a writes A\nmte2: ld_a2 writes A\nmte2: ld_b writes B\nmte2: ld_c writes C\n"
    "if c {\n  v: add reads A, B writes A\n} else {\n  v: sub reads A, C writes A\n}\nmte3: st reads A\n";

TEST(EventFlags, BothBranchesShareOnePairInFrontAndOneBehind) {
  EXPECT_EQ(flags_of(both_branches),
            "mte2: ld_a\nbar mte2\nmte2: ld_a2\nmte2: ld_b\nmte2: ld_c\nset mte2>v #0\nwait mte2>v #0\nif c {\n"
            "  v: add\n} else {\n  v: sub\n}\nset v>mte3 #0\nwait v>mte3 #0\nmte3: st\nbar all\n");
}

TEST(EventFlags, ABranchThatMayBeLeftOutKeepsTheDirectPair) {
  EXPECT_EQ(flags_of("program t5\nengine mte2 v mte3\nbuffer A slots 1\nbuffer B slots 1\nmte2: ld writes A\n"
                     "if c {\n  v: add reads A, B writes A\n}\nmte3: st reads A\n"),
            "mte2: ld\nset mte2>v #0\nset mte2>mte3 #0\nwait mte2>v #0\nif c {\n  v: add\n}\nset v>mte3 #0\n"
            "wait v>mte3 #0\nwait mte2>mte3 #0\nmte3: st\nbar all\n");
}

TEST(EventFlags, TwoIndependentChainsTakeTwoIdsEach) {
  EXPECT_EQ(flags_of("program t7\nengine mte2 v mte3\nbuffer A slots 1\nbuffer B slots 1\nbuffer C slots 1\n"
                     "buffer D slots 1\nmte2: ld_a writes A\nmte2: ld_b writes B\nv: f reads A, C writes A\n"
                     "v: h reads B, D writes B\nmte3: st_a reads A\nmte3: st_b reads B\n"),
            "mte2: ld_a\nset mte2>v #0\nmte2: ld_b\nset mte2>v #1\nwait mte2>v #0\nv: f\nset v>mte3 #0\n"
            "wait mte2>v #1\nv: h\nset v>mte3 #1\nwait v>mte3 #0\nmte3: st_a\nwait v>mte3 #1\nmte3: st_b\nbar all\n");
}

constexpr std::string_view double_buffer =
    "program t8\nengine mte2 mte3\nbuffer A slots 2\nbuffer g slots 1\nloop k trips dynamic {\n"
    "  mte2: ld writes A[k]\n  mte3: st reads A[k] writes g\n}\n";

TEST(EventFlags, ADoubleBufferRotatesThroughTwoIdsBackwards) {
  EXPECT_EQ(flags_of(double_buffer, counting()),
            "set mte3>mte2 #0\nset mte3>mte2 #1\nloop k {\n  wait mte3>mte2 #(0 + k mod 2)\n  mte2: ld\n"
            "  set mte2>mte3 #0\n  wait mte2>mte3 #0\n  bar mte3\n  mte3: st\n  set mte3>mte2 #(0 + k mod 2)\n}\n"
            "wait mte3>mte2 #0\nwait mte3>mte2 #1\nbar all\n");
}

// The load may be two iterations ahead of the store: a single one-bit flag between them would be set twice.
TEST(EventFlags, ADoubleBufferRotatesForwardsTooWhereAFlagIsOneBit) {
  EXPECT_EQ(flags_of(double_buffer),
            "set mte3>mte2 #0\nset mte3>mte2 #1\nloop k {\n  wait mte3>mte2 #(0 + k mod 2)\n  mte2: ld\n"
            "  set mte2>mte3 #(0 + k mod 2)\n  wait mte2>mte3 #(0 + k mod 2)\n  bar mte3\n  mte3: st\n"
            "  set mte3>mte2 #(0 + k mod 2)\n}\nwait mte3>mte2 #0\nwait mte3>mte2 #1\nbar all\n");
}

TEST(EventFlags, AScalarLoopIsWaitedForFromOutside) {
  EXPECT_EQ(flags_of("program t10\nengine mte2 s mte3\nbuffer A slots 1\nbuffer B slots 1\nmte2: ld writes A\n"
                     "loop i trips dynamic {\n  s: get reads A\n  s: put writes B\n}\nmte3: st reads B\n"),
            "mte2: ld\nset mte2>s #0\nwait mte2>s #0\nloop i {\n  s: get\n  s: put\n}\nset s>mte3 #0\n"
            "wait s>mte3 #0\nmte3: st\nbar all\n");
}

// Eight buffers, loaded and then read, in a loop.
std::string eight_loads(std::size_t n) {
  std::string text = "program t11\nengine mte2 s\n";
  for (std::size_t i = 0; i < n; ++i) text += "buffer A" + std::to_string(i) + " slots 1\n";
  text += "loop k trips dynamic {\n";
  for (std::size_t i = 0; i < n; ++i) {
    text += "  mte2: ld" + std::to_string(i) + " writes A" + std::to_string(i) + "\n";
  }
  for (std::size_t i = 0; i < n; ++i) {
    text += "  s: get" + std::to_string(i) + " reads A" + std::to_string(i) + "\n";
  }
  return text + "}\n";
}

TEST(EventFlags, EightLoadsTakeAllEightIdsOfBothDirections) {
  Kernel kernel = plain_kernel(eight_loads(8));
  const auto report = insert_event_flags(kernel, {});
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->pairs, 16U);
  EXPECT_EQ(report->ids_at_peak, 8U);
  EXPECT_EQ(report->widened, 0U);
  EXPECT_EQ(report->guards, 0U);
  EXPECT_EQ(report->dependencies, 24U);
  std::string expected;
  for (std::size_t i = 8; i-- > 0;) expected = "set s>mte2 #" + std::to_string(i) + "\n" + expected;
  expected += "loop k {\n";
  for (std::size_t i = 0; i < 8; ++i) {
    const std::string n = std::to_string(i);
    expected += "  wait s>mte2 #" + n + "\n  mte2: ld" + n + "\n  set mte2>s #" + n + "\n";
  }
  for (std::size_t i = 0; i < 8; ++i) {
    const std::string n = std::to_string(i);
    expected += "  wait mte2>s #" + n + "\n  s: get" + n + "\n  set s>mte2 #" + n + "\n";
  }
  expected += "}\n";
  for (std::size_t i = 0; i < 8; ++i) expected += "wait s>mte2 #" + std::to_string(i) + "\n";
  EXPECT_EQ(listing_of(kernel), expected + "bar all\n");
}

TEST(EventFlags, NineLoadsAreWidenedRatherThanStopped) {
  Kernel kernel = plain_kernel(eight_loads(9));
  const auto report = insert_event_flags(kernel, {});
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->widened, 2U);
  EXPECT_EQ(report->fallbacks, 0U);
  EXPECT_EQ(report->pairs, 16U);
}

// T23, T29: what overlaps is told by bytes.
TEST(EventFlags, OverlappingBytesOfTwoBuffersAreOrdered) {
  const auto overlay = [](std::string_view at, std::string_view bytes) {
    return flags_of(
        "program t29\nengine v mte3\nbuffer x slots 1 in UB at 1280 bytes 8192\nbuffer y slots 1 in UB at " +
        std::string(at) + " bytes " + std::string(bytes) + "\nv: mul writes x\nmte3: st reads x\nv: mul_2 writes y\n");
  };
  const std::string apart = "v: mul\nset v>mte3 #0\nwait v>mte3 #0\nmte3: st\nv: mul_2\nbar all\n";
  EXPECT_EQ(overlay("9472", "64"), apart);
  EXPECT_EQ(overlay("16384", "64"), apart);
  EXPECT_EQ(overlay("8192", "8192"),
            "v: mul\nset v>mte3 #0\nwait v>mte3 #0\nmte3: st\nset mte3>v #0\nwait mte3>v #0\nv: mul_2\nbar all\n");
}

TEST(EventFlags, ALoadIntoBytesThatAreReadWaits) {
  EXPECT_EQ(flags_of("program t29\nengine v mte2\nbuffer x slots 1 in UB at 4096 bytes 4096\n"
                     "buffer y slots 1 in UB at 4608 bytes 32\nv: mul reads x\nmte2: ld writes y\n"),
            "v: mul\nset v>mte2 #0\nwait v>mte2 #0\nmte2: ld\nbar all\n");
}

TEST(EventFlags, TwoLoadsIntoPartsOfOneBufferNeedABarrierWhereThePartsOverlap) {
  const auto loads = [](std::string_view at) {
    return flags_of("program t23\nengine mte2\nbuffer x slots 1 in UB at 0 bytes 64\nbuffer y slots 1 in UB at " +
                    std::string(at) + " bytes 64\nmte2: ld writes x\nmte2: ld_2 writes y\n");
  };
  EXPECT_EQ(loads("64"), "mte2: ld\nmte2: ld_2\nbar all\n");
  EXPECT_EQ(loads("63"), "mte2: ld\nbar mte2\nmte2: ld_2\nbar all\n");
}

}  // namespace
}  // namespace counterpoint::ascend
