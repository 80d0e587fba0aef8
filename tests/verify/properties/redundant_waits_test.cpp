// Waits that closed clocks call redundant: without them the verdict against the program is the one it was.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution: programs of verify/generate/program.hpp, of which each loop without a number gets one of 0 to 3, drawn,
// in the text; without branches and without loops that read their count. Of each there is an
// allocation by each scheme at level 0 or 1 that does not refuse, and one implementation made by hand. The verdict
// before and after is that of exploration, which knows nothing of clocks, and of closed clocks where there are too many
// states.
#include "verify/order/redundant_waits.hpp"

#include "core/allocation/allocate.hpp"
#include "core/text/text.hpp"
#include "tests/verify/properties/campaign.hpp"
#include "tests/verify/properties/subject.hpp"
#include "verify/generate/implementation.hpp"

namespace counterpoint {
namespace {

using testing::Campaign;
using testing::Posed;

// With a number for each loop; nothing if that is not possible.
std::optional<Program> with_numbers(Choices& choices, const Program& program) {
  std::string text = print(program);
  for (const std::string_view word : {"trips dynamic", "trips divergent"}) {
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
      text.replace(at, word.size(), "trips " + std::to_string(choices.below(4)));
    }
  }
  auto read = parse_program(text, "drawn");
  if (!read) return std::nullopt;  // a dependency that no numbers allow
  return std::move(*read);
}

class RedundantWaitsCheck {
 public:
  RedundantWaitsCheck(Campaign& campaign, const Program& program) : campaign_(campaign), program_(program) {}

  void run(const Implementation& implementation) {
    const WaitsLeftOut less = without_redundant_waits(implementation);
    campaign_.count(less.note.empty() ? "looked at" : "not looked at");
    if (less.removed == 0) return;
    campaign_.count("removed", less.removed);
    const Posed before(program_, implementation, {});
    const Posed after(program_, less.implementation, {});
    auto was = before.by_exploration(20'000);
    auto is = after.by_exploration(20'000);
    if (was && is) campaign_.count("explored");
    if (!was || !is) {
      was = before.by_order();
      is = after.by_order();
    }
    if (!was || !is) return;
    campaign_.count(std::string(to_text(was->word)));
    if (was->word != is->word) {
      RC_FAIL(print(program_) + print(implementation) + print(less.implementation) + std::string(to_text(was->word)) +
              " became " + std::string(to_text(is->word)));
    }
    const WaitsLeftOut again = without_redundant_waits(less.implementation);
    if (again.removed != 0) RC_FAIL(print(implementation) + "another wait could have gone");
  }

 private:
  Campaign& campaign_;
  const Program& program_;
};

TEST(RedundantWaits, keep_the_verdict_where_every_loop_has_a_number) {
  Campaign campaign(1500, 160);
  campaign.run([&](Choices& choices) {
    Shape shape;
    shape.conditionals = false;
    shape.control = false;
    const auto program = with_numbers(choices, generate_program(choices, shape));
    if (!program) return;
    campaign.count_program(*program, {});
    RedundantWaitsCheck check(campaign, *program);
    AllocationOptions options;
    options.optimize = static_cast<int>(choices.below(2));
    for (const SchemeEntry& s : all_schemes()) {
      options.scheme = s.scheme;
      const auto allocated = allocate(*program, options);
      if (allocated) check.run(allocated->implementation);
    }
    check.run(generate_by_hand(choices, *program));
  });
  campaign.expect_at_least({{"looked at", 20000}, {"removed", 30000}, {"explored", 5000}, {"equivalent", 5000}});
}

Implementation redundant_waits_text(std::string_view text) {
  auto read = parse_implementation(text, "implementation");
  if (!read) throw std::runtime_error(to_string(read.error().front()));
  return std::move(*read);
}

// Of two that each make up for the other, one stays; the limit and every precondition say what they are.
TEST(RedundantWaits, go_one_at_a_time_and_say_why_not) {
  const Implementation both = redundant_waits_text(
      "implementation p\nengine e f\nsemaphore s t\nloop l trips 3 {\n f: x signal s += 1, t += 1\n e: r := r + 1\n"
      " e: wait s >= r\n e: c wait s >= r, t >= r\n}\n");
  const WaitsLeftOut less = without_redundant_waits(both);
  EXPECT_EQ(less.removed, 2U);
  EXPECT_EQ(less.note, "");
  EXPECT_EQ(without_redundant_waits(both, 5).note, "more than 5 instances");
  EXPECT_EQ(without_redundant_waits(both, 13).note, "stopped after 8 instances, over all runs");
  const auto note = [](std::string_view text) { return without_redundant_waits(redundant_waits_text(text)).note; };
  EXPECT_EQ(note("implementation p\nengine e\nsemaphore s\ne: c wait s >= 1\n"), "e does not end");
  EXPECT_EQ(note("implementation p\nengine e f\nsemaphore s\nf: x signal s += 1\ne: c take s >= 1\n"), "s: a take");
}

}  // namespace
}  // namespace counterpoint
