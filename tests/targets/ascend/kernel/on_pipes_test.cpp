// Kernels for engines of another core, on pipes.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/kernel/on_pipes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/evaluation/kernels.hpp"
#include "core/text/text.hpp"

namespace counterpoint::ascend {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Program read(std::string_view text) {
  auto program = parse_program(text, "p.cp");
  EXPECT_TRUE(program.has_value()) << to_string(program.error().front());
  return program ? *std::move(program) : Program{};
}

std::string refused(std::string_view text) {
  const auto made = on_pipes(read(text));
  return made ? "" : to_string(made.error().front());
}

TEST(OnPipes, transfers_load_and_store_on_pipes_of_their_own_and_several_engines_are_one_pipe) {
  const auto made = on_pipes(
      read("program p\nunit ps\nengine dma_a act dma_b pe dve\nbuffer a slots 2\nbuffer b slots 1\n"
           "loop k trips dynamic {\n  dma_a: la after m@k-2 writes a[k] cost 7 interval 3\n  pe: m after la reads a[k] "
           "writes b\n"
           "  if c {\n    act: f reads b\n  } else {\n    dve: g reads b\n  }\n  dma_b: st after m reads b\n}\n"));
  ASSERT_TRUE(made.has_value());
  EXPECT_EQ(print(*made),
            print(read("program p\nunit ps\nengine mte2 mte3 m v\nbuffer a slots 2\nbuffer b slots 1\n"
                       "loop k trips dynamic {\n  mte2: la writes a[k] cost 7 interval 3\n  m: m reads a[k] writes b\n"
                       "  if c {\n    v: f reads b\n  } else {\n    v: g reads b\n  }\n  mte3: st reads b\n}\n")));
}

TEST(OnPipes, what_accesses_nothing_is_left_out_with_the_dependencies_that_it_carries) {
  const auto made =
      on_pipes(read("program p\nengine dma_a pe\nbuffer a slots 1\nloop k trips 3 {\n"
                    "pe: gate\ndma_a: la after gate writes a\npe: m reads a\n}\n"));
  ASSERT_TRUE(made.has_value());
  EXPECT_EQ(made->tree.instruction_count(), 2U);
  EXPECT_EQ(made->dependency_count(), 0U);
}

TEST(OnPipes, what_does_not_fit_is_refused_by_name) {
  EXPECT_THAT(refused("program p\nengine gpsimd\nbuffer a slots 1\ngpsimd: f writes a\n"), HasSubstr("engine gpsimd"));
  EXPECT_THAT(refused("program p\nengine pe act\nbuffer a slots 1\nloop k trips divergent {\npe: f reads a\n}\n"),
              HasSubstr("scope k is divergent"));
  EXPECT_THAT(refused("program p\nengine sp pe\nbuffer a slots 1\nsp: n writes a\nloop k trips dynamic after n {\n"
                      "pe: f reads a\n}\n"),
              HasSubstr("k waits for n, and no pipe here waits for a count"));
}

TEST(OnPipes, nine_of_the_eleven_kernels_fit) {
  std::vector<std::string_view> unfit;
  for (const counterpoint::Kernel& k : all_kernels()) {
    if (!on_pipes(read(k.text))) unfit.push_back(k.id);
  }
  EXPECT_THAT(unfit, ElementsAre("K5", "K5e"));
}

}  // namespace
}  // namespace counterpoint::ascend
