// The search for a run that refutes a pair: faults that need particular trip counts, hints, budgets.
// SPDX-License-Identifier: Apache-2.0
#include "verify/refute/refute.hpp"

#include <gtest/gtest.h>

#include "tests/verify/pair.hpp"

namespace counterpoint {
namespace {

RefuteResult search(const Pair& pair, const RefuteOptions& options = {}) {
  const Question q = pair.question();
  return refute(q.program, q.implementation, q.pairing, options);
}

// What to type after --trips, in one line.
std::string trips_found(const RefuteResult& found) {
  std::string text;
  if (!found.refutation) return "none";
  for (const std::string& o : found.refutation->trip_options) text += (text.empty() ? "" : " ") + o;
  return text;
}

// Asks again with the texts alone: what was typed must show the same verdict by itself.
VerdictWord asked_again(const Pair& pair, const RefuteResult& found) {
  Trips program(pair.program().tree);
  Trips implementation(pair.implementation().tree);
  for (const std::string& o : found.refutation->trip_options) {
    EXPECT_TRUE(program.set(pair.program().tree, o).has_value()) << o;
    EXPECT_TRUE(implementation.set(pair.implementation().tree, o).has_value()) << o;
  }
  const Question q = pair.question();
  const Question again{q.program, q.implementation, q.pairing, program, implementation};
  const Judgement judged = decide(again);
  EXPECT_EQ(judged.disagreement, "");
  return judged.verdict.word;
}

// One producer and one consumer in a loop; the wait looks at `threshold`, computed from r, the entries of L.
Pair in_a_loop(const std::string& operations, const std::string& threshold, std::vector<std::string> trips = {}) {
  return {"program p\nengine e0 e1\nloop L trips dynamic { e0: p\n e1: c after p }\n",
          "implementation p\nengine e0 e1\nsemaphore s\nloop L trips dynamic {\ne1: r := r + 1\n" + operations +
              "e0: p signal s += 1\ne1: c wait s >= " + threshold + " }\n",
          std::move(trips)};
}

TEST(Refute, finds_nothing_in_an_equivalent_pair_and_says_what_it_tried) {
  const RefuteResult found = search(in_a_loop("", "r"));
  EXPECT_EQ(found.worst, VerdictWord::equivalent);
  EXPECT_FALSE(found.refutation);
  EXPECT_EQ(found.disagreement, "");
  EXPECT_EQ(found.decided + found.too_large, found.assignments);
  EXPECT_NE(found.bound.find("constants per scope 0..3 (all 4)"), std::string::npos) << found.bound;
}

TEST(Refute, gives_the_smallest_trips_and_a_witness_that_replays) {
  const Pair pair = in_a_loop("e1: w := r - 1\n", "w");
  const RefuteResult found = search(pair);
  EXPECT_EQ(found.worst, VerdictWord::unsafe);
  EXPECT_EQ(trips_found(found), "L=1");
  ASSERT_TRUE(found.refutation);
  EXPECT_TRUE(found.refutation->minimal);
  const Judgement& judged = found.refutation->judgement;
  EXPECT_EQ(judged.verdict.word, VerdictWord::unsafe);
  EXPECT_FALSE(judged.verdict.witness.empty());
  EXPECT_TRUE(judged.verdict.shortest);
  EXPECT_EQ(judged.evidence.complaint, "");
  EXPECT_NE(judged.evidence.why, "");
  EXPECT_EQ(asked_again(pair, found), VerdictWord::unsafe);
}

TEST(Refute, finds_a_fault_that_needs_three_iterations_of_one_scope) {
  const Pair pair(
      "program p\nengine e0 e1\nloop Q trips dynamic { loop A trips dynamic { e0: a }\n"
      " loop B trips dynamic { e0: p\n e1: c after p }\n loop C trips dynamic { e1: z } }\n",
      "implementation p\nengine e0 e1\nsemaphore s\nloop Q trips dynamic {\ne1: t := 0\n"
      "loop A trips dynamic { e0: a }\nloop B trips dynamic {\ne1: r := r + 1\ne1: t := t + 1\ne1: g := gt(t, 2)\n"
      "e1: w := r - g\ne0: p signal s += 1\ne1: c wait s >= w }\nloop C trips dynamic { e1: z } }\n");
  const RefuteResult found = search(pair);
  EXPECT_EQ(found.worst, VerdictWord::unsafe);
  EXPECT_EQ(trips_found(found), "Q=1 A=0 B=3 C=0");
  EXPECT_EQ(asked_again(pair, found), VerdictWord::unsafe);
}

TEST(Refute, finds_a_fault_that_needs_other_counts_on_other_engines) {
  // A barrier where engines may come a different number of times (program 4 of the semantics).
  const Pair pair(
      "program p\nengine e0 e1\nloop Q trips dynamic { loop L trips divergent { e0: p\n e1: c after p } }\n",
      "implementation p\nengine e0 e1\nsemaphore s\nloop Q trips dynamic { loop L trips divergent {\n"
      "e1: r := r + 1\ne0: p signal s += 1\nbarrier\ne1: c wait s >= r } }\n");
  const RefuteResult found = search(pair);
  EXPECT_EQ(found.worst, VerdictWord::deadlock);
  EXPECT_EQ(trips_found(found), "Q=1 L@e0=1 L@e1=0");
  EXPECT_EQ(asked_again(pair, found), VerdictWord::deadlock);
}

TEST(Refute, finds_a_fault_that_needs_other_counts_at_other_visits) {
  // q * t counts all entries of L if every visit had as many as the last one.
  const Pair pair("program p\nengine e0 e1\nloop Q trips dynamic { loop L trips dynamic { e0: p }\n e1: c after p }\n",
                  "implementation p\nengine e0 e1\nsemaphore s\nloop Q trips dynamic {\ne1: q := q + 1\ne1: t := 0\n"
                  "loop L trips dynamic {\ne1: t := t + 1\ne0: p signal s += 1 }\n"
                  "e1: w := q * t\ne1: c wait s >= w }\n");
  const RefuteResult found = search(pair);
  EXPECT_EQ(found.worst, VerdictWord::deadlock);
  EXPECT_EQ(trips_found(found), "Q=2 L=0,1");
  EXPECT_EQ(asked_again(pair, found), VerdictWord::deadlock);
  RefuteOptions worse;
  worse.at_least = VerdictWord::unsafe;
  const RefuteResult worst = search(pair, worse);
  EXPECT_EQ(worst.worst, VerdictWord::unsafe);
  EXPECT_EQ(trips_found(worst), "Q=2 L=2,1");
  EXPECT_EQ(asked_again(pair, worst), VerdictWord::unsafe);
}

// Wrong from iteration 300 on, a number that stands in neither text.
Pair wrong_from_300() { return in_a_loop("e1: x := r div 20\ne1: g := gt(x, 14)\ne1: w := r - g\n", "w"); }

RefuteOptions short_runs() {
  RefuteOptions options;
  options.instances = 1000;  // 500 iterations
  return options;
}

TEST(Refute, finds_by_a_hint_what_no_count_of_its_own_shows) {
  const Pair pair = wrong_from_300();
  RefuteOptions options = short_runs();
  EXPECT_EQ(search(pair, options).worst, VerdictWord::equivalent);
  const ScopeId l{std::size_t{1}};
  options.hints = {{{l, EngineId::none(), {299}}}};  // one too few: its neighbours are tried too
  EXPECT_EQ(trips_found(search(pair, options)), "L=300");
  options.hints = {{{l, EngineId::none(), {1'000'000'000}}}};  // cut to what fits
  const RefuteResult found = search(pair, options);
  EXPECT_EQ(trips_found(found), "L=300");
  EXPECT_EQ(found.refutation->tried, 1U);
  EXPECT_EQ(asked_again(pair, found), VerdictWord::unsafe);
}

TEST(Refute, takes_no_harm_from_a_wrong_hint) {
  const ScopeId l{std::size_t{1}};
  RefuteOptions options;
  options.hints = {{},
                   {{ScopeId{std::size_t{0}}, EngineId::none(), {3}}},  // the root
                   {{ScopeId{std::size_t{7}}, EngineId::none(), {3}}},  // no scope
                   {{ScopeId::none(), EngineId::none(), {3}}},
                   {{l, EngineId{std::size_t{1}}, {3}}},  // one engine of a uniform scope
                   {{l, EngineId{std::size_t{9}}, {3}}},
                   {{l, EngineId::none(), {}}},
                   {{l, EngineId::none(), {0xffffffffU}}},
                   {{l, EngineId::none(), {5, 0, 2}}}};
  EXPECT_EQ(search(in_a_loop("", "r"), options).worst, VerdictWord::equivalent);
  const RefuteResult found = search(in_a_loop("e1: w := r - 1\n", "w"), options);
  EXPECT_EQ(found.worst, VerdictWord::unsafe);
  EXPECT_EQ(trips_found(found), "L=1");
}

TEST(Refute, says_what_the_budget_left_out) {
  const Pair pair = wrong_from_300();
  RefuteOptions options = short_runs();
  options.work = 500;
  const RefuteResult work = search(pair, options);
  EXPECT_EQ(work.worst, VerdictWord::equivalent);
  EXPECT_FALSE(work.all_equivalent());
  EXPECT_GT(work.left, 0U);
  EXPECT_NE(work.bound.find("not tried, since the work of 500 was used up"), std::string::npos) << work.bound;
  options = short_runs();
  options.assignments = 5;
  EXPECT_EQ(search(pair, options).assignments, 5U);
  options.stop = [] { return true; };
  const RefuteResult stopped = search(pair, options);
  EXPECT_EQ(stopped.worst, VerdictWord::undecided);
  EXPECT_NE(stopped.bound.find("5 of 5 not tried, since the search was stopped"), std::string::npos) << stopped.bound;
  options.stop = nullptr;
  options.time = std::chrono::milliseconds(0);
  EXPECT_NE(search(pair, options).bound.find("the time was used up"), std::string::npos);
  options = short_runs();
  const RefuteResult large = search(pair, options);
  EXPECT_GT(large.too_large, 0U);
  EXPECT_NE(large.bound.find("have more than 1000 instances or entries"), std::string::npos) << large.bound;
}

TEST(Refute, explores_where_closed_clocks_cannot_answer) {
  // Two engines take from one semaphore: the first to come gets it.
  const Pair pair("program p\nengine e0 e1 e2\ne0: p\nloop L trips dynamic { e0: q\n e1: c after p\n e2: d after p }\n",
                  "implementation p\nengine e0 e1 e2\nsemaphore s\ne0: p signal s += 4\nloop L trips dynamic {\ne0: q\n"
                  "e1: c take s >= 1\ne2: d take s >= 1 }\n");
  const RefuteResult found = search(pair);
  EXPECT_EQ(found.worst, VerdictWord::deadlock);
  EXPECT_EQ(trips_found(found), "L=3");
  EXPECT_EQ(asked_again(pair, found), VerdictWord::deadlock);
}

TEST(Refute, finds_where_a_small_width_wraps) {
  RefuteOptions options;
  options.width = 6;
  EXPECT_EQ(search(in_a_loop("", "r")).worst, VerdictWord::equivalent);
  const RefuteResult found = search(in_a_loop("", "r"), options);
  // A semaphore that has gone from 31 to -32 is never seen at 31 if nobody looked in time.
  EXPECT_EQ(found.worst, VerdictWord::deadlock);
  EXPECT_EQ(trips_found(found), "L=32");
  options.at_least = VerdictWord::unsafe;
  const RefuteResult worst = search(in_a_loop("", "r"), options);
  EXPECT_EQ(worst.worst, VerdictWord::unsafe);
  EXPECT_EQ(trips_found(worst), "L=32") << "a threshold of -32 holds at once";
}

TEST(Refute, counts_a_division_by_zero_as_unsafe) {
  const Pair pair = in_a_loop("e1: z := 3 - r\ne1: w := r div z\n", "r");
  const RefuteResult found = search(pair);
  EXPECT_EQ(found.worst, VerdictWord::unsafe);
  EXPECT_EQ(trips_found(found), "L=3");
  EXPECT_EQ(found.refutation->judgement.verdict.faults.size(), 1U);
}

TEST(Refute, goes_on_after_refines_and_keeps_it_if_nothing_is_worse) {
  const RefuteResult late = search(in_a_loop("e1: w := r + 0\n", "w"));
  EXPECT_EQ(late.worst, VerdictWord::equivalent);
  // Waits for one iteration more than it must where it has come to the second; stuck from the third on.
  const Pair pair("program p\nengine e0 e1\nloop L trips dynamic { e0: p\n e1: c after p@L-1 }\n",
                  "implementation p\nengine e0 e1\nsemaphore s\nloop L trips dynamic {\ne1: r := r + 1\n"
                  "e0: p signal s += 1\ne1: c wait s >= r }\n");
  const RefuteResult found = search(pair);
  EXPECT_EQ(found.worst, VerdictWord::refines);
  EXPECT_EQ(trips_found(found), "L=1");
  EXPECT_EQ(found.decided + found.too_large, found.assignments);
  RefuteOptions first;
  first.at_least = VerdictWord::refines;
  EXPECT_LT(search(pair, first).decided, found.decided);
  EXPECT_EQ(search(pair, first).worst, VerdictWord::refines);
}

TEST(Refute, has_one_assignment_where_nothing_varies) {
  const Pair pair(
      "program p\nengine e0 e1\nloop L trips 1024 { e0: p\n e1: c after p }\n",
      "implementation p\nengine e0 e1\nsemaphore s\nloop L trips 1024 {\ne1: r := r + 1\ne1: g := gt(r, 1000)\n"
      "e1: w := r - g\ne0: p signal s += 1\ne1: c wait s >= w }\n");
  const RefuteResult found = search(pair);
  EXPECT_EQ(found.assignments, 1U);
  EXPECT_EQ(found.worst, VerdictWord::unsafe);
  EXPECT_EQ(trips_found(found), "");
  EXPECT_TRUE(found.refutation->minimal);
}

TEST(Refute, looks_at_the_beginning_of_runs_that_numbers_in_the_text_make_too_large) {
  const auto with = [](const std::string& threshold) {
    return Pair(
        "program p\nengine e0 e1\nloop Q trips dynamic { loop A trips 1000000 { loop B trips 100000 {\n"
        " e0: p\n e1: c after p } } }\n",
        "implementation p\nengine e0 e1\nsemaphore s\nloop Q trips dynamic { loop A trips 1000000 {\n"
        "loop B trips 100000 {\ne1: r := r + 1\ne1: w := r - 1\ne0: p signal s += 1\n"
        "e1: c wait s >= " +
            threshold + " } } }\n");
  };
  const RefuteResult nothing = search(with("r"));
  EXPECT_EQ(nothing.worst, VerdictWord::equivalent);
  EXPECT_GT(nothing.too_large, 0U);
  EXPECT_FALSE(nothing.all_equivalent());
  const RefuteResult found = search(with("w"));
  EXPECT_EQ(found.worst, VerdictWord::unsafe);
  EXPECT_EQ(trips_found(found), "Q=1");
  ASSERT_TRUE(found.refutation);
  EXPECT_EQ(found.refutation->judgement.verdict.by, "replay");
  EXPECT_EQ(found.refutation->judgement.verdict.witness.size(), 1U);
  EXPECT_EQ(found.refutation->judgement.evidence.complaint, "");
}

TEST(Refute, does_not_hang_on_ten_thousand_scopes) {
  std::string program = "program p\nengine e0 e1\n";
  std::string implementation = "implementation p\nengine e0 e1\nsemaphore s\n";
  for (int n = 0; n < 10'000; ++n) {
    const std::string name = std::to_string(n);
    program += "loop L" + name + " trips dynamic { e0: p" + name + "\n e1: c" + name + " after p" + name + " }\n";
    implementation += "loop L" + name + " trips dynamic {\ne1: r := r + 1\n" + (n == 7'000 ? "e1: t := t + 1\n" : "") +
                      (n == 7'000 ? "e1: g := gt(t, 2)\ne1: w := r - g\n" : "") + "e0: p" + name +
                      " signal s += 1\ne1: c" + name + " wait s >= " + (n == 7'000 ? "w" : "r") + " }\n";
  }
  const Pair pair(program, implementation);
  const RefuteResult found = search(pair);
  EXPECT_EQ(found.worst, VerdictWord::unsafe);
  ASSERT_TRUE(found.refutation);
  EXPECT_EQ(found.refutation->trip_options[7'000], "L7000=3");
  EXPECT_EQ(trips_found(found).find("=1"), std::string::npos) << "all others run not at all";
  EXPECT_TRUE(found.refutation->minimal);
}

TEST(Refute, finds_the_same_every_time) {
  for (const Pair* pair : {new Pair(wrong_from_300()), new Pair(in_a_loop("e1: w := r - 1\n", "w"))}) {
    const RefuteResult a = search(*pair);
    const RefuteResult b = search(*pair);
    EXPECT_EQ(a.bound, b.bound);
    EXPECT_EQ(trips_found(a), trips_found(b));
    ASSERT_EQ(a.refutation.has_value(), b.refutation.has_value());
    if (a.refutation) {
      EXPECT_EQ(a.refutation->judgement.verdict.witness, b.refutation->judgement.verdict.witness);
    }
    delete pair;
  }
}

}  // namespace
}  // namespace counterpoint
