// The space that vectors span: rank, dependent columns, fractions.
// SPDX-License-Identifier: Apache-2.0
#include "smt/walk/row_space.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace counterpoint::smt {
namespace {

using Combination = std::vector<std::pair<std::size_t, std::int64_t>>;

// The factors of a dependent column as integers.
Combination combination(const RowSpace& space, std::size_t column) {
  Combination all;
  for (const auto& [other, factor] : space.combination(column)) {
    const auto f = as_fraction(factor, 1);
    all.emplace_back(other, f ? f->first : 0);
  }
  return all;
}

TEST(RowSpace, a_column_that_is_a_sum_of_others_is_found) {
  RowSpace space(4);  // 1, x, y, 2x - 3y + 5
  for (const auto& [x, y] : {std::pair{0, 0}, {1, 0}, {0, 1}, {7, 4}}) {
    static_cast<void>(space.add({1, x, y, 2 * x - 3 * y + 5}));
  }
  space.reduce();
  EXPECT_EQ(space.rank(), 3U);
  EXPECT_TRUE(space.independent(2));
  EXPECT_FALSE(space.independent(3));
  EXPECT_EQ(combination(space, 3), (Combination{{0, 5}, {1, 2}, {2, -3}}));
}

TEST(RowSpace, a_vector_of_the_space_adds_nothing) {
  RowSpace space(3);
  EXPECT_TRUE(space.add({1, 2, 3}));
  EXPECT_TRUE(space.add({0, 1, 1}));
  EXPECT_FALSE(space.add({2, 5, 7}));
  EXPECT_TRUE(space.add({0, 0, 1}));
  EXPECT_FALSE(space.add({9, 9, 9}));
}

TEST(RowSpace, fractions_come_back_with_the_smallest_denominator) {
  RowSpace space(2);  // y = x / 3 - 0
  ASSERT_TRUE(space.add({3, 1}));
  space.reduce();
  const auto f = as_fraction(space.combination(1).front().second, 8);
  ASSERT_TRUE(f.has_value());
  EXPECT_EQ(*f, (std::pair<std::int64_t, std::int64_t>{1, 3}));
  EXPECT_FALSE(as_fraction(space.combination(1).front().second, 2).has_value());
}

// Distribution: 2 to 5 columns of factors from -20 to 20 over as many random ones from -1000 to 1000.
RC_GTEST_PROP(RowSpace, what_was_put_together_is_taken_apart, ()) {
  const auto n = *rc::gen::inRange<std::size_t>(2, 6);
  const auto factors = *rc::gen::container<std::vector<std::int64_t>>(n, rc::gen::inRange<std::int64_t>(-20, 21));
  RowSpace space(n + 1);
  for (std::size_t i = 0; i < 3 * n; ++i) {
    auto row = *rc::gen::container<std::vector<std::int64_t>>(n, rc::gen::inRange<std::int64_t>(-1000, 1001));
    std::int64_t sum = 0;
    for (std::size_t c = 0; c < n; ++c) sum += factors[c] * row[c];
    row.push_back(sum);
    static_cast<void>(space.add(row));
  }
  RC_PRE(space.rank() == n);
  space.reduce();
  RC_ASSERT(!space.independent(n));
  for (const auto& [column, factor] : combination(space, n)) RC_ASSERT(factor == factors[column]);
}

}  // namespace
}  // namespace counterpoint::smt
