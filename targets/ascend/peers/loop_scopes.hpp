// Around which loops carried pairs are primed and drained, where there are too few ids for the whole kernel.
// SPDX-License-Identifier: Apache-2.0
//
// What. A carried pair that is primed at the start of the kernel and drained at its end holds its ids all the time. It
//   may as well be primed right before the loop that carries it, or any loop around that, and drained right after: then
//   others can have its ids outside. `plan_scopes` starts with every pair around its own loop, and moves the pairs of
//   a loop further out, to the ends of the kernel if it can, as long as ids last. Deep loops first: a prime and a drain
//   cost as often as they run.
// Invariant. Scopes are loops, so two of them are apart or one holds the other: given out from the outside, ids suffice
//   wherever no more are held at once than there are (but those that rotate are consecutive).
// Cost. Linear for each loop and each level it is tried at; not tried at all where that is more than four million
//   steps. Source: ascend.md 4.5.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "targets/ascend/peers/sync_ir.hpp"

namespace counterpoint::ascend {

struct ScopePlan {
  bool useful = false;                // pairs hold fewer ids at once than they do around the whole kernel
  bool single = false;                // each of them has one id, for want of more
  std::vector<std::uint32_t> around;  // by carried pair: where the loop begins; none: the whole kernel
};

// `carried`, `forward`: pairs of one pool of `ids` ids.
[[nodiscard]] ScopePlan plan_scopes(const SyncIr& ir, std::span<const std::uint32_t> carried,
                                    std::span<const std::uint32_t> forward, std::size_t ids);

}  // namespace counterpoint::ascend
