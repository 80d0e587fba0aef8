// Puts flag pairs and barriers where hazards are not ordered yet: as InjectSync does, or as few as a search finds.
// SPDX-License-Identifier: Apache-2.0
//
// InjectSync (ascend.md 4.2, 4.4). One walk backwards from each operation: what it meets and is not ordered gets a pair
//   or a barrier, and the walk goes on with that pipe ordered. Then each loop, inner ones first: one walk round its
//   body for each operation that has a carried hazard. It does not look again at what it placed during a walk, so pairs
//   can be redundant; those that another pair encloses are removed.
// Fewest (4.7). The hazards of an operation one by one, the nearest first; each walk sees all that is there by now,
//   so nothing that already follows is added. Barriers stand as far out as they can without entering or leaving a
//   conditional. Then each pair and barrier is tried without, the last one first, while a budget of steps lasts.
// Invariant. Afterwards a walk finds every hazard ordered: `uncovered` asks again, of whatever is in the lists.
// Cost. A walk for each operation and loop, each until its last hazard: quadratic in the worst case, so walks together
//   have a budget; beyond it the kernel is refused. Source: ascend.md 4.2, 4.3, 4.4, 4.7.
#pragma once

#include "targets/ascend/peers/backward_scan.hpp"
#include "targets/ascend/peers/hazards.hpp"

namespace counterpoint::ascend {

inline constexpr std::uint64_t most_scan_steps = 2'000'000'000;

// False if the budget ran out.
[[nodiscard]] bool inject_flags(SyncIr& ir, const HazardTable& hazards, const FlagOptions& options, FlagReport& report);
[[nodiscard]] bool fewest_flags(SyncIr& ir, const HazardTable& hazards, const FlagOptions& options, FlagReport& report);

// Leaves out what fewest flags would leave out, but for barriers of all pipes: for when some were added. The steps of
// its walks.
std::uint64_t leave_out_needless(SyncIr& ir, const HazardTable& hazards, const FlagOptions& options,
                                 FlagReport& report);

// Removes forward and carried pairs that another pair of the same direction in the same region encloses.
void remove_redundant_pairs(SyncIr& ir, FlagReport& report);

// Hazards that what stands in the lists does not order. Zero trips are never credited here.
[[nodiscard]] std::size_t uncovered(const SyncIr& ir, const HazardTable& hazards);

// Whether the core has flags of that direction.
[[nodiscard]] bool legal_direction(const FlagOptions& options, Pipe from, Pipe to);

}  // namespace counterpoint::ascend
