// What an implementation costs, counted by hand.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/allocation/allocate.hpp"
#include "core/text/text.hpp"

namespace counterpoint {
namespace {

TEST(Cost, is_what_its_definitions_say_for_an_implementation_of_anybody) {
  const auto read = parse_implementation(R"(implementation p
engine a b c
semaphore s u[3]
flag f
a: r := 1
a: x signal s += 1
loop q trips dynamic {
  b: w := 2
  b: w := w + 1
  b: y wait s >= w, s >= 1, u[0] >= 1 signal s += 1, u[1] += 1
  if k {
    b: z wait s >= 2
  }
  b: t := 1
  a: signal s += 2
  a: wait s >= 1, s >= 2
  a: fence
}
barrier
c: last
)",
                                         "i.cp");
  ASSERT_TRUE(read.has_value()) << to_string(read.error().front());
  const Cost cost = cost_of(*read);
  EXPECT_EQ(cost.instructions, 4U);
  EXPECT_EQ(cost.semaphores, 5U);
  EXPECT_EQ(cost.registers, (std::vector<std::uint64_t>{1, 2, 0}));
  EXPECT_EQ(cost.register_operations, 4U);
  EXPECT_EQ(cost.waits, 6U);
  EXPECT_EQ(cost.updates, 4U);
  EXPECT_EQ(cost.alone, 3U);
  EXPECT_EQ(cost.barriers, 1U);
  EXPECT_EQ(cost.carriers, 3U);       // y: two, the stand-alone wait: one
  EXPECT_EQ(cost.scope_control, 3U);  // q on a, q and k on b
  EXPECT_EQ(cost.code_bytes, 64U * (4 + 4 + 3 + 3 + 3 + 3));
  EXPECT_DOUBLE_EQ(cost.operations_per_issue, 1.0);  // two before y, none before z
}

TEST(Cost, of_barriers_counts_the_control_of_every_engine_that_must_reach_them) {
  const auto read = parse_implementation(
      "implementation p\nengine a b\nloop q trips dynamic {\n  a: x\n  loop r trips 2 {\n    barrier\n  }\n}\n",
      "i.cp");
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(cost_of(*read).scope_control, 4U);
  EXPECT_EQ(cost_of(*read).code_bytes, 64U * (1 + 4 + 2));
}

TEST(Cost, per_loop_stays_within_the_published_counts_on_every_kernel) {
  std::size_t seen = 0;
  for (const auto& file : std::filesystem::directory_iterator(COUNTERPOINT_SOURCE_DIR "/examples/kernels")) {
    if (file.path().extension() != ".cp") continue;
    ++seen;
    std::stringstream text;
    text << std::ifstream(file.path()).rdbuf();
    const auto program = parse_program(text.str(), file.path().filename().string());
    ASSERT_TRUE(program.has_value()) << to_string(program.error().front());
    const auto allocation = allocate(*program, {});
    ASSERT_TRUE(allocation.has_value()) << file.path();
    const Cost cost = cost_of(allocation->implementation);
    std::size_t loops = 0;
    for (const ScopeId s : program->tree.scopes()) loops += program->tree.scope(s).is_loop() ? 1 : 0;
    ASSERT_GE(loops, 1U);
    ASSERT_LE(loops, 3U);
    constexpr std::uint64_t published[] = {4, 8, 11};  // registers for 1, 2, 3 loops
    for (const std::uint64_t registers : cost.registers) EXPECT_LE(registers, published[loops - 1]) << file.path();
    EXPECT_LE(cost.semaphores, 13U) << file.path();
    EXPECT_EQ(cost.barriers, 0U) << file.path();
  }
  EXPECT_EQ(seen, 11U);
}

}  // namespace
}  // namespace counterpoint
