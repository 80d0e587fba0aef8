// Strided patterns against a brute force over all their bytes.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/lattice.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "tests/core/property_factor.hpp"

namespace counterpoint::neuron {
namespace {

struct DrawnPattern {
  std::int64_t start = 0;
  std::int64_t run = 1;
  std::vector<BytePattern::Dimension> dimensions;
};

std::set<std::int64_t> all_bytes(const DrawnPattern& p) {
  std::set<std::int64_t> points = {p.start};
  for (const BytePattern::Dimension& d : p.dimensions) {
    std::set<std::int64_t> next;
    for (const std::int64_t at : points)
      for (std::int64_t k = 0; k < d.count; ++k) next.insert(at + k * d.step);
    points = next;
  }
  std::set<std::int64_t> bytes;
  for (const std::int64_t at : points)
    for (std::int64_t b = 0; b < p.run; ++b) bytes.insert(at + b);
  return bytes;
}

DrawnPattern draw_pattern(std::mt19937& random) {
  const auto from = [&](int least, int most) {
    return static_cast<std::int64_t>(random() % static_cast<unsigned>(most - least + 1)) + least;
  };
  DrawnPattern p;
  p.start = from(0, 40);
  p.run = from(0, 19) == 0 ? 0 : from(1, 3);
  const std::int64_t dimensions = from(0, 3);
  for (std::int64_t d = 0; d < dimensions; ++d)
    p.dimensions.push_back({from(-12, 20), from(0, 39) == 0 ? 0 : from(1, 5)});
  return p;
}

bool share_a_byte(const DrawnPattern& a, const DrawnPattern& b) {
  const std::set<std::int64_t> x = all_bytes(a);
  for (const std::int64_t byte : all_bytes(b))
    if (x.contains(byte)) return true;
  return false;
}

// 30,000 pairs of up to three dimensions, steps -12 to 20, counts up to 5, some that touch nothing. At least a fifth
// meet, and at least a twentieth do not although their boxes do.
TEST(Lattice, AgreesWithAllBytes) {
  std::mt19937 random(7);
  int met = 0;
  int missed = 0;
  const std::uint64_t pairs = counterpoint::testing::property_cases(30'000, 1'000);
  for (std::uint64_t k = 0; k < pairs; ++k) {
    const DrawnPattern a = draw_pattern(random);
    const DrawnPattern b = draw_pattern(random);
    const auto x = BytePattern::of(a.start, a.run, a.dimensions);
    const auto y = BytePattern::of(b.start, b.run, b.dimensions);
    ASSERT_TRUE(x.has_value() && y.has_value());
    const bool expected = share_a_byte(a, b);
    met += expected ? 1 : 0;
    missed += !expected && x->run != 0 && y->run != 0 && x->start < y->end && y->start < x->end ? 1 : 0;
    std::uint64_t budget = 100'000;
    ASSERT_EQ(meet(*x, *y, budget), expected ? Meeting::some : Meeting::never) << k;
    ASSERT_EQ(meet(*y, *x, budget), expected ? Meeting::some : Meeting::never) << k;
  }
  EXPECT_GT(met, counterpoint::testing::least_of(6'000, pairs, 30'000));
  EXPECT_GT(missed, counterpoint::testing::least_of(1'500, pairs, 30'000));
}

TEST(Lattice, ADivisorAloneWouldLetThemMeet) {
  // 0, 6, 12 and 4, 14: differences are even, and none is zero.
  std::uint64_t budget = 1000;
  EXPECT_EQ(meet(*BytePattern::of(0, 1, {{6, 3}}), *BytePattern::of(4, 1, {{10, 2}}), budget), Meeting::never);
  EXPECT_EQ(meet(*BytePattern::of(0, 1, {{6, 5}}), *BytePattern::of(4, 1, {{10, 3}}), budget), Meeting::some);  // 24
}

TEST(Lattice, WhatIsTooLargeIsNoPattern) {
  EXPECT_FALSE(BytePattern::of(0, 4, {{std::int64_t{1} << 40, std::int64_t{1} << 40}}).has_value());
  EXPECT_FALSE(BytePattern::of(0, 4, {{-(std::int64_t{1} << 40), std::int64_t{1} << 40}}).has_value());
}

TEST(Lattice, WithoutABudgetTheAnswerIsUnknown) {
  std::uint64_t budget = 0;
  EXPECT_EQ(meet(*BytePattern::of(0, 1, {{6, 30}, {35, 30}}), *BytePattern::of(3, 1, {{10, 30}}), budget),
            Meeting::unknown);
}

TEST(Lattice, RunsThatTouchAreOneRun) {
  const auto p = BytePattern::of(0, 4, {{4, 8}, {32, 4}});
  ASSERT_TRUE(p.has_value());
  EXPECT_EQ(p->run, 128);
  EXPECT_TRUE(p->dimensions.empty());
}

}  // namespace
}  // namespace counterpoint::neuron
