// Guards behind loops, as late as they may stand, and none where what is set next waits anyhow.
// SPDX-License-Identifier: Apache-2.0
//
// What. Where carried pairs are drained after their loop a guard lets the pipe that sets go on only when all of them
//   have been taken, right there (event_ids.hpp): ids are given out on the strength of it. Once they are, each such
//   guard is tried without, from the last to the first: what shares an id must still follow each other
//   (id_sharing.hpp). If it does not, the guard's wait moves down to right before the first set in its region that has
//   a drained id, if that holds.
// Why from the last. Of ten loops on eight ids the ninth needs what guards the first, and nobody what guards those in
//   between: the pipe then runs eight loops ahead.
// Invariant. A guard is set before its wait in the text, both in the region of the loop, so no pipe stops for good; and
//   its next set follows a drain of what is set after its wait, so it needs no guard itself.
// Cost: walks for each guard, ten million elements in all; beyond them guards stay where they are.
#pragma once

#include "targets/ascend/peers/options.hpp"
#include "targets/ascend/peers/sync_ir.hpp"

namespace counterpoint::ascend {

// After all ids are given.
void place_guards_late(SyncIr& ir, const FlagOptions& options, FlagReport& report);

}  // namespace counterpoint::ascend
