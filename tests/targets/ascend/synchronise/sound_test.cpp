// What comes out of sound mode is safe or refused, whatever the core's parameters are and where the kernel is from.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/diagnostic/ascend_codes.hpp"
#include "core/text/text.hpp"
#include "targets/ascend/execution/judge.hpp"
#include "targets/ascend/synchronise/synchronise.hpp"
#include "targets/ascend/text/parse_kernel.hpp"
#include "tests/core/property_factor.hpp"
#include "tests/targets/ascend/passes/drawn_body.hpp"

namespace counterpoint::ascend::testing {
namespace {

std::shared_ptr<const Program> program_of(const std::string& body) {
  auto program = parse_program("program p\nengine s v m mte1 mte2 mte3\n" + body, "p.cp");
  EXPECT_TRUE(program.has_value());
  return std::make_shared<const Program>(std::move(*program));
}

SyncChoice sound_choice(Architecture a) {
  SyncChoice choice;
  choice.sound = true;
  choice.passes = default_passes(a, true);
  return choice;
}

struct SoundCounts {
  std::size_t safe = 0;
  std::size_t refused = 0;
};

// Synchronises and judges.
void hold(Kernel& kernel, const ascend::Machine& machine, const std::string& what, SoundCounts& counts) {
  const auto done = synchronise(kernel, machine, sound_choice(machine.architecture()));
  if (!done) {
    ++counts.refused;
    return;
  }
  const auto judge = KernelJudge::make(kernel, primitives_of(machine));
  ASSERT_TRUE(judge.has_value()) << what << judge.error().front().why;
  const BoundedVerdict v = judge->everywhere({}, 24);
  ASSERT_FALSE(v.verdict.fails()) << machine.name() << "\n" << what << v.verdict.judgement.verdict.explanation;
  ASSERT_TRUE(v.left.empty()) << machine.name() << "\n" << what;
  ++counts.safe;
}

// 40 programs of drawn_body.hpp on each of eighteen cores; of keys without destination 1 in 25 is refused.
TEST(AscendSound, is_safe_or_refused_with_other_parameters) {
  const std::uint64_t cases = counterpoint::testing::property_cases(40);
  for (const Architecture a : {Architecture::c220, Architecture::c310}) {
    for (const char* set : {"key=without-destination", "flag=counting", "ids=1", "order-v=out", "order-m=out",
                            "dispatch=independent", "core=cube", "insert-sync=false", "same-pipe=enque"}) {
      ascend::Machine machine(a);
      ASSERT_TRUE(machine.set(set).has_value());
      SoundCounts counts;
      for (unsigned seed = 60; seed < 60 + cases; ++seed) {
        const std::string body = DrawnBody(seed).draw();
        auto made = kernel_from_program(program_of(body), a, kernel_options(machine, sound_choice(a)));
        if (!made) continue;
        hold(made->kernel, machine, body, counts);
        if (HasFatalFailure()) return;
      }
      EXPECT_GT(counts.safe, 0U) << machine.name();
      const bool refuses = std::string_view(set) == "insert-sync=false" || std::string_view(set) == "core=cube" ||
                           (std::string_view(set) == "key=without-destination" && a == Architecture::c220);
      // In a part of the programs there may be none of the few.
      const bool few = std::string_view(set) == "key=without-destination" && cases < 40;
      EXPECT_TRUE(few || (counts.refused > 0) == refuses) << machine.name() << ": " << counts.refused;
    }
  }
}

// A kernel that is read has as many queues as it likes: with nine the ids of an event run out.
TEST(AscendSound, is_safe_or_refused_for_kernels_that_are_read) {
  for (const unsigned queues : {2U, 8U, 9U}) {
    std::string body;
    std::string text = "kernel p on c220\n";
    for (unsigned q = 0; q < queues; ++q) {
      const std::string n = std::to_string(q);
      body += "buffer b" + n + " slots 1\n";
      text += "q" + n + " = queue vecin\nb" + n + " = alloc q" + n + "\n";
    }
    for (unsigned q = 0; q < queues; ++q) {
      const std::string n = std::to_string(q);
      body += "mte2: ld" + n + " writes b" + n + "\n";
      text += "mte2: ld" + n + "(w b" + n + ")\n";
    }
    for (unsigned q = 0; q < queues; ++q) {
      const std::string n = std::to_string(q);
      body += "v: f" + n + " reads b" + n + "\n";
      text += "v: f" + n + "(r b" + n + ")\n";
    }
    for (unsigned q = 0; q < queues; ++q) text += "free q" + std::to_string(q) + " b" + std::to_string(q) + "\n";
    auto kernel = parse_kernel(text, program_of(body));
    ASSERT_TRUE(kernel.has_value()) << text << to_string(kernel.error().front());
    SoundCounts counts;
    hold(*kernel, ascend::Machine(Architecture::c220), text, counts);
    EXPECT_EQ(counts.refused, queues == 9 ? 1U : 0U) << queues;
  }
}

}  // namespace
}  // namespace counterpoint::ascend::testing
