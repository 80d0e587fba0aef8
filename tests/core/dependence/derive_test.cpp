// The rule of language.md for each kind of pair, and what counts as given, implied and missing.
// SPDX-License-Identifier: Apache-2.0
#include "core/dependence/derive.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/program/program_builder.hpp"

namespace counterpoint {
namespace {

constexpr BufferId buffer{std::size_t{0}};

Access rotating(bool write, ScopeId loop, std::int32_t shift = 0) {
  Access a;
  a.buffer = buffer;
  a.kind = SlotKind::rotating;
  a.write = write;
  a.loop = loop;
  a.shift = shift;
  return a;
}

Access constant(bool write, std::uint32_t slot) {
  Access a;
  a.buffer = buffer;
  a.kind = SlotKind::constant;
  a.write = write;
  a.slot = slot;
  return a;
}

// loop q { loop kv { dma: load  pe: use } }, a buffer of n slots.
struct Loads {
  ProgramBuilder b{"p"};
  EngineId dma = b.tree.add_engine("dma", false);
  EngineId pe = b.tree.add_engine("pe", false);
  ScopeId q;
  ScopeId kv;
  InstructionId load;
  InstructionId use;
  Loads(std::uint32_t slots, std::int32_t load_shift, std::int32_t use_shift, bool rotate_outer = false) {
    b.tree.add_buffer("k", slots);
    q = b.tree.open_loop("q", TripKind::dynamic, 0, 1);
    kv = b.tree.open_loop("kv", TripKind::dynamic, 0, 2);
    const ScopeId loop = rotate_outer ? q : kv;
    load = b.tree.add_instruction(dma, "load", 3);
    b.tree.add_access(rotating(true, loop, load_shift));
    use = b.tree.add_instruction(pe, "use", 4);
    b.tree.add_access(rotating(false, loop, use_shift));
    b.tree.close();
    b.tree.close();
  }
};

// The distances asked of `later` on `earlier`, in the order of loops outermost first, main and closure alike.
std::vector<Extent> asked(const Derivation& d, InstructionId later, InstructionId earlier) {
  std::vector<Extent> out;
  for (const Conflict& c : d.conflicts) {
    if (c.later == later && c.earlier == earlier) out.push_back(c.distance);
  }
  return out;
}

TEST(Derive, a_rotated_buffer_of_two_slots_asks_for_0_and_2_and_closes_the_trip) {
  Loads p(2, 0, 0);
  const Derivation d = derive(p.b.finish());
  EXPECT_EQ(asked(d, p.use, p.load), (std::vector<Extent>{{}}));
  EXPECT_EQ(asked(d, p.load, p.use), (std::vector<Extent>{{p.q, 1}, {p.kv, 2}}));
  EXPECT_EQ(asked(d, p.load, p.load), (std::vector<Extent>{{p.q, 1}, {p.kv, 2}}));
  EXPECT_EQ(d.missing, 5U);
  for (const Conflict& c : d.conflicts) {
    EXPECT_EQ(c.star, c.distance.loop == p.q);
    EXPECT_EQ(c.closure, c.distance.loop == p.q);
  }
}

TEST(Derive, a_writer_one_slot_ahead_asks_for_1_and_one_less_than_the_slots) {
  Loads p(3, 1, 0);
  const Derivation d = derive(p.b.finish());
  EXPECT_EQ(asked(d, p.use, p.load), (std::vector<Extent>{{p.q, 1}, {p.kv, 1}}));
  EXPECT_EQ(asked(d, p.load, p.use), (std::vector<Extent>{{p.q, 1}, {p.kv, 2}}));
}

TEST(Derive, a_buffer_rotated_by_an_outer_loop_protects_all_inner_iterations) {
  Loads p(2, 0, 0, true);
  const Derivation d = derive(p.b.finish());
  EXPECT_EQ(asked(d, p.use, p.load), (std::vector<Extent>{{}}));
  EXPECT_EQ(asked(d, p.load, p.use), (std::vector<Extent>{{p.q, 2}, {p.kv, 1}}));
  Loads ahead(2, 1, 0, true);
  const Derivation e = derive(ahead.b.finish());
  EXPECT_EQ(asked(e, ahead.use, ahead.load), (std::vector<Extent>{{ahead.q, 1}}));
  EXPECT_EQ(asked(e, ahead.load, ahead.use), (std::vector<Extent>{{ahead.q, 1}}));
  EXPECT_TRUE(e.conflicts.front().star);
}

TEST(Derive, constant_slots_conflict_only_with_themselves_and_with_rotating_ones) {
  ProgramBuilder b("p");
  const EngineId e = b.tree.add_engine("e", false);
  b.tree.add_buffer("k", 2);
  const InstructionId zero = b.tree.add_instruction(e, "zero", 1);
  b.tree.add_access(constant(true, 0));
  const InstructionId one = b.tree.add_instruction(e, "one", 2);
  b.tree.add_access(constant(true, 1));
  const ScopeId l = b.tree.open_loop("l", TripKind::dynamic, 0, 3);
  const InstructionId use = b.tree.add_instruction(e, "use", 4);
  b.tree.add_access(rotating(false, l));
  b.tree.close();
  const InstructionId again = b.tree.add_instruction(e, "again", 5);
  b.tree.add_access(constant(false, 1));
  const Derivation d = derive(b.finish());
  EXPECT_TRUE(asked(d, one, zero).empty());
  EXPECT_EQ(asked(d, use, zero), (std::vector<Extent>{{}}));
  EXPECT_EQ(asked(d, use, one), (std::vector<Extent>{{}}));
  EXPECT_EQ(asked(d, again, one), (std::vector<Extent>{{}}));
  EXPECT_TRUE(asked(d, again, zero).empty());
  EXPECT_TRUE(asked(d, zero, use).empty());  // nothing comes round again at the root
  EXPECT_EQ(d.conflicts.size(), 3U);
}

TEST(Derive, reads_do_not_conflict_and_kinds_follow_from_who_writes) {
  ProgramBuilder b("p");
  const EngineId e = b.tree.add_engine("e", false);
  b.tree.add_buffer("k", 1);
  for (const bool write : {true, false, false, true}) {
    b.tree.add_instruction(e, "i", 1);
    b.tree.add_access(constant(write, 0));
  }
  const Derivation d = derive(b.finish());
  std::vector<ConflictKind> kinds;
  for (const Conflict& c : d.conflicts) kinds.push_back(c.kind);
  EXPECT_EQ(kinds, (std::vector<ConflictKind>{ConflictKind::true_dependence, ConflictKind::true_dependence,
                                              ConflictKind::output, ConflictKind::anti, ConflictKind::anti}));
}

TEST(Derive, output_is_implied_by_true_and_anti_through_the_reader) {
  Loads p(2, 0, 0);
  const std::vector<Distance> two = {{.loop = p.kv, .distance = 2}};
  const std::vector<Distance> trip = {{.loop = p.q, .distance = 1}};
  p.b.add_dependency(p.load, p.use, two);
  p.b.add_dependency(p.load, p.use, trip, true);
  p.b.add_dependency(p.use, p.load);
  const Derivation d = derive(p.b.finish());
  EXPECT_EQ(d.given, 3U);
  EXPECT_EQ(d.implied, 2U);
  EXPECT_EQ(d.missing, 0U);
  for (const Conflict& c : d.conflicts) {
    if (c.kind != ConflictKind::output) continue;
    const auto path = d.path(c);
    ASSERT_EQ(path.size(), 2U);
    EXPECT_EQ(path[0].subject, (Subject{false, p.use.value}));
    EXPECT_EQ(path[1].subject, (Subject{false, p.load.value}));
    EXPECT_FALSE(c.any_trips);  // right because the loops are uniform
  }
}

TEST(Derive, an_inorder_engine_orders_its_own_conflicts) {
  ProgramBuilder b("p");
  const EngineId e = b.tree.add_engine("e", true);
  b.tree.add_buffer("k", 1);
  const ScopeId l = b.tree.open_loop("l", TripKind::divergent, 0, 1);
  b.tree.add_instruction(e, "i", 1);
  b.tree.add_access(rotating(true, l));
  b.tree.close();
  const Derivation d = derive(b.finish());
  ASSERT_EQ(d.conflicts.size(), 1U);
  EXPECT_EQ(d.conflicts[0].status, ConflictStatus::implied);
  EXPECT_TRUE(d.conflicts[0].in_order);
}

TEST(Derive, what_is_missing_is_added_once_and_then_nothing_is_missing) {
  Loads p(2, 0, 0);
  const Program program = p.b.finish();
  const Program whole = with_missing(program, derive(program));
  EXPECT_EQ(whole.dependency_count(), 5U);
  EXPECT_TRUE(same_tree(program.tree, whole.tree));
  const Derivation again = derive(whole);
  EXPECT_EQ(again.missing, 0U);
  EXPECT_EQ(again.given, 5U);
  EXPECT_TRUE(same_program(whole, with_missing(whole, again)));
}

TEST(Derive, a_limit_on_pairs_is_reported) {
  Loads p(2, 0, 0);
  DeriveOptions options;
  options.most_conflicts = 3;
  const Derivation d = derive(p.b.finish(), options);
  EXPECT_TRUE(d.truncated);
  EXPECT_EQ(d.conflicts.size(), 3U);
}

}  // namespace
}  // namespace counterpoint
