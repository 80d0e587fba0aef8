// Tests of a bandwidth shared at equal rates, against times worked out by hand.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/bandwidth.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace counterpoint {
namespace {

const EngineId a{std::size_t{0}};
const EngineId b{std::size_t{1}};
const EngineId c{std::size_t{2}};
using Ended = std::vector<EngineId>;

TEST(FairShare, gives_one_transfer_the_whole_bandwidth) {
  FairShare share;
  EXPECT_EQ(share.next_end(), FairShare::never);
  share.start(a, 7, 100);
  EXPECT_EQ(share.next_end(), 107U);
  EXPECT_EQ(share.take_ended(107), Ended{a});
  EXPECT_EQ(share.next_end(), FairShare::never);
}

TEST(FairShare, halves_the_rate_while_two_are_in_progress) {
  FairShare share;
  share.start(a, 10, 0);  // alone until 4: 6 left
  share.start(b, 3, 4);   // at half the rate both: b ends after 6
  EXPECT_EQ(share.next_end(), 10U);
  EXPECT_EQ(share.take_ended(10), Ended{b});
  EXPECT_EQ(share.next_end(), 13U);  // a has had 4 + 3, and 3 alone remain
  EXPECT_EQ(share.take_ended(13), Ended{a});
}

TEST(FairShare, loses_no_service_where_it_does_not_divide) {
  FairShare share;
  share.start(a, 5, 0);
  share.start(b, 5, 0);
  share.start(c, 5, 0);
  EXPECT_EQ(share.next_end(), 15U);
  share.start(EngineId{std::size_t{3}}, 1, 4);  // each of three has had 1, and 1 is carried
  // Three work 4 each and one works 1: it ends when each of four has had 1 more, the carried one counted.
  EXPECT_EQ(share.next_end(), 7U);
  EXPECT_EQ(share.take_ended(7), Ended{EngineId{std::size_t{3}}});
  EXPECT_EQ(share.next_end(), 16U);
  EXPECT_EQ(share.take_ended(16), (Ended{a, b, c}));
}

TEST(FairShare, never_ends_what_does_not_fit_into_time) {
  FairShare share;
  share.start(a, FairShare::never - 5, 10);
  share.start(b, FairShare::never, 10);
  EXPECT_EQ(share.next_end(), FairShare::never);
}

// 1 to 8 engines, each with a start in 0..200 and a work in 1..100.
RC_GTEST_PROP(FairShare, serves_all_work_in_just_its_time_while_some_is_in_progress, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(1, 9);
  const auto starts = *rc::gen::container<std::vector<std::uint64_t>>(count, rc::gen::inRange<std::uint64_t>(0, 201));
  const auto works = *rc::gen::container<std::vector<std::uint64_t>>(count, rc::gen::inRange<std::uint64_t>(1, 101));
  std::vector<std::size_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return starts[i]; });
  FairShare share;
  std::uint64_t busy_until = 0;  // when all work that has come is done
  std::uint64_t last = 0;
  std::size_t ended = 0;
  for (const std::size_t i : order) {
    while (share.next_end() <= starts[i]) {
      last = share.next_end();
      ended += share.take_ended(last).size();
    }
    busy_until = std::max(busy_until, starts[i]) + works[i];
    share.start(EngineId{i}, works[i], starts[i]);
  }
  while (share.next_end() != FairShare::never) {
    RC_ASSERT(share.next_end() >= last);
    last = share.next_end();
    ended += share.take_ended(last).size();
  }
  RC_ASSERT(ended == count);
  RC_ASSERT(last == busy_until);
}

}  // namespace
}  // namespace counterpoint
