// What a fuzzing campaign found, for a person.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/run.hpp"
#include "verify/fuzz/campaign.hpp"

namespace counterpoint::report {

// One failure, made small.
struct FuzzFailure {
  std::string subject;  // "case 17", "corpus/engines-1-17.cp"
  std::string oracle;
  std::string what;      // of the smallest case
  std::string smallest;  // "2 instructions on 1 engine after 83 tries", "" if it was not made smaller
  std::string file;      // it is saved in, "" if it is not
  std::string command;   // that shows it again
};

struct FuzzSummary {
  OutcomeLine line;
  const fuzzing::CampaignResult* campaign = nullptr;
  std::uint64_t corpus = 0;  // saved cases looked at
  std::vector<FuzzFailure> failures;
  std::uint64_t not_shown = 0;  // failures beyond those
};

// What was tested how often, and each failure. Without the outcome line.
[[nodiscard]] std::string render(const FuzzSummary& summary);

}  // namespace counterpoint::report
