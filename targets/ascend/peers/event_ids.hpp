// Which hardware ids the flag pairs of a kernel use.
// SPDX-License-Identifier: Apache-2.0
//
// What. Each direction has a pool of ids (one pool for each pipe that sets, where the key has no destination). Carried
//   pairs choose first, then those further down in the text. A carried pair holds its ids through the whole kernel,
//   since it is set before everything and waited for after everything. A forward pair takes an idle id; else one of
//   forward pairs whose spans in the text do not meet its own and which have been taken before it is set, in this
//   iteration and the next; else
//   - it is widened: merged with a pair of its direction and region into one that is set where the later of both was
//     and waited for where the earlier was, so that it keeps what both kept;
//   - it shares the id of a forward pair further down in its region, with a guard: that one is set only when this one
//     has been taken (run_ahead.hpp);
//   - it rotates through two ids, or one (a forward pair then gets a guard at once);
//   - all ids of its pool are given out anew, with carried pairs primed and drained around loops (loop_scopes.hpp):
//     what primes and drains is a forward pair, which shares ids as such pairs do. Where flags are one bit, one guard
//     after the loop lets the pipe that sets go on when all of them have been taken;
//   - bar(all) stands where its wait stood.
// Invariant. Each step leaves what waits no later and what is set no earlier than before, so whatever a walk found to
//   be ordered stays so, and nothing has to be looked at again.
// Cost: a walk for each pair and loop where ids are shared; else linear in pairs times ids.
// Source: ascend.md 4.5. Ids that rotate are consecutive here.
#pragma once

#include "targets/ascend/peers/backward_scan.hpp"
#include "targets/ascend/peers/options.hpp"

namespace counterpoint::ascend {

void give_ids(SyncIr& ir, const FlagOptions& options, FlagReport& report);

}  // namespace counterpoint::ascend
