// Keeps a pipe from setting a flag again before the pipe that waits for it has taken it.
// SPDX-License-Identifier: Apache-2.0
//
// What. A flag is one bit: what sets it may not be a whole wait ahead of what waits. So before set number n + N of a
//   pair with N ids, wait number n must have passed. A walk backwards from the set knows, where it meets the wait,
//   whether the waiting pipe is complete up to there:
//   - carried pair: the wait of the same iteration, which stands before the set. Else a guard: a flag back, set right
//     after that wait and waited for right before this set; N ids for N, as it is used once in each iteration.
//   - forward pair in a loop: the wait of the iteration before. Else that of two, three ... iterations before, and the
//     pair rotates through as many ids. Else a guard at once: right after the wait a flag is set back, and the pipe
//     that set goes on only when it has been taken. So nothing after it in the text can be ahead, in whatever loop.
//   - for every loop further out: the last wait of the iteration before it. Else a guard at once, after the inner loop;
//     if that loop may run zero times, and nothing else does it, with a flag there and back.
// Why. Neither InjectSync nor the graph solver does this: their flags are safe if they count, and a fault if they are
//   one bit as documented (ascend.md 1.2, 8 R6). `Primitives::counting` says which.
// Invariant. A guard right after a wait needs no guard: it is set after a wait for what is set after it was taken.
// Guards are pairs
//   like others for whatever is asked later. Cost: a walk for each pair and loop around it.
#pragma once

#include "targets/ascend/peers/backward_scan.hpp"
#include "targets/ascend/peers/options.hpp"

namespace counterpoint::ascend {

// Adds guards and rotates forward pairs. False if walks took too long.
[[nodiscard]] bool keep_from_running_ahead(SyncIr& ir, const FlagOptions& options, FlagReport& report);

// A guard at once, right after the wait of a pair.
std::uint32_t guard_at_once(SyncIr& ir, std::uint32_t pair);

// The waits that have certainly passed before the set of a pair: those of `pass` 0 of a walk back to the start of the
// kernel (`loop` none), or of the iteration of `loop` before. By pair, ascending.
[[nodiscard]] std::vector<std::uint32_t> passed_waits(const SyncIr& ir, BackwardScan& scan, std::uint32_t pair,
                                                      std::uint32_t loop);

}  // namespace counterpoint::ascend
