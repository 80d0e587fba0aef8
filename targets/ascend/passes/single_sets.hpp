// Part of repair: no queue sets an event while it may still be set.
// SPDX-License-Identifier: Apache-2.0
//
// What. A queue call gives an id back when the scalar unit passes the wait for it, not when the pipe has taken it; the
//   next enque, or free, on that event gets the same id, and may set it before. So a set needs what waited for the same
//   event before it, in the text or in an earlier iteration, to be past: where nothing orders that, a barrier of all
//   pipes goes before the set.
// Why not by id. Ids are given out while the kernel runs, and any wait may have had the id of any set.
// Invariant. The first alloc of a queue waits for nothing if it is in no loop and the queue is not in place; on c310
// calls of queues set no event. Cost: the depth of nesting for each call, times the logarithm
//   of the calls. Source: ascend.md 1.2, 1.4, 1.5.
#pragma once

#include "targets/ascend/passes/coverage.hpp"
#include "targets/ascend/passes/pass.hpp"

namespace counterpoint::ascend {

void keep_sets_single(Kernel& kernel, Coverage& coverage, PassRun& run);

}  // namespace counterpoint::ascend
