// Many cases through all oracles, on several threads.
// SPDX-License-Identifier: Apache-2.0
//
// What. Cases `first`, `first` + 1, ... of a seed, those of a shard only. Each is drawn, put to every oracle chosen,
// and counted. What fails is known by its number: the case can be drawn again.
// Invariant. A case is a pure function of seed and number, and counts add up in any order, so with a fixed number of
// cases the result is the same for any number of threads, and the shards together test what one campaign would.
// A budget of time ends a campaign between two cases: only then does the number of cases depend on the machine.
// Cost: that of the cases; memory only for what fails.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/fuzz/oracles.hpp"

namespace counterpoint::fuzzing {

struct CampaignOptions {
  std::uint64_t seed = 1;
  std::uint64_t first = 0;
  std::optional<std::uint64_t> cases = 1000;  // of all shards together; none: until the time is over or `stop` says so
  std::uint64_t shard = 0;                    // from 0: cases whose number is `shard` modulo `shards`
  std::uint64_t shards = 1;
  std::optional<std::chrono::milliseconds> time;
  unsigned jobs = 1;
  std::vector<const OracleEntry*> oracles;  // not empty
  Limits limits;
  // Called about ten times a second by the calling thread with the number of cases done; may be empty.
  std::function<void(std::uint64_t)> progress = {};
  std::function<bool()> stop = {};  // asked as often: whether to end now; may be empty
};

struct Failure {
  std::uint64_t index = 0;  // the case
  const OracleEntry* oracle = nullptr;
  Finding finding;
};

struct OracleTally {
  const OracleEntry* oracle = nullptr;
  std::uint64_t held = 0;
  std::uint64_t not_applicable = 0;
  std::uint64_t failed = 0;
};

struct CampaignResult {
  std::uint64_t cases = 0;
  std::uint64_t allocated = 0;       // cases with an allocation; the others are made by hand
  std::vector<OracleTally> oracles;  // in the order of the options
  std::map<VerdictWord, std::uint64_t> verdicts;
  std::vector<Failure> failures;  // in the order of the cases, then of the oracles
  bool interrupted = false;       // `stop` ended it

  [[nodiscard]] std::uint64_t failing_cases() const;
};

[[nodiscard]] CampaignResult run_campaign(const CampaignOptions& options, const Subject& subject);

// What the oracles say of one case, in the order given.
struct Examined {
  std::vector<Finding> findings;
  std::optional<VerdictWord> word;  // none where nobody asked for one, or the allocation was refused
};
[[nodiscard]] Examined examine_case(const Case& tested, const Subject& subject,
                                    const std::vector<const OracleEntry*>& oracles, const Limits& limits);

}  // namespace counterpoint::fuzzing
