// Where a wrap-safe threshold for a whole engine would fall behind without end.
// SPDX-License-Identifier: Apache-2.0
//
// What. With counters that wrap, semaphore less threshold must stay within half the range (lowering.hpp). A semaphore
// of a body moves with that body only. One of an engine moves with all that the engine does, so its threshold must move
// along, and in two cases it does not, however closely the engines follow one another: (1) p and c meet at the root
// only, so the threshold is the same for the whole run, and the engine works in loops from p's item of the root to c's;
// (2) a snapshot is taken where P is passed, and P may run zero times from one iteration to the next. There per-loop
// takes its place. What is left is a bound in iterations of S, not in the length of the run. Cost: O(log bodies +
// depth), and O(sum_terms_limit) bodies looked at. Source: semantics.md 5.8.
#pragma once

#include <string_view>

#include "core/allocation/engine_counting.hpp"
#include "core/allocation/threshold.hpp"

namespace counterpoint {

// Empty if the lag of the sum form is bounded in iterations of S.
[[nodiscard]] std::string_view why_sum_falls_behind(const Formula& f, const EngineCounting& counting);
// The same for the snapshot form.
[[nodiscard]] std::string_view why_snapshot_falls_behind(const Formula& f, const EngineCounting& counting);

}  // namespace counterpoint
