// Two flag pairs become one that keeps what both kept.
// SPDX-License-Identifier: Apache-2.0
//
// The one that stays is set where the later of both was and waited for where the earlier was. Source: ascend.md 4.5.
#pragma once

#include "targets/ascend/peers/sync_ir.hpp"

namespace counterpoint::ascend {

// Of one direction, region and number of iterations; forward ones only where every set stands before every wait.
[[nodiscard]] bool may_merge(const SyncIr& ir, const FlagPair& p, const FlagPair& q);
// `pair` goes; its place in the count of merges too.
void merge_onto(SyncIr& ir, std::uint32_t pair, std::uint32_t onto);

}  // namespace counterpoint::ascend
