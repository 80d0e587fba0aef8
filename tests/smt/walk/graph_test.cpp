// Cut points and the ways between them.
// SPDX-License-Identifier: Apache-2.0
#include "smt/walk/graph.hpp"

#include <gtest/gtest.h>

#include "tests/verify/pair.hpp"

namespace counterpoint::smt {
namespace {

// Follows the entries of all scopes, or of some.
Graph laid(const Pair& pair, const std::vector<std::size_t>& scopes) {
  Terms terms;
  const Streams streams(terms, pair.program(), pair.implementation());
  Following following{.engine = EngineId{0}};
  for (const std::size_t s : scopes) following.entries(ScopeId{s});
  return graph_of(following, streams, pair.implementation().tree, {});
}

constexpr std::string_view nested = R"(program p
engine a b
loop l trips dynamic {
  a: x
  loop m trips dynamic {
    b: y after x
  }
  loop n trips dynamic {
    b: z after x
  }
}
)";

TEST(Graph, a_walk_without_branches_has_a_way_in_and_a_way_on_at_each_head) {
  const Graph g = laid(Pair(nested, Scheme::per_loop), {0, 1, 2, 3});
  EXPECT_EQ(g.ways.size(), 2 * 4 - 1U);  // in and on at three heads, and the way from the start
  EXPECT_EQ(g.nodes.size(), 5U);         // start, end, three heads
}

TEST(Graph, scopes_in_which_nothing_changes_are_passed_over) {
  const Graph g = laid(Pair(nested, Scheme::per_loop), {1});
  EXPECT_EQ(g.ways.size(), 3U);
  EXPECT_EQ(laid(Pair(nested, Scheme::per_loop), {3}).ways.size(), 5U);
}

TEST(Graph, a_conditional_is_a_fork_two_branches_and_a_join) {
  const Pair pair(R"(program p
engine a b
if c {
  a: x
} else {
  b: y
}
)",
                  Scheme::per_loop);
  const Graph g = laid(pair, {0, 1});
  EXPECT_EQ(g.nodes.size(), 4U);  // start, end, fork, join
  EXPECT_EQ(g.ways.size(), 4U);
}

TEST(Graph, what_stands_in_a_body_is_inside_it_and_its_own_head_is_not) {
  const Pair pair(nested, Scheme::per_loop);
  const Tree& tree = pair.implementation().tree;
  EXPECT_FALSE(inside(tree, {CutKind::head, ScopeId{1}}, ScopeId{1}));
  EXPECT_TRUE(inside(tree, {CutKind::head, ScopeId{2}}, ScopeId{1}));
  EXPECT_TRUE(inside(tree, {CutKind::head, ScopeId{1}}, Tree::root()));
}

}  // namespace
}  // namespace counterpoint::smt
