// What the verifiers of a target's dump say, for a person and as facts of the last line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/run.hpp"
#include "targets/neuron/verifiers/finding.hpp"

namespace counterpoint::report {

// "verdict: findings by=... bound=... findings=2 undecided=0 assume=...".
[[nodiscard]] OutcomeLine dump_verdict_line(const neuron::DumpReport& report);
// How often each verifier said what. Without the verdict line and the messages.
[[nodiscard]] std::string render(const neuron::DumpReport& report);
[[nodiscard]] std::string json_dump_verification(const neuron::DumpReport& report, const OutcomeLine& line, int exit,
                                                 const Diagnostics& diagnostics);

}  // namespace counterpoint::report
