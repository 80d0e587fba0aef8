// Which flags can be set at each operation, in the order of dispatch.
// SPDX-License-Identifier: Apache-2.0
//
// What. Every way through the kernel is followed with the flags of one source pipe that are set, and how often where
// flags count. A set of a flag that is set, where they do not, a wait for one that is not, and a flag that is set at
// the end are findings. Flags of different sources never meet, so each source is followed by itself; a state is which
// of its flags are set and the phases of loops. With no finding each wait takes what the last set before it in the
// order of dispatch has set, so every wait points backwards and nothing hangs, and on every way sets and waits of a
// flag alternate, or as many have been set as are taken. Cost: operations x states; more than `most_flag_states` at one
// operation, and nothing is said but that. Source: ascend.md 1.2, 7 G2, 8 R6.
#pragma once

#include <set>
#include <utility>

#include "targets/ascend/rules/flag_calls.hpp"
#include "targets/ascend/rules/rules.hpp"

namespace counterpoint::ascend {

inline constexpr std::size_t most_flag_states = 256;

// Sets before which their flag may be set already, and waits at which it may have been set more than once; each with
// the flag. Where flags count that is no finding.
using PiledCalls = std::set<std::pair<OpId, std::size_t>>;

struct FlagFindings {
  std::vector<Finding> found;
  PiledCalls piled;
};

[[nodiscard]] FlagFindings flag_findings(const Kernel& kernel, const FlagCalls& calls, bool counting);

}  // namespace counterpoint::ascend
