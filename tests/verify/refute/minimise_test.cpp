// Assignments of trips are made small in each of the ways that there are.
// SPDX-License-Identifier: Apache-2.0
#include "verify/refute/minimise.hpp"

#include <gtest/gtest.h>

#include "tests/verify/pair.hpp"

namespace counterpoint::refuting {
namespace {

ScopeId scope(std::size_t n) { return ScopeId{n}; }
EngineId engine(std::size_t n) { return EngineId{n}; }
constexpr EngineId all_engines = EngineId::none();

// The wait in L is one too low, whatever the counts: one iteration of Q and of L shows it.
Pair early(const std::string& kind) {
  const std::string tree = "loop Q trips dynamic { loop L trips " + kind + " {";
  return {"program p\nengine e0 e1\n" + tree + " e0: p\n e1: c after p } loop M trips dynamic { e0: z } }\n",
          "implementation p\nengine e0 e1\nsemaphore s\n" + tree +
              "\ne1: r := r + 1\ne1: w := r - 1\ne0: p signal s += 1\n"
              "e1: c wait s >= w } loop M trips dynamic { e0: z } }\n"};
}

struct Small {
  std::string trips;
  Minimised result;
};

Small small(const Pair& pair, const Assignment& from, std::uint64_t work = 1'000'000) {
  const Question q = pair.question();
  RefuteOptions options;
  Attempts attempts(q.program, q.implementation, q.pairing, options);
  attempts.allow(work);
  Small s;
  s.result = minimise(attempts, from, VerdictWord::unsafe, 1000);
  s.trips = to_text(q.program.tree, s.result.assignment);
  return s;
}

TEST(Minimise, drops_counts_lists_and_scopes_that_do_not_matter) {
  const Small s =
      small(early("dynamic"),
            {{scope(1), all_engines, {7}}, {scope(2), all_engines, {3, 0, 5}}, {scope(3), all_engines, {2, 2, 1}}});
  EXPECT_EQ(s.trips, "Q=1 L=1 M=0");
  EXPECT_TRUE(s.result.fixpoint);
  EXPECT_EQ(s.result.word, VerdictWord::unsafe);
}

TEST(Minimise, gives_visits_one_count_where_that_shows_as_much) {
  // One too low from the second iteration of Q on.
  const Pair pair(
      "program p\nengine e0 e1\nloop Q trips dynamic { loop L trips dynamic { e0: p\n e1: c after p } }\n",
      "implementation p\nengine e0 e1\nsemaphore s\nloop Q trips dynamic {\ne1: q := q + 1\ne1: g := gt(q, 1)\n"
      "loop L trips dynamic {\ne1: r := r + 1\ne1: w := r - g\ne0: p signal s += 1\ne1: c wait s >= w } }\n");
  EXPECT_EQ(small(pair, {{scope(1), all_engines, {3}}, {scope(2), all_engines, {3, 0, 5}}}).trips, "Q=2 L=1");
}

TEST(Minimise, gives_engines_one_count_where_that_shows_as_much) {
  const Small s = small(early("divergent"), {{scope(1), all_engines, {2}},
                                             {scope(2), engine(0), {2, 3}},
                                             {scope(2), engine(1), {3, 1}},
                                             {scope(3), all_engines, {1}}});
  EXPECT_EQ(s.trips, "Q=1 L=1 M=0");
}

TEST(Minimise, says_when_its_budget_ended) {
  const Assignment from = {{scope(1), all_engines, {7}}, {scope(2), all_engines, {3, 0, 5}}};
  const Small none = small(early("dynamic"), from, 0);
  EXPECT_FALSE(none.result.fixpoint);
  EXPECT_EQ(none.trips, "Q=7 L=3,0,5");
  EXPECT_FALSE(small(early("dynamic"), from, 300).result.fixpoint);
}

TEST(Settled, drops_what_no_run_meets) {
  const Pair pair = early("dynamic");
  const Tree& tree = pair.program().tree;
  const auto settle = [&](const Assignment& a) {
    IdVector<EngineId, EngineId> same;
    for (const EngineId e : tree.engines()) same.push_back(e);
    return to_text(tree, settled(tree, a, trips_of(tree, a, same)));
  };
  EXPECT_EQ(settle({{scope(1), all_engines, {0}}, {scope(2), all_engines, {3, 1}}}), "Q=0");
  EXPECT_EQ(settle({{scope(1), all_engines, {2, 9}}, {scope(2), all_engines, {3, 1, 5}}}), "Q=2 L=3,1");
  EXPECT_EQ(settle({{scope(1), all_engines, {4}}, {scope(2), all_engines, {3, 1, 1, 1}}}), "Q=4 L=3,1");
}

}  // namespace
}  // namespace counterpoint::refuting
