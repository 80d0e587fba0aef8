// Whatever `Reach` says holds is so in every closed clock, also through chains, visits and divergent trips.
// SPDX-License-Identifier: Apache-2.0
#include "core/dependence/reach.hpp"

#include <map>
#include <string>

#include "core/program/program_builder.hpp"
#include "tests/core/dependence/choices.hpp"
#include "tests/core/dependence/clocks.hpp"
#include "tests/core/dependence/draw.hpp"
#include "tests/core/property_factor.hpp"

namespace counterpoint {
namespace {

using testing::Choices;
using testing::DrawnTrips;
using testing::Instance;
using testing::ProgramClocks;

struct Question {
  Subject consumer;
  Want want;
  Answer answer;
};

// Every consumer against every producer: everything so far, and up to 1 and 2 iterations back of each common loop.
std::vector<Question> ask_all(const Program& program, Reach& reach) {
  std::vector<Question> out;
  const Tree& tree = program.tree;
  for (const InstructionId c : tree.instructions()) {
    std::vector<Want> wants;
    for (const InstructionId p : tree.instructions()) {
      if (p < c) wants.push_back({p, {}});
      for (ScopeId s = tree.innermost_common(tree.scope_of(c), tree.scope_of(p)); s.valid(); s = tree.scope(s).parent) {
        if (!tree.scope(s).is_loop()) continue;
        wants.push_back({p, {s, 1}});
        wants.push_back({p, {s, 2}});
      }
    }
    const auto answers = reach.answer({false, c.value}, wants);
    for (std::size_t i = 0; i < wants.size(); ++i) out.push_back({{false, c.value}, wants[i], answers[i]});
  }
  return out;
}

// The number of retirements asked for, by the slow Equation 1 of the dependency that asks it.
bool holds(const Program& program, const Question& q, const ProgramClocks& clocks) {
  ProgramBuilder builder(program);
  std::vector<Distance> distances;
  const Extent& x = q.want.extent;
  if (!x.now()) distances.push_back({x.loop, static_cast<std::int32_t>(x.back)});
  const InstructionId c{std::size_t{q.consumer.index}};
  builder.add_dependency(c, q.want.producer, distances, !x.now());
  const Program asked = builder.finish();
  const DependencyId added{asked.dependencies_of(c).last - std::size_t{1}};
  for (const Instance& instance : clocks.instances()) {
    if (instance.instruction != c) continue;
    const auto n = testing::owed(asked, added, clocks.stream(instance.engine), *instance.event);
    if (!n.has_value() || *n == 0) continue;
    const Instance* p = clocks.nth(q.want.producer, *n);
    if (p == nullptr || instance.clock[p->engine.value] <= p->ordinal) return false;
  }
  return true;
}

std::map<std::string, int>& tally() {
  static std::map<std::string, int> counts;
  return counts;
}

// 2-3 engines, 3-9 dependencies on the trees of draw_tree with 0-2 constant trips, one program in three divergent.
// Each is run with three assignments of its own kind and one where every scope differs between engines, for which only
// the answers right for any trips have to hold.
void check(Choices& choices) {
  ProgramBuilder b("p");
  const std::uint32_t engines = 2 + choices.below(2);
  for (std::uint32_t e = 0; e < engines; ++e) b.tree.add_engine("e", false);
  testing::draw_tree(choices, b.tree, engines, choices.below(2), choices.one_in(3), [] {});
  const Program bare = b.finish();
  ProgramBuilder with(bare);
  testing::draw_dependencies(choices, bare.tree, 3 + choices.below(7), with);
  const Program program = with.finish();
  Reach reach(program);
  const std::vector<Question> questions = ask_all(program, reach);
  for (int run = 0; run < 4; ++run) {
    const bool differ = run == 3;
    const DrawnTrips trips(program.tree, choices, differ);
    const ProgramClocks clocks(program, trips);
    if (clocks.instances().size() > 150) continue;
    for (const Question& q : questions) {
      if (!q.answer.held || (differ && !q.answer.any_trips)) continue;
      if (q.answer.path.size() < 2 && run > 0) continue;  // a given dependency: looked at once is enough
      RC_ASSERT(holds(program, q, clocks));
      ++tally()[differ ? "with other trips on every engine" : "runs"];
    }
  }
  for (const Question& q : questions) {
    if (!q.answer.held) continue;
    ++tally()["steps " + std::to_string(std::min<std::size_t>(q.answer.path.size(), 5))];
    ++tally()[q.answer.any_trips ? "any trips" : "uniform trips"];
    if (!q.want.extent.now()) ++tally()["distance " + std::to_string(q.want.extent.back)];
    for (const PathStep& s : q.answer.path) {
      if (s.subject.visit) ++tally()["through a visit"];
    }
  }
}

TEST(Reach, an_answer_holds_in_every_closed_clock) {
  tally().clear();
  const auto cases = testing::property_cases(6'000);
  testing::check_choices(cases, 200, check);
  const std::map<std::string, int> floors = {
      {"any trips", 20'000},  {"uniform trips", 2000},   {"distance 1", 10'000},
      {"distance 2", 10'000}, {"steps 2", 10'000},       {"steps 3", 5000},
      {"steps 4", 200},       {"through a visit", 5000}, {"with other trips on every engine", 10'000},
  };
  for (const auto& [name, least] : floors) {
    EXPECT_GE(tally()[name], testing::least_of(least, cases, 6'000)) << name << " is hardly tested";
  }
}

}  // namespace
}  // namespace counterpoint
