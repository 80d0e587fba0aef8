// A kernel decided by closed clocks and by visiting every state, for tests that hold one against the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "targets/ascend/execution/judge.hpp"

namespace counterpoint::ascend::testing {

struct BothDeciders {
  KernelVerdict fast;
  KernelVerdict slow;  // undecided where there are more states than were asked for
};

inline BothDeciders decide_both(const KernelJudge& judge, const Trips& trips,
                                std::uint64_t states = KernelQuestion{}.states) {
  KernelQuestion every;
  every.by_exploration = true;
  every.states = states;
  return {judge.at(trips), judge.at(trips, every)};
}

// Whether they say the same; a fatal failure if not.
inline void expect_same(const BothDeciders& both, const std::string& context) {
  ASSERT_EQ(to_text(both.fast.judgement.verdict.word), to_text(both.slow.judgement.verdict.word))
      << context << "\n"
      << both.fast.judgement.verdict.reason << " " << both.slow.judgement.verdict.reason;
  if (!both.fast.fails()) {
    EXPECT_EQ(both.fast.left, both.slow.left) << context;
  }
}

// That neither disagrees with itself: its schedule shows what it says.
inline void expect_shown(const BothDeciders& both, const std::string& context) {
  ASSERT_EQ(both.fast.judgement.disagreement, "") << context;
  ASSERT_EQ(both.slow.judgement.disagreement, "") << context;
}

}  // namespace counterpoint::ascend::testing
