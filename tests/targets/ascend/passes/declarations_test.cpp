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
