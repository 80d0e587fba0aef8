// How far semaphores and thresholds lie apart, over all that can happen.
// SPDX-License-Identifier: Apache-2.0
//
// What. The lag is the semaphore's value less the threshold, whenever an engine stands at the statement that waits, on
// integers that do not wrap. No step disables another, so both ends are reached: the least value is the one that the
// engine's own past needs, the largest is that of all retirements which do not need the statement itself. Both are read
// off the closed clocks of one run. Covers allocations that count (+= at retirement by one engine, `>=`, no reset).
// Cost: O(tests of the run x log of its length). Source: semantics.md 5.8 and 6.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/machine/machine.hpp"

namespace counterpoint::testing {

struct Span {
  std::int64_t least = 0;
  std::int64_t most = 0;
  void take_in(std::int64_t value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  [[nodiscard]] bool within(std::int64_t bound) const { return least >= -bound && most < bound; }
};

struct LagRange {
  Span owed;
  Span free;                       // where nothing is owed, before the threshold is moved down
  std::int64_t largest_value = 0;  // of any semaphore at the end of the run

  // What a wrap-safe allocation for a width asks for.
  [[nodiscard]] bool within(std::uint32_t width) const {
    return owed.within(std::int64_t{1} << (width - 1)) && free.within(std::int64_t{1} << (width - 2));
  }
};

// The machine of a wrap-safe allocation for 32 bits, without a width: where nothing is owed its thresholds are 2^30
// lower, which no short run reaches otherwise.
[[nodiscard]] LagRange lag_range(const Machine& machine);

}  // namespace counterpoint::testing
