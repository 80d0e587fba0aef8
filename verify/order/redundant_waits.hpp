// Waits that closed clocks show to be redundant, in an implementation whose loops all have a number.
// SPDX-License-Identifier: Apache-2.0
//
// What. A wait is redundant if without it every closed clock of the implementation is as it was (semantics.md 6): then
// the set of traces is the same, and so is the verdict against any program. Also what no rule about one text sees: what
// an engine has learnt through others, or in an iteration before. One goes at a time, the latest in the text of its
// engine first, against what remains.
// Why in a few runs. Clocks do not change while redundant waits go, so whether a wait may go is decided event by event:
// the join of what the engine knew before and of what its other waits bring must be what it is with all of them. A wait
// alone counts for the next event, or signal, fence or barrier, behind it. One run looks at one wait of each event, all
// events together; so there are about as many runs as an event has waits, not as many as there are waits. At last the
// clocks of both implementations are compared, event by event.
// Invariant. By induction along the run: if every event before has its old clock, what the kept waits bring is the old
// join, which is the event's old clock.
// Cost: O(instances x engines x waits of an event) a run, at most `most_looks` instances over all runs.
// Source: semantics.md 5.11 ("remove one at a time against what remains"), 6.
#pragma once

#include <cstdint>
#include <string>

#include "core/program/implementation.hpp"

namespace counterpoint {

// Instances times runs.
inline constexpr std::uint64_t most_looks = std::uint64_t{1} << 22U;

struct WaitsLeftOut {
  Implementation implementation;
  std::size_t removed = 0;
  std::string note;  // why nothing was looked at, or that the limit ended it; "" if every wait was decided
};

// Never fails: where a trip count is no number, a precondition of closed clocks fails, or an engine does not end,
// nothing is left out and the note says so. Waits compare signed, as wide as numbers are.
[[nodiscard]] WaitsLeftOut without_redundant_waits(const Implementation& implementation,
                                                   std::uint64_t limit = most_looks);

}  // namespace counterpoint
