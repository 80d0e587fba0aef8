// What the verifiers of a target's dump say, for a person and as facts of the last line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/run.hpp"
#include "targets/neuron/verifiers/finding.hpp"

namespace counterpoint::report {

// "verdict: findings by=... bound=... findings=2 undecided=0 assume=...". Of an image (`image`) only some are asked,
// and `left` names the others.
[[nodiscard]] OutcomeLine dump_verdict_line(const neuron::DumpReport& report, bool image);
// How often each verifier said what, or what it would need. Without the verdict line and the messages.
[[nodiscard]] std::string render(const neuron::DumpReport& report, bool image);
[[nodiscard]] std::string json_dump_verification(const neuron::DumpReport& report, bool image, const OutcomeLine& line,
                                                 int exit, const Diagnostics& diagnostics);

}  // namespace counterpoint::report
