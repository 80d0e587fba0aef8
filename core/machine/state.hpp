// The state of a machine: everything that changes during a run, apart from data, clocks and times.
// SPDX-License-Identifier: Apache-2.0
//
// A state is a value: copies are independent. The code it belongs to is immutable and stands elsewhere. What an engine
// does next depends on its own position only (control reads trips, register operations read registers), so the future
// of a state is determined by: the position of each engine, which of its instances in flight are committed, and the
// cells. `Machine::snapshot` writes just that.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "core/machine/code.hpp"
#include "core/machine/ring.hpp"

namespace counterpoint {

// Counts of one scope on one engine.
struct Counter {
  std::uint64_t entries = 0;    // E: all entries so far
  std::uint32_t iteration = 0;  // T: the iteration of the current visit, from 1
  std::uint32_t limit = 0;      // iterations of the current visit
};

enum class EngineStatus : std::uint8_t {
  ready,    // stands at an event
  control,  // a long stretch of control or register operations is not finished
  arrived,  // waits at a barrier for the others
  ended
};

// An entry in flight.
struct Flight {
  std::uint32_t event = 0;
  bool committed = false;
  bool signal = false;  // a stand-alone signal at retire: no instance, never counted as one
};

struct EngineState {
  std::uint32_t pc = 0;
  EngineStatus status = EngineStatus::control;
  std::uint64_t position = 0;          // events passed
  std::uint64_t issued = 0;            // entries put in flight so far
  std::uint64_t instances_issued = 0;  // datapath instructions among them
  std::uint64_t retired = 0;
  std::uint64_t first_issued = 0;     // the oldest entry in flight that is not committed (or `issued`)
  std::uint64_t signals = 0;          // stand-alone signals in flight
  std::uint64_t barriers = 0;         // barriers passed
  std::uint64_t operations = 0;       // register operations so far
  std::uint64_t control_steps = 0;    // entered, iterated and left scopes so far
  std::uint64_t branches = 0;         // of these, those that did not go on to the next place in the code
  Ring<Flight> flights;               // entries retired..issued-1
  std::deque<std::uint32_t> latched;  // elements of indexed changes of the entries in flight, in order

  [[nodiscard]] std::uint64_t in_flight() const { return issued - retired; }
  [[nodiscard]] std::uint64_t instances() const { return in_flight() - signals; }
};

enum class FaultKind : std::uint8_t { double_set, overflow, index, division };

struct Fault {
  static constexpr std::uint32_t no_cell = 0xffffffffU;
  FaultKind kind = FaultKind::overflow;
  EngineId engine;
  std::uint32_t pc = 0;   // of the operation or event on that engine
  std::int64_t left = 0;  // the operands, or the cell and the amount, or the index and the size
  std::int64_t right = 0;
  std::uint32_t cell = no_cell;  // of the update, test or take; element 0 for an index
};

// A meeting of different barriers, which is reported.
struct Meeting {
  std::uint64_t ordinal = 0;  // the n-th barrier of every engine, from 1
  EngineId first_engine;
  EngineId second_engine;
  std::uint32_t first_barrier = 0;
  std::uint32_t second_barrier = 0;
};

// What a query of Equation 1 remembers. A row of the ledger is an iteration of G (one number for each level) and the
// entries of P up to its end.
struct Ledger {
  std::vector<std::int64_t> rows;
  std::size_t head = 0;  // rows before it are no longer reachable
};

struct MachineState {
  IdVector<EngineId, EngineState> engines;
  std::vector<Counter> counters;
  std::vector<std::int64_t> registers;
  std::vector<std::int64_t> cells;
  std::vector<std::int64_t> owed;            // by query: what Equation 1 asks for now
  std::vector<std::uint64_t> chain_entries;  // by MachineCode::chain: entries so far, as the query counts them
  std::vector<Ledger> ledgers;               // by query
  std::uint32_t arrived = 0;                 // engines at the current meeting
  std::uint32_t ended = 0;
  std::optional<Fault> fault;    // a machine that faulted has no steps
  std::optional<Meeting> mixed;  // the first meeting of different barriers
};

}  // namespace counterpoint
