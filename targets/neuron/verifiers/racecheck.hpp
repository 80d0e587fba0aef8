// The compiler's own race check, to compare with.
// SPDX-License-Identifier: Apache-2.0
//
// What. Vector clocks in one basic block: an operation joins its predecessor on its engine, counts itself, joins those
//   of its dependencies that are on other engines. Two operations whose clocks are not comparable, whose footprints
//   overlap and one of which writes are a race; the first aborts the compilation.
// What it cannot see. Other blocks; a transfer's completion, which it takes for its issue; whether any wait stands
//   behind a dependency. Core barriers, conditional branches and transfers between cores are skipped, and so is a read
//   of what nothing has written before it. Without a single dependency in the dump it has nothing to go by: not run.
// Cost. Linear in operations and dependencies, and one comparison a pair that meets.
// Source. neuron.md 5.3.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "targets/neuron/verifiers/finding.hpp"
#include "targets/neuron/verifiers/footprint.hpp"
#include "targets/neuron/verifiers/listing.hpp"

namespace counterpoint::neuron {

// One component for each engine, in the order in which the block first shows them.
using BlockClock = std::array<std::int32_t, 8>;
// The clocks of all instructions, each within its block.
[[nodiscard]] std::vector<BlockClock> block_clocks(const Listing& listing, const std::vector<DumpConflict>& conflicts,
                                                   const std::vector<DumpPart>& parts);
// Neither is at most the other. Equal clocks are not concurrent.
[[nodiscard]] bool concurrent(const BlockClock& a, const BlockClock& b);

void racecheck(const Listing& listing, const Footprints& footprints, DumpReport& report);

}  // namespace counterpoint::neuron
