// A chain is what its steps show, and no more: each is checked, and so is where it ends.
// SPDX-License-Identifier: Apache-2.0
#include "smt/obligations/chain.hpp"

#include <gtest/gtest.h>

#include "core/text/text.hpp"

namespace counterpoint::smt {
namespace {

class Chained : public testing::Test {
 protected:
  // a: p, q; b: r; c: x waits for r, r for q of one iteration back.
  Chained() : program_(*parse_program(text, "p.cp")) {}

  static constexpr std::string_view text = R"(program p
engine a b c
loop l trips dynamic {
  a: p
  a: q
  b: r after q@l-1
  c: x after r
}
loop m trips dynamic {
  a: other
}
)";
  static constexpr InstructionId p{0};
  static constexpr InstructionId q{1};
  static constexpr InstructionId r{2};
  static constexpr InstructionId x{3};
  static constexpr InstructionId other{4};
  static PathStep after(InstructionId i, std::size_t d) {
    return {PathStepKind::after, Subject::of(i), DependencyId{d}};
  }
  static PathStep retired(InstructionId i) {
    return {PathStepKind::retire_order, Subject::of(i), DependencyId::none()};
  }

  Program program_;
};

TEST_F(Chained, distances_along_the_way_add_up) {
  const auto chain = chain_of(program_, x, q, {after(r, 1), after(q, 0)});
  ASSERT_TRUE(chain.has_value());
  EXPECT_EQ(chain->distance, 1);
  EXPECT_TRUE(chain->uniform);
  const auto further = chain_of(program_, x, p, {after(r, 1), after(q, 0), retired(p)});
  ASSERT_TRUE(further.has_value());
  EXPECT_EQ(further->distance, 1);
}

TEST_F(Chained, a_path_that_ends_elsewhere_shows_nothing_of_the_producer) {
  EXPECT_TRUE(chain_of(program_, x, r, {after(r, 1)}).has_value());
  EXPECT_FALSE(chain_of(program_, x, q, {after(r, 1)}).has_value());
  EXPECT_FALSE(chain_of(program_, x, p, {after(r, 1), after(q, 0)}).has_value());
  EXPECT_FALSE(chain_of(program_, x, q, {after(r, 1), after(q, 0), retired(p)}).has_value());
  EXPECT_FALSE(chain_of(program_, x, x, {}).has_value());
}

TEST_F(Chained, a_step_that_the_program_does_not_have_is_no_step) {
  EXPECT_FALSE(chain_of(program_, x, q, {after(q, 0)}).has_value());               // x does not wait for q
  EXPECT_FALSE(chain_of(program_, x, p, {after(r, 1), after(p, 0)}).has_value());  // r waits for q
  EXPECT_FALSE(chain_of(program_, x, p, {after(r, 1), retired(p)}).has_value());   // on two engines
  EXPECT_FALSE(chain_of(program_, x, other, {after(r, 1), after(q, 0), retired(other)}).has_value());  // another body
}

}  // namespace
}  // namespace counterpoint::smt
