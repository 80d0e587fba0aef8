// Static rules on drawn loops in loops with buffers and ids that rotate, against the deciders.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <random>

#include "targets/ascend/rules/rules.hpp"
#include "tests/core/property_factor.hpp"
#include "tests/targets/ascend/execution/verdicts.hpp"

namespace counterpoint::ascend::testing {
namespace {

// A load and its use in a loop k, mostly in a loop q; one to three slots; ids of both directions rotate with one to
// three places, shifted or not; primes and drains around k or around q; one line in fifteen is left out.
class RotationDrawer {
 public:
  explicit RotationDrawer(std::uint32_t seed) : random_(seed) {}

  void draw() {
    const std::uint32_t slots = 1 + below(3);
    const std::uint32_t back = below(2) == 0 ? slots : 1 + below(3);
    const std::uint32_t forth = below(2) == 0 ? back : 1 + below(3);
    const bool nested = below(4) != 0;
    const bool inside = !nested || below(2) == 0;  // primes and drains right around k
    program = fmt::format("program p\nengine mte2 v\nbuffer a slots {}\n", slots);
    if (nested) program += "loop q trips dynamic {\n";
    program += "loop k trips dynamic {\nmte2: ld writes a[k]\nv: f reads a[k]\n}\n";
    if (nested) program += "}\n";
    if (!inside) ends("set v>mte2", back);
    if (nested) listing += "loop q\n";
    if (inside) ends("set v>mte2", back);
    listing += "loop k\n";
    line(fmt::format("wait v>mte2 {}", rotating(back)));
    listing += "ld\n";
    line(fmt::format("set mte2>v {}", rotating(forth)));
    line(fmt::format("wait mte2>v {}", rotating(forth)));
    listing += "f\n";
    line(fmt::format("set v>mte2 {}", rotating(back)));
    listing += "end\n";
    if (inside) ends("wait v>mte2", back);
    if (nested && below(6) == 0) listing += "bar all\n";
    if (nested) listing += "end\n";
    if (!inside) ends("wait v>mte2", back);
  }

  std::string program;
  std::string listing;

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_()) % n; }
  void line(const std::string& text) {
    if (below(15) != 0) listing += text + "\n";
  }
  void ends(const std::string& call, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) line(fmt::format("{} #{}", call, i));
  }
  static std::string rotating(std::uint32_t count) {
    return count == 1 ? std::string("#0") : fmt::format("#0+k%{}", count);
  }

  std::mt19937 random_;
};

TEST(AscendRules, rotations_in_nested_loops_of_which_nothing_is_said_are_safe) {
  int clean = 0;
  int safe = 0;
  int failing = 0;
  const std::uint64_t cases = counterpoint::testing::property_cases(300);
  for (std::uint32_t seed = 1; seed <= cases; ++seed) {
    RotationDrawer drawn(seed);
    drawn.draw();
    Listing text(drawn.program, drawn.listing, Architecture::c220);
    const auto judge = KernelJudge::make(text.kernel(), {});
    ASSERT_TRUE(judge.has_value());
    const BoundedVerdict v = judge->everywhere({}, 32);
    const bool holds = !v.verdict.fails() && v.left.empty() && v.undecided == 0;
    ++(holds ? safe : failing);
    if (!is_clean(check_rules(text.kernel(), judge->required(), {}))) continue;
    ++clean;
    ASSERT_TRUE(holds) << drawn.program << drawn.listing << v.trips << " " << word(v);
  }
  const std::string shares = fmt::format("{} safe, {} of them clean, {} failing", safe, clean, failing);
  EXPECT_GE(clean, counterpoint::testing::least_of(30, cases, 300)) << shares;
  EXPECT_GE(failing, counterpoint::testing::least_of(100, cases, 300)) << shares;
  EXPECT_GE(2 * clean + 3, safe) << shares;
}

}  // namespace
}  // namespace counterpoint::ascend::testing
