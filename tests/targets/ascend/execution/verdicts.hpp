// Verdicts on kernels written by hand, for tests.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "targets/ascend/execution/judge.hpp"
#include "targets/ascend/rules/rules.hpp"
#include "tests/targets/ascend/execution/kernels.hpp"

namespace counterpoint::ascend::testing {

inline BoundedVerdict verdict_of(std::string_view program, std::string_view listing,
                                 Architecture a = Architecture::c220, const Primitives& primitives = {},
                                 const KernelQuestion& how = {}) {
  Listing text(program, listing, a);
  const auto judge = KernelJudge::make(text.kernel(), primitives);
  if (!judge) {
    for (const Refusal& r : judge.error()) ADD_FAILURE() << r.why;
    return {};
  }
  BoundedVerdict v = judge->everywhere(how);
  // Of what the deciders find some static rule has something to say.
  if (v.verdict.fails() || !v.left.empty()) {
    EXPECT_FALSE(is_clean(check_rules(text.kernel(), judge->required(), primitives))) << program << listing;
  }
  EXPECT_EQ(v.verdict.judgement.disagreement, "");
  return v;
}
// Its word, and the reason if it has one.
inline std::string word(const BoundedVerdict& v) {
  const Verdict& x = v.verdict.judgement.verdict;
  if (v.verdict.fails()) {
    // A register may fault before the first step; everything else has a schedule.
    const bool shown = !x.witness.empty() || x.reason == "division" || x.word == VerdictWord::deadlock;
    EXPECT_TRUE(shown) << x.explanation;
    EXPECT_EQ(v.verdict.judgement.evidence.complaint, "");
  }
  return std::string(to_text(x.word)) + (x.reason.empty() ? "" : " " + x.reason);
}
inline std::string word_of(std::string_view program, std::string_view listing, Architecture a = Architecture::c220) {
  return word(verdict_of(program, listing, a));
}

}  // namespace counterpoint::ascend::testing
