// What sound mode promises: whatever is drawn, what comes out of the passes is safe.
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/property_factor.hpp"
#include "tests/targets/ascend/passes/drawn_body.hpp"
#include "tests/targets/ascend/passes/vendor.hpp"

namespace counterpoint::ascend::testing {
namespace {

// Of the vendor's own kernels more than a quarter are wrong, so there is something to repair.
TEST(AscendRepair, makes_every_drawn_kernel_safe_on_both_architectures) {
  std::size_t wrong = 0;
  const std::uint64_t cases = counterpoint::testing::property_cases(250);
  for (unsigned seed = 0; seed < cases; ++seed) {
    const std::string body = DrawnBody(seed).draw();
    for (const Architecture a : {Architecture::c220, Architecture::c310}) {
      PassSettings settings;
      settings.in_order[static_cast<std::size_t>(Pipe::v)] = a == Architecture::c310;
      const Made vendor = make(a, body, settings);
      if (vendor.verdict != "equivalent" && vendor.verdict != "refines") ++wrong;
      settings.sound = true;
      const Made sound = make(a, body, settings);
      ASSERT_THAT(sound.verdict, ::testing::AnyOf("equivalent", "refines")) << body << sound.listing;
      ASSERT_TRUE(sound.left.empty()) << body << sound.listing;
    }
  }
  EXPECT_GE(wrong, counterpoint::testing::least_of(125, cases, 250));
}

// The wait behind the second conditional is past only if that ran; the one in the first is not.
TEST(AscendRepair, looks_at_waits_in_conditionals_that_may_not_run) {
  const Made made = on_c220(
      "buffer b slots 1\nbuffer y slots 1\nbuffer z slots 1\nif c {\nv: i0 writes b\nv: i1 writes b\n}\nif d {\n"
      "mte1: i2 writes b\nmte3: i3 reads y writes b\nmte2: i4 reads b writes b\n}\nv: i7 reads z writes b\n",
      in_sound_mode());
  EXPECT_EQ(made.verdict, "refines") << made.listing;
}

}  // namespace
}  // namespace counterpoint::ascend::testing
