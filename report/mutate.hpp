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

// "offset-plus [kv, dma]", then the lines that change, with - and +. Ends with a line end.
[[nodiscard]] std::string render(const mutation::Change& change);

// A table by operator, then the mutants that nothing killed, each with where it is and why it is believed equivalent;
// `verbose`: all mutants. Without the outcome line.
[[nodiscard]] std::string render(const MutationSummary& summary, bool verbose);

// Why a mutant has its fate: "the same verdict at all 80 assignments", "order: unsafe, not equivalent, at kv=3".
[[nodiscard]] std::string fate_text(const mutation::MutantReport& mutant, std::size_t assignments);

}  // namespace counterpoint::report
