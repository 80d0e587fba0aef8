// The passes on declarations, barriers and calls that are there already, and the table of passes.
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "targets/ascend/text/parse_kernel.hpp"
#include "tests/targets/ascend/passes/vendor.hpp"

namespace counterpoint::ascend::testing {
namespace {

using ::testing::HasSubstr;

std::string after(Kernel& kernel, std::string_view passes, const PassSettings& settings = {}) {
  const auto list = passes_named(passes, kernel.architecture());
  if (!list) return to_string(list.error());
  const auto run = run_passes(kernel, *list, settings);
  return run ? print_body(kernel) : to_string(run.error().front());
}

constexpr std::string_view chain = "buffer a slots 1\nmte2: ld writes a\nv: use reads a\n";

// A kernel that somebody wrote, after some passes, without declarations.
std::string written(std::string_view body, std::string_view listing, std::string_view passes,
                    const PassSettings& settings = {}) {
  auto kernel = parse_kernel("kernel p on c220\n" + std::string(listing), pipes(body));
  if (!kernel) return to_string(kernel.error().front());
  return without_declarations(after(*kernel, passes, settings));
}

// 2.1.
TEST(AscendEraseSync, takes_out_queue_calls_flags_and_barriers) {
  EXPECT_EQ(written(chain,
                    "q = queue vecin\na = alloc q\nmte2: ld(w a)\nenque q a\nset mte2>v #0\nbar v\nwait mte2>v #0\n"
                    "b = deque q of a\nv: use(r b)\nbar all\nfree q b\n",
                    "erase_sync"),
            "a = alloc q\nmte2: ld(w a)\nv: use(r a)\nfree q a\n");
}

constexpr std::string_view two =
    "buffer a slots 1\nbuffer b slots 1\nmte2: lda writes a\nmte2: ldb writes b\n"
    "v: f reads a\nv: g reads b\n";
constexpr std::string_view two_in_flight =
    "q = queue vecin\na = alloc q\nmte2: lda(w a)\nenque q a\nb = alloc q\nmte2: ldb(w b)\nenque q b\n"
    "x = deque q of a\nv: f(r x)\ny = deque q of b\nv: g(r y)\n";

// Two tensors of one queue in flight become one; sound mode keeps them apart.
TEST(AscendEraseSync, takes_the_tensor_that_was_allocated_last_for_whatever_is_dequeued) {
  EXPECT_THAT(written(two, two_in_flight, "erase_sync"), HasSubstr("v: f(r b)\nv: g(r b)\n"));
  EXPECT_THAT(written(two, two_in_flight, "erase_sync", in_sound_mode()), HasSubstr("v: f(r a)\nv: g(r b)\n"));
}

TEST(AscendEraseSync, refuses_a_deque_of_a_queue_that_nothing_is_allocated_from) {
  EXPECT_THAT(written(chain, "q = queue vecin\nmte2: ld\nb = deque q of a\nv: use(r b)\n", "erase_sync"),
              HasSubstr("nothing is allocated from queue q"));
}

// T40: both leave every loop, the last declared first.
TEST(AscendHoist, moves_declarations_out_of_every_loop_and_conditional) {
  const auto program = pipes(
      "buffer a slots 1\nbuffer b slots 1\nloop i trips dynamic {\nloop j trips dynamic {\nmte2: ld writes a\n"
      "v: f reads a writes b\nmte3: st reads b\n}\n}\n");
  auto made = kernel_from_program(program, Architecture::c220);
  ASSERT_TRUE(made.has_value());
  EXPECT_EQ(after(made->kernel, "hoist_que_bind"),
            "pipe = pipe\nq_b = queue vecout\ninit pipe q_b\nq_a = queue vecin\ninit pipe q_a\nloop i {\n  loop j {\n"
            "    a = alloc q_a\n    mte2: ld(w a)\n    b = alloc q_b\n    v: f(r a; w b)\n    mte3: st(r b)\n"
            "    free q_b b\n    free q_a a\n  }\n}\n");
}

TEST(AscendHoist, takes_the_tensor_of_a_scratch_buffer_along) {
  const auto program = pipes("buffer t slots 1\nif c {\nv: f writes t\nv: g reads t\n}\n");
  auto made = kernel_from_program(program, Architecture::c220);
  ASSERT_TRUE(made.has_value());
  EXPECT_EQ(after(made->kernel, "hoist_que_bind"),
            "pipe = pipe\nt_t = scratch\ninit pipe t_t\nt = tensor t_t\nif c {\n  v: f(w t)\n  v: g(r t)\n}\n");
}

// T40.
TEST(AscendUnifyPipe, leaves_one_pipe_object_of_several) {
  const auto program = pipes("buffer a slots 1\ns: get reads a op GetValue\n");
  auto made = kernel_from_program(program, Architecture::c220);
  ASSERT_TRUE(made.has_value());
  const std::string several = after(made->kernel, "insert_sync");
  EXPECT_THAT(several, HasSubstr("fetch s>v pipe_3"));
  const std::string one = after(made->kernel, "unify_pipe");
  EXPECT_THAT(one, HasSubstr("fetch v>s pipe_4\n"));
  EXPECT_THAT(one, HasSubstr("fetch s>v pipe_4\n"));
  EXPECT_EQ(one.find("= pipe\n"), one.rfind("= pipe\n"));
}

TEST(AscendCanonicalize, merges_equal_neighbours_and_lets_a_barrier_of_all_swallow_the_others) {
  EXPECT_EQ(written(chain, "bar v\nbar v\nmte2: ld\nbar v\nbar mte2\nbar all\nbar v\nv: use\nbar v\nbar mte2\n",
                    "canonicalize"),
            "bar v\nmte2: ld\nbar all\nv: use\nbar v\nbar mte2\n");
}

TEST(AscendPasses, are_named_and_belong_to_architectures) {
  EXPECT_TRUE(passes_named("", Architecture::c220)->empty());
  EXPECT_EQ(passes_named("unify_pipe,erase_sync", Architecture::c310)->size(), 2U);
  EXPECT_EQ(passes_named("erase_sink", Architecture::c220).error().nearest, "erase_sync");
  EXPECT_THAT(to_string(passes_named("insert_sync", Architecture::c310).error()),
              HasSubstr("c310 has no pass 'insert_sync'"));
}

TEST(AscendPasses, tell_of_each_in_the_order_of_the_architecture) {
  const auto program = pipes("buffer a slots 1\nv: f writes a\n");
  auto made = kernel_from_program(program, Architecture::c310);
  ASSERT_TRUE(made.has_value());
  std::string names;
  const auto run = run_passes(made->kernel, default_passes(Architecture::c310, false), {},
                              [&](const PassEntry& pass, const Kernel&) { names += std::string(pass.name) + " "; });
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(names, "erase_sync hoist_que_bind insert_bufid_sync canonicalize fuse_bufid_sync unify_pipe canonicalize ");
}

}  // namespace
}  // namespace counterpoint::ascend::testing
