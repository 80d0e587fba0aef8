// What the schemes write, word for word: placement, folding, names, and what liveness leaves out.
// SPDX-License-Identifier: Apache-2.0
#include "core/text/text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/allocation/allocate.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "core/program/pairing.hpp"

namespace counterpoint {
namespace {

Program read(std::string_view text) {
  auto program = parse_program(text, "p.cp");
  require(program.has_value(), "the program of a test is valid");
  return std::move(*program);
}

std::string written(std::string_view text, AllocationOptions options = {}) {
  const auto allocation = allocate(read(text), options);
  require(allocation.has_value(), "the program of a test has an allocation");
  return print(allocation->implementation);
}

AllocationOptions with(Scheme scheme, int optimize = 1) {
  AllocationOptions options;
  options.scheme = scheme;
  options.optimize = optimize;
  return options;
}

constexpr std::string_view two_loops = R"(program p
engine dma pe
loop q trips dynamic {
  loop kv trips dynamic {
    dma: load after qk@kv-2
    pe: rest
    pe: qk after load
  }
  pe: done after qk, load
}
)";

TEST(AllocationText, per_loop_keeps_on_each_engine_only_what_its_own_waits_read) {
  EXPECT_EQ(written(two_loops), R"(implementation p scheme per-loop
engine dma pe
semaphore s_kv_dma s_kv_pe

loop q trips dynamic {
  dma: t_kv := 0
  loop kv trips dynamic {
    dma: r_kv := r_kv + 1
    dma: t_kv := t_kv + 1
    pe:  r_kv := r_kv + 1
    dma: w0 := r_kv * 2
    dma: w0 := w0 - 4
    dma: m := gt(t_kv, 2)
    dma: w0 := w0 * m
    dma: load  wait s_kv_pe >= w0  signal s_kv_dma += 1
    pe:  rest  signal s_kv_pe += 1
    pe:  qk    wait s_kv_dma >= r_kv  signal s_kv_pe += 1
  }
  pe: w0 := r_kv * 2
  pe: done  wait s_kv_pe >= w0, s_kv_dma >= r_kv
}
)");
}

TEST(AllocationText, counting_producers_leaves_out_the_updates_of_others) {
  AllocationOptions options;
  options.count = Counted::producers;
  EXPECT_EQ(written(two_loops, options), R"(implementation p scheme per-loop
engine dma pe
semaphore s_kv_dma s_kv_pe

loop q trips dynamic {
  dma: t_kv := 0
  loop kv trips dynamic {
    dma: r_kv := r_kv + 1
    dma: t_kv := t_kv + 1
    pe:  r_kv := r_kv + 1
    dma: w0 := r_kv - 2
    dma: m := gt(t_kv, 2)
    dma: w0 := w0 * m
    dma: load  wait s_kv_pe >= w0  signal s_kv_dma += 1
    pe:  rest
    pe:  qk    wait s_kv_dma >= r_kv  signal s_kv_pe += 1
  }
  pe: done  wait s_kv_pe >= r_kv, s_kv_dma >= r_kv
}
)");
}

TEST(AllocationText, without_optimisation_every_engine_keeps_r_and_t_of_every_loop_as_in_the_paper) {
  EXPECT_EQ(written(two_loops, with(Scheme::per_loop, 0)), R"(implementation p scheme per-loop
engine dma pe
semaphore s_q_pe s_kv_dma s_kv_pe

loop q trips dynamic {
  dma: r_q := r_q + 1
  dma: t_q := t_q + 1
  dma: t_kv := 0
  pe:  r_q := r_q + 1
  pe:  t_q := t_q + 1
  pe:  t_kv := 0
  loop kv trips dynamic {
    dma: r_kv := r_kv + 1
    dma: t_kv := t_kv + 1
    pe:  r_kv := r_kv + 1
    pe:  t_kv := t_kv + 1
    dma: w0 := r_kv * 2
    dma: w0 := w0 - 4
    dma: m := gt(t_kv, 2)
    dma: w0 := w0 * m
    dma: load  wait s_kv_pe >= w0  signal s_kv_dma += 1
    pe:  rest  signal s_kv_pe += 1
    pe:  qk    wait s_kv_dma >= r_kv  signal s_kv_pe += 1
  }
  pe: w0 := r_kv * 2
  pe: done  wait s_kv_pe >= w0, s_kv_dma >= r_kv  signal s_q_pe += 1
}
)");
}

TEST(AllocationText, per_engine_sums_over_bodies_or_takes_snapshots) {
  EXPECT_EQ(written(two_loops, with(Scheme::per_engine)), R"(implementation p scheme per-engine
engine dma pe
semaphore s_dma s_pe

loop q trips dynamic {
  dma: r_q := r_q + 1
  dma: t_kv := 0
  loop kv trips dynamic {
    dma: r_kv := r_kv + 1
    dma: t_kv := t_kv + 1
    pe:  r_kv := r_kv + 1
    pe:  q_pe := q_pe + 2
    pe:  n0_qk := q_pe
    dma: w0 := r_kv * 2
    dma: w0 := w0 + r_q
    dma: w0 := w0 - 5
    dma: m := gt(t_kv, 2)
    dma: w0 := w0 * m
    dma: load  wait s_pe >= w0  signal s_dma += 1
    pe:  rest  signal s_pe += 1
    pe:  qk    wait s_dma >= r_kv  signal s_pe += 1
  }
  pe: q_pe := q_pe + 1
  pe: done  wait s_pe >= n0_qk, s_dma >= r_kv  signal s_pe += 1
}
)");
}

TEST(AllocationText, the_baseline_puts_a_barrier_before_every_scope_and_behind_every_iteration) {
  constexpr std::string_view text = R"(program p
engine a b
a: first
loop s trips dynamic {
  a: x
  b: y after x, first
  if k {
    b: z after y
  }
}
)";
  EXPECT_EQ(written(text, with(Scheme::barrier)), R"(implementation p scheme barrier
engine a b
semaphore s_a

a: first
barrier reset
loop s trips dynamic {
  a: x  signal s_a += 1
  b: y  wait s_a >= 1
  barrier reset
  if k {
    b: z
    barrier reset
  }
  barrier reset
}
)");
  EXPECT_EQ(written(text, with(Scheme::barrier_lean)), R"(implementation p scheme barrier-lean
engine a b
semaphore s_a

a: first
barrier reset
loop s trips dynamic {
  a: x  signal s_a += 1
  b: y  wait s_a >= 1
  barrier reset
  if k {
    b: z
    barrier reset
  }
}
)");
}

TEST(AllocationText, histories_shift_at_the_entry_before_anything_counts) {
  EXPECT_EQ(written(R"(program p
engine a b
a: cnt
loop q trips dynamic after cnt {
  b: early after y@q-2
  loop s trips 3 {
    a: x
    b: c after x@q-1@s+1
  }
  loop m trips dynamic {
    a: y
  }
}
)"),
            R"(implementation p scheme per-loop
engine a b
semaphore s_root_a s_s_a s_m_a

a: cnt  signal s_root_a += 1
a: wait s_root_a >= 1
b: wait s_root_a >= 1
loop q trips dynamic {
  b: h1_m_q := h0_m_q
  b: h0_m_q := r_m
  b: h1_s_q := h0_s_q
  b: h0_s_q := r_s
  b: t_s := 0
  b: early  wait s_m_a >= h1_m_q
  loop s trips 3 {
    b: r_s := r_s + 1
    b: t_s := t_s + 1
    a: x  signal s_s_a += 1
    b: w0 := h1_s_q + t_s
    b: w0 := w0 + 1
    b: w0 := min(w0, h0_s_q)
    b: c  wait s_s_a >= w0
  }
  loop m trips dynamic {
    b: r_m := r_m + 1
    a: y  signal s_m_a += 1
  }
}
)");
}

TEST(AllocationText, names_are_unique_where_scopes_and_engines_run_into_each_other) {
  const std::string text = written(R"(program p
engine b_c c
loop a trips dynamic {
  b_c: x
  loop a_b trips 2 {
    c: z
    b_c: w after z
  }
  c: v after x
}
)");
  EXPECT_NE(text.find("semaphore s_a_b_c s_a_b_c_2\n"), std::string::npos) << text;
  EXPECT_NE(text.find("wait s_a_b_c_2 >= r_a_b"), std::string::npos) << text;
  EXPECT_NE(text.find("wait s_a_b_c >= r_a\n"), std::string::npos) << text;
}

TEST(AllocationText, constants_fold_and_equal_waits_are_written_once) {
  EXPECT_EQ(written(R"(program p
engine a b
a: w
a: x
b: c after x, x, w
loop l trips dynamic {
  b: d after x, c
}
)"),
            R"(implementation p scheme per-loop
engine a b
semaphore s_root_a s_root_b

a: w  signal s_root_a += 1
a: x  signal s_root_a += 1
b: c  wait s_root_a >= 2  signal s_root_b += 1
loop l trips dynamic {
  b: d  wait s_root_a >= 2, s_root_b >= 1
}
)");
}

TEST(AllocationText, what_is_never_owed_needs_nothing) {
  EXPECT_EQ(written(R"(program p
engine a b
loop l trips dynamic {
  b: c after x
  loop m trips 0 {
    a: x
  }
}
)"),
            R"(implementation p scheme per-loop
engine a b

loop l trips dynamic {
  b: c
  loop m trips 0 {
    a: x
  }
}
)");
}

// Programs for the checks that hold for every scheme.
constexpr std::string_view several[] = {
    two_loops,
    "program p\nengine a b\nloop s trips dynamic {\n  if k {\n    a: x\n  } else {\n    b: y after x\n  }\n}\n",
    "program p\nengine a b\na: n\nif k after n {\n  a: x\n}\nb: c after x\n",
};

TEST(AllocationText, of_every_scheme_is_read_back_pairs_with_its_program_and_comes_out_the_same_twice) {
  for (const std::string_view text : several) {
    const Program program = read(text);
    for (const SchemeEntry& scheme : all_schemes()) {
      for (const int optimize : {0, 1}) {
        const auto allocation = allocate(program, with(scheme.scheme, optimize));
        ASSERT_TRUE(allocation.has_value()) << scheme.name;
        const std::string once = print(allocation->implementation);
        const auto back = parse_implementation(once, "i.cp");
        ASSERT_TRUE(back.has_value()) << to_string(back.error().front()) << once;
        EXPECT_TRUE(same_implementation(*back, allocation->implementation)) << once;
        EXPECT_TRUE(pair_up(program, *back).has_value()) << once;
        EXPECT_EQ(once, print(allocate(program, with(scheme.scheme, optimize))->implementation));
      }
    }
  }
}

TEST(Schemes, are_found_by_the_word_of_the_table) {
  for (const SchemeEntry& scheme : all_schemes()) {
    EXPECT_EQ(find_scheme(scheme.name), scheme.scheme);
    EXPECT_EQ(entry(scheme.scheme).name, scheme.name);
    EXPECT_EQ(allocate(read(two_loops), with(scheme.scheme))->implementation.scheme, scheme.name);
  }
  EXPECT_EQ(find_scheme("per-lop"), std::nullopt);
}

TEST(Automatic, takes_per_instruction_for_one_producer_and_per_loop_for_several) {
  const auto allocation = allocate(read(R"(program p
engine a b
loop l trips dynamic {
  a: x
  a: y
  b: z
  b: c after x, y
  a: d after z
}
)"),
                                   with(Scheme::automatic));
  ASSERT_TRUE(allocation.has_value());
  ASSERT_GE(allocation->choices.size(), 2U);
  EXPECT_EQ(allocation->choices[0].subject, "l on a");
  EXPECT_EQ(allocation->choices[0].decision, "per-loop");
  EXPECT_EQ(allocation->choices[1].subject, "l on b");
  EXPECT_EQ(allocation->choices[1].decision, "per-instruction");
  EXPECT_FALSE(allocation->choices[1].reason.empty());
  EXPECT_EQ(allocation->implementation.semaphores.size(), 2U);
}

TEST(PerEngine, says_why_a_dependency_is_kept_in_another_way) {
  const auto allocation = allocate(read(R"(program p
engine a b
loop l trips divergent {
  a: x
}
a: y
b: c after y
b: d after x
)"),
                                   with(Scheme::per_engine));
  ASSERT_TRUE(allocation.has_value());
  ASSERT_EQ(allocation->choices.size(), 2U);
  EXPECT_EQ(allocation->choices[0].decision, "per-loop");
  EXPECT_NE(allocation->choices[0].reason.find("differently often"), std::string::npos)
      << allocation->choices[0].reason;
}

}  // namespace
}  // namespace counterpoint
