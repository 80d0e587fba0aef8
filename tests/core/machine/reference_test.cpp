// The fast machine against the slow one, step by step, on random programs, implementations and schedules.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution of programs: ProgramDraw of tests/core/allocation/draw.hpp (rejected dependencies included); of
// implementations: draw.hpp here. Each case is walked four times, at each step one of the enabled steps with equal
// chance, at most 400 steps; windows of none (1/2), 1 or 2; for implementations widths of none (1/2), 2, 3, 8 or 64 and
// the three comparisons. At every step both must have the same enabled steps, in the same order.
#include <gtest/gtest.h>
// gtest first
#include <rapidcheck/gtest.h>

#include <map>
#include <sstream>

#include "core/machine/implementation_machine.hpp"
#include "core/machine/specification.hpp"
#include "tests/core/dependence/choices.hpp"
#include "tests/core/machine/draw.hpp"
#include "tests/core/machine/reference.hpp"

namespace counterpoint {
namespace {

using testing::Bytes;

struct Tally {
  std::map<std::string, int> counts;
};

std::string text(const Tree& tree, const std::vector<Step>& steps) {
  std::string out;
  for (const Step& s : steps) out += to_text(tree, s) + "; ";
  return out;
}

// Walks both and compares. Equal snapshots of the fast machine must have equal steps, whatever led to them.
void walk(const Machine& fast, const reference::Machine& start, Bytes& bytes, const std::string& what, Tally& tally) {
  const Tree& tree = fast.tree();
  std::map<std::vector<std::uint64_t>, std::string> seen;
  for (int round = 0; round < 4; ++round) {
    reference::Machine slow = start;
    MachineState state = fast.start();
    std::string trace;
    for (int n = 0; n < 400; ++n) {
      std::vector<Step> steps;
      for (const EngineId e : tree.engines()) fast.enabled(state, e, steps);
      const std::vector<Step> expected = slow.enabled();
      if (state.fault.has_value() != slow.faulted() || steps != expected) {
        RC_FAIL(what + "\nafter: " + trace + "\nenabled: " + text(tree, steps) + "\nexpected: " + text(tree, expected) +
                (state.fault ? "\nfault" : "") + (slow.faulted() ? "\nfault expected" : ""));
      }
      if (!state.fault) {
        std::vector<std::uint64_t> key;
        fast.snapshot(state, key);
        RC_ASSERT(seen.try_emplace(std::move(key), text(tree, steps)).first->second == text(tree, steps));
      }
      if (steps.empty()) {
        RC_ASSERT(state.fault || fast.complete(state) == slow.complete());
        ++tally.counts[state.fault ? "fault" : slow.complete() ? "complete" : "deadlock"];
        break;
      }
      const Step step = steps[bytes.below(static_cast<std::uint32_t>(steps.size()))];
      trace += to_text(tree, step) + "; ";
      for (const Step& s : steps) RC_ASSERT(fast.is_enabled(state, s));
      fast.apply(state, step);
      slow.apply(step);
      ++tally.counts["steps"];
    }
  }
}

void check(int cases, std::size_t length, const std::function<void(Bytes&)>& property) {
  rc::detail::TestParams parameters;
  parameters.maxSuccess = cases;
  parameters.seed = 20'260'813;
  const auto result = rc::detail::checkTestable(
      [&] {
        const auto byte = rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint8_t>());
        const auto tape = *rc::gen::container<std::vector<std::uint8_t>>(length, byte);
        Bytes bytes(tape);
        property(bytes);
      },
      rc::detail::TestMetadata{}, parameters);
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  ASSERT_TRUE(result.template is<rc::detail::SuccessResult>()) << message.str();
}

TEST(ReferenceMachine, agrees_with_the_specification_machine_on_random_programs_and_schedules) {
  Tally tally;
  check(1'500, 900, [&](Bytes& bytes) {
    MachineOptions options;
    options.window = bytes.one_in(2) ? 1 + bytes.below(2) : 0;
    testing::ProgramDraw draw(bytes);
    const testing::Case c = draw.finish();
    const Trips trips = testing::trips_of(c.program.tree, c.trips);
    walk(specification_machine(c.program, trips, options), reference::specification(c.program, trips, options), bytes,
         testing::notation(c), tally);
  });
  EXPECT_GT(tally.counts["complete"], 1'000);
  EXPECT_GT(tally.counts["deadlock"], 500);
}

TEST(ReferenceMachine, agrees_with_the_implementation_machine_on_random_statements_and_schedules) {
  Tally tally;
  check(4'000, 900, [&](Bytes& bytes) {
    MachineOptions options;
    options.window = bytes.one_in(2) ? 1 + bytes.below(2) : 0;
    static constexpr std::array<std::uint32_t, 8> widths = {0, 0, 0, 0, 2, 3, 8, 64};
    options.width = widths[bytes.below(8)];
    options.compare = static_cast<Comparison>(bytes.below(3));
    testing::ImplementationDraw draw(bytes);
    const Implementation implementation = draw.finish();
    options.visits = testing::ImplementationDraw::visits(implementation.tree);
    const Trips trips = testing::ImplementationDraw::trips(implementation.tree, bytes);
    walk(implementation_machine(implementation, trips, options),
         reference::implementation(implementation, trips, options), bytes,
         "width " + std::to_string(options.width) + " compare " + std::to_string(static_cast<int>(options.compare)),
         tally);
  });
  EXPECT_GT(tally.counts["complete"], 1'000);
  EXPECT_GT(tally.counts["deadlock"], 1'000);
  EXPECT_GT(tally.counts["fault"], 1'000);
  for (const auto& [what, count] : tally.counts) std::cerr << what << " " << count << "\n";
}

}  // namespace
}  // namespace counterpoint
