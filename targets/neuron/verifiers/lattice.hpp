// Do two strided patterns of bytes meet: exactly.
// SPDX-License-Identifier: Apache-2.0
//
// What. A pattern is a start, dimensions (step, count) and a run of bytes at each point. Two patterns meet iff
//   sum k_i s_i - sum m_j t_j lies in a window that the starts and runs give, for some 0 <= k_i < n_i, 0 <= m_j < n_j.
// How. Negative steps are turned round, so that every coefficient is positive; dimensions are taken from the largest
//   coefficient down, each with the few multiples that what remains can still correct. What the greatest common divisor
//   of the remaining ones cannot reach is cut off; windows that failed are remembered.
// Why not less. A window that the divisor allows is necessary, not sufficient: 0 <= k < n bounds it. Bounding boxes
//   call every second column against the other a conflict.
// Cost. Proportional to the windows that are looked at; bounded, and beyond the bound the answer is "unknown".
// Source. neuron.md 5.4.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace counterpoint::neuron {

__extension__ using ByteSum = __int128;  // holds a product of two numbers of a dump

struct BytePattern {
  std::int64_t start = 0;
  std::int64_t run = 1;  // bytes at each point; 0: touches nothing
  struct Dimension {
    std::int64_t step = 0;
    std::int64_t count = 1;
    friend bool operator==(const Dimension&, const Dimension&) = default;
  };
  std::vector<Dimension> dimensions;  // step > 1 and count > 1, largest step first
  std::int64_t end = 0;               // one behind the last byte

  // Turns negative steps round, drops what does not move, joins what is contiguous. False if a number leaves 62 bits.
  [[nodiscard]] static std::optional<BytePattern> of(std::int64_t start, std::int64_t run,
                                                     std::vector<Dimension> dimensions);
};

enum class Meeting : std::uint8_t { never, some, unknown };
// `budget`: windows that may be looked at; what was used is taken from it.
[[nodiscard]] Meeting meet(const BytePattern& a, const BytePattern& b, std::uint64_t& budget);

}  // namespace counterpoint::neuron
