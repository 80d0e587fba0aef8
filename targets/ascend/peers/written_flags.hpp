// Flags and barriers that a kernel has already: what they order, and which ids are theirs.
// SPDX-License-Identifier: Apache-2.0
//
// What. Calls of one flag are read in the order of the text. Understood are a set and the next call of that flag in the
//   same region, a wait: a forward pair; and a set, then in the body of a loop a wait and a set, then in the region of
//   the first a wait: a pair carried by that loop, with what primes and drains it. A call whose id rotates is a call of
//   each of its ids, and has to pair with the same other call for all of them. Barriers are understood as they are.
// Why no more. With these, sets and waits of a flag alternate in the order of the text on every way through the kernel:
//   no wait stands before its set, so flags that are added between cannot stop a kernel that does not stop by itself.
//   All that the schemes here insert has this shape, so that they find nothing to add to it.
// Invariant. What is written is never moved, merged or taken out, and its ids are given to nobody.
// Cost: linear in the calls, times the ids that one rotates through. Source: ascend.md 4.0, 5.3 (#1149, #126).
#pragma once

#include "targets/ascend/peers/options.hpp"
#include "targets/ascend/peers/sync_ir.hpp"

namespace counterpoint::ascend {

// Adds the pairs that are written. The first call that is not understood, if there is one; then nothing was added.
[[nodiscard]] OpId read_written_flags(SyncIr& ir, const FlagOptions& options);

}  // namespace counterpoint::ascend
