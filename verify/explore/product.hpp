// The product of an implementation and its program: what a state is, its steps, and what the program allows in it.
// SPDX-License-Identifier: Apache-2.0
//
// Source: semantics.md 3. The specification is deterministic, and its state after a visible trace depends only on how
// many visible events each engine has passed and how many instances have retired. Both are known from the state of
// the implementation, so a pair of states is a state of the implementation, and Equation 1 becomes a table: for every
// visible event, how many entries of which engine must have retired. Commits occur in no guard, so they are fused with
// retirements.
//
// A state is, for each engine, its position in its stream and its retired entries, and the few cells that do not
// follow from these (cells.hpp). Most conditions become thresholds on these fields, which one subtraction tests
// (fields.hpp): a wait for a cell that one engine raises, a fence, a window, Equation 1. The others (`==`, take, two
// writers, wrap, flags) are worked out from the values; a flag in the table says where.
//
// *Ample* steps are for the partial-order reduction, see search.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/machine/step.hpp"
#include "verify/explore/cells.hpp"
#include "verify/explore/linear.hpp"
#include "verify/question.hpp"

namespace counterpoint {

// Of an event at hand, or of the oldest entry in flight.
enum StepFlag : std::uint8_t {
  step_visible = 1,
  step_tested = 2,      // has tests that are no thresholds
  step_worked = 4,      // does more than to count
  step_ample = 8,       // may be explored alone
  step_ample_next = 16  // the same for a retirement, if another entry is in flight behind it
};

// How many entries of an engine must have retired; `never` if there are not so many.
struct Need {
  static constexpr std::uint32_t never = 0xffffffffU;
  std::uint32_t engine = 0;
  std::uint32_t retired = 0;
};

class Product {
 public:
  // Without a program (`program` null) only the implementation is explored. With one, and `compares` false, the program
  // only tells what goes on in the end (Property::deadlock): its next event is allowed if it happens in its own runs.
  Product(LinearStreams implementation, const LinearStreams* program, const Machine& machine,
          const std::vector<EngineId>& to_program, bool compares);

  [[nodiscard]] std::size_t engine_count() const { return streams_.engines.size(); }
  [[nodiscard]] bool has_program() const { return has_program_; }
  // Steps of the implementation are compared with those that the program allows.
  [[nodiscard]] bool compares() const { return compares_; }
  // What it keeps, about: streams, cells, needs.
  [[nodiscard]] std::uint64_t bytes() const;
  [[nodiscard]] std::size_t word_count() const { return layout_.word_count(); }
  [[nodiscard]] const std::vector<std::uint64_t>& guards() const { return layout_.guards(); }
  [[nodiscard]] const Field& position(std::size_t engine) const { return positions_[engine]; }
  [[nodiscard]] const Field& retired(std::size_t engine) const { return retireds_[engine]; }

  // Writes the start state. A fault at the very start is returned.
  std::optional<FaultKind> start(std::uint64_t* s) const;

  // Steps of an engine: its stream, and the retirement of its oldest entry.
  static constexpr std::uint32_t stream = 0;
  static constexpr std::uint32_t retire = 1;

  [[nodiscard]] std::size_t positions(std::size_t engine) const {
    return streams_.engines[EngineId{engine}].events.size() + 1;
  }
  [[nodiscard]] std::size_t entries(std::size_t engine) const {
    return streams_.engines[EngineId{engine}].entry_event.size();
  }
  // By position; one past the last event: the engine has ended.
  [[nodiscard]] std::uint32_t entries_before(std::size_t engine, std::size_t position) const;
  [[nodiscard]] std::uint8_t stream_flags(std::size_t engine, std::size_t position) const;
  [[nodiscard]] std::uint8_t retire_flags(std::size_t engine, std::size_t entry) const;
  // What must hold for the event there, besides tests that are no thresholds; and for the program to allow the next
  // visible event.
  void conditions(std::size_t engine, std::size_t position, std::vector<AtLeast>& implementation,
                  std::vector<AtLeast>& program) const;
  // The tests that are no thresholds.
  [[nodiscard]] bool tests_hold(const std::uint64_t* s, std::size_t engine) const;
  // Takes an enabled step; a fault leaves the state as it is.
  std::optional<FaultKind> apply(std::uint64_t* s, std::size_t engine, std::uint32_t step) const;
  [[nodiscard]] std::int64_t value(const std::uint64_t* s, std::size_t cell) const;
  [[nodiscard]] std::size_t cell_count() const { return cells_.size(); }
  // The step of the machine (a retirement of an instance is a commit and a retirement).
  [[nodiscard]] Step machine_step(const std::uint64_t* s, std::size_t engine, std::uint32_t step) const;

  // No internal step can disable a step, and none can be disabled.
  [[nodiscard]] bool internal_steps_persist() const { return internal_persist_; }

 private:
  struct Scratch {
    std::uint32_t cell = 0;
    std::int64_t value = 0;
  };
  void lay_out();
  void make_needs(const LinearStreams& program, const std::vector<EngineId>& to_program);
  void find_live();
  void find_segments();
  void find_internal();
  void find_quiet();
  [[nodiscard]] std::uint32_t segment(std::size_t engine, std::size_t position) const {
    return segments_.empty() ? 0 : segments_[engine][position];
  }
  [[nodiscard]] AtLeast never(std::size_t engine) const { return {positions_[engine], positions(engine)}; }
  // Nothing if the test is no threshold.
  [[nodiscard]] std::optional<AtLeast> threshold(const LinearTest& test, std::size_t engine,
                                                 std::size_t position) const;
  [[nodiscard]] AtLeast retired_at_least(std::size_t engine, std::uint32_t instances) const;
  void program_conditions(std::size_t engine, std::size_t position, std::vector<AtLeast>& out) const;
  [[nodiscard]] bool persists(const LinearEvent& e) const;
  [[nodiscard]] bool rising(std::uint32_t first_change, std::uint32_t last_change) const;
  [[nodiscard]] bool ample_event(std::size_t engine, std::size_t position) const;
  [[nodiscard]] bool compare(TestKind kind, std::int64_t value, std::int64_t needed) const;
  [[nodiscard]] bool works(const LinearChange& c) const { return cells_[c.cell].stored || cells_[c.cell].flag; }
  [[nodiscard]] std::int64_t load(const std::uint64_t* s, std::uint32_t cell, std::vector<Scratch>& scratch) const;
  static void keep(std::vector<Scratch>& scratch, std::uint32_t cell, std::int64_t value);
  std::optional<FaultKind> take(const std::uint64_t* s, const LinearEvent& e, std::vector<Scratch>& scratch) const;
  std::optional<FaultKind> change(const std::uint64_t* s, std::uint32_t first, std::uint32_t last,
                                  std::vector<Scratch>& scratch) const;
  void store(std::uint64_t* s, const std::vector<Scratch>& scratch) const;
  void put_cell(std::uint64_t* s, std::uint32_t cell, std::int64_t value) const;
  [[nodiscard]] std::optional<FaultKind> fault_at(std::size_t engine, std::size_t position) const;
  std::optional<FaultKind> meet(std::uint64_t* s) const;

  LinearStreams streams_;
  bool has_program_ = false;
  bool compares_ = false;
  MachineOptions options_;
  std::vector<CellForm> cells_;
  std::vector<Field> cell_fields_;  // by cell; of those that are stored
  FieldLayout layout_;
  std::vector<Field> positions_;
  std::vector<Field> retireds_;
  std::vector<std::vector<std::uint32_t>> entry_of_;    // by engine and instance
  std::vector<std::vector<std::uint32_t>> segments_;    // by engine and position; empty if no barrier resets
  std::vector<std::vector<std::uint32_t>> need_start_;  // by engine, visible event and one more
  std::vector<std::vector<Need>> needs_;                // by engine
  std::vector<std::vector<bool>> issues_;               // by engine and visible event: an issue, not a visit
  std::vector<std::uint32_t> live_;                     // by engine: visible events in the program's runs, its end too
  std::vector<std::vector<bool>> needed_;               // by engine and entry: some need asks for just so many
  std::vector<std::vector<std::uint8_t>> quiet_;        // by engine and position, see find_quiet
  std::vector<bool> has_internal_;                      // by engine
  bool internal_persist_ = true;
};

}  // namespace counterpoint
