// The sequence of values of every semaphore within a segment, and which event gave each.
// SPDX-License-Identifier: Apache-2.0
//
// Source: semantics.md 6, the preconditions. Barriers cut the run into segments. Within one, a cell has one writer
// engine and one kind of update, its values do not decrease: so the events that raise it are a prefix-ordered
// sequence, and a wait needs the first that reaches its threshold. Cost: a raise is O(1), a search O(log distance from
// the end), since waits usually look for what came last.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/machine/code.hpp"
#include "core/program/ids.hpp"

namespace counterpoint {

struct Raise {
  enum class Kind : std::uint8_t { retire, stream, signal_at_retire };
  std::int64_t value = 0;     // of the cell after it
  std::uint32_t ordinal = 0;  // retire: the instance of `engine`, from 1; else the index of a snapshot
  EngineId engine;
  Kind kind = Kind::retire;
};

// The clock of a raise that is not the retirement of an instance.
struct Snapshot {
  std::uint32_t version = 0;
  std::uint32_t stream = 0;
  std::uint32_t retired = 0;
};

class Histories {
 public:
  explicit Histories(const std::vector<std::int64_t>& initial);

  [[nodiscard]] std::int64_t value(std::uint32_t cell) const { return cells_[cell].value; }
  [[nodiscard]] bool holds_from_start(std::uint32_t cell, std::int64_t needed) const {
    return start(cells_[cell]) >= needed;
  }
  // Null if nothing so far reaches it.
  [[nodiscard]] const Raise* first_to_reach(std::uint32_t cell, std::int64_t needed) const;
  // "" or the precondition that fails.
  [[nodiscard]] std::string raise(std::uint32_t cell, const Change& change, Raise raise);
  void next_segment(bool reset);

  std::uint32_t add_snapshot(Snapshot s) {
    snapshots_.push_back(s);
    return static_cast<std::uint32_t>(snapshots_.size() - 1);
  }
  [[nodiscard]] const Snapshot& snapshot(std::uint32_t index) const { return snapshots_[index]; }

 private:
  struct Cell {
    std::int64_t value = 0;
    std::int64_t start = 0;     // at the start of `segment`
    std::uint64_t segment = 0;  // of the last raise; older than the current one: nothing happened since
    std::vector<Raise> raises;  // of `segment`
  };
  [[nodiscard]] std::int64_t start(const Cell& c) const { return c.segment == segment_ ? c.start : settled(c); }
  // The value at the start of the current segment of a cell that nothing has raised in it.
  [[nodiscard]] std::int64_t settled(const Cell& c) const { return c.segment < last_reset_ ? 0 : c.value; }

  std::vector<Cell> cells_;
  std::vector<Snapshot> snapshots_;
  std::uint64_t segment_ = 0;
  std::uint64_t last_reset_ = 0;  // the segment that the last reset opened
};

}  // namespace counterpoint
