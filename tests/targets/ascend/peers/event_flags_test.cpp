// What InjectSync's insertion says of itself; its published cases are tests/text/ascend/cases.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/event_flags.hpp"

#include <gtest/gtest.h>

#include "tests/targets/ascend/peers/plain_kernel.hpp"

namespace counterpoint::ascend {
namespace {

using testing::listing_of;
using testing::plain_kernel;

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

}  // namespace
}  // namespace counterpoint::ascend
