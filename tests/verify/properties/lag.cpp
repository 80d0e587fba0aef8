// How far semaphores and thresholds lie apart.
// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/properties/lag.hpp"

#include <algorithm>
#include <vector>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/clocks.hpp"

namespace counterpoint::testing {
namespace {

class LagWalk {
 public:
  explicit LagWalk(const Machine& machine)
      : machine_(machine),
        state_(machine.start()),
        clocks_(machine),
        engines_(machine.tree().engine_count()),
        cells_(machine.code().initial.size()) {
    for (std::size_t c = 0; c < cells_.size(); ++c) cells_[c].start = machine.code().initial[c];
  }

  LagRange run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (const EngineId e : machine_.tree().engines()) {
        while (step(e)) moved = true;
      }
    }
    for (const EngineId e : machine_.tree().engines()) look_at(e);  // who waits for ever
    require(clocks_.decided(), "counting allocations have closed clocks");
    for (const Looked& x : looked_) judge(x);
    for (const std::int64_t value : state_.cells) range_.largest_value = std::max(range_.largest_value, value);
    return range_;
  }

 private:
  struct Engine {
    std::vector<std::vector<std::uint64_t>> needs;  // by retirement: issues of each engine
    std::uint64_t stands_at = 0;                    // the issue looked at last, plus one
  };
  struct Cell {
    std::int64_t start = 0;
    std::uint32_t writer = 0;
    std::vector<std::uint64_t> raised;  // retirements of the writer, each by one
  };
  struct Looked {
    std::uint32_t engine = 0;
    std::uint64_t issued = 0;  // before it
    std::uint32_t cell = 0;
    std::int64_t threshold = 0;
    std::vector<std::uint64_t> past;
  };

  bool step(EngineId e) {
    const std::size_t all = engines_.size();
    if (machine_.can_retire(state_, e)) {
      const std::vector<std::int64_t> before = state_.cells;
      clocks_.retire(state_, e);
      machine_.retire(state_, e);
      std::vector<std::uint64_t> needs(all);
      for (std::size_t f = 0; f < all; ++f) needs[f] = clocks_.retire_clock(e)[2 * f];
      engines_[e.value].needs.push_back(std::move(needs));
      for (std::size_t c = 0; c < cells_.size(); ++c) {
        if (state_.cells[c] == before[c]) continue;
        require(state_.cells[c] == before[c] + 1, "a semaphore rises by one");
        cells_[c].writer = e.value;
        cells_[c].raised.push_back(engines_[e.value].needs.size());
      }
      return true;
    }
    if (!machine_.can_stream(state_, e)) return false;
    look_at(e);
    clocks_.stream(state_, e);
    machine_.take_stream(state_, e);
    const EngineState& engine = state_.engines[e];
    if (engine.retired != engine.issued) machine_.commit(state_, e, engine.issued - 1);
    return true;
  }

  void look_at(EngineId e) {
    if (state_.engines[e].status != EngineStatus::ready || !is_event(machine_.op(state_, e).code)) return;
    const auto past = clocks_.stream_clock(e);
    const Event& event = machine_.event(state_, e);
    for (std::uint32_t t = event.first_test; t < event.last_test; ++t) {
      const Test& test = machine_.code().tests[t];
      looked_.push_back(
          {e.value, past[2 * e.value], test.cell, machine_.value(state_, e, test.value), {past.begin(), past.end()}});
    }
  }

  [[nodiscard]] static std::int64_t value_after(const Cell& cell, std::uint64_t retirements) {
    const auto raised = std::ranges::upper_bound(cell.raised, retirements) - cell.raised.begin();
    return cell.start + raised;
  }

  void judge(const Looked& x) {
    const Cell& cell = cells_[x.cell];
    const auto& needs = engines_[cell.writer].needs;
    const auto possible = std::ranges::partition_point(
                              needs, [&](const std::vector<std::uint64_t>& n) { return n[x.engine] <= x.issued; }) -
                          needs.begin();
    const bool owed = x.threshold > -(std::int64_t{1} << 29);
    const std::int64_t threshold = x.threshold + (owed ? 0 : std::int64_t{1} << 30);
    Span& span = owed ? range_.owed : range_.free;
    span.take_in(value_after(cell, x.past[2 * cell.writer + 1]) - threshold);
    span.take_in(value_after(cell, static_cast<std::uint64_t>(possible)) - threshold);
  }

  const Machine& machine_;
  MachineState state_;
  ClosedClocks clocks_;
  std::vector<Engine> engines_;
  std::vector<Cell> cells_;
  std::vector<Looked> looked_;
  LagRange range_;
};

}  // namespace

LagRange lag_range(const Machine& machine) { return LagWalk(machine).run(); }

}  // namespace counterpoint::testing
