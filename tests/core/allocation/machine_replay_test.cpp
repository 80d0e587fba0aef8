// Runs of the implementation machine are runs of the specification machine, and the reverse.
// SPDX-License-Identifier: Apache-2.0
//
// Independent of the closed clocks: both machines of core/machine step side by side. A random run of the one side is
// taken; the other side first takes what internal steps it can, then must have the same visible step. From the
// implementation this is safety; the other way round it is that the implementation never holds back. Distribution of
// programs and trips: draw.hpp; a commit is taken at random among all instances in flight.
#include <gtest/gtest.h>
// gtest first
#include <rapidcheck/gtest.h>

#include <random>
#include <sstream>

#include "core/allocation/allocate.hpp"
#include "core/dependence/classify.hpp"
#include "core/machine/implementation_machine.hpp"
#include "core/machine/specification.hpp"
#include "tests/core/allocation/draw.hpp"

namespace counterpoint {
namespace {

using testing::Case;

Trips trips_of(const Case& c) {
  Trips out(c.program.tree);
  for (const ScopeId s : c.program.tree.scopes()) {
    const Scope& scope = c.program.tree.scope(s);
    if (s == Tree::root() || scope.kind == ScopeKind::else_branch || scope.trip_kind == TripKind::constant) continue;
    const auto& lists = c.trips.lists[s.value];
    if (scope.trip_kind == TripKind::dynamic) {
      out.set_list(s, lists.front());
      continue;
    }
    for (const EngineId e : c.program.tree.engines()) out.set_list(s, e, lists[e.value]);
  }
  return out;
}

// Internal steps disable nothing here, so all that can be taken are.
void settle(const Machine& machine, MachineState& state) {
  for (bool moved = true; moved;) {
    moved = false;
    for (const EngineId e : machine.tree().engines()) {
      for (auto step = machine.stream_step(state, e); step && !visible(step->kind);
           step = machine.stream_step(state, e)) {
        machine.apply(state, *step);
        moved = true;
      }
    }
  }
}

std::vector<Step> visible_steps(const Machine& machine, const MachineState& state) {
  std::vector<Step> out;
  for (const EngineId e : machine.tree().engines()) machine.enabled(state, e, out);
  std::erase_if(out, [](const Step& s) { return !visible(s.kind); });
  return out;
}

// Takes a random run of `leader`; empty, or the step that `follower` has not, or "stops" where only the leader does.
std::string follow(const Machine& leader, const Machine& follower, std::mt19937_64& random, bool to_the_end) {
  MachineState a = leader.start();
  MachineState b = follower.start();
  for (;;) {
    settle(leader, a);
    settle(follower, b);
    const std::vector<Step> steps = visible_steps(leader, a);
    if (steps.empty()) {
      return to_the_end && !visible_steps(follower, b).empty() ? "stops where the other goes on" : "";
    }
    const Step step = steps[random() % steps.size()];
    if (!follower.is_enabled(b, step)) return to_text(leader.tree(), step);
    leader.apply(a, step);
    follower.apply(b, step);
    if (a.fault || b.fault) return "fault";
  }
}

void try_both_ways(const std::vector<std::uint8_t>& tape) {
  testing::Bytes bytes(tape);
  testing::ProgramDraw draw(bytes);
  const std::uint32_t variant = bytes.below(4);
  const std::uint32_t seed = bytes.below(256);
  const Case c = draw.finish();
  bool exact = true;
  for (const DependencyId d : c.program.all_dependencies()) exact = exact && classify(c.program, d).exact;
  const Machine specification = specification_machine(c.program, trips_of(c));
  for (const SchemeEntry& scheme : all_schemes()) {
    AllocationOptions options;
    options.scheme = scheme.scheme;
    options.count = (variant & 1U) != 0 ? Counted::producers : Counted::all;
    options.extensions = (variant & 2U) != 0 && bytes.one_in(2) ? Extensions::none : Extensions::all;
    const auto allocation = allocate(c.program, options);
    if (!allocation) continue;
    MachineOptions visits;
    visits.visits = control_scopes(c.program);
    const Machine implementation = implementation_machine(allocation->implementation, trips_of(c), visits);
    std::mt19937_64 random(seed);
    const auto check = [&](const std::string& difference, const char* side) {
      if (!difference.empty()) RC_FAIL(std::string(scheme.name) + side + difference + "\n" + testing::notation(c));
    };
    const bool promised = exact && scheme.exact && allocation->implementation.tree.barrier_count() == 0;
    for (int run = 0; run < 3; ++run) {
      check(follow(implementation, specification, random, promised), ": only the implementation: ");
      if (promised) check(follow(specification, implementation, random, true), ": only the program: ");
    }
  }
}

TEST(MachineReplay, every_visible_step_of_one_machine_is_a_step_of_the_other) {
  rc::detail::TestParams parameters;
  parameters.maxSuccess = 1'000;
  parameters.seed = 20'260'814;
  const auto result = rc::detail::checkTestable(
      [] {
        const auto byte = rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint8_t>());
        try_both_ways(*rc::gen::container<std::vector<std::uint8_t>>(400, byte));
      },
      rc::detail::TestMetadata{}, parameters);
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  ASSERT_TRUE(result.template is<rc::detail::SuccessResult>()) << text.str();
}

}  // namespace
}  // namespace counterpoint
