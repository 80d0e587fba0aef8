// Verdicts by closed clocks on the programs of semantics.md 7 and on faulty implementations.
// SPDX-License-Identifier: Apache-2.0
#include "verify/order/order.hpp"

#include <gtest/gtest.h>

#include "core/machine/implementation_machine.hpp"
#include "core/machine/specification.hpp"
#include "tests/verify/pair.hpp"

namespace counterpoint {
namespace {

Verdict decide(const Question& q) {
  auto v = decide_by_order(q);
  if (!v) throw std::runtime_error(v.error().reason);
  return *v;
}

std::string_view verdict(const Question& q) { return to_text(decide(q).word); }

struct Row {
  const char* name;
  const char* program;
  std::vector<std::string> trips;
};

const std::vector<Row>& programs() {
  static const std::vector<Row> rows = {
      {"1", "program p\nengine e0 e1\nloop L trips dynamic { e0: p\n e0: x }\n e1: c after p\n", {"L=0"}},
      {"2", "program p\nengine e0 e1\ne0: w\nloop L trips dynamic { e0: p }\ne1: c after p\n", {"L=0"}},
      {"3", "program p\nengine e0 e1\nloop L trips divergent { e0: p\n e1: c after p }\n", {"L@e0=0", "L@e1=1"}},
      {"4",
       "program p\nengine e0 e1\nloop Q trips dynamic { loop L trips divergent { e0: p\n e1: c after p } }\n",
       {"Q=2", "L@e0=1,3", "L@e1=2,2"}},
      {"5",
       "program p\nengine e0 e1\nloop Q trips dynamic { loop L trips divergent { e0: p }\n e1: c after p }\n",
       {"Q=2", "L@e0=2,1", "L@e1=1,1"}},
      {"6", "program p\nengine e0 e1\nloop L trips divergent { e0: a }\ne0: p\ne1: c after p\n", {"L@e0=1", "L@e1=0"}},
      {"11",
       "program p\nengine e0\nloop Q trips dynamic { loop L trips dynamic { e0: i after i@L-1 } }\n",
       {"Q=2", "L=3"}},
      {"12",
       "program p\nengine e0 e1\nloop L trips dynamic { e0: c after q\n e0: p\n e1: d after p\n e1: q }\n",
       {"L=2"}},
      {"15",
       "program p\nengine e0 e1\nloop Q trips dynamic { loop S trips dynamic { e1: c after p@S-1\n"
       " loop L trips dynamic { e0: p } } }\n",
       {"Q=2", "S=2", "L=2,0,1,2"}},
      {"16",
       "program p\nengine e0 e1\nloop Q trips dynamic { loop S trips dynamic { e0: p after c@S-1\n"
       " e1: c after p } }\n",
       {"Q=2", "S=2"}},
      {"18",
       "program p\nengine e0 e1\nloop S trips dynamic { loop L trips dynamic { e0: p }\n e1: c after p }\n",
       {"S=2", "L=2,1"}},
      {"19",
       "program p\nengine e0 e1\nloop S trips dynamic { loop L trips dynamic { e1: c after p@S-1 }\n e0: p }\n",
       {"S=2", "L=2"}},
      {"20",
       "program p\nengine e0 e1\nloop S trips dynamic { e1: c after p@S-2\n loop L trips dynamic { e0: p } }\n",
       {"S=4", "L=2,0,1,1"}},
      {"21",
       "program p\nengine e0 e1\nloop Q trips dynamic { loop S trips dynamic { e0: p\n"
       " e1: c after p@Q-1@S+1 } }\n",
       {"Q=2", "S=1,2"}},
      {"25",
       "program p\nengine e0 e1\nloop S trips dynamic { if A { e0: p } else { e1: c after p } }\n",
       {"S=2", "A=1,0"}},
      {"26",
       "program p\nengine e0 e1\nloop Q trips dynamic { loop S trips dynamic { e0: ld after mm@S-2, mm@Q-1@*\n"
       " e1: mm after ld } }\n",
       {"Q=2", "S=3"}},
  };
  return rows;
}

TEST(Order, calls_per_loop_and_per_instruction_equivalent_on_every_exact_program_of_section_7) {
  for (const Row& row : programs()) {
    for (const Scheme scheme : {Scheme::per_loop, Scheme::per_instruction, Scheme::automatic}) {
      for (const Counted count : {Counted::all, Counted::producers}) {
        for (const int level : {0, 1}) {
          AllocationOptions options;
          options.count = count;
          options.optimize = level;
          const Pair pair(row.program, scheme, row.trips, options);
          EXPECT_EQ(verdict(pair.question()), "equivalent") << row.name << " " << entry(scheme).name << "\n"
                                                            << print(pair.implementation());
        }
      }
    }
  }
}

TEST(Order, calls_two_level_equivalent_where_a_strengthened_wait_would_deadlock) {
  // Program 23b.
  const Pair pair(
      "program p\nengine e0 e1\nloop L trips dynamic { loop M trips dynamic { e0: p\n e0: y after w\n"
      " e1: q after p@L-1 }\n e1: w }\n",
      Scheme::per_loop, {"L=2", "M=2,1"});
  EXPECT_EQ(verdict(pair.question()), "equivalent");
}

constexpr const char* double_buffer =
    "program double_buffer\nengine dma pe\nloop kv trips dynamic {\n dma: load after qk@kv-2\n pe: qk after load }\n";

std::string double_buffer_with(std::string_view load_threshold, std::string_view qk_threshold) {
  return "implementation double_buffer\nengine dma pe\nsemaphore s t\nloop kv trips dynamic {\n"
         " dma: r := r + 1\n dma: w := r - 2\n pe: r := r + 1\n pe: v := r + " +
         std::string(qk_threshold) + "\n dma: load wait s >= " + std::string(load_threshold) +
         " signal t += 1\n pe: qk wait t >= v signal s += 1 }\n";
}

TEST(Order, tells_apart_all_four_verdicts_and_gives_a_shortest_schedule) {
  const std::vector<std::string> trips = {"kv=5"};
  EXPECT_EQ(verdict(Pair(double_buffer, double_buffer_with("w", "0"), trips).question()), "equivalent");
  // load never waits: the third load issues before qk of the first iteration has retired.
  const Pair early(double_buffer, double_buffer_with("0", "0"), trips);
  const Verdict v = decide(early.question());
  EXPECT_EQ(to_text(v.word), "unsafe");
  ASSERT_EQ(v.witness.size(), 3U);
  EXPECT_EQ(v.witness.back().kind, StepKind::issue);
  // qk waits for one load more than it needs: stuck at the last iteration.
  EXPECT_EQ(verdict(Pair(double_buffer, double_buffer_with("w", "1"), trips).question()), "deadlock");
}

TEST(Order, ranks_what_waits_for_more_than_the_program_asks) {
  const char* text = "program p\nengine e0 e1\nloop L trips dynamic { e0: a\n e0: b\n e1: c after a }\n";
  const char* late =
      "implementation p\nengine e0 e1\nsemaphore s\nloop L trips dynamic { e1: r := r + 1\n e1: w := r * 2\n"
      "e0: a signal s += 1\n e0: b signal s += 1\n e1: c wait s >= w }\n";
  const Pair pair(text, late, {"L=3"});
  const Verdict v = decide(pair.question());
  EXPECT_EQ(to_text(v.word), "refines");
  ASSERT_EQ(v.excess.size(), 1U);
  EXPECT_EQ(pair.program().tree.instruction_name(v.excess[0].consumer), "c");
  EXPECT_EQ(pair.program().tree.instruction_name(v.excess[0].producer), "b");
  EXPECT_EQ(v.excess[0].lost_slack, 1U);
  EXPECT_EQ(v.excess[0].instances, 3U);
}

TEST(Order, gives_schedules_that_the_implementation_performs_and_the_program_refuses_at_the_last_step) {
  const Pair early(double_buffer, double_buffer_with("0", "0"), {"kv=5"});
  const Question q = early.question();
  const Verdict v = decide(q);
  const Machine impl = implementation_machine(q.implementation, q.implementation_trips);
  const Machine spec = specification_machine(q.program, q.program_trips);
  MachineState i = impl.start();
  MachineState s = spec.start();
  for (std::size_t n = 0; n < v.witness.size(); ++n) {
    ASSERT_TRUE(impl.is_enabled(i, v.witness[n]));
    impl.apply(i, v.witness[n]);
    EXPECT_EQ(spec.is_enabled(s, v.witness[n]), n + 1 != v.witness.size());
    if (n + 1 != v.witness.size()) spec.apply(s, v.witness[n]);
  }
}

TEST(Order, hands_over_what_has_no_least_vector) {
  const char* program = "program p\nengine e0 e1\ne0: y\ne0: x\ne1: c after y\n";
  const auto with = [](const char* y, const char* x, const char* c) {
    return std::string("implementation p\nengine e0 e1\nsemaphore s\ne0: y ") + y + "\ne0: x " + x + "\ne1: c " + c +
           "\n";
  };
  const auto reason = [&](const std::string& text) {
    const Pair pair(program, text);
    const auto v = decide_by_order(pair.question());
    return v ? "decided" : v.error().reason;
  };
  // The example of semantics.md 6: both kinds of update on one semaphore.
  EXPECT_EQ(reason(with("signal s += 1", "signal s += 1 at issue", "wait s >= 1")),
            "implementation: s: both kinds of update");
  EXPECT_EQ(reason(with("signal s += 1", "", "take s >= 1")), "implementation: s: a take");
  EXPECT_EQ(reason(with("signal s += 1", "", "wait s == 1")), "implementation: s: a test for equality");
  EXPECT_EQ(reason(with("signal s += 1", "signal s -= 1", "wait s >= 1")), "implementation: s: a decrement");
  EXPECT_EQ(reason(with("signal s += 1", "", "wait s >= 1")), "decided");
}

TEST(Order, decides_barriers_with_and_without_reset) {
  const char* program = "program p\nengine e0 e1\nloop L trips dynamic { e0: a\n e1: b after a }\n";
  EXPECT_EQ(verdict(Pair(program, Scheme::barrier, {"L=3"}).question()), "refines");
  EXPECT_EQ(verdict(Pair(program, Scheme::barrier_lean, {"L=3"}).question()), "refines");
  const char* bare =
      "implementation p\nengine e0 e1\nsemaphore s\nloop L trips dynamic { barrier\n e1: r := r + 1\n"
      "e0: a signal s += 1\n e1: b wait s >= r }\n";
  EXPECT_EQ(verdict(Pair(program, bare, {"L=3"}).question()), "refines");
  // With reset the count starts again, so a monotone threshold is never reached in the second iteration.
  const std::string reset = std::string(bare).replace(std::string(bare).find("barrier"), 7, "barrier reset");
  EXPECT_EQ(verdict(Pair(program, reset, {"L=3"}).question()), "deadlock");
}

TEST(Order, knows_fences_windows_and_stand_alone_signals) {
  const char* program = "program p\nengine e0 e1\ne0: a\ne0: b\ne1: c after b\n";
  const auto pair = [&](const char* e0) {
    return Pair(program, std::string("implementation p\nengine e0 e1\nsemaphore s\n") + e0 + "e1: c wait s >= 1\n");
  };
  EXPECT_EQ(verdict(pair("e0: a\ne0: b signal s += 1\n").question()), "equivalent");
  EXPECT_EQ(verdict(pair("e0: a\ne0: b\ne0: signal s += 1\n").question()), "unsafe");
  EXPECT_EQ(verdict(pair("e0: a\ne0: b\ne0: signal s += 1 at retire\n").question()), "equivalent");
  EXPECT_EQ(verdict(pair("e0: a\ne0: b\ne0: fence\ne0: signal s += 1\n").question()), "equivalent");
  EXPECT_EQ(verdict(pair("e0: a\ne0: fence\ne0: b signal s += 1\n").question()), "refines");
  const Pair fenced = pair("e0: a\ne0: fence\ne0: b signal s += 1\n");
  Question windowed = fenced.question();
  windowed.window = 1;  // the program waits for the retirement of a as well
  EXPECT_EQ(verdict(windowed), "equivalent");
}

TEST(Order, decides_with_a_width_as_long_as_no_value_leaves_it) {
  const char* program = "program p\nengine e0 e1\nloop L trips dynamic { e0: a\n e1: b after a }\n";
  const auto answer = [&](std::uint32_t width, Comparison compare) {
    const Pair pair(program, Scheme::per_loop, {"L=7"});
    Question q = pair.question();
    q.width = width;
    q.compare = compare;
    const auto v = decide_by_order(q);
    return v ? std::string(to_text(v->word)) : v.error().reason;
  };
  for (const Comparison c : {Comparison::as_signed, Comparison::as_unsigned, Comparison::difference}) {
    EXPECT_EQ(answer(4, c), "equivalent");
    EXPECT_EQ(answer(3, c), "implementation: s_L_e0: a value, 4, that 3 bits do not hold");
  }
}

TEST(Order, names_the_semaphore_and_the_precondition_that_fails) {
  const char* program = "program p\nengine e0 e1\ne0: y\ne1: c after y\n";
  const auto reason = [&](std::string_view declared, std::string_view y, std::string_view c, Comparison compare) {
    const Pair pair(program, "implementation p\nengine e0 e1\n" + std::string(declared) + "\ne0: y " + std::string(y) +
                                 "\ne1: c " + std::string(c) + "\n");
    Question q = pair.question();
    q.compare = compare;
    const auto v = decide_by_order(q);
    return v ? std::string(to_text(v->word)) : v.error().reason;
  };
  const auto plain = Comparison::as_signed;
  EXPECT_EQ(reason("semaphore s", "signal s += 1", "wait s >= 1 signal s += 1", plain),
            "implementation: s: two writers, e0 and e1");
  EXPECT_EQ(reason("semaphore s", "signal s += 1, s += 1 at issue", "wait s >= 1", plain),
            "implementation: s: both kinds of update");
  EXPECT_EQ(reason("semaphore s = 5", "signal s := 4", "wait s >= 1", plain), "implementation: s: a decrease");
  EXPECT_EQ(reason("semaphore s", "signal s -= 1", "wait s >= 1", plain), "implementation: s: a decrement");
  EXPECT_EQ(reason("flag f", "signal f += 1", "wait f >= 1", plain), "implementation: f: a flag");
  EXPECT_EQ(reason("semaphore s t", "signal s += 1", "wait s >= 1 take t >= 0", plain), "implementation: t: a take");
  EXPECT_EQ(reason("semaphore s", "signal s += 1", "wait s == 1", plain), "implementation: s: a test for equality");
  EXPECT_EQ(reason("semaphore s = -1", "signal s += 2", "wait s >= 1", Comparison::as_unsigned),
            "implementation: s: a negative value under an unsigned or difference comparison");
  // Elements of an array are cells of their own, and an assignment that does not decrease is a raise.
  EXPECT_EQ(reason("semaphore s[2]", "signal s[1] += 1, s[0] := 3", "wait s[1] >= 1", plain), "equivalent");
}

TEST(Order, answers_or_refuses_huge_questions_at_once) {
  const char* loop = "program p\nengine e0 e1\nloop L trips dynamic { e0: a\n e1: b after a }\n";
  const Pair endless(loop, Scheme::per_loop, {"L=1000000000"});
  const auto refused = decide_by_order(endless.question());
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().reason, "more than 67108864 instances");

  std::string siblings = "program p\nengine e0 e1\n";
  for (int i = 0; i < 10'000; ++i) {
    const std::string n = std::to_string(i);
    siblings += "loop L" + n + " trips 2 { e0: a" + n + "\n e1: b" + n + " after a" + n + " }\n";
  }
  EXPECT_EQ(verdict(Pair(siblings, Scheme::per_loop).question()), "equivalent");

  std::string many = "program p\nengine";
  for (int e = 0; e < 200; ++e) many += " e" + std::to_string(e);
  many += "\nloop L trips 50 {\n";
  for (int e = 0; e < 200; ++e) {
    many += "e" + std::to_string(e) + ": x" + std::to_string(e);
    if (e > 0) many += " after x" + std::to_string(e - 1);
    many += "\n";
  }
  EXPECT_EQ(verdict(Pair(many + "}\n", Scheme::per_loop).question()), "equivalent");
}

TEST(Order, forgets_what_everybody_knows_and_still_finds_a_fault_at_the_end) {
  // The last of a hundred thousand loads comes one iteration too early.
  const char* program =
      "program p\nengine dma pe\nloop kv trips dynamic { dma: load after qk@kv-2\n pe: qk after load }\n";
  const Pair late(program,
                  "implementation p\nengine dma pe\nsemaphore s t\nloop kv trips dynamic {\n dma: r := r + 1\n"
                  " dma: w := r - 2\n dma: x := gt(r, 99999)\n dma: w := w - x\n pe: r := r + 1\n"
                  " dma: load wait s >= w signal t += 1\n pe: qk wait t >= r signal s += 1 }\n",
                  {"kv=100000"});
  const Verdict v = decide(late.question());
  EXPECT_EQ(to_text(v.word), "unsafe");
  EXPECT_EQ(v.witness.back().kind, StepKind::issue);
  EXPECT_EQ(v.instances, 200'000U);
}

TEST(Order, gives_up_at_a_bound_in_bytes_where_an_engine_runs_ahead_of_who_waits_for_it) {
  const auto asked = [](const char* between, const char* warm_up, std::uint64_t memory) {
    const Pair pair(
        "program p\nengine e0 e1\nloop W trips dynamic { e1: x }\n"
        "loop L trips dynamic { e0: p" +
            std::string(between) + "\n e1: c after p }\n",
        Scheme::per_loop, {warm_up, "L=200000"});
    Question q = pair.question();
    q.memory = memory;
    return decide_by_order(q);
  };
  // Two hundred thousand retirements are kept until e1 comes to them: 6 MB, and as much for the program.
  const auto refused = asked("", "W=200000", std::uint64_t{4} << 20U);
  ASSERT_FALSE(refused.has_value());
  EXPECT_TRUE(refused.error().bound);
  EXPECT_EQ(refused.error().reason, "more than 4 MiB for what engines have done that others still wait for");
  const auto enough = asked("", "W=200000", std::uint64_t{64} << 20U);
  ASSERT_TRUE(enough.has_value());
  EXPECT_EQ(to_text(enough->word), "equivalent");
  // Held back, they are few at any time.
  const auto held = asked(" after c@L-2", "W=0", std::uint64_t{4} << 20U);
  ASSERT_TRUE(held.has_value());
  EXPECT_EQ(to_text(held->word), "equivalent");
}

// What f has learnt by a wait alone is in no count of its stream, but whoever sees its signal knows it.
TEST(Order, a_signal_carries_what_a_wait_alone_has_taught) {
  const Pair pair("program p\nengine e f g\ng: p\nf: y\ne: d\ne: c after p\n",
                  "implementation p\nengine e f g\nsemaphore s t\ng: p signal s += 1\nf: y\n"
                  "f: signal t += 1\nf: wait s >= 1\nf: signal t += 1\ne: d wait t >= 1\ne: c wait t >= 2\n");
  EXPECT_EQ(verdict(pair.question()), "refines");
}

}  // namespace
}  // namespace counterpoint
