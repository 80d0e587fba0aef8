// Ids that are given out again: safe, and fewer barriers.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/targets/ascend/peers/drawn_verdicts.hpp"

namespace counterpoint::ascend {
namespace {

using testing::DrawnCounts;
using testing::DrawnProgram;
using testing::hold_drawn;
using testing::plain_kernel;

// 20 kernels of each architecture, kind of flag and number of ids, with twelve instructions more than drawn_program.hpp
// says.
TEST(IdRestarts, WhatTheyPutInIsSafeInDrawnPrograms) {
  DrawnCounts counts;
  for (const std::uint32_t kind : {0U, 1U, 2U, 3U}) {
    for (const std::uint32_t ids : {1U, 2U, 3U, 5U, 8U}) {
      FlagOptions options;
      options.machine = primitives_of(Machine(kind % 2 == 0 ? Architecture::c220 : Architecture::c310));
      options.machine.counting = kind >= 2;
      options.machine.ids = ids;
      hold_drawn(insert_fewest_flags, options, 17'001, 20, counts, 12);
    }
  }
  EXPECT_GE(counts.restarted, counts.least(20));
}

// The same 100 kernels with and without: of 83 pairs that become barriers of all pipes 25 need not.
TEST(IdRestarts, FewerPairsBecomeBarriers) {
  std::size_t fallbacks[] = {0, 0};
  for (std::uint32_t n = 17'001; n <= 17'100; ++n) {
    for (const bool restart : {false, true}) {
      FlagOptions options;
      options.machine.ids = 1;
      options.restart = restart;
      Kernel kernel = plain_kernel(DrawnProgram(n).text());
      const auto report = insert_fewest_flags(kernel, options);
      ASSERT_TRUE(report.has_value());
      fallbacks[restart ? 1 : 0] += report->fallbacks;
    }
  }
  EXPECT_LE(5 * fallbacks[1], 4 * fallbacks[0]);
}

}  // namespace
}  // namespace counterpoint::ascend
