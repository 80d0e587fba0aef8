// What the engines of a machine run: the tree and its statements as flat code, one piece an engine.
// SPDX-License-Identifier: Apache-2.0
//
// What. Both machines, specification and implementation, are compiled to this code and run by the same pipeline
// (machine.hpp). An engine's code is control (enter, iterate, next), register operations, and events. An event is a
// statement that others can see or that can block: an instruction, a visit, a stand-alone wait or signal, a fence, a
// barrier, the end.
//
// Why this way. A guard of Equation 1 and a wait are the same thing, a test of a shared cell against a number: the
// cell is the count of retirements of a producer, or an element of a semaphore; the number comes from a ledger, or
// from a register. An instruction of a program updates its cell by one at its retirement. So issue, commit, retire
// and end are written once, and only the code differs. Code is immutable and shared by all copies of a state.
//
// Invariant. An engine's code holds only the scopes in which that engine has something to do; a scope without any
// statement, barrier or visible visit of the engine disturbs nothing there and is left out.
//
// Cost: 16 bytes an operation; 32 an event, 16 a test, 32 a change.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/machine/trips.hpp"
#include "core/program/implementation.hpp"
#include "core/program/program.hpp"

namespace counterpoint {

// Where a number stands: a register of the engine at hand, a constant, or what a query of Equation 1 owes now.
class ValueSource {
 public:
  enum class File : std::uint32_t { registers, constants, owed, none };
  constexpr ValueSource() = default;  // none
  constexpr ValueSource(File file, std::uint32_t index) : bits_((static_cast<std::uint32_t>(file) << 30U) | index) {}
  [[nodiscard]] constexpr bool is_none() const { return bits_ >> 30U == 3U; }
  [[nodiscard]] constexpr std::uint32_t file() const { return bits_ >> 30U; }
  [[nodiscard]] constexpr std::uint32_t index() const { return bits_ & 0x3fffffffU; }

 private:
  std::uint32_t bits_ = 3U << 30U;
};

enum class OpCode : std::uint8_t {
  // Control, on counters of the engine.
  enter,    // a: counter, b: where to go for zero trips, c: counter of the parent scope
  iterate,  // a: counter, b..c: the queries of Equation 1 whose common iteration starts here
  next,     // a: counter, b: its `iterate`
  // Register operations: a: register, b and c: places (bits); in the order of `Operation`.
  copy,
  add,
  subtract,
  multiply,
  modulo,
  divide,
  greater,
  minimum,
  maximum,
  // Events; a: event.
  issue,
  visit,
  wait,
  signal,            // in stream order
  signal_at_retire,  // an entry in flight without cost
  fence,
  barrier,  // b: 1 if it resets
  end
};

[[nodiscard]] constexpr bool is_event(OpCode c) { return c >= OpCode::issue; }

struct Op {
  OpCode code = OpCode::end;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
};

// A wait, a take, or a guard.
struct Test {
  std::uint32_t cell = 0;  // of element 0 where there is an index
  ValueSource index;
  ValueSource value;
  TestKind kind = TestKind::at_least;
};

// An update of a cell.
struct Change {
  std::uint32_t cell = 0;
  ValueSource index;
  std::int64_t amount = 0;
  UpdateKind kind = UpdateKind::add;
  bool flag = false;
};

struct Event {
  std::uint32_t counter = 0;     // of the scope it stands in, on its engine
  std::uint32_t subject = 0;     // InstructionId, ScopeId, ordinal of the barrier; else unused
  std::uint32_t first_test = 0;  // tests [first_test, last_test)
  std::uint32_t last_test = 0;
  std::uint32_t first_change = 0;  // changes at issue [first_change, retire_change), then those at retirement
  std::uint32_t retire_change = 0;
  std::uint32_t last_change = 0;
  bool plain = true;  // all tests are `>=` and all changes are `+=` on semaphores, nothing has an index
  bool indexed_tests = false;
  bool indexed_changes = false;  // at retirement: the elements are latched at issue
  bool takes = false;
};

// One sum of Equation 1 for one engine: entries of P during the iterations of G up to v - distance, for the current
// iteration v of G. Dependencies that agree in (engine, G, P, distances) share it.
struct Query {
  EngineId engine;
  std::uint32_t counter = 0;      // of G on that engine
  std::uint32_t first_chain = 0;  // the scopes strictly below G down to P: MachineCode::chain[first_chain, last_chain)
  std::uint32_t last_chain = 0;
  std::uint32_t first_level = 0;  // the loops from the outermost down to G: MachineCode::levels; none where the
  std::uint32_t last_level = 0;   // distance is zero
};

struct Level {
  std::uint32_t counter = 0;  // of a common loop
  std::int32_t distance = 0;
};

struct EngineCode {
  std::vector<Op> ops;
  std::vector<std::uint32_t> parents;  // by counter: that of the parent scope; 0 for the root
  std::vector<ScopeId> scopes;         // by counter of this engine; 0 is the root
  std::uint32_t first_counter = 0;     // of this engine's counters in the state
  std::uint32_t first_register = 0;
  std::uint32_t register_count = 0;
};

struct MachineCode {
  IdVector<EngineId, EngineCode> engines;
  std::vector<Event> events;
  std::vector<Test> tests;
  std::vector<Change> changes;
  std::vector<std::int64_t> constants;
  std::vector<Query> queries;  // by engine, then counter
  std::vector<ScopeId> chain;
  std::vector<Level> levels;
  std::vector<std::int64_t> initial;            // of every cell
  std::vector<std::uint32_t> owner;             // of every cell: InstructionId (specification) or SemaphoreId
  IdVector<SemaphoreId, Semaphore> semaphores;  // empty for a specification
  std::uint32_t counter_count = 0;
  std::uint32_t register_count = 0;
  bool specification = false;
};

}  // namespace counterpoint
