// Flags between cores that a scheme inserts, on drawn programs.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution: c220 or c310; a cube core and one or two vector cores, two pipes each; three to eight instructions,
// each touching one or two of four buffers in global memory, one of which has two slots and one three; nesting of up
// to two loops, one conditional in every third program.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "core/text/text.hpp"
#include "targets/ascend/execution/judge.hpp"
#include "targets/ascend/kernel/from_program.hpp"
#include "targets/ascend/peers/event_flags.hpp"
#include "targets/ascend/text/print_kernel.hpp"

namespace counterpoint::ascend::testing {
namespace {

class CoreProgramDrawer {
 public:
  explicit CoreProgramDrawer(std::uint32_t seed) : random_(seed) {}

  std::string draw() {
    vectors_ = chance(1, 2) ? std::vector<std::string>{"aiv"} : std::vector<std::string>{"aiv0", "aiv1"};
    out_ = "program p\nengine aic.fix aic.mte2";
    for (const std::string& v : vectors_) out_ += " " + v + ".mte2 " + v + ".v";
    out_ += "\nbuffer a slots 1 in GM\nbuffer b slots 1 in GM\nbuffer c slots 2 in GM\nbuffer d slots 3 in GM\n";
    const bool branch = chance(1, 3);
    instructions(1 + below(2));
    const std::uint32_t depth = below(3);
    for (std::uint32_t n = 0; n < depth; ++n) {
      loop_ = n == 0 ? "k" : "m";
      out_ += "loop " + loop_ + " trips dynamic {\n";
      instructions(n + 1 == depth ? 1 + below(3) : below(2));
    }
    if (branch) {
      out_ += "if b {\n";
      instructions(1);
      out_ += chance(1, 2) ? "} else {\n" : "}\n";
      if (out_.ends_with("else {\n")) {
        instructions(1);
        out_ += "}\n";
      }
    }
    for (std::uint32_t n = depth; n > 0; --n) {
      out_ += "}\n";
      loop_ = n == 2 ? "k" : "";
      if (chance(1, 2)) instructions(1);
    }
    return out_;
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_()) % n; }
  bool chance(std::uint32_t part, std::uint32_t of) { return below(of) < part; }
  std::string access() {
    const std::uint32_t b = below(4);
    const std::string slot = b < 2 ? "" : loop_.empty() ? "[0]" : "[" + loop_ + "]";
    return std::string(1, static_cast<char>('a' + b)) + slot;
  }
  void instructions(std::uint32_t n) {
    for (; n > 0; --n) {
      const bool cube = chance(1, 2);
      const std::string core = cube ? "aic" : vectors_[below(static_cast<std::uint32_t>(vectors_.size()))];
      out_ += core + "." + (chance(1, 2) ? "mte2" : cube ? "fix" : "v") + ": x" + std::to_string(made_++);
      if (chance(2, 3)) out_ += " reads " + access();
      if (chance(2, 3)) out_ += " writes " + access();
      out_ += "\n";
    }
  }

  std::mt19937 random_;
  std::string out_;
  std::string loop_;
  std::vector<std::string> vectors_;
  std::uint32_t made_ = 0;
};

TEST(AscendCores, flags_between_cores_are_safe_and_leave_nothing_on_both_architectures) {
  std::map<std::string, int> seen;
  for (std::uint32_t seed = 1; seed <= 1000; ++seed) {
    const std::string text = CoreProgramDrawer(seed).draw();
    auto parsed = parse_program(text, "p");
    ASSERT_TRUE(parsed.has_value()) << text << to_string(parsed.error().front());
    const auto program = std::make_shared<const Program>(std::move(*parsed));
    const Architecture architecture = seed % 2 == 0 ? Architecture::c220 : Architecture::c310;
    Machine machine(architecture);
    // Counters that hold less overflow sooner.
    if (seed % 3 == 0) machine.set(Parameter::cross_count, 3);
    KernelOptions plain;
    plain.tensors = false;
    auto made = kernel_from_program(program, architecture, plain);
    ASSERT_TRUE(made.has_value()) << text;
    FlagOptions options;
    options.machine = primitives_of(machine);
    const auto report = (seed % 5 == 0 ? insert_event_flags : insert_fewest_flags)(made->kernel, options);
    if (!report) {
      ++seen["refused"];
      continue;
    }
    seen["answers"] += report->answers != 0 ? 1 : 0;
    const std::string context = text + print_kernel(made->kernel);
    const auto judge = KernelJudge::make(made->kernel, options.machine);
    ASSERT_TRUE(judge.has_value()) << context << judge.error().front().why;
    const BoundedVerdict v = judge->everywhere({}, 24);
    EXPECT_FALSE(v.verdict.fails()) << context << v.trips << " " << v.verdict.judgement.verdict.reason;
    EXPECT_TRUE(v.left.empty()) << context;
    EXPECT_EQ(v.undecided, 0U) << context;
    ++seen["judged"];
  }
  EXPECT_GE(seen["judged"], 950);
  EXPECT_GE(seen["answers"], 20);
  EXPECT_LE(seen["refused"], 50);
}

}  // namespace
}  // namespace counterpoint::ascend::testing
