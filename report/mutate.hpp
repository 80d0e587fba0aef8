// Who killed which mutants, and which survive, for a person.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/run.hpp"
#include "verify/mutate/campaign.hpp"

namespace counterpoint::report {

struct MutationSummary {
  OutcomeLine line;
  const mutation::CampaignResult* result = nullptr;
};

// "threshold-plus  kv dma: w := r - 2 -> w := r - 3".
[[nodiscard]] std::string render(const mutation::Change& change);

// A table by operator, then the mutants that nothing killed, each with where it is and why it is believed equivalent;
// `verbose`: all mutants. Without the outcome line.
[[nodiscard]] std::string render(const MutationSummary& summary, bool verbose);

// Why a mutant has its fate: "the same verdict at all 80 assignments", "order: unsafe, not equivalent, at kv=3".
[[nodiscard]] std::string fate_text(const mutation::MutantReport& mutant, std::size_t assignments);

}  // namespace counterpoint::report
