// Each row of the table of classes, on the smallest program that has it.
// SPDX-License-Identifier: Apache-2.0
#include "core/dependence/classify.hpp"

#include <gtest/gtest.h>

#include "core/diagnostic/internal_error.hpp"
#include "core/program/program_builder.hpp"

namespace counterpoint {
namespace {

constexpr DependencyId first{std::size_t{0}};

// Builds `q { s { ... } }` step by step; engines e and f.
struct Sketch {
  ProgramBuilder b{"p"};
  EngineId e = b.tree.add_engine("e", false);
  EngineId f = b.tree.add_engine("f", false);
  ScopeId loop(std::string_view name) { return b.tree.open_loop(name, TripKind::dynamic, 0, 1); }
  ScopeId loop(std::string_view name, std::uint32_t trips) {
    return b.tree.open_loop(name, TripKind::constant, trips, 1);
  }
  ScopeId branch(std::string_view name) { return b.tree.open_conditional(name, TripKind::dynamic, 1); }
  void close(int n = 1) {
    for (int i = 0; i < n; ++i) b.tree.close();
  }
  InstructionId p() { return b.tree.add_instruction(e, "p", 1); }
  InstructionId c() { return b.tree.add_instruction(f, "c", 1); }
  Classification result(InstructionId consumer, InstructionId producer, std::vector<Distance> distances = {},
                        bool star = false) {
    b.add_dependency(consumer, producer, distances, star);
    const Program program = b.finish();
    return classify(program, first);
  }
};

TEST(Classify, a_producer_in_the_innermost_common_scope_is_direct_at_any_distance_and_order) {
  for (const std::int32_t k : {0, 1, 7}) {
    Sketch s;
    const ScopeId l = s.loop("l");
    const InstructionId c = s.c();
    const InstructionId p = s.p();
    s.close();
    const Classification r =
        s.result(c, p, k == 0 ? std::vector<Distance>{} : std::vector<Distance>{{.loop = l, .distance = k}});
    EXPECT_EQ(r.kind, DependenceClass::direct);
    EXPECT_TRUE(r.base && r.exact);
    EXPECT_EQ(r.distance, k);
    EXPECT_EQ(r.carrier, k == 0 ? ScopeId::none() : l);
  }
}

TEST(Classify, a_nested_producer_is_forward_backward_or_history_by_its_place_and_distance) {
  const auto at = [](bool before, std::int32_t k) {
    Sketch s;
    const ScopeId l = s.loop("l");
    InstructionId c;
    if (!before) c = s.c();
    s.loop("m");
    const InstructionId p = s.p();
    s.close();
    if (before) c = s.c();
    s.close();
    return s.result(c, p, k == 0 ? std::vector<Distance>{} : std::vector<Distance>{{.loop = l, .distance = k}});
  };
  EXPECT_EQ(at(true, 0).kind, DependenceClass::nested_forward);
  EXPECT_EQ(at(false, 1).kind, DependenceClass::nested_backward);
  EXPECT_EQ(at(true, 1).kind, DependenceClass::history);
  EXPECT_EQ(at(false, 2).kind, DependenceClass::history);
  EXPECT_EQ(at(false, 0).kind, DependenceClass::rejected);
  EXPECT_FALSE(at(true, 1).base);
  EXPECT_TRUE(at(true, 1).exact);
  EXPECT_FALSE(at(false, 0).exact);
}

TEST(Classify, branches_of_one_conditional_are_exclusive_at_distance_0_and_1_whichever_comes_first) {
  for (const bool producer_in_then : {true, false}) {
    for (const std::int32_t k : {0, 1, 2}) {
      Sketch s;
      const ScopeId l = s.loop("l");
      s.branch("a");
      InstructionId p;
      InstructionId c;
      (producer_in_then ? p : c) = producer_in_then ? s.p() : s.c();
      s.b.tree.open_else();
      (producer_in_then ? c : p) = producer_in_then ? s.c() : s.p();
      s.close(2);
      const Classification r =
          s.result(c, p, k == 0 ? std::vector<Distance>{} : std::vector<Distance>{{.loop = l, .distance = k}});
      EXPECT_EQ(r.kind, k == 2 ? DependenceClass::history : DependenceClass::exclusive);
      EXPECT_EQ(r.base, k != 2);
    }
  }
}

TEST(Classify, two_instructions_of_one_branch_at_distance_1_of_the_loop_need_no_register) {
  for (const std::int32_t k : {1, 2}) {
    Sketch s;
    const ScopeId l = s.loop("l");
    s.branch("a");
    const InstructionId p = s.p();
    const InstructionId c = s.c();
    s.close(2);
    const Classification r = s.result(c, p, {{.loop = l, .distance = k}});
    EXPECT_EQ(r.kind, DependenceClass::history);
    EXPECT_EQ(r.minus_one, k == 1);
    EXPECT_EQ(r.carrier, l);
  }
}

TEST(Classify, a_star_above_the_innermost_loop_is_through_and_at_it_changes_nothing) {
  const auto at = [](bool outer) {
    Sketch s;
    const ScopeId q = s.loop("q");
    const ScopeId l = s.loop("l");
    const InstructionId p = s.p();
    const InstructionId c = s.c();
    s.close(2);
    return s.result(c, p, {{.loop = outer ? q : l, .distance = 3}}, true);
  };
  EXPECT_EQ(at(true).kind, DependenceClass::through);
  EXPECT_EQ(at(true).distance, 3);
  EXPECT_EQ(at(false).kind, DependenceClass::direct);
}

TEST(Classify, a_distance_on_the_loop_around_is_two_level_and_constant_loops_below_multiply_it) {
  for (const bool nested : {false, true}) {
    for (const std::int32_t b : {-2, 0, 1}) {
      Sketch s;
      const ScopeId q = s.loop("q");
      const ScopeId l = s.loop("l");
      if (nested) s.loop("m", 3), s.loop("n", 5);
      const InstructionId p = s.p();
      if (nested) s.close(2);
      const InstructionId c = s.c();
      s.close(2);
      std::vector<Distance> distances = {{.loop = q, .distance = 1}};
      if (b != 0) distances.push_back({.loop = l, .distance = b});
      const Classification r = s.result(c, p, distances);
      EXPECT_EQ(r.kind, DependenceClass::two_level);
      EXPECT_EQ(r.inner, b);
      EXPECT_EQ(r.factor, nested ? 15 : 1);
      EXPECT_EQ(r.carrier, q);
    }
  }
}

TEST(Classify, constant_loops_below_the_carrier_make_it_static_and_a_zero_among_them_drops_it) {
  for (const std::uint32_t trips : {0U, 2U}) {
    Sketch s;
    s.loop("l");
    const InstructionId c = s.c();
    s.loop("m", trips);
    const InstructionId p = s.p();
    s.close(2);
    const Classification r = s.result(c, p);
    EXPECT_EQ(r.kind, DependenceClass::constant_trips);
    EXPECT_EQ(r.never_owed, trips == 0);
    EXPECT_EQ(r.carrier, r.common);
  }
}

TEST(Classify, trip_counts_whose_product_no_register_holds_are_not_static) {
  Sketch s;
  s.loop("l");
  const InstructionId c = s.c();
  for (int i = 0; i < 3; ++i) s.loop("m", 0x7fffffffU);
  const InstructionId p = s.p();
  s.close(4);
  EXPECT_EQ(s.result(c, p).kind, DependenceClass::rejected);
}

TEST(Classify, a_distance_two_loops_out_over_dynamic_loops_is_strengthened) {
  Sketch s;
  const ScopeId q = s.loop("q");
  s.loop("r");
  s.loop("l");
  const InstructionId p = s.p();
  const InstructionId c = s.c();
  s.close(3);
  const Classification r = s.result(c, p, {{.loop = q, .distance = 2}});
  EXPECT_EQ(r.kind, DependenceClass::strengthened);
  EXPECT_FALSE(r.exact);
  EXPECT_EQ(r.carrier, q);
  EXPECT_EQ(r.distance, 2);
}

TEST(Classify, a_producer_inside_the_scope_it_holds_comes_after_it) {
  for (const std::int32_t k : {0, 1}) {
    Sketch s;
    const ScopeId l = s.loop("l");
    const ScopeId m = s.loop("m");
    const InstructionId p = s.p();
    s.close(2);
    const std::vector<Distance> distances = {{.loop = l, .distance = 1}};
    s.b.add_control_dependency(m, p, k == 0 ? std::span<const Distance>{} : distances);
    const Program program = s.b.finish();
    EXPECT_EQ(classify(program, first).kind, k == 0 ? DependenceClass::rejected : DependenceClass::nested_backward);
    EXPECT_FALSE(producer_first(program, first));
  }
}

TEST(Classify, stops_on_a_vector_that_validation_would_have_refused) {
  Sketch s;
  const ScopeId l = s.loop("l");
  const InstructionId p = s.p();
  const InstructionId c = s.c();
  s.close();
  EXPECT_THROW((void)s.result(c, p, {{.loop = l, .distance = -1}}), InternalError);
}

}  // namespace
}  // namespace counterpoint
