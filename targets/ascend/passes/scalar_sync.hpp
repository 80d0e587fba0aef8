// Steps C and D of insert_sync: flags around what the scalar unit reads and writes.
// SPDX-License-Identifier: Apache-2.0
//
// What. A group is a pipe object of its own, an id that is fetched, not taken, and a set and a wait with it next to
//   each other. Before every GetValue and SetValue stands one of V>S, after it one of S>V. Where a SetValue is all that
//   a loop holds, they stand around the loop. Only V is thought of, whichever pipe fills the tensor (ascend.md 5.1).
// Invariant. Between fetch and wait nothing else fetches. Cost: linear. Source: ascend.md 2.3 steps C and D, 1.4.
#pragma once

#include "targets/ascend/passes/pass.hpp"

namespace counterpoint::ascend {

void wrap_scalar_accesses(Kernel& kernel);

}  // namespace counterpoint::ascend
