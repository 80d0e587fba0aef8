// What `derive` calls implied holds in every closed clock, and a program without missing conflicts is race-free.
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>

#include "core/dependence/derive.hpp"
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

std::map<std::string, int>& tally() {
  static std::map<std::string, int> counts;
  return counts;
}

// A program of draw_tree on 1-3 engines, each `inorder` one time in four, one in five with divergent loops. 1-2 buffers
// of 1-3 slots; each instruction has 1-2 accesses, half of them writes, rotated by a loop around it with shift -1..1
// where there is one (3/4), else to a constant slot. No dependencies. In one program of two every buffer has slots of
// 1-3 bytes at byte 0-4 of one memory, in one of four of these of a memory of its own or without an address.
Program draw(Choices& choices) {
  ProgramBuilder b("p");
  const std::uint32_t engines = 1 + choices.below(3);
  for (std::uint32_t e = 0; e < engines; ++e) b.tree.add_engine("e", choices.one_in(4));
  std::vector<std::uint32_t> slots;
  const std::uint32_t buffers = 1 + choices.below(2);
  for (std::uint32_t i = 0; i < buffers; ++i) slots.push_back(1 + choices.below(3));
  const bool placed = choices.one_in(2);
  for (const std::uint32_t n : slots) {
    const BufferId made = b.tree.add_buffer("b", n);
    if (!placed) continue;
    const std::uint32_t how = choices.below(8);
    const std::uint64_t at = choices.below(5);
    const std::uint64_t bytes = 1 + choices.below(3);
    b.tree.place_buffer(made, how == 0 ? "other" : "m", how == 1 ? std::nullopt : std::optional(at), bytes);
  }
  const auto access = [&] {
    Access a;
    a.buffer = BufferId{std::size_t{choices.below(static_cast<std::uint32_t>(slots.size()))}};
    a.write = choices.one_in(2);
    std::vector<ScopeId> loops;
    for (ScopeId s = b.tree.current(); s.valid(); s = b.tree.scope(s).parent) {
      if (b.tree.scope(s).is_loop()) loops.push_back(s);
    }
    if (!loops.empty() && !choices.one_in(4)) {
      a.kind = SlotKind::rotating;
      a.loop = loops[choices.below(static_cast<std::uint32_t>(loops.size()))];
      a.shift = static_cast<std::int32_t>(choices.below(3)) - 1;
    } else {
      a.kind = SlotKind::constant;
      a.slot = choices.below(slots[a.buffer.value]);
    }
    b.tree.add_access(a);
  };
  testing::draw_tree(choices, b.tree, engines, 1, choices.one_in(5), [&] {
    access();
    if (choices.one_in(2)) access();
  });
  return b.finish();
}

// The dependencies among instructions that a program gets on top: half of what its accesses need, rarely another one.
Program with_some(const Program& program, Choices& choices) {
  ProgramBuilder builder(program);
  const Derivation derivation = derive(program);
  for (const Conflict& c : derivation.conflicts) {
    if (c.status != ConflictStatus::missing || choices.one_in(2)) continue;
    std::vector<Distance> distances;
    if (!c.distance.now()) distances.push_back({c.distance.loop, static_cast<std::int32_t>(c.distance.back)});
    builder.add_dependency(c.later, c.earlier, distances, c.star);
  }
  testing::draw_dependencies(choices, program.tree, choices.below(3), builder);
  return builder.finish();
}

// Adds the dependency of a conflict, so that the slow Equation 1 can be asked about it.
Program with_only(const Program& program, const Conflict& c, DependencyId& added) {
  ProgramBuilder builder(program);
  std::vector<Distance> distances;
  if (!c.distance.now()) distances.push_back({c.distance.loop, static_cast<std::int32_t>(c.distance.back)});
  builder.add_dependency(c.later, c.earlier, distances, c.star);
  Program out = builder.finish();
  // The builder keeps the order given, so the new one is the last of its consumer.
  added = DependencyId{out.dependencies_of(c.later).last - std::size_t{1}};
  return out;
}

void check_implied(const Program& program, const Derivation& derivation, const ProgramClocks& clocks) {
  const Tree& tree = program.tree;
  for (const Conflict& c : derivation.conflicts) {
    if (c.status == ConflictStatus::missing || c.in_order) continue;
    DependencyId added;
    const Program asked = with_only(program, c, added);
    for (const Instance& x : clocks.instances()) {
      if (x.instruction != c.later) continue;
      const auto n = testing::owed(asked, added, clocks.stream(x.engine), *x.event);
      if (!n.has_value() || *n == 0) continue;
      const Instance* p = clocks.nth(c.earlier, *n);
      RC_ASSERT(p != nullptr);
      RC_ASSERT(x.clock[tree.engine_of(c.earlier).value] > p->ordinal);
    }
  }
}

std::int64_t slot_of(const Tree& tree, const Access& a, const Instance& x) {
  const std::int64_t slots = tree.buffer(a.buffer).slots;
  if (a.kind == SlotKind::constant) return a.slot;
  return ((x.vector[tree.scope(a.loop).depth] - 1 + a.shift) % slots + slots) % slots;
}

// By every byte of both slots.
bool same_bytes(const Tree& tree, const Access& a, std::int64_t a_slot, const Access& b, std::int64_t b_slot) {
  const Buffer& x = tree.buffer(a.buffer);
  const Buffer& y = tree.buffer(b.buffer);
  if (!x.at || !y.at || tree.buffer_space(a.buffer) != tree.buffer_space(b.buffer)) return false;
  for (std::uint64_t i = 0; i < x.bytes; ++i) {
    for (std::uint64_t j = 0; j < y.bytes; ++j) {
      const std::uint64_t p = *x.at + static_cast<std::uint64_t>(a_slot) * x.bytes + i;
      if (p == *y.at + static_cast<std::uint64_t>(b_slot) * y.bytes + j) return true;
    }
  }
  return false;
}

bool conflict(const Tree& tree, const Instance& x, const Instance& y) {
  for (const Access& a : tree.accesses(x.instruction)) {
    for (const Access& b : tree.accesses(y.instruction)) {
      if (!a.write && !b.write) continue;
      const std::int64_t a_slot = slot_of(tree, a, x);
      const std::int64_t b_slot = slot_of(tree, b, y);
      if (a.buffer == b.buffer ? a_slot == b_slot : same_bytes(tree, a, a_slot, b, b_slot)) return true;
    }
  }
  return false;
}

bool race_free(const Tree& tree, const ProgramClocks& clocks) {
  const auto& all = clocks.instances();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      const Instance& x = all[i];
      const Instance& y = all[j];
      if (x.engine == y.engine && tree.engine(x.engine).inorder) continue;
      if (!conflict(tree, x, y)) continue;
      if (y.clock[x.engine.value] <= x.ordinal && x.clock[y.engine.value] <= y.ordinal) return false;
    }
  }
  return true;
}

void count(const Derivation& derivation, bool uniform) {
  for (const Conflict& c : derivation.conflicts) {
    if (c.status != ConflictStatus::implied) continue;
    const auto path = derivation.path(c);
    ++tally()[c.in_order ? "in order" : c.any_trips ? "any trips" : "uniform trips"];
    ++tally()["steps " + std::to_string(path.size())];
    if (!c.in_order && c.any_trips && !uniform) ++tally()["any trips in a divergent program"];
    for (const PathStep& s : path) {
      if (s.subject.visit) ++tally()["through a visit"];
      if (s.kind == PathStepKind::retire_order) ++tally()["retirement order"];
      if (s.kind == PathStepKind::issue_order) ++tally()["issue order"];
    }
    if (c.closure) ++tally()["closure"];
    if (c.earlier_access.buffer != c.later_access.buffer) ++tally()["two buffers"];
    if (!c.distance.now()) ++tally()["distance"];
  }
}

void check(Choices& choices) {
  const Program bare = draw(choices);
  const Program program = with_some(bare, choices);
  const Derivation derivation = derive(program);
  const Program whole = with_missing(program, derivation);
  RC_ASSERT(derive(whole).missing == 0U);
  bool uniform = true;
  for (const ScopeId s : bare.tree.scopes()) uniform = uniform && bare.tree.uniform(s);
  count(derivation, uniform);
  for (int run = 0; run < 3; ++run) {
    const DrawnTrips trips(bare.tree, choices);
    const ProgramClocks clocks(program, trips);
    if (clocks.instances().size() > 200) continue;
    check_implied(program, derivation, clocks);
    if (!uniform) continue;
    const ProgramClocks all(whole, trips);
    RC_ASSERT(race_free(bare.tree, all));
    ++tally()["race-free runs"];
  }
}

TEST(DeriveSoundness, implied_conflicts_are_ordered_in_every_run_and_nothing_missing_means_no_race) {
  tally().clear();
  const auto cases = testing::property_cases(6'000);
  testing::check_choices(cases, 160, check);
  const std::map<std::string, int> floors = {
      {"in order", 5000},       {"any trips", 5000},   {"any trips in a divergent program", 300},
      {"uniform trips", 1000},  {"closure", 3000},     {"distance", 5000},
      {"two buffers", 1000},    {"issue order", 1000}, {"retirement order", 3000},
      {"through a visit", 100}, {"steps 3", 300},      {"race-free runs", 5000},
  };
  for (const auto& [name, least] : floors) {
    EXPECT_GE(tally()[name], testing::least_of(least, cases, 6'000)) << name << " is hardly tested";
  }
}

}  // namespace
}  // namespace counterpoint
