// What C220's passes insert: the examples of ascend.md 2.3 and the vendor's tests, and the faults of 5.1.
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/targets/ascend/passes/vendor.hpp"

namespace counterpoint::ascend::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view vector_add =
    "buffer a slots 1\nbuffer b slots 1\nmte2: ld writes a\nv: add reads a writes b\nmte3: st reads b\n";

// Example 1.
TEST(AscendInsertSync, enqueues_what_is_filled_and_dequeues_it_before_its_first_user) {
  const Made made = on_c220(vector_add);
  EXPECT_EQ(made.listing,
            "a = alloc q_a\nmte2: ld(w a)\nenque q_a a\nb = alloc q_b\na_2 = deque q_a of a\nv: add(r a_2; w b)\n"
            "enque q_b b\nb_2 = deque q_b of b\nmte3: st(r b_2)\nfree q_b b\nfree q_a a\nbar all\n");
  EXPECT_EQ(made.verdict, "refines");
}

// Example 3: iterations are kept apart by the free events alone, so they hardly overlap.
TEST(AscendInsertSync, leaves_alloc_and_free_in_the_loop_so_iterations_wait_for_their_buffers) {
  const Made made = on_c220(
      "buffer a slots 1\nbuffer b slots 1\nloop k trips dynamic {\nmte2: ld writes a\nv: add reads a writes b\n"
      "mte3: st reads b\n}\n");
  EXPECT_EQ(made.listing,
            "loop k {\n  a = alloc q_a\n  mte2: ld(w a)\n  enque q_a a\n  b = alloc q_b\n  a_2 = deque q_a of a\n"
            "  v: add(r a_2; w b)\n  enque q_b b\n  b_2 = deque q_b of b\n  mte3: st(r b_2)\n  free q_b b\n"
            "  free q_a a\n}\nbar all\n");
  EXPECT_EQ(made.verdict, "refines");
}

constexpr std::string_view in_branch =
    "buffer a slots 1\nbuffer x slots 1\nmte2: ld writes a\nif c {\nv: neg reads a writes a\n}\n"
    "v: exp reads a writes x\n";

// Example 4, as the code does it: V after V, kept apart by an event of MTE2, which is not in the way of V at all.
TEST(AscendInsertSync, moves_an_enque_out_of_a_branch_when_its_user_is_behind_it) {
  const Made made = on_c220(in_branch, as_the_code_does());
  EXPECT_EQ(made.listing,
            "a = alloc q_a\nmte2: ld(w a)\nenque q_a a\na_2 = deque q_a of a\nif c {\n  v: neg(r a_2; w a_2)\n}\n"
            "enque q_a a_2\na_3 = deque q_a of a\nv: exp(r a_3; w x)\nbar v\nfree q_a a\nbar all\n");
  EXPECT_THAT(made.verdict, HasSubstr("unsafe"));
  PassSettings sound = as_the_code_does();
  sound.sound = true;
  EXPECT_EQ(on_c220(in_branch, sound).verdict, "refines");
}

TEST(AscendInsertSync, chains_the_enques_of_both_branches_behind_the_conditional) {
  const Made made = on_c220(
      "buffer a slots 1\nbuffer x slots 1\nmte2: ld writes a\nif c {\nv: neg reads a writes a\n} else {\n"
      "v: sq reads a writes a\n}\nv: exp reads a writes x\n",
      as_the_code_does());
  EXPECT_EQ(made.listing,
            "a = alloc q_a\nmte2: ld(w a)\nenque q_a a\na_2 = deque q_a of a\nif c {\n  v: neg(r a_2; w a_2)\n"
            "} else {\n  v: sq(r a_2; w a_2)\n}\nenque q_a a_2\na_4 = deque q_a of a\nenque q_a a_4\n"
            "a_3 = deque q_a of a\nv: exp(r a_3; w x)\nbar v\nfree q_a a\nbar all\n");
}

// Example 5.
TEST(AscendInsertSync, makes_the_scalar_unit_wait_for_v_and_v_for_it) {
  const Made made = on_c220("buffer t slots 1\nv: f writes t\ns: get reads t op GetValue\n");
  EXPECT_EQ(made.listing,
            "v: f(w t)\nbar v\nid = fetch v>s pipe_4\nset v>s #id\nwait v>s #id\ns: get(r t)\n"
            "id_2 = fetch s>v pipe_4\nset s>v #id_2\nwait s>v #id_2\nbar all\n");
  EXPECT_EQ(made.verdict, "refines");
}

// The page: V after V is a barrier, and the tensor is not enqueued.
TEST(AscendInsertSync, puts_a_barrier_between_users_on_one_pipe) {
  const Made made = on_c220(
      "buffer a slots 1\nbuffer b slots 1\nmte2: ld writes a\nv: f reads a writes b\nv: g reads b writes b\n"
      "mte3: st reads b\n");
  EXPECT_EQ(made.listing,
            "a = alloc q_a\nmte2: ld(w a)\nenque q_a a\nb = alloc q_b\na_2 = deque q_a of a\nv: f(r a_2; w b)\nbar v\n"
            "v: g(r b; w b)\nenque q_b b\nb_2 = deque q_b of b\nmte3: st(r b_2)\nfree q_b b\nfree q_a a\nbar all\n");
  EXPECT_EQ(made.verdict, "refines");
}

// Example 4 by the page: the branch has its barrier, and nothing moves out of it.
TEST(AscendInsertSync, leaves_a_branch_alone_whose_tensor_the_same_pipe_uses_behind_it) {
  const Made made = on_c220(in_branch);
  EXPECT_EQ(made.listing,
            "a = alloc q_a\nmte2: ld(w a)\nenque q_a a\na_2 = deque q_a of a\nif c {\n  v: neg(r a_2; w a_2)\n  bar v\n"
            "}\nv: exp(r a_2; w x)\nbar v\nfree q_a a\nbar all\n");
  EXPECT_EQ(made.verdict, "refines");
}

// --- what is known to be wrong (5.1), and what sound mode adds ---

struct Fault {
  std::string_view name;
  std::string_view body;
  std::string_view verdict;
  std::string_view added;  // part of what sound mode says
  bool by_code = false;    // a fault of the code that the page does not have
};
void PrintTo(const Fault& f, std::ostream* out) { *out << f.name; }

class AscendC220Faults : public ::testing::TestWithParam<Fault> {};

TEST_P(AscendC220Faults, is_found_and_repaired) {
  PassSettings settings = GetParam().by_code ? as_the_code_does() : PassSettings{};
  EXPECT_EQ(on_c220(GetParam().body, settings).verdict, GetParam().verdict);
  if (GetParam().by_code) {
    EXPECT_EQ(on_c220(GetParam().body).verdict, "refines");
  }
  settings.sound = true;
  const Made sound = on_c220(GetParam().body, settings);
  EXPECT_EQ(sound.verdict, "refines") << sound.listing;
  EXPECT_TRUE(sound.left.empty());
  EXPECT_THAT(sound.added, ::testing::Contains(HasSubstr(GetParam().added)));
}

constexpr Fault c220_faults[] = {
    {"E4_a_copy_into_a_scratch_buffer",
     "buffer t slots 1\nbuffer b slots 1\nv: f writes t\nmte1: ld writes t op Load\nv: g reads t writes b\n",
     "unsafe early-issue", "bar all before g, which needs ld on mte1 first"},
    {"a_tensor_that_is_copied_through", "buffer a slots 1\nmte2: ld writes a\nmte3: st reads a\n", "unsafe early-issue",
     "bar all before st, which needs ld on mte2 first"},
    {"two_producers_of_one_tensor",
     "buffer a slots 1\nbuffer b slots 1\nmte2: ld writes a\nmte2: ld2 writes a\nv: f reads a writes b\n"
     "mte3: st reads b\n",
     "unsafe early-issue", "bar mte2 before ld2, which needs ld on mte2 first", true},
    {"a_consumer_that_is_not_the_queue_s",
     "buffer a slots 1\nbuffer b slots 1\nmte2: ld writes a\nm: f reads a writes b op Mmad\n", "unsafe early-issue",
     "bar all before f, which needs ld on mte2 first"},
    {"V_after_V_in_an_output_tensor",
     "buffer a slots 1\nbuffer b slots 1\nmte2: ld writes a\nv: f reads a writes b\nv: g reads b writes b\n"
     "mte3: st reads b\n",
     "unsafe early-issue", "bar v before g, which needs f on v first", true},
    {"a_tensor_for_its_own_pipe_and_for_another",
     "buffer a slots 1\nbuffer b slots 1\nbuffer c slots 1\nmte2: ld writes a\nv: f reads a writes b\n"
     "v: g reads b writes c\nmte3: st reads b\n",
     "unsafe early-issue", "bar all before st, which needs f on v first"},
    {"E5_a_store_to_and_a_load_from_one_place_in_GM",
     "buffer g slots 1 in GM\nbuffer a slots 1\nbuffer b slots 1\nv: f writes a\nmte3: st reads a writes g\n"
     "mte2: ld reads g writes b\nv: h reads b writes b\n",
     "unsafe early-issue", "bar all before ld, which needs st on mte3 first"},
    {"a_scalar_that_reads_GM_that_a_store_writes",
     "buffer g slots 1 in GM\nbuffer a slots 1\nv: f writes a\nmte3: st reads a writes g\n"
     "s: get reads g op GetValue\n",
     "unsafe early-issue", "bar all before get, which needs st on mte3 first"},
    {"a_tensor_that_a_loop_carries_around",
     "buffer x slots 2\nloop k trips dynamic {\nmte2: ld writes x[k]\nv: f reads x[k+1]\n}\n", "unsafe early-issue",
     "bar all before ld, which needs f on v first"},
    {"an_event_that_is_set_before_V_has_taken_it",
     "buffer a slots 1\nbuffer b slots 1\nbuffer x slots 1\nmte2: ld writes a\nv: f reads a writes x\n"
     "mte2: ld2 writes b\nv: g reads b writes x\n",
     "unsafe double-set", "bar all before enque q_b, which may set mte2>v while it is set"},
};
INSTANTIATE_TEST_SUITE_P(Each, AscendC220Faults, ::testing::ValuesIn(c220_faults),
                         [](const auto& fault) { return std::string(fault.param.name); });

TEST(AscendInsertSync, refuses_a_use_that_no_deque_reaches_by_name) {
  constexpr std::string_view body =
      "buffer a slots 1\nbuffer b slots 1\nbuffer c slots 1\nloop k trips dynamic {\nmte2: ld writes a\n"
      "v: f reads a writes b\n}\nv: g reads a writes c\n";
  EXPECT_THAT(on_c220(body).listing,
              HasSubstr("g uses a, which is dequeued in a loop or branch that does not hold it"));
  EXPECT_EQ(on_c220(body, in_sound_mode()).verdict, "refines");
}

TEST(AscendInsertSync, refuses_an_enque_and_a_user_in_two_regions_by_name) {
  constexpr std::string_view body =
      "buffer a slots 1\nbuffer c slots 1\nif b {\nmte2: ld writes a\n} else {\nmte2: ld2 writes a\n}\n"
      "loop k trips dynamic {\nv: g reads a writes c\n}\n";
  EXPECT_THAT(on_c220(body).listing, HasSubstr("a is enqueued in one region and first used by g in another"));
  EXPECT_EQ(on_c220(body, in_sound_mode()).verdict, "refines");
}

// Nobody dequeues it, so its id stays out, and the next enque finds the queue full.
TEST(AscendInsertSync, never_dequeues_what_has_no_later_user) {
  constexpr std::string_view body =
      "buffer a slots 1\nbuffer b slots 1\nloop k trips dynamic {\nv: f reads a writes b\nmte2: ld writes a\n}\n";
  const Made made = on_c220(body);
  EXPECT_THAT(made.listing, HasSubstr("mte2: ld(w a)\n  enque q_a a\n}"));
  EXPECT_THAT(made.verdict, Not(HasSubstr("refines")));
  const Made sound = on_c220(body, in_sound_mode());
  EXPECT_THAT(sound.added, ::testing::Contains(HasSubstr("no enque of a, which nothing would dequeue")));
  EXPECT_EQ(sound.verdict, "refines") << sound.listing;
}

TEST(AscendInsertSync, is_linear_in_enques_users_and_nesting) {
  std::string body = "buffer a slots 1\nbuffer b slots 1\n";
  for (int i = 0; i < 20000; ++i) {
    body += "mte2: ld" + std::to_string(i) + " writes a\nv: f" + std::to_string(i) + " reads a writes b\n";
  }
  const auto program = pipes(body);
  auto made = kernel_from_program(program, Architecture::c220);
  ASSERT_TRUE(made.has_value());
  ASSERT_TRUE(run_passes(made->kernel, default_passes(Architecture::c220, false), as_the_code_does()).has_value());
  std::size_t deques = 0;
  for (const OpId o : made->kernel.in_order()) deques += made->kernel.op(o).kind == OpKind::deque ? 1U : 0U;
  EXPECT_EQ(deques, 20000U);  // one for each load
}

}  // namespace
}  // namespace counterpoint::ascend::testing
