// The sequence of values of every cell within a segment, and which event gave each.
// SPDX-License-Identifier: Apache-2.0
//
// Source: semantics.md 6, the preconditions. Barriers cut the run into segments. Within one, a cell has one writer
// engine and one kind of update, and its values do not decrease: so a wait needs the first raise that reaches its
// threshold. Raises that all readers know need not be found again: they are dropped, and the value they led to is
// `base`, up to which a wait asks for nothing new. Cost: a raise is O(1). A search starts where the same test found
// its raise the last time and mostly ends in two steps, since thresholds grow with the values; it never takes more
// than O(log of the distance).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/machine/code.hpp"
#include "core/machine/ring.hpp"
#include "core/program/ids.hpp"

namespace counterpoint {

// Who sees the value knows so many stream events and retirements of the writer, and all that its version holds.
struct alignas(32) Raise {
  std::int64_t value = 0;  // of the cell after it
  std::uint32_t version = 0;
  std::uint32_t stream = 0;
  std::uint32_t retired = 0;
  std::uint32_t covered = 0;  // who knows so many stream events, and the retirements, knows the version too
};

class CellHistory {
 public:
  std::int64_t value = 0;
  std::int64_t start = 0;      // at the start of `segment`
  std::int64_t base = 0;       // start, or after the last raise that was dropped
  std::uint64_t segment = 0;   // of the last raise; older than the current one: nothing happened since
  EngineId writer;             // in the segment, once there was a raise
  bool by_retirement = false;  // the kind of its updates

  [[nodiscard]] bool raised() const { return writer.valid(); }
  // Field by field into its place: it is on the hottest path, and a copy of the whole would wait for its parts.
  void push(const Raise& from) {
    Raise& r = raises_.push(first_, last_++);
    r.value = from.value;
    r.version = from.version;
    r.stream = from.stream;
    r.retired = from.retired;
    r.covered = from.covered;
  }
  // The first raise to `needed`, which must be more than `base` and at most `value`. `hint` is kept by the caller.
  [[nodiscard]] const Raise& first_to_reach(std::int64_t needed, std::uint32_t& hint) const;
  [[nodiscard]] std::uint64_t size() const { return last_ - first_; }
  [[nodiscard]] std::uint64_t bytes() const { return sizeof(*this) + raises_.bytes(); }
  [[nodiscard]] const Raise& front() const { return raises_[first_]; }
  void drop_front() { base = raises_[first_++].value; }
  void clear() {
    first_ = last_;
    writer = EngineId::none();
  }

 private:
  Ring<Raise> raises_;
  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;
};

inline const Raise& CellHistory::first_to_reach(std::int64_t needed, std::uint32_t& hint) const {
  // Hints are kept modulo 2^32: what they lack is taken from here.
  std::uint64_t at = (last_ & ~std::uint64_t{0xffffffffU}) | hint;
  if (at < first_ || at >= last_) at = first_;
  // Where every raise is by one, this is the place.
  std::int64_t gap = 0;
  if (__builtin_sub_overflow(needed, raises_[at].value, &gap) || gap == std::numeric_limits<std::int64_t>::min())
    gap = 0;
  if (gap > 0 && static_cast<std::uint64_t>(gap) < last_ - at) at += static_cast<std::uint64_t>(gap);
  if (gap < 0 && static_cast<std::uint64_t>(-gap) <= at - first_) at -= static_cast<std::uint64_t>(-gap);
  std::uint64_t low = at;   // all before it are less
  std::uint64_t high = at;  // it reaches
  if (raises_[at].value >= needed) {
    for (std::uint64_t stride = 1; low > first_ && raises_[low - 1].value >= needed; stride *= 2) {
      high = low - 1;
      low = low - first_ > stride ? low - stride : first_;
    }
    if (low == at) high = at;
  } else {
    low = at + 1;
    high = low;
    for (std::uint64_t stride = 1; raises_[high].value < needed; stride *= 2) {
      low = high + 1;
      high = std::min(high + stride, last_ - 1);
    }
  }
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (raises_[middle].value < needed) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  hint = static_cast<std::uint32_t>(high);
  return raises_[high];
}

class Histories {
 public:
  explicit Histories(const std::vector<std::int64_t>& initial);

  [[nodiscard]] CellHistory& cell(std::uint32_t c) {
    CellHistory& x = cells_[c];
    if (x.segment != segment_) [[unlikely]]
      enter(x);
    return x;
  }
  // "" or the precondition that fails; that `by` is the only writer has been seen to. The value is worked out here.
  // `width`: 0, or the bits of a cell.
  [[nodiscard]] static std::string raise(CellHistory& cell, std::uint32_t width, const Change& change, EngineId by,
                                         bool by_retirement, Raise r);
  void next_segment(bool reset);

 private:
  void enter(CellHistory& c) const;

  std::vector<CellHistory> cells_;
  std::uint64_t segment_ = 0;
  std::uint64_t last_reset_ = 0;  // the segment that the last reset opened
};

}  // namespace counterpoint
