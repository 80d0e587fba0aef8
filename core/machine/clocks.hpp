// Closed clocks along a run: for each event, the least counts of every engine that it needs.
// SPDX-License-Identifier: Apache-2.0
//
// Source: semantics.md 6. A clock has two components an engine: instances issued, instances retired. An event needs
// what is before it on its engine and, for each test, the first update that brings the cell to the value asked for;
// closed transitively. Where no step disables another, these counts do not depend on the schedule, so they are computed
// along the one run at hand: everything an event needs happened before it.
//
// What is kept. For each engine the clock of its stream and of its retirements, and their histories, since an update of
// a cell is found by number later. For each cell the updates of this segment (between two barriers) in order: value,
// and which entry of which history. All in compressed form (clock_history.hpp): what is stored is where an engine
// learnt something new.
//
// Preconditions (per cell and segment): one engine updates it; all at retirement or all in stream order; its values do
// not decrease; only `>=`; no value wraps; under an unsigned or difference comparison neither the value at the start of
// the segment nor the threshold is negative. Where one fails, `decided` is false and says why. Memory is limited: more
// than `most_memory` bytes of history also leaves it undecided.
// Cost: O(engines) a step and test, and a binary search in the updates of the cell.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/machine/clock_history.hpp"
#include "core/machine/machine.hpp"
#include "core/machine/ring.hpp"

namespace counterpoint {

class ClosedClocks {
 public:
  static constexpr std::size_t most_memory = std::size_t{512} << 20U;

  // The machine must outlive it.
  explicit ClosedClocks(const Machine& machine);

  // Call right before the machine takes the step.
  void stream(const MachineState& s, EngineId e);  // issue, visit, end, or a stand-alone statement
  void retire(const MachineState& s, EngineId e);

  // Components: issued of engine e at 2 e, retired at 2 e + 1.
  // After `stream`: the closed clock of that event, itself included if it is an issue. After a barrier the last engine
  // to arrive has joined them all.
  [[nodiscard]] std::span<const std::uint64_t> stream_clock(EngineId e) const { return engines_[e].stream; }
  // After `retire`: the closed clock of that retirement, itself included.
  [[nodiscard]] std::span<const std::uint64_t> retire_clock(EngineId e) const { return engines_[e].retired; }

  [[nodiscard]] bool decided() const { return reason_.empty(); }
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  enum class Writes : std::uint8_t { at_retirement, in_stream };
  struct Written {
    std::int64_t value = 0;
    std::uint64_t entry = 0;  // of the writer's history
  };
  struct Cell {
    std::uint64_t segment = 0;
    Writes kind = Writes::at_retirement;
    EngineId writer;
    std::int64_t start = 0;
    std::vector<Written> written;
  };
  struct Engine {
    std::vector<std::uint64_t> stream;
    std::vector<std::uint64_t> retired;
    ClockHistory stream_history;               // by issue or signal
    ClockHistory retire_history;               // by entry in flight
    Ring<std::uint64_t> positions;             // of the entries in flight in stream_history
    std::deque<std::uint64_t> last_instances;  // entries of the last instances issued, as many as the window
  };

  void join_tests(const MachineState& s, EngineId e, const Event& event);
  void join_cell(std::uint32_t cell, std::int64_t needed, std::int64_t now, std::span<std::uint64_t> clock);
  void write(const MachineState& s, EngineId e, const Change& change, std::uint32_t cell, Writes kind,
             std::uint64_t entry);
  void meet(const MachineState& s);
  void give_up(std::string reason);
  void remember(ClockHistory& history, std::span<const std::uint64_t> clock);

  const Machine* machine_;
  IdVector<EngineId, Engine> engines_;
  std::vector<Cell> cells_;
  bool in_stream_ = false;  // some cell is updated in stream order: stream histories are kept
  std::uint64_t segment_ = 1;
  std::size_t memory_ = 0;
  std::string reason_;
};

}  // namespace counterpoint
