// The machine that runs programs and implementations: one pipeline, one step interface.
// SPDX-License-Identifier: Apache-2.0
//
// Source: semantics.md 2 and 3. Per engine: a stream of events, a FIFO of entries in flight, each issued or committed;
// issue when the tests of the statement hold and the window allows it, commit any (an `inorder` engine the oldest
// issued one), retire the oldest when it is committed, end when the stream and the FIFO are empty. Register operations
// and control without dependencies read nothing that others write and disable nothing, so they are taken at once with
// the step before them; an engine always stands at an event. Cost: a step is O(tests + changes) of its statement.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/machine/code.hpp"
#include "core/machine/state.hpp"
#include "core/machine/step.hpp"
#include "core/machine/trips.hpp"

namespace counterpoint {

// How `wait S >= V` compares. Source: language.md, semantics.md 5.7 and 5.8.
enum class Comparison : std::uint8_t {
  as_signed,
  as_unsigned,
  difference  // the difference S - V, wrapped to the width, is not negative
};

struct MachineOptions {
  std::uint64_t window = 0;  // most instances in flight on an engine; 0: no limit
  std::uint32_t width = 0;   // bits of registers and semaphores, 2..64, that wrap; 0: 64 bits, overflow is a fault
  Comparison compare = Comparison::as_signed;
  std::vector<ScopeId> visits;  // implementations: scopes whose visits are visible steps (see control_scopes)
};

// A test that does not hold now.
struct Unmet {
  std::uint32_t cell = 0;
  std::int64_t value = 0;   // of the cell
  std::int64_t needed = 0;  // several takes of one cell: their sum
  TestKind kind = TestKind::at_least;
};

// Why the next step of an engine's stream cannot be taken.
struct Blocked {
  enum class Reason : std::uint8_t { tests, window, drain, barrier, ended, fault, control } reason = Reason::tests;
  std::vector<Unmet> unmet;
};

// Why a statement could not be taken, in a form that is checked again fast: it stays so while the cell is below.
struct Hint {
  static constexpr std::uint32_t none = 0xffffffffU;
  std::uint32_t cell = none;
  std::int64_t needed = 0;
};

class Machine {
 public:
  // The tree must outlive the machine. Made by specification_machine and implementation_machine.
  Machine(const Tree& tree, MachineCode code, Trips trips, MachineOptions options);

  [[nodiscard]] const Tree& tree() const { return *tree_; }
  [[nodiscard]] const MachineCode& code() const { return *code_; }
  [[nodiscard]] const Trips& trips() const { return trips_; }
  [[nodiscard]] const MachineOptions& options() const { return options_; }

  [[nodiscard]] MachineState start() const;
  // Every engine has taken its end step.
  [[nodiscard]] bool complete(const MachineState& s) const { return s.ended == s.engines.size(); }

  // --- steps. A state with a fault has none.
  // The next statement of the engine's stream, or its end: nothing if it is not enabled.
  [[nodiscard]] std::optional<Step> stream_step(const MachineState& s, EngineId e) const;
  // The retirement of the oldest entry in flight.
  [[nodiscard]] std::optional<Step> retire_step(const MachineState& s, EngineId e) const;
  // Appends every enabled step of the engine: stream, commits from the oldest, retirement.
  void enabled(const MachineState& s, EngineId e, std::vector<Step>& out) const;
  [[nodiscard]] bool is_enabled(const MachineState& s, const Step& step) const;
  // Takes a step that is enabled. A fault shows in the state.
  void apply(MachineState& s, const Step& step) const;

  // The same, by kind, for schedulers: `entry` counts entries from the start of the run (EngineState::issued).
  void take_stream(MachineState& s, EngineId e) const;
  void commit(MachineState& s, EngineId e, std::uint64_t entry) const;
  void retire(MachineState& s, EngineId e) const;
  [[nodiscard]] bool can_stream(const MachineState& s, EngineId e) const {
    Hint hint;
    return can_stream(s, e, hint);
  }
  [[nodiscard]] bool can_stream(const MachineState& s, EngineId e, Hint& hint) const;
  [[nodiscard]] bool can_retire(const MachineState& s, EngineId e) const {
    const EngineState& engine = s.engines[e];
    return engine.retired != engine.issued && engine.flights[engine.retired].committed && !s.fault;
  }
  // The entry at that position among the instances in flight; nothing if there are not so many.
  [[nodiscard]] std::optional<std::uint64_t> entry_at(const MachineState& s, EngineId e, std::uint32_t ordinal) const;
  [[nodiscard]] std::uint32_t ordinal_of(const MachineState& s, EngineId e, std::uint64_t entry) const;

  // --- what stands where
  [[nodiscard]] const Op& op(const MachineState& s, EngineId e) const { return code_->engines[e].ops[s.engines[e].pc]; }
  [[nodiscard]] const Event& event(const MachineState& s, EngineId e) const { return code_->events[op(s, e).a]; }
  [[nodiscard]] InstructionId instruction(const Flight& f) const {
    return InstructionId{std::size_t{code_->events[f.event].subject}};
  }
  [[nodiscard]] Blocked blocked(const MachineState& s, EngineId e) const;
  // The iteration vector of the event an engine stands at, from the root down to its scope.
  [[nodiscard]] std::vector<std::uint32_t> iterations(const MachineState& s, EngineId e) const;
  // The value of a place on an engine, and the cell of a test or change, now.
  [[nodiscard]] std::int64_t value(const MachineState& s, EngineId e, ValueSource p) const;
  [[nodiscard]] std::uint32_t cell(const MachineState& s, EngineId e, std::uint32_t first, ValueSource index) const;
  // Whether a cell with that value passes a test, with the comparison and the width of the machine.
  [[nodiscard]] bool satisfies(TestKind kind, std::int64_t value, std::int64_t needed) const;
  // "retirements of qk", "s_kv_dma", "f[2]".
  [[nodiscard]] std::string cell_name(std::uint32_t cell) const;
  // "issue of qk", "wait alone", "barrier": what the engine stands at.
  [[nodiscard]] std::string statement_name(const MachineState& s, EngineId e) const;

  // Words that determine the future of the state: equal words, equal futures.
  void snapshot(const MachineState& s, std::vector<std::uint64_t>& out) const;

 private:
  [[nodiscard]] bool tests_hold(const MachineState& s, EngineId e, const Event& event, Hint& hint) const;
  [[nodiscard]] bool general_tests_hold(const MachineState& s, EngineId e, const Event& event) const;
  void put_in_flight(MachineState& s, EngineId e, std::uint32_t event, bool signal) const;
  void take(MachineState& s, EngineId e, const Event& event) const;
  void change(MachineState& s, EngineId e, const Change& c, std::uint32_t cell) const;
  void latch(MachineState& s, EngineId e, const Event& event) const;
  void arrive(MachineState& s, EngineId e) const;
  void pass(MachineState& s, EngineId e) const;

  const Tree* tree_;
  std::shared_ptr<const MachineCode> code_;
  Trips trips_;
  MachineOptions options_;
};

}  // namespace counterpoint
