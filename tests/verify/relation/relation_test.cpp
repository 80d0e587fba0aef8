// Implementations that no allocator of ours made: proved where they count right, in any names, order and place.
// SPDX-License-Identifier: Apache-2.0
#include "verify/relation/relation.hpp"

#include <gtest/gtest.h>

#include "tests/verify/pair.hpp"
#include "verify/order/order.hpp"

namespace counterpoint {
namespace {

Verdict judge(const Pair& pair, const RelationOptions& options = {}) {
  const Question q = pair.question();
  return decide_by_relation(q.program, q.implementation, q.pairing, options);
}

// Proved, and closed clocks agree for some trips.
void expect_proved(const char* program, const std::string& implementation, std::vector<std::string> trips = {}) {
  const Pair pair(program, implementation, std::move(trips));
  const Verdict v = judge(pair);
  EXPECT_EQ(to_text(v.word), "equivalent") << v.reason << ": " << v.explanation << "\n" << implementation;
  const auto order = decide_by_order(pair.question());
  ASSERT_TRUE(order.has_value());
  EXPECT_EQ(to_text(order->word), "equivalent") << implementation;
}

void expect_undecided(const char* program, const std::string& implementation, std::string_view clause) {
  const Verdict v = judge(Pair(program, implementation));
  EXPECT_EQ(to_text(v.word), "undecided") << implementation;
  EXPECT_EQ(v.reason, clause) << v.explanation;
  EXPECT_NE(v.explanation, "");
}

constexpr const char* double_buffer =
    "program double_buffer\nengine dma pe\nloop kv trips dynamic {\n dma: load after qk@kv-2\n pe: qk after load }\n";

std::string buffers(const std::string& body, const std::string& start = "") {
  return "implementation double_buffer\nengine pe dma\nsemaphore full empty" + start + "\nloop kv trips dynamic {\n" +
         body + "}\n";
}

TEST(Relation, says_what_it_assumes_and_for_which_trips_it_holds) {
  const Verdict v = judge(Pair(double_buffer, Scheme::per_loop));
  EXPECT_EQ(to_text(v.word), "equivalent");
  EXPECT_EQ(v.by, "relation");
  EXPECT_EQ(v.bound, "trips=all");
  EXPECT_EQ(v.assumptions, std::vector<std::string>{"no-overflow"});
  EXPECT_TRUE(v.witness.empty());
}

TEST(Relation, answers_only_for_integers_and_signed_comparison) {
  const Pair pair(double_buffer, Scheme::per_loop);
  for (const RelationOptions& options :
       {RelationOptions{.width = 8}, RelationOptions{.compare = Comparison::as_unsigned},
        RelationOptions{.compare = Comparison::difference}}) {
    const Verdict v = judge(pair, options);
    EXPECT_EQ(to_text(v.word), "undecided");
    EXPECT_EQ(v.reason, "question");
  }
}

TEST(Relation, knows_a_counter_by_what_it_does_wherever_it_starts_and_stands) {
  const std::string qk = " pe: qk wait full >= i signal empty += 1\n";
  // Counted at the end of the body, so that it is one behind at the wait.
  expect_proved(double_buffer,
                buffers(" dma: w := n - 1\n dma: load wait empty >= w signal full += 1\n dma: n := n + 1\n"
                        " pe: i := i + 1\n" +
                        qk),
                {"kv=5"});
  // The threshold itself is counted, from a start in the root.
  expect_proved(double_buffer,
                "implementation double_buffer\nengine dma pe\nsemaphore full empty\ndma: w := -2\n"
                "loop kv trips dynamic {\n dma: w := 1 + w\n dma: load wait empty >= w signal full += 1\n"
                " pe: i := i + 1\n" +
                    qk + "}\n",
                {"kv=5"});
  // Two counters and a maximum.
  expect_proved(double_buffer,
                buffers(" dma: a := a + 3\n dma: b := b - 2\n dma: v := a + b\n dma: v := v - 2\n dma: v := max(v, 0)\n"
                        " dma: load wait empty >= v signal full += 1\n pe: i := i + 1\n" +
                        qk),
                {"kv=5"});
  // Slots by a rotating register, which no wait reads.
  expect_proved(double_buffer,
                buffers(" dma: a := a + 1\n dma: slot := a mod 2\n dma: next := slot + 1\n dma: v := a - 2\n"
                        " dma: load wait empty >= v signal full += 1\n pe: i := i + 1\n" +
                        qk),
                {"kv=5"});
}

TEST(Relation, folds_the_start_and_the_steps_of_a_semaphore_into_thresholds) {
  // Two free slots from the start, and five to a step.
  expect_proved(double_buffer,
                buffers(" dma: a := a + 5\n dma: load wait empty >= a signal full += 1\n"
                        " pe: i := i + 1\n pe: qk wait full >= i signal empty += 5\n",
                        " = 10"),
                {"kv=5"});
  // One slot more from the start lets a load go early.
  expect_undecided(double_buffer,
                   buffers(" dma: a := a + 5\n dma: load wait empty >= a signal full += 1\n"
                           " pe: i := i + 1\n pe: qk wait full >= i signal empty += 5\n",
                           " = 15"),
                   "waits");
  // Unsigned repair of semantics.md 5.7: from N, mask * (N * expr + K).
  expect_proved(
      "program p\nengine e0 e1\nloop Q trips dynamic { loop L trips dynamic { e0: x\n e0: p\n"
      " e1: c after x@L-1 } }\n",
      "implementation p\nengine e0 e1\nsemaphore s = 2\nloop Q trips dynamic { e1: t := 0\n"
      " loop L trips dynamic { e0: x signal s += 1\n e0: p signal s += 1\n e1: r := r + 1\n e1: t := t + 1\n"
      " e1: v := 2 * r\n e1: v := v - 1\n e1: m := gt(t, 1)\n e1: v := m * v\n e1: c wait s >= v } }\n",
      {"Q=3", "L=2,0,3"});
}

TEST(Relation, takes_the_reset_of_a_trip_counter_at_each_of_the_three_places) {
  const char* program =
      "program p\nengine e0 e1\nloop Q trips dynamic { e0: a\n loop S trips dynamic { e0: p after c@S-1\n"
      " e1: c after p } }\n";
  const auto with = [](const char* entry, const char* before, const char* end) {
    return std::string("implementation p\nengine e0 e1\nsemaphore s u[2]\nloop Q trips dynamic { ") + entry +
           " e0: a\n" + before + " loop S trips dynamic { e0: k := k + 1\n e0: i := i + 1\n e0: m := gt(i, 1)\n" +
           " e0: v := k - 1\n e0: v := v * m\n e0: p wait s >= v signal u[1] += 1\n e1: j := j + 1\n" +
           " e1: c wait u[1] >= j signal s += 1 } " + end + " }\n";
  };
  const std::vector<std::string> trips = {"Q=3", "S=2,0,3"};
  expect_proved(program, with("e0: i := 0\n", "", ""), trips);
  expect_proved(program, with("", "e0: i := 0\n", ""), trips);
  expect_proved(program, with("", "", "e0: i := 0\n"), trips);
  expect_undecided(program, with("", "", ""), "waits");
  expect_undecided(program, with("", "", "e0: i := 1\n"), "registers");
}

TEST(Relation, follows_values_hoisted_out_of_loops_and_shared_between_waits) {
  const char* program =
      "program p\nengine e0 e1\nloop Q trips dynamic { e0: a\n e0: b\n loop S trips dynamic { e1: c after a, b\n"
      " e1: d after b } }\n";
  expect_proved(program,
                "implementation p\nengine e0 e1\nsemaphore s\nloop Q trips dynamic { e1: r := r + 1\n e1: w := r * 2\n"
                " e1: v := w - 1\n e0: a signal s += 1\n e0: b signal s += 1\n loop S trips dynamic {\n"
                " e1: c wait s >= v, s >= w\n e1: d wait s >= w } }\n",
                {"Q=2", "S=2"});
  // The wait for b is enough for both.
  expect_proved(program,
                "implementation p\nengine e0 e1\nsemaphore s\nloop Q trips dynamic { e1: r := r + 1\n e1: w := r * 2\n"
                " e0: a signal s += 1\n e0: b signal s += 1\n loop S trips dynamic {\n"
                " e1: c wait s >= w\n e1: d wait s >= w } }\n",
                {"Q=2", "S=2"});
  // Read in the loop after it has been overwritten there, it is another value.
  expect_undecided(program,
                   "implementation p\nengine e0 e1\nsemaphore s\nloop Q trips dynamic { e1: r := r + 1\n"
                   " e1: w := r * 2\n e0: a signal s += 1\n e0: b signal s += 1\n loop S trips dynamic {\n"
                   " e1: c wait s >= w\n e1: d wait s >= w\n e1: w := w - 1 } }\n",
                   "registers");
}

TEST(Relation, knows_histories_noted_at_the_start_or_at_the_end_of_an_iteration) {
  // Program 20 of semantics.md 7.
  const char* program =
      "program p\nengine e0 e1\nloop S trips dynamic { e1: c after p@S-2\n loop L trips dynamic { e0: p } }\n";
  const auto with = [](const char* start, const char* threshold, const char* end) {
    return std::string("implementation p\nengine e0 e1\nsemaphore s\nloop S trips dynamic { ") + start +
           " e1: c wait s >= " + threshold + "\n loop L trips dynamic { e1: r := r + 1\n e0: p signal s += 1 }\n" +
           end + " }\n";
  };
  const std::vector<std::string> trips = {"S=4", "L=2,0,1,1"};
  expect_proved(program, with("e1: g := h\n e1: h := r\n", "g", ""), trips);
  expect_proved(program, with("", "g", "e1: g := h\n e1: h := r\n"), trips);
  expect_proved(program, with("e1: x := h\n", "x", "e1: h := n\n e1: n := r\n"), trips);
  expect_undecided(program, with("e1: h := r\n e1: g := h\n", "g", ""), "waits");
  expect_undecided(program, with("e1: f := g\n e1: g := h\n e1: h := r\n", "f", ""), "waits");
}

TEST(Relation, takes_any_form_of_the_minimum_of_two_levels) {
  // Program 21. q_0 is r - t.
  const char* program =
      "program p\nengine e0 e1\nloop Q trips dynamic { loop S trips dynamic { e0: p\n e1: c after p@Q-1@S+1 } }\n";
  const auto with = [](const char* start, const char* compute) {
    return std::string("implementation p\nengine e0 e1\nsemaphore s\nloop Q trips dynamic { e1: t := 0\n ") + start +
           " loop S trips dynamic { e1: r := r + 1\n e1: t := t + 1\n e0: p signal s += 1\n " + compute +
           " e1: c wait s >= w } }\n";
  };
  const std::vector<std::string> trips = {"Q=3", "S=1,2,3"};
  expect_proved(
      program, with("e1: q1 := q0\n e1: q0 := r\n", "e1: w := q1 + t\n e1: w := w + 1\n e1: w := min(q0, w)\n"), trips);
  expect_proved(program,
                with("e1: q1 := q0\n e1: q0 := r\n",
                     "e1: v := r - t\n e1: d := v - q1\n e1: x := t + 1\n e1: w := min(x, d)\n e1: w := w + q1\n"),
                trips);
  expect_undecided(program, with("e1: q1 := q0\n e1: q0 := r\n", "e1: w := q1 + t\n e1: w := w + 1\n"), "waits");
}

TEST(Relation, decodes_one_semaphore_for_an_engine_as_a_sum_or_a_snapshot) {
  const char* program =
      "program p\nengine e0 e1\nloop S trips dynamic { e0: a\n loop L trips 3 { e0: p\n e1: c after p, a } }\n";
  const auto with = [](const char* outer, const char* inner) {
    return std::string("implementation p\nengine e0 e1\nsemaphore s\nloop S trips dynamic { ") + outer +
           " e0: a signal s += 1\n loop L trips 3 { " + inner + " } }\n";
  };
  const std::vector<std::string> trips = {"S=3"};
  // Sum: c of S = n, L = m waits for n + 3(n - 1) + m. The other, for a, is noted where the engine passes a.
  expect_proved(
      program,
      with("e1: q := q + 1\n e1: n := q\n", "e1: q := q + 1\n e0: p signal s += 1\n e1: c wait s >= q, s >= n"), trips);
  // The page's own form: what was passed before the block, and the position in it.
  expect_proved(program,
                with("e1: n := q + 1\n e1: q := q + 1\n",
                     "e1: v := q + 1\n e1: q := q + 1\n e0: p signal s += 1\n e1: c wait s >= v, s >= n"),
                trips);
  // With a loop that may not run, the sum is not exact (program 9).
  const char* skipped =
      "program p\nengine e0 e1\nloop S trips dynamic { loop L trips dynamic { e0: p }\n e0: a\n e1: c after p }\n";
  expect_undecided(skipped,
                   "implementation p\nengine e0 e1\nsemaphore s\nloop S trips dynamic { e1: k := k + 1\n"
                   " loop L trips dynamic { e1: r := r + 1\n e0: p signal s += 1 }\n e0: a signal s += 1\n"
                   " e1: w := r + k\n e1: w := w - 1\n e1: c wait s >= w }\n",
                   "waits");
  expect_proved(skipped,
                "implementation p\nengine e0 e1\nsemaphore s\nloop S trips dynamic {\n"
                " loop L trips dynamic { e1: q := q + 1\n e1: n := q\n e0: p signal s += 1 }\n"
                " e1: q := q + 1\n e0: a signal s += 1\n e1: c wait s >= n }\n",
                {"S=2", "L=1,0"});
}

// Undecided, and rightly so: some run is not equivalent.
void expect_refused(const char* program, const std::string& implementation, std::vector<std::string> trips) {
  const Pair pair(program, implementation, std::move(trips));
  const Verdict v = judge(pair);
  EXPECT_EQ(to_text(v.word), "undecided") << implementation;
  const auto order = decide_by_order(pair.question());
  ASSERT_TRUE(order.has_value());
  EXPECT_NE(to_text(order->word), "equivalent") << implementation;
}

TEST(Relation, refuses_sums_and_snapshots_outside_of_their_conditions) {
  // Condition (i), program 6: engines differ in how often they run the loop; both forms.
  const char* divergent = "program p\nengine e0 e1\nloop L trips divergent { e0: a }\ne0: p\ne1: c after p\n";
  for (const char* count : {"e1: w := r + 1\n", "e1: r := r + 1\n e1: w := r\n"}) {
    expect_refused(divergent,
                   std::string("implementation p\nengine e0 e1\nsemaphore s\nloop L trips divergent {\n"
                               "e0: a signal s += 1\n e1: r := r + 1 }\n") +
                       count + "e0: p signal s += 1\ne1: c wait s >= w\n",
                   {"L@e0=1", "L@e1=0"});
  }
  // (ii), program 9: the loop of the producer may not run.
  expect_refused(
      "program p\nengine e0 e1\nloop S trips dynamic { loop L trips dynamic { e0: p }\n e0: a\n"
      " e1: c after p }\n",
      "implementation p\nengine e0 e1\nsemaphore s\nloop S trips dynamic { e1: k := k + 1\n"
      " loop L trips dynamic { e1: r := r + 1\n e0: p signal s += 1 }\n e0: a signal s += 1\n"
      " e1: w := r + k\n e1: w := w - 1\n e1: c wait s >= w }\n",
      {"S=2", "L=1,0"});
  // (iii): what the engine does behind the producer in its item counts too.
  expect_refused("program p\nengine e0 e1\nloop L trips 2 { e0: p\n loop K trips 2 { e0: a } }\ne1: c after p\n",
                 "implementation p\nengine e0 e1\nsemaphore s\nloop L trips 2 { e1: r := r + 1\n e0: p signal s += 1\n"
                 " loop K trips 2 { e1: k := k + 1\n e0: a signal s += 1 } }\ne1: w := r + k\ne1: c wait s >= w\n",
                 {});
  // (iv), programs 13 and 8: an item passed more or less often by then, and the consumer's own.
  expect_refused(
      "program p\nengine e0 e1\nloop S trips dynamic { e1: c after p@S-1\n loop L trips dynamic { e0: a }\n"
      " e0: p\n loop K trips dynamic { e0: b } }\n",
      "implementation p\nengine e0 e1\nsemaphore s\nloop S trips dynamic { e1: w := r + k\n e1: w := w + l\n"
      " e1: r := r + 1\n e1: c wait s >= w\n loop L trips dynamic { e1: l := l + 1\n e0: a signal s += 1 }\n"
      " e0: p signal s += 1\n loop K trips dynamic { e1: k := k + 1\n e0: b signal s += 1 } }\n",
      {"S=3", "L=1", "K=2"});
  expect_refused("program p\nengine e0 e1\ne0: p\nloop L trips dynamic { e0: c after p }\n",
                 "implementation p\nengine e0 e1\nsemaphore s\ne0: p signal s += 1\nloop L trips dynamic {\n"
                 " e0: r := r + 1\n e0: w := r + 1\n e0: c wait s >= w signal s += 1 }\n",
                 {"L=1"});
}

TEST(Relation, takes_a_mask_that_the_producer_was_entered_only_where_its_entries_are_not_yet_to_come) {
  const auto with = [](const char* threshold, const char* first, const char* wait, const char* then) {
    return std::string("implementation p\nengine e0 e1\nsemaphore s\nloop S trips dynamic {\n e1: r := r + 1\n") +
           first + " e1: m := gt(l, 0)\n e1: w := " + threshold + "\n e1: w := w * m\n" + wait + then + "}\n";
  };
  const char* wait = " e1: c wait s >= w\n";
  const char* two = " loop L trips 2 { e1: l := l + 1\n e0: p signal s += 1 }\n";
  const char* some = " loop L trips dynamic { e1: l := l + 1\n e0: p signal s += 1 }\n";
  // Static at distance 0 owes two entries before any is made.
  const char* future = "program p\nengine e0 e1\nloop S trips dynamic { e1: c after p\n loop L trips 2 { e0: p } }\n";
  expect_refused(future, with("r * 2", "", wait, two), {"S=2"});
  // Nested forward, nested backward and a history: all that is owed is made.
  expect_proved("program p\nengine e0 e1\nloop S trips dynamic { loop L trips dynamic { e0: p }\n e1: c after p }\n",
                with("l + 0", some, wait, ""), {"S=3", "L=0,2,1"});
  expect_proved(
      "program p\nengine e0 e1\nloop S trips dynamic { e1: c after p@S-1\n loop L trips dynamic { e0: p } }\n",
      with("l + 0", "", wait, some), {"S=3", "L=0,2,1"});
  expect_proved(
      "program p\nengine e0 e1\nloop S trips dynamic { e1: c after p@S-2\n loop L trips dynamic { e0: p } }\n",
      with("g + 0", " e1: g := h\n e1: h := l\n", wait, some), {"S=4", "L=2,0,1"});
  // Where the last iteration made them, static as well.
  const auto back = [](const char* factor) {
    return std::string("implementation p\nengine e0 e1\nsemaphore s\nloop Q trips dynamic {\n e1: q := q + 1\n") +
           " e1: t := 0\n loop S trips 2 {\n e1: t := t + 1\n e1: m := gt(l, 0)\n e1: w := q * 4\n e1: w := w - 8\n" +
           " e1: v := t * 2\n e1: w := w + v\n e1: k := gt(q, 1)\n e1: w := w * k\n e1: w := w * " + factor +
           "\n e1: c wait s >= w\n loop L trips 2 { e1: l := l + 1\n e0: p signal s += 1 } } }\n";
  };
  const char* static_back =
      "program p\nengine e0 e1\nloop Q trips dynamic { loop S trips 2 { e1: c after p@Q-1\n loop L trips 2 { e0: p } } "
      "}\n";
  expect_proved(static_back, back("1"), {"Q=3"});
  expect_proved(static_back, back("m"), {"Q=3"});
}

TEST(Relation, knows_that_a_register_is_0_before_the_first_iteration_that_sets_it) {
  const char* program = "program p\nengine e0 e1\nloop L trips dynamic { e0: a\n e1: c after a }\n";
  const auto with = [](const char* threshold, const char* end) {
    return std::string("implementation p\nengine e0 e1\nsemaphore s\nloop L trips dynamic { e0: a signal s += 1\n") +
           " e1: r := r + 1\n" + threshold + " e1: c wait s >= w\n" + end + " }\n";
  };
  // One more than the count of the iteration before is this one's, except in the first.
  expect_refused(program, with("e1: w := v\n", "e1: v := r + 1\n"), {"L=2"});
  expect_proved(program, with("e1: w := v + 1\n", "e1: v := r\n"), {"L=2"});
}

TEST(Relation, takes_stand_alone_waits_before_their_instruction_or_a_controlled_scope_only) {
  const char* program = "program p\nengine e0 e1\ne0: n\nloop L trips dynamic after n { e0: a\n e1: c after a }\n";
  const auto with = [](const char* e1) {
    return std::string("implementation p\nengine e0 e1\nsemaphore s u\ne0: n signal s += 1\ne0: wait s >= 1\n") + e1 +
           "loop L trips dynamic { e0: a signal u += 1\n e1: r := r + 1\n e1: wait u >= r\n e1: c }\n";
  };
  expect_proved(program, with("e1: wait s >= 1\n"));
  expect_undecided(program, with(""), "dependency");
  expect_undecided(program, with("e1: wait s >= 1\n") + "e1: wait s >= 1\n", "waits");
}

TEST(Relation, lets_a_wait_go_only_where_the_others_imply_it) {
  const char* program =
      "program p\nengine e0 e1\nloop L trips divergent { e0: a\n e0: b\n e1: c after b\n e1: d after b, a@L-1 }\n";
  const auto with = [](const char* c, const char* d) {
    return std::string(
               "implementation p\nengine e0 e1\nsemaphore s\nloop L trips divergent { e0: a\n"
               " e0: b signal s += 1\n e1: r := r + 1\n e1: c ") +
           c + "\n e1: d " + d + " }\n";
  };
  expect_proved(program, with("wait s >= r", ""), {"L@e0=3", "L@e1=2"});
  expect_proved(program, with("wait s >= r", "wait s >= r"), {"L@e0=2", "L@e1=2"});
  expect_undecided(program, with("", "wait s >= r"), "dependency");
  // Program 24: through a third engine with divergent trips.
  expect_undecided(
      "program p\nengine e0 e1 e2\nloop Q trips dynamic { loop S trips divergent { e0: p\n e1: q after p@S-1\n"
      " e2: c after q, p@S-1 } }\n",
      "implementation p\nengine e0 e1 e2\nsemaphore s u\nloop Q trips dynamic { e1: t := 0\n"
      " loop S trips divergent { e0: p signal s += 1\n e1: r := r + 1\n e1: t := t + 1\n e1: m := gt(t, 1)\n"
      " e1: v := r - 1\n e1: v := v * m\n e1: q wait s >= v signal u += 1\n e2: r := r + 1\n e2: c wait u >= r } }\n",
      "dependency");
}

TEST(Relation, gives_up_where_an_operation_could_fault_on_its_own) {
  const char* program = "program p\nengine e0 e1\nloop L trips dynamic { e0: a\n e1: c after a }\n";
  const auto with = [](const char* extra) {
    return std::string("implementation p\nengine e0 e1\nsemaphore s\nloop L trips dynamic { e0: a signal s += 1\n") +
           " e1: r := r + 1\n" + extra + " e1: c wait s >= r }\n";
  };
  expect_proved(program, with(" e1: x := r * 7\n e1: y := x - r\n"));
  expect_undecided(program, with(" e1: x := x + r\n"), "registers");
  expect_undecided(program, with(" e1: x := x + 1\n e1: y := y + x\n"), "registers");
  expect_undecided(program, with(" e1: x := r * r\n"), "registers");
  expect_undecided(program, with(" e1: x := 5 div r\n"), "registers");
  expect_undecided(program, with(" e1: x := r * 4000000000000\n"), "registers");
}

}  // namespace
}  // namespace counterpoint
