// What the deciders say of a kernel, and of what a scheme puts into many drawn ones.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "targets/ascend/execution/judge.hpp"
#include "targets/ascend/peers/event_flags.hpp"
#include "tests/core/property_factor.hpp"
#include "tests/targets/ascend/peers/drawn_program.hpp"
#include "tests/targets/ascend/peers/plain_kernel.hpp"

namespace counterpoint::ascend::testing {

using Inserter = tl::expected<FlagReport, Diagnostic> (*)(Kernel&, const FlagOptions&);

// "equivalent", "unsafe double-set", "left mte2_v[0]:1", ...
inline std::string verdict_of(const Kernel& kernel, const Primitives& machine, std::size_t most = 256) {
  const auto judge = KernelJudge::make(kernel, machine);
  if (!judge.has_value()) return "refused: " + judge.error().front().why;
  const BoundedVerdict v = judge->everywhere({}, most);
  const Verdict& x = v.verdict.judgement.verdict;
  if (!v.verdict.judgement.disagreement.empty()) return v.verdict.judgement.disagreement;
  if (v.verdict.fails() && x.witness.empty() && x.word == VerdictWord::unsafe) return "no schedule";
  std::string out(to_text(x.word));
  if (v.verdict.fails() && !x.reason.empty()) out += " " + x.reason;
  if (!v.verdict.double_set.empty()) out += ", " + v.verdict.double_set;
  if (v.verdict.fails()) out += " at " + v.trips + "; " + x.explanation;
  if (!v.verdict.fails() && v.undecided > 0) out = "undecided";
  if (!v.left.empty()) out += " left " + v.left.front();
  return out;
}

struct DrawnCounts {
  std::uint64_t cases = 0;
  std::uint64_t whole = 0;  // what they are a part of
  [[nodiscard]] double least(double floor) const { return counterpoint::testing::least_of(floor, cases, whole); }
  std::uint32_t with_loops = 0;
  std::uint32_t with_conditionals = 0;
  std::uint32_t with_pairs = 0;
  std::uint32_t with_rotation = 0;
  std::uint32_t with_guards = 0;
  std::uint32_t widened = 0;
  std::uint32_t fallbacks = 0;
  std::uint32_t scoped = 0;
  std::uint32_t restarted = 0;
  std::uint32_t refines = 0;
};

inline void hold_drawn(Inserter insert, const FlagOptions& options, std::uint32_t first, std::uint32_t whole,
                       DrawnCounts& counts, std::uint32_t more = 0) {
  const std::uint64_t cases = counterpoint::testing::property_cases(whole);
  counts.cases += cases;
  counts.whole += whole;
  for (std::uint32_t n = first; n < first + cases; ++n) {
    const DrawnProgram drawn(n, more);
    Kernel kernel = plain_kernel(drawn.text());
    const auto report = insert(kernel, options);
    ASSERT_TRUE(report.has_value()) << report.error().message;
    const std::string listing = listing_of(kernel);
    const std::string verdict = verdict_of(kernel, options.machine, 24);
    ASSERT_TRUE(verdict == "equivalent" || verdict == "refines") << n << ": " << verdict << "\n"
                                                                 << drawn.text() << listing;
    counts.with_loops += drawn.loops > 0 ? 1 : 0;
    counts.with_conditionals += drawn.conditionals > 0 ? 1 : 0;
    counts.with_pairs += report->pairs > 0 ? 1 : 0;
    counts.with_guards += report->guards > 0 ? 1 : 0;
    counts.widened += report->widened > 0 ? 1 : 0;
    counts.fallbacks += report->fallbacks > 0 ? 1 : 0;
    counts.restarted += report->restarts > 0 ? 1 : 0;
    counts.scoped += report->scoped > 0 ? 1 : 0;
    counts.with_rotation += listing.find(" mod ") != std::string::npos ? 1 : 0;
    counts.refines += verdict == "refines" ? 1 : 0;
  }
}

}  // namespace counterpoint::ascend::testing
