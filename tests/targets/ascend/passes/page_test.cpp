// What a machine does unless told otherwise is what the page "Automatic synchronization injection" says, by sentence.
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "targets/ascend/synchronise/synchronise.hpp"
#include "targets/ascend/text/parse_kernel.hpp"
#include "tests/targets/ascend/passes/vendor.hpp"

namespace counterpoint::ascend::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A kernel after what `lower` runs unless told otherwise, but for `assignment` if there is one.
std::string lowered(Architecture architecture, std::string_view body, std::string_view parallel = {},
                    std::string_view assignment = {}, bool declarations = false) {
  const auto program = pipes(body);
  KernelOptions options;
  options.parallel = loops_named(*program, parallel);
  auto made = kernel_from_program(program, architecture, options);
  if (!made) return to_string(made.error().front());
  Machine machine(architecture);
  if (!assignment.empty()) {
    EXPECT_TRUE(machine.set(assignment).has_value());
  }
  SyncChoice choice;
  choice.passes = default_passes(architecture, false);
  const auto done = synchronise(made->kernel, machine, choice);
  if (!done) return to_string(done.error().front());
  const std::string text = print_body(made->kernel);
  return declarations ? text : without_declarations(text);
}
std::string c220(std::string_view body) { return lowered(Architecture::c220, body); }
std::string c310(std::string_view body, std::string_view parallel = {}) {
  return lowered(Architecture::c310, body, parallel);
}

std::string passes_of(Architecture architecture) {
  std::string out;
  for (const PassEntry* pass : default_passes(architecture, false)) out += std::string(pass->name) + " ";
  return out;
}

constexpr std::string_view add =
    "buffer a slots 1\nbuffer b slots 1\nmte2: ld writes a\nv: add reads a writes b\nmte3: st reads b\n";

// "Default Value: True. When True: Forces synchronization instruction insertion. When False: Disables".
TEST(AscendVendorPage, inserts_unless_told_not_to) {
  EXPECT_THAT(c220(add), HasSubstr("enque q_a a"));
  const std::string off = lowered(Architecture::c220, add, {}, "insert-sync=false");
  EXPECT_THAT(off, Not(HasSubstr("enque")));
  EXPECT_THAT(off, Not(HasSubstr("bar")));
}

// "C220 architecture: passes executed"; "C310 architecture: passes executed".
TEST(AscendVendorPage, runs_the_passes_of_each_architecture_in_the_order_given) {
  EXPECT_EQ(passes_of(Architecture::c220), "erase_sync hoist_que_bind insert_sync unify_pipe canonicalize ");
  EXPECT_EQ(passes_of(Architecture::c310),
            "erase_sync hoist_que_bind insert_bufid_sync canonicalize fuse_bufid_sync unify_pipe canonicalize ");
}

// "Remove existing sync instructions", then what is inserted is all there is.
TEST(AscendVendorPage, removes_the_synchronisation_that_is_there) {
  const auto program = pipes("buffer a slots 1\nv: f writes a\n");
  auto kernel = parse_kernel("kernel p on c310\nset mte2>v #3\nwait mte2>v #3\nbar all\nv: f\nbar v\n", program);
  ASSERT_TRUE(kernel.has_value());
  SyncChoice choice;
  choice.passes = default_passes(Architecture::c310, false);
  ASSERT_TRUE(synchronise(*kernel, Machine(Architecture::c310), choice).has_value());
  EXPECT_EQ(print_body(*kernel), "get v #0\nv: f\nrls v #0\n");
}

// "Hoist queue binding operations": out of the loop, while allocs stay.
TEST(AscendVendorPage, hoists_queues_out_of_loops) {
  const std::string text = lowered(Architecture::c220,
                                   "buffer a slots 1\nbuffer t slots 1\nloop k trips dynamic {\nmte2: ld writes a\n"
                                   "v: f reads a writes t\n}\n",
                                   {}, {}, true);
  EXPECT_LT(text.find("q_a = queue"), text.find("loop k {"));
  EXPECT_GT(text.find("a = alloc q_a"), text.find("loop k {"));
}

// "For every operation producing LocalTensor object check if it is used within the same pipe: If so, insert
// pipe_barrier instruction. And no follow up actions are needed." Of whichever pipe it is.
TEST(AscendVendorPage, puts_a_barrier_of_its_pipe_after_what_the_same_pipe_uses_later) {
  EXPECT_THAT(
      c220("buffer a slots 1\nbuffer b slots 1\nmte2: ld writes a\nmte2: ld2 reads a writes a\n"
           "v: f reads a writes b\nv: g reads b writes b\nmte3: st reads b\n"),
      HasSubstr("mte2: ld(w a)\nbar mte2\nmte2: ld2(r a; w a)\nenque q_a a\nb = alloc q_b\na_2 = deque q_a of a\n"
                "v: f(r a_2; w b)\nbar v\nv: g(r b; w b)\nenque q_b b\n"));
  EXPECT_THAT(c220("buffer t slots 1\nmte1: ld writes t op CopyToL0\nmte1: ld2 reads t writes t op CopyToL0\n"),
              HasSubstr("mte1: ld(w t)\nbar mte1\n"));
}

TEST(AscendVendorPage, takes_no_follow_up_action_for_it_even_if_another_pipe_uses_the_tensor_too) {
  const std::string text = c220(
      "buffer a slots 1\nbuffer b slots 1\nbuffer c slots 1\nmte2: ld writes a\nv: f reads a writes b\n"
      "v: g reads b writes c\nmte3: st reads b\n");
  EXPECT_THAT(text, Not(HasSubstr("enque q_b")));
  EXPECT_THAT(text, HasSubstr("v: f(r a_2; w b)\nbar v\n"));
}

// "Otherwise, find/allocate corresponding TQue object and add enque operation: for each enqueued tensor, find first
// user and insert dequeue; replace tensor uses with dequeued version."
TEST(AscendVendorPage, enqueues_the_others_and_dequeues_before_the_first_user_for_all_users) {
  EXPECT_THAT(c220("buffer a slots 1\nbuffer b slots 1\nbuffer c slots 1\nmte2: ld writes a\nv: f reads a writes b\n"
                   "v: g reads a writes c\n"),
              HasSubstr("mte2: ld(w a)\nenque q_a a\na_2 = deque q_a of a\nv: f(r a_2; w b)\nbar v\n"
                        "v: g(r a_2; w c)\n"));
}

// "re-enqueue if needed for dominance": out of the branch, so that it is before the deque on every way.
TEST(AscendVendorPage, enqueues_again_where_the_enque_is_not_on_every_way_to_the_deque) {
  EXPECT_THAT(c220("buffer a slots 1\nbuffer x slots 1\nif c {\nmte2: ld writes a\n}\nv: f reads a writes x\n"),
              HasSubstr("if c {\n  mte2: ld(w a)\n}\nenque q_a a\na_2 = deque q_a of a\nv: f(r a_2; w x)\n"));
}

// "Additional synchronization is done for GetValue/SetValue operations. Each call is wrapped": fetch, set, wait of V_S,
// the call, fetch, set, wait of S_V.
TEST(AscendVendorPage, wraps_scalar_accesses_in_flags_of_fetched_ids) {
  for (const std::string_view call : {"get reads t op GetValue", "get writes t op SetValue"}) {
    const std::string text = c220("buffer t slots 1\ns: " + std::string(call) + "\n");
    EXPECT_THAT(text, ::testing::MatchesRegex("id = fetch v>s pipe(_[0-9]+)?\nset v>s #id\nwait v>s #id\n"
                                              "s: get.[rw] t.\nid_2 = fetch s>v pipe(_[0-9]+)?\nset s>v #id_2\n"
                                              "wait s>v #id_2\nbar all\n"))
        << text;
  }
}

// "Unify pipe operations", "Canonicalize IR".
TEST(AscendVendorPage, leaves_one_pipe_object_and_no_barrier_beside_one_of_all_pipes) {
  const std::string text =
      lowered(Architecture::c220, "buffer t slots 1\ns: get reads t op GetValue\nv: f writes t\n", {}, {}, true);
  EXPECT_EQ(text.find("= pipe\n"), text.rfind("= pipe\n"));
  EXPECT_THAT(text, HasSubstr("v: f(w t)\nbar all\n"));
}

// "CopyToL0Op: PIPE_MTE1, FixpipeOp: PIPE_FIX, DataCopyOp with GlobalToLocal direction: PIPE_MTE2, with LocalToGlobal
// direction: PIPE_MTE3, GetValueOp, SetValueOp: PIPE_S, MmadOp, MmadWithBiasOp: PIPE_M, Default: PIPE_V".
TEST(AscendVendorPage, concludes_pipes_from_operations) {
  const std::pair<std::string_view, std::string_view> table[] = {
      {"writes a op CopyToL0", "mte1"},
      {"reads a op Fixpipe", "fix"},
      {"reads g writes a op DataCopy", "mte2"},
      {"reads a writes g op DataCopy", "mte3"},
      {"reads a op GetValue", "s"},
      {"writes a op SetValue", "s"},
      {"writes a op Mmad", "m"},
      {"writes a op MmadWithBias", "m"},
      {"writes a op Add", "v"},
      {"writes a op Anything", "v"},
  };
  for (const auto& [work, pipe] : table) {
    const std::string text = c310("buffer g slots 1 in GM\nbuffer a slots 1\nmte2: x " + std::string(work) + "\n");
    EXPECT_THAT(text, HasSubstr("get " + std::string(pipe) + " #0\n")) << work;
    EXPECT_THAT(text, HasSubstr("rls " + std::string(pipe) + " #0\n")) << work;
  }
}

// "Every operation is wrapped with get_buf/rls_buf commands where bufID corresponds to each local tensor in the
// operation. If operation requires several synchronization points, next synchronization pair is incapsulated".
TEST(AscendVendorPage, brackets_every_operation_with_all_its_tensors_one_in_the_other) {
  EXPECT_EQ(c310("buffer g slots 1 in GM\nbuffer a slots 1\nbuffer b slots 1\nmte2: ld reads g writes a\n"
                 "v: f reads a writes b\nmte3: st reads b writes g\n"),
            "get mte2 #0\nmte2: ld\nrls mte2 #0\nget v #1\nget v #0\nv: f\nrls v #0\nrls v #1\nget mte3 #1\nmte3: st\n"
            "rls mte3 #1\n");
}

// "Buffer IDs cycle through values 0-31 (total of 32 unique IDs). After ID 31, the next allocation wraps back to 0.
// Multiple tensors can share the same buffer ID".
TEST(AscendVendorPage, gives_ids_0_to_31_and_then_0_again) {
  std::string body;
  for (int i = 0; i < 34; ++i) body += "buffer a" + std::to_string(i) + " slots 1\n";
  for (int i = 0; i < 34; ++i) {
    body += std::string(i % 2 == 0 ? "mte2: x" : "v: x") + std::to_string(i) + " writes a" + std::to_string(i) + "\n";
  }
  const std::string text = c310(body);
  EXPECT_THAT(text, HasSubstr("get v #31\nv: x31\n"));
  EXPECT_THAT(text, HasSubstr("get mte2 #0\nmte2: x32\n"));
  EXPECT_THAT(text, HasSubstr("get v #1\nv: x33\n"));
  EXPECT_THAT(text, Not(HasSubstr("#32")));
}

// "For parallel loops, insert additional MTE3 synchronization flags".
TEST(AscendVendorPage, puts_flags_of_mte3_at_the_end_of_parallel_loops_and_of_no_others) {
  constexpr std::string_view loop = "buffer a slots 1\nloop k trips dynamic {\nmte3: st reads a\n}\n";
  EXPECT_THAT(c310(loop), Not(HasSubstr("set")));
  EXPECT_THAT(c310(loop, "k"), HasSubstr("  rls mte3 #0\n  set mte3>mte2 #0\n  set mte3>mte1 #0\n  wait mte3>mte2 #0\n"
                                         "  wait mte3>mte1 #0\n}\n"));
}

// "Fuse buffer ID synchronization operations".
TEST(AscendVendorPage, joins_the_brackets_of_a_run_on_one_pipe) {
  EXPECT_EQ(c310("buffer a slots 1\nv: f writes a\nv: g writes a\n"), "get v #0\nv: f\nv: g\nrls v #0\n");
}

}  // namespace
}  // namespace counterpoint::ascend::testing
