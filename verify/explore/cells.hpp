// What is known of every cell before the first step: whether its value follows from how far the engines have come.
// SPDX-License-Identifier: Apache-2.0
//
// What. A cell that is only added to and subtracted from holds its start value and the sum of what the passed events
// and retirements contributed: a function of the positions, which a state holds anyway. So it is not stored. The same
// holds for a cell with `:=` if all that changes it is one engine's retirements, or one engine's stream. Any other
// cell with `:=` is stored, and one whose sum can leave 64 bits where that is a fault.
// A cell *rises* if nothing but additions that are not negative touch it, its value never wraps, it is no flag, and
// every test of it says the same as a plain signed `>=`. A step that touches only such cells is never disabled by
// another and disables none.
// Barriers that reset. All engines pass a meeting together and drained, so what each has contributed up to there is
// known, and a cell's value after it is the sum so far less the sum there: a number for each segment.
// Cost: O(events + changes), and as much memory: contributions are kept where they happen only.
#pragma once

#include <cstdint>
#include <vector>

#include "core/machine/machine.hpp"
#include "verify/explore/fields.hpp"
#include "verify/explore/linear.hpp"

namespace counterpoint {

// What one engine contributes to one cell, by its retirements or by its stream. `total` holds once `at` entries have
// retired (events have been passed) and until the next point.
struct Series {
  struct Point {
    std::uint32_t at = 0;
    std::int64_t total = 0;
  };
  std::uint32_t engine = 0;
  bool retirement = false;
  std::vector<Point> points;  // by `at`

  [[nodiscard]] std::int64_t at(std::uint64_t passed) const;
};

struct CellForm {
  bool flag = false;
  bool stored = false;
  bool rises = false;
  std::int64_t low = 0;    // stored: what is stored is the difference to it
  std::uint32_t bits = 0;  // stored
  std::vector<Series> series;
  // Not stored: what is added to the sum of the series, from that segment on.
  struct Base {
    std::uint32_t segment = 0;
    std::int64_t value = 0;
  };
  std::vector<Base> bases;

  [[nodiscard]] std::int64_t base(std::uint32_t segment) const;
};

[[nodiscard]] std::vector<CellForm> cell_forms(const LinearStreams& streams, const MachineOptions& options);

}  // namespace counterpoint
