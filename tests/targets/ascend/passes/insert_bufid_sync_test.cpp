// What C310's passes insert: the examples of ascend.md 3.1 and 3.2, and the faults of 5.2.
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/targets/ascend/passes/vendor.hpp"

namespace counterpoint::ascend::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Example 1.
TEST(AscendInsertBufids, brackets_every_operation_with_the_ids_of_its_tensors_destinations_outside) {
  const Made made = on_c310(
      "buffer a slots 1\nbuffer b slots 1\nbuffer c slots 1\nmte2: lda writes a\nmte2: ldb writes b\n"
      "v: add reads a, b writes c\nmte3: st reads c\n");
  EXPECT_EQ(made.listing,
            "get mte2 #0\nmte2: lda\nrls mte2 #0\nget mte2 #1\nmte2: ldb\nrls mte2 #1\nget v #2\nget v #0\nget v #1\n"
            "v: add\nrls v #1\nrls v #0\nrls v #2\nget mte3 #2\nmte3: st\nrls mte3 #2\n");
  EXPECT_EQ(made.verdict, "equivalent");
}

// Example 2.
TEST(AscendInsertBufids, bracket_a_tensor_once_that_is_read_and_written) {
  EXPECT_EQ(on_c310("buffer a slots 1\nv: exp reads a writes a\n").listing, "get v #0\nv: exp\nrls v #0\n");
}

constexpr std::string_view loop =
    "buffer a slots 1\nbuffer b slots 1\nloop k trips dynamic {\nmte2: ld writes a\nv: f reads a writes b\n"
    "mte3: st reads b\n}\n";
constexpr std::string_view loop_body =
    "loop k {\n  get mte2 #0\n  mte2: ld\n  rls mte2 #0\n  get v #1\n  get v #0\n  v: f\n  rls v #0\n  rls v #1\n"
    "  get mte3 #1\n  mte3: st\n  rls mte3 #1\n";
constexpr std::string_view flags = "  set mte3>mte2 #0\n  set mte3>mte1 #0\n  wait mte3>mte2 #0\n  wait mte3>mte1 #0\n";

// Examples 4 and 5: the page puts the flags into parallel loops, the code into the others.
TEST(AscendInsertBufids, put_flags_of_mte3_into_loops_as_the_page_says_or_as_the_code_does) {
  const std::string plain = std::string(loop_body) + "}\n";
  const std::string flagged = std::string(loop_body) + std::string(flags) + "}\n";
  EXPECT_EQ(on_c310(loop).listing, plain);
  EXPECT_EQ(on_c310(loop, {}, "k").listing, flagged);
  PassSettings code;
  code.flags_on_parallel = false;
  EXPECT_EQ(on_c310(loop, code).listing, flagged);
  EXPECT_EQ(on_c310(loop, code, "k").listing, plain);
}

TEST(AscendInsertBufids, make_one_bracket_for_two_tensors_of_an_operation_that_share_an_id) {
  PassSettings one;
  one.buffer_ids = 1;
  EXPECT_EQ(on_c310("buffer a slots 1\nbuffer b slots 1\nv: f reads a writes b\n", one).listing,
            "get v #0\nv: f\nrls v #0\n");
}

// 3.2.
TEST(AscendFuseBufids, join_a_run_with_one_list_of_ids_and_no_other) {
  EXPECT_EQ(on_c310("buffer a slots 1\nv: f writes a\nv: g writes a\nv: h writes a\n").listing,
            "get v #0\nv: f\nv: g\nv: h\nrls v #0\n");
  EXPECT_EQ(on_c310("buffer a slots 1\nbuffer b slots 1\nv: f reads a writes b\nv: g reads a writes b\n").listing,
            "get v #0\nget v #1\nv: f\nv: g\nrls v #1\nrls v #0\n");
  EXPECT_EQ(on_c310("buffer a slots 1\nbuffer b slots 1\nbuffer c slots 1\nv: f reads a writes b\n"
                    "v: g reads b writes c\n")
                .listing,
            "get v #0\nget v #1\nv: f\nrls v #1\nrls v #0\nget v #2\nget v #0\nv: g\nrls v #0\nrls v #2\n");
}

TEST(AscendFuseBufids, end_a_run_at_a_loop_and_at_another_class) {
  EXPECT_EQ(
      on_c310("buffer a slots 1\nv: f writes a\nloop k trips dynamic {\nv: g writes a\nv: h writes a\n}\n"
              "v: i writes a\n")
          .listing,
      "get v #0\nv: f\nrls v #0\nloop k {\n  get v #0\n  v: g\n  v: h\n  rls v #0\n}\nget v #0\nv: i\nrls v #0\n");
  EXPECT_EQ(on_c310("buffer a slots 1\nv: f writes a\nmte2: ld writes a\nv: g writes a\n").listing,
            "get v #0\nv: f\nrls v #0\nget mte2 #0\nmte2: ld\nrls mte2 #0\nget v #0\nv: g\nrls v #0\n");
}

struct Fault {
  std::string_view name;
  std::string_view body;
  std::string_view verdict;  // part of it
  std::string_view parallel;
};
void PrintTo(const Fault& f, std::ostream* out) { *out << f.name; }

class AscendC310Faults : public ::testing::TestWithParam<Fault> {};

TEST_P(AscendC310Faults, is_found_and_repaired) {
  EXPECT_THAT(on_c310(GetParam().body, {}, GetParam().parallel).verdict, HasSubstr(GetParam().verdict));
  const Made sound = on_c310(GetParam().body, in_sound_mode(), GetParam().parallel);
  EXPECT_THAT(sound.verdict, ::testing::AnyOf("equivalent", "refines")) << sound.listing;
}

constexpr Fault c310_faults[] = {
    {"E3_a_scalar_read_in_a_fused_run", "buffer a slots 1\nv: f writes a\ns: rd reads a op GetValue\nv: g writes a\n",
     "refused: get s #0 while v #0", ""},
    {"two_loads_into_one_tensor",
     "buffer a slots 1\nbuffer b slots 1\nmte2: ld writes a\nmte2: ld2 writes a\nv: f reads a writes b\n",
     "unsafe early-issue", ""},
    {"E5_a_store_to_and_a_load_from_one_place_in_GM",
     "buffer g slots 1 in GM\nbuffer a slots 1\nbuffer b slots 1\nv: f writes a\nmte3: st reads a writes g\n"
     "mte2: ld reads g writes b\nv: h reads b writes b\n",
     "unsafe early-issue", ""},
    {"E6_a_loop_that_carries_GM",
     "buffer g slots 1 in GM\nbuffer a slots 1\nbuffer b slots 1\nloop k trips dynamic {\nmte2: ld reads g writes a\n"
     "v: f reads a writes b\nmte3: st reads b writes g\n}\n",
     "unsafe early-issue", ""},
    {"an_operation_on_a_pipe_that_passes_do_not_think_of",
     "buffer a slots 1\nbuffer b slots 1\nmte1: ld writes a op Load\nm: mm reads a writes b op Mmad\n",
     "unsafe early-issue", ""},
    {"flags_of_mte3_that_mte1_does_not_take", loop, "unsafe double-set", "k"},
};
INSTANTIATE_TEST_SUITE_P(Each, AscendC310Faults, ::testing::ValuesIn(c310_faults),
                         [](const auto& fault) { return std::string(fault.param.name); });

TEST(AscendInsertBufids, of_a_copy_of_unknown_kind_are_on_v_with_a_warning) {
  const auto program = pipes("buffer a slots 1\nmte1: ld writes a op Load\n");
  const auto made = kernel_from_program(program, Architecture::c310);
  ASSERT_TRUE(made.has_value());
  ASSERT_EQ(made->warnings.size(), 1U);
  EXPECT_THAT(to_string(made->warnings.front()), HasSubstr("ld runs on mte1, but by its operation passes take it to"));
}

}  // namespace
}  // namespace counterpoint::ascend::testing
