// Programs of pipes as kernels: tensors, their kinds and places, and what passes take for the pipe of an instruction.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/kernel/from_program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/text.hpp"
#include "targets/ascend/text/print_kernel.hpp"

namespace counterpoint::ascend {
namespace {

using ::testing::HasSubstr;

std::string kernel_of(const std::string& body, Architecture architecture, const KernelOptions& options = {}) {
  auto program = parse_program("program p\nengine s v m mte1 mte2 mte3 fix\n" + body, "p.cp");
  if (!program) return to_string(program.error().front());
  auto made = kernel_from_program(std::make_shared<const Program>(*std::move(program)), architecture, options);
  return made ? print_body(made->kernel) : to_string(made.error().front());
}

TEST(FromProgram, a_loaded_and_a_stored_tensor_get_a_queue_each_and_others_a_scratch_buffer) {
  EXPECT_EQ(kernel_of("buffer a slots 1\nbuffer b slots 1\nbuffer t slots 1\nmte2: ld writes a\n"
                      "v: f reads a writes t\nv: g reads t writes b\nmte3: st reads b\n",
                      Architecture::c220),
            "pipe = pipe\nq_a = queue vecin\ninit pipe q_a\na = alloc q_a\nmte2: ld(w a)\nt_t = scratch\n"
            "init pipe t_t\nt = tensor t_t\nv: f(r a; w t)\nq_b = queue vecout\ninit pipe q_b\nb = alloc q_b\n"
            "v: g(r t; w b)\nmte3: st(r b)\nfree q_b b\nfree q_a a\n");
}

TEST(FromProgram, a_tensor_that_is_loaded_and_stored_is_an_output) {
  EXPECT_THAT(kernel_of("buffer a slots 1\nmte2: ld writes a\nmte3: st reads a\n", Architecture::c220),
              HasSubstr("q_a = queue vecout\n"));
}

TEST(FromProgram, a_tensor_is_defined_in_the_innermost_region_that_holds_its_accesses) {
  EXPECT_THAT(kernel_of("buffer a slots 1\nbuffer b slots 1\nloop k trips dynamic {\nmte2: ld writes a\n"
                        "v: f reads a writes b\n}\nmte3: st reads b\n",
                        Architecture::c220),
              HasSubstr("b = alloc q_b\nloop k {\n  q_a = queue vecin\n  init pipe q_a\n  a = alloc q_a\n"
                        "  mte2: ld(w a)\n  v: f(r a; w b)\n  free q_a a\n}\nmte3: st(r b)\nfree q_b b\n"));
}

TEST(FromProgram, a_tensor_that_is_read_first_is_defined_outside_of_the_loop) {
  EXPECT_EQ(kernel_of("buffer t slots 1\nloop k trips dynamic {\nv: f reads t writes t\n}\n", Architecture::c220),
            "pipe = pipe\nt_t = scratch\ninit pipe t_t\nt = tensor t_t\nloop k {\n  v: f(r t; w t)\n}\n");
  EXPECT_EQ(kernel_of("buffer t slots 1\nloop k trips dynamic {\nv: g reads t\nv: f writes t\n}\n", Architecture::c220),
            "pipe = pipe\nt_t = scratch\ninit pipe t_t\nt = tensor t_t\nloop k {\n  v: g(r t)\n  v: f(w t)\n}\n");
}

TEST(FromProgram, slots_that_rotate_are_tensors_outside_of_their_loop_and_accesses_by_rotation_have_none) {
  EXPECT_EQ(kernel_of("buffer x slots 2\nloop k trips dynamic {\nmte2: ld writes x[k]\nv: f reads x[k]\n}\n",
                      Architecture::c220),
            "pipe = pipe\nq_x_0 = queue vecin\ninit pipe q_x_0\nx_0 = alloc q_x_0 of x[0]\nq_x_1 = queue vecin\n"
            "init pipe q_x_1\nx_1 = alloc q_x_1 of x[1]\nloop k {\n  mte2: ld\n  v: f\n}\nfree q_x_1 x_1\n"
            "free q_x_0 x_0\n");
}

TEST(FromProgram, global_memory_is_no_tensor_and_gives_a_copy_its_direction) {
  EXPECT_EQ(kernel_of("buffer g slots 1 in GM\nbuffer a slots 1\nmte2: ld reads g writes a op DataCopy\n",
                      Architecture::c220),
            "pipe = pipe\nq_a = queue vecin\ninit pipe q_a\na = alloc q_a\nmte2: ld(r g; w a)\nfree q_a a\n");
}

TEST(FromProgram, more_queues_than_allowed_become_scratch_buffers) {
  KernelOptions options;
  options.most_queues = 1;
  const std::string two =
      kernel_of("buffer a slots 1\nbuffer b slots 1\nmte2: lda writes a\nmte2: ldb writes b\nv: f reads a, b\n",
                Architecture::c220, options);
  EXPECT_THAT(two, HasSubstr("a = alloc q_a\n"));
  EXPECT_THAT(two, HasSubstr("b = tensor t_b\n"));
}

TEST(FromProgram, on_c310_nothing_is_defined) {
  EXPECT_EQ(kernel_of("buffer a slots 1\nmte2: ld writes a\nif c {\nv: f reads a\n} else {\nv: g reads a\n}\n",
                      Architecture::c310),
            "mte2: ld\nif c {\n  v: f\n} else {\n  v: g\n}\n");
}

TEST(FromProgram, engines_that_are_no_pipes_and_divergent_scopes_are_refused_by_name) {
  const auto refusal = [](const std::string& text) {
    auto program = parse_program(text, "p.cp");
    const auto made = kernel_from_program(std::make_shared<const Program>(*std::move(program)), Architecture::c310);
    return made ? "" : to_string(made.error().front());
  };
  EXPECT_THAT(refusal("program p\nengine mte4\nmte4: x\n"), HasSubstr("engine mte4 is no pipe"));
  EXPECT_THAT(refusal("program p\nengine v\nloop k trips divergent {\nv: x\n}\n"), HasSubstr("k is divergent"));
}

TEST(FromProgram, a_buffer_that_rotates_through_more_slots_than_a_core_has_is_refused) {
  EXPECT_THAT(kernel_of("buffer x slots 65\nloop k trips dynamic {\nmte2: ld writes x[k]\n}\n", Architecture::c220),
              HasSubstr("more slots than a core has buffers"));
}

}  // namespace
}  // namespace counterpoint::ascend
