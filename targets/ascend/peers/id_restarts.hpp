// Ids given out again after a change to the pairs, until none is short or a limit is met.
// SPDX-License-Identifier: Apache-2.0
//
// What. Ids are given out (event_ids.hpp). If a pair got none and became bar(all), the pairs as they were before are
//   changed a little and ids are given out anew, in this order for the first such pair in the text:
//   - two carried pairs of its direction and of one loop become one, those that come to span least first;
//   - two forward pairs of its direction become one, so that one set is delayed; 20 times at most;
//   - a pair of its direction that rotates takes one id;
//   - bar(all) is put where its wait stands, what that makes needless is left out, and all other changes are undone.
// Why. Giving out ids never looks back: a pair that is merged late may have cost others their ids, and a bar(all) that
//   is there before the start orders more than the one pair it stands for.
// Invariant. A result replaces the first one only if barriers of all pipes and pairs that rotate through fewer ids are
//   fewer, each counted four times for every loop around it. Each change is one that giving out ids itself makes.
// Cost. 99 restarts at most, over 4,000 elements together, and none once the walks have had their steps.
// Source: ascend.md 4.7, points 5 and 6.
#pragma once

#include "targets/ascend/peers/hazards.hpp"

namespace counterpoint::ascend {

// Keeps pipes from running ahead first, where flags are one bit. False if the budget for that ran out.
[[nodiscard]] bool give_ids_with_restarts(SyncIr& ir, const HazardTable& hazards, const FlagOptions& options,
                                          bool restart, FlagReport& report);

}  // namespace counterpoint::ascend
