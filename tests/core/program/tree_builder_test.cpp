// Tests of the tree and its builder.
// SPDX-License-Identifier: Apache-2.0
#include "core/program/tree_builder.hpp"

#include <gtest/gtest.h>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {
namespace {

TEST(TreeBuilder, gives_a_conditional_two_adjacent_scopes_even_without_else) {
  TreeBuilder b("p");
  const EngineId e = b.add_engine("e", false);
  const ScopeId loop = b.open_loop("l", TripKind::dynamic, 0, 3);
  const ScopeId then_scope = b.open_conditional("c", TripKind::dynamic, 4);
  b.add_instruction(e, "x", 5);
  b.close();
  b.close();
  const Tree t = b.finish();
  ASSERT_EQ(t.scope_count(), 4U);
  const ScopeId other = t.scope(then_scope).sibling;
  EXPECT_EQ(t.scope(other).kind, ScopeKind::else_branch);
  EXPECT_EQ(t.scope(other).sibling, then_scope);
  EXPECT_EQ(t.scope_name(other), "c.else");
  EXPECT_TRUE(t.encloses(loop, other));
  EXPECT_FALSE(t.encloses(then_scope, other));
  EXPECT_EQ(t.items(loop).size(), 1U);
  EXPECT_TRUE(t.items(other).empty());
}

TEST(TreeBuilder, keeps_each_body_contiguous_and_in_order_around_nested_scopes) {
  TreeBuilder b("p");
  const EngineId e = b.add_engine("e", false);
  b.add_instruction(e, "a", 1);
  b.open_loop("l", TripKind::constant, 2, 2);
  b.add_instruction(e, "b", 3);
  b.close();
  b.add_instruction(e, "c", 4);
  b.add_instruction(e, "d", 5);
  const Tree t = b.finish();
  const auto items = t.items(Tree::root());
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[0].kind, ItemKind::block);
  EXPECT_EQ(items[1].kind, ItemKind::loop);
  EXPECT_EQ(t.block(BlockId{std::size_t{items[2].index}}).last - t.block(BlockId{std::size_t{items[2].index}}).first,
            2U);
  EXPECT_EQ(t.item_of(InstructionId{std::size_t{3}}), 2U);
}

TEST(TreeBuilder, stops_on_a_scope_left_open) {
  TreeBuilder b("p");
  b.open_loop("l", TripKind::dynamic, 0, 1);
  EXPECT_THROW((void)b.finish(), InternalError);
}

}  // namespace
}  // namespace counterpoint
