// As few flags as a search finds: what the command cannot ask for; the published cases are tests/text/ascend/cases.
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
  return report.has_value() ? listing_of(kernel) : report.error().message;
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

TEST(FewestFlags, AKernelThatHasAllItsFlagsIsLeftAlone) {
  Kernel kernel = plain_kernel("program p\nengine mte2 v\nbuffer A slots 1\nmte2: ld writes A\nv: f reads A\n");
  ASSERT_TRUE(insert_fewest_flags(kernel, {}).has_value());
  const std::string once = listing_of(kernel);
  const auto again = insert_fewest_flags(kernel, {});
  ASSERT_TRUE(again.has_value());
  EXPECT_FALSE(again->skipped);
  EXPECT_EQ(again->kept, 3U);
  EXPECT_EQ(again->pairs, 0U);
  EXPECT_EQ(listing_of(kernel), once);
}

}  // namespace
}  // namespace counterpoint::ascend
