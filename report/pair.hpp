// How a program and an implementation fared against each other, for a person.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/run.hpp"
#include "verify/mutual_replay.hpp"

namespace counterpoint::report {

struct PairSummary {
  const Machine* program = nullptr;
  const Machine* implementation = nullptr;
  OutcomeLine line;
  const MutualReplayResult* result = nullptr;
  const Race* race = nullptr;  // of the program, null if it has none
};

// What was run, and the run that differs: its last steps and why the other machine cannot follow. Without the outcome
// line.
[[nodiscard]] std::string render(const PairSummary& summary);

// Why the follower of the run that differs could not do as the leader did, one sentence.
[[nodiscard]] std::string explain_difference(const PairSummary& summary);

}  // namespace counterpoint::report
