// The four ways to combine two extents, and the order of places, against streams written out.
// SPDX-License-Identifier: Apache-2.0
#include "core/dependence/extent.hpp"

#include <map>
#include <string>

#include "core/program/program_builder.hpp"
#include "tests/core/dependence/draw.hpp"
#include "tests/core/dependence/streams.hpp"
#include "tests/core/property_factor.hpp"

namespace counterpoint {
namespace {

using testing::Choices;
using testing::DrawnTrips;
using testing::Event;
using testing::EventKind;

std::map<std::string, int>& tally() {
  static std::map<std::string, int> counts;
  return counts;
}

// Whether an extent, seen from the instance `from`, includes the instance `of`; `common` is their innermost common
// scope.
bool includes(const Tree& tree, const Extent& x, ScopeId common, const Event& from, const Event& of) {
  const ScopeId last = x.now() ? common : x.loop;
  const auto length = static_cast<long>(tree.scope(last).depth) + 1;
  std::vector<std::int64_t> target(from.vector.begin(), from.vector.begin() + length);
  target.back() -= x.back;
  if (target.back() <= 0) return false;
  return !std::lexicographical_compare(target.begin(), target.end(), of.vector.begin(), of.vector.begin() + length);
}

std::vector<Extent> extents(const Tree& tree, ScopeId common) {
  std::vector<Extent> out = {{}};
  for (ScopeId s = common; s.valid(); s = tree.scope(s).parent) {
    if (tree.scope(s).is_loop()) out.insert(out.end(), {{s, 1}, {s, 2}});
  }
  return out;
}

struct Three {
  const Tree& tree;
  const std::vector<Event>& events;
  InstructionId c;
  InstructionId q;
  InstructionId x;
  [[nodiscard]] bool is(const Event& e, InstructionId i) const {
    return e.kind == EventKind::instruction && e.subject == i.value;
  }
};

// Every x that the combined extent includes is included by the second extent of some q that the first one includes.
void check_combined(const Three& t, const Extent& far, ScopeId s1, const Extent& near, ScopeId s2,
                    const Extent& combined) {
  const ScopeId s3 = t.tree.innermost_common(t.tree.scope_of(t.c), t.tree.scope_of(t.x));
  RC_ASSERT(combined.now() || t.tree.encloses(combined.loop, s3));
  for (const Event& c : t.events) {
    if (!t.is(c, t.c)) continue;
    for (const Event& x : t.events) {
      if (!t.is(x, t.x) || !includes(t.tree, combined, s3, c, x)) continue;
      const bool known = std::ranges::any_of(t.events, [&](const Event& q) {
        return t.is(q, t.q) && includes(t.tree, far, s1, c, q) && includes(t.tree, near, s2, q, x);
      });
      RC_ASSERT(known);
      ++tally()[std::string(far.now() ? "now" : "loop") + " " + (near.now() ? "now" : "loop")];
    }
  }
}

// Trees of draw_tree with 0-2 constant trips, two assignments of trips each; all triples of instructions, all pairs of
// extents up to 2 iterations back.
void check_compose(Choices& choices) {
  ProgramBuilder b("p");
  b.tree.add_engine("e", false);
  testing::draw_tree(choices, b.tree, 1, 0, false, [] {});
  const Program program = b.finish();
  const Tree& tree = program.tree;
  const ScopeTable table(tree);
  for (int run = 0; run < 2; ++run) {
    const DrawnTrips drawn(tree, choices, false, 4);
    const testing::TripsOf trips = [&](ScopeId s, std::uint64_t n) { return drawn(EngineId{std::size_t{0}}, s, n); };
    const testing::Stream stream(tree, trips);
    if (stream.events().size() > 150) continue;
    const auto n = static_cast<std::uint32_t>(tree.instruction_count());
    const Three t{tree, stream.events(), InstructionId{std::size_t{choices.below(n)}},
                  InstructionId{std::size_t{choices.below(n)}}, InstructionId{std::size_t{choices.below(n)}}};
    const ScopeId s1 = tree.innermost_common(tree.scope_of(t.c), tree.scope_of(t.q));
    const ScopeId s2 = tree.innermost_common(tree.scope_of(t.q), tree.scope_of(t.x));
    for (const Extent& far : extents(tree, s1)) {
      for (const Extent& near : extents(tree, s2)) {
        const auto combined = compose(tree, table, far, s1, tree.scope_of(t.q), near, s2);
        if (combined.has_value()) check_combined(t, far, s1, near, s2, *combined);
      }
    }
  }
}

TEST(Extent, what_two_extents_combine_to_is_known_by_an_instance_in_between) {
  tally().clear();
  const auto cases = testing::property_cases(20'000);
  testing::check_choices(cases, 120, check_compose);
  for (const auto& [name, count] : tally()) EXPECT_GE(count, testing::least_of(1000, cases, 20'000)) << name;
  EXPECT_EQ(tally().size(), 4U);
}

// q { l { x q } c }: what the lemmas allow is also found, with l dynamic where they allow it.
TEST(Extent, a_loop_that_may_not_run_is_no_obstacle_where_both_are_in_it) {
  ProgramBuilder b("p");
  const EngineId e = b.tree.add_engine("e", false);
  const ScopeId outer = b.tree.open_loop("q", TripKind::dynamic, 0, 1);
  const ScopeId l = b.tree.open_loop("l", TripKind::dynamic, 0, 1);
  b.tree.add_instruction(e, "x", 1);
  b.tree.close();
  b.tree.close();
  const Tree tree = b.finish().tree;
  const ScopeTable table(tree);
  EXPECT_EQ(compose(tree, table, {}, outer, l, {}, l), Extent{});          // c after l, q and x in it
  EXPECT_EQ(compose(tree, table, {}, l, l, {}, outer), Extent{});          // c and q in l, x outside
  EXPECT_EQ(compose(tree, table, {}, outer, l, {}, outer), std::nullopt);  // only q in it: it may not run
  EXPECT_EQ(compose(tree, table, {}, l, l, {outer, 2}, outer), (Extent{outer, 2}));
  EXPECT_EQ(compose(tree, table, {}, outer, l, {outer, 2}, outer), std::nullopt);
  EXPECT_EQ(compose(tree, table, {outer, 2}, outer, l, {}, l), (Extent{outer, 2}));
  EXPECT_EQ(compose(tree, table, {l, 1}, l, l, {}, outer), std::nullopt);  // nothing in the first iteration of l
  EXPECT_EQ(compose(tree, table, {l, 1}, l, l, {l, 2}, l), (Extent{l, 3}));
  EXPECT_EQ(compose(tree, table, {outer, 1}, outer, l, {outer, 1}, outer), std::nullopt);
}

// In each iteration of the common scope everything of the first comes before everything of the second, or they never
// meet in one (exclusive branches).
void check_relation(Choices& choices) {
  ProgramBuilder b("p");
  b.tree.add_engine("e", false);
  testing::draw_tree(choices, b.tree, 1, 0, false, [] {});
  const Program program = b.finish();
  const Tree& tree = program.tree;
  const ScopeTable table(tree);
  const DrawnTrips drawn(tree, choices);
  const testing::TripsOf trips = [&](ScopeId s, std::uint64_t n) { return drawn(EngineId{std::size_t{0}}, s, n); };
  const testing::Stream stream(tree, trips);
  const auto place = [&](const Event& e) {
    return e.kind == EventKind::visit ? place_of_visit(tree, table, ScopeId{std::size_t{e.subject}})
                                      : place_of(tree, InstructionId{std::size_t{e.subject}});
  };
  const auto& events = stream.events();
  for (std::size_t i = 0; i < events.size() && i < 60; ++i) {
    for (std::size_t j = 0; j < events.size() && j < 60; ++j) {
      if (i == j || events[i].kind == EventKind::entry || events[j].kind == EventKind::entry) continue;
      const Relation relation = relate(tree, place(events[i]), place(events[j]));
      const auto length = static_cast<long>(tree.scope(relation.common).depth) + 1;
      const bool meet =
          std::equal(events[i].vector.begin(), events[i].vector.begin() + length, events[j].vector.begin());
      if (!meet) continue;
      const bool same = events[i].kind == events[j].kind && events[i].subject == events[j].subject;
      RC_ASSERT(!same);  // one thing meets itself only in one instance
      RC_ASSERT(relation.before == (i < j));
      ++tally()[relation.before ? "before" : "after"];
    }
  }
}

TEST(Extent, places_are_related_as_their_instances_meet_in_one_iteration) {
  tally().clear();
  testing::check_choices(3'000, 60, check_relation);
  EXPECT_GE(tally()["before"], 10'000);
  EXPECT_GE(tally()["after"], 10'000);
}

TEST(Extent, a_vector_is_rounded_down_to_one_loop_or_given_up) {
  ProgramBuilder b("p");
  const EngineId e = b.tree.add_engine("e", false);
  const ScopeId q = b.tree.open_loop("q", TripKind::dynamic, 0, 1);
  const ScopeId l = b.tree.open_loop("l", TripKind::dynamic, 0, 1);
  const InstructionId p = b.tree.add_instruction(e, "p", 1);
  const InstructionId c = b.tree.add_instruction(e, "c", 1);
  b.tree.close();
  b.tree.close();
  const auto add = [&](std::vector<Distance> distances, bool star = false) { b.add_dependency(c, p, distances, star); };
  add({});
  add({{.loop = l, .distance = 3}});
  add({{.loop = q, .distance = 2}}, true);
  add({{.loop = q, .distance = 2}});
  add({{.loop = q, .distance = 2}, {.loop = l, .distance = -1}});
  add({{.loop = q, .distance = 2}, {.loop = l, .distance = 1}});
  const Program program = b.finish();
  const auto at = [&](std::size_t i) { return extent_of(program, DependencyId{i}); };
  EXPECT_EQ(at(0), Extent{});
  EXPECT_EQ(at(1), (Extent{l, 3}));
  EXPECT_EQ(at(2), (Extent{q, 2}));
  EXPECT_EQ(at(3), (Extent{q, 3}));
  EXPECT_EQ(at(4), (Extent{q, 3}));
  EXPECT_EQ(at(5), std::nullopt);
}

}  // namespace
}  // namespace counterpoint
