// Which flags can be set at each operation, in the order of dispatch.
// SPDX-License-Identifier: Apache-2.0
//
// What. Every way through the kernel is followed with the set of flags of one source pipe that are set. A set of a flag
// that is set, a wait for one that is not, and a flag that is set at the end are findings. Flags of different sources
// never meet, so each source is followed by itself; a state is which of its flags are set and the phases of loops.
// With no finding each wait takes what the last set before it in the order of dispatch has set, so every wait points
// backwards and nothing hangs, and on every way sets and waits of a flag alternate.
// Cost: operations x states; more than `most_flag_states` at one operation, and nothing is said but that.
// Source: ascend.md 1.2, 7 G2, 8 R6.
#pragma once

#include "targets/ascend/rules/flag_calls.hpp"
#include "targets/ascend/rules/rules.hpp"

namespace counterpoint::ascend {

inline constexpr std::size_t most_flag_states = 256;

[[nodiscard]] std::vector<Finding> flag_findings(const Kernel& kernel, const FlagCalls& calls);

}  // namespace counterpoint::ascend
