// Takes steps of a machine for a schedule and keeps everything that follows a run up to date.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/machine/run.hpp"

namespace counterpoint {

// What is followed is fixed at the start; with nothing to follow a step costs one test more than in the machine.
class Performer {
 public:
  Performer(const Machine& machine, const RunOptions& options);
  Performer(const Performer&) = delete;
  Performer& operator=(const Performer&) = delete;

  [[nodiscard]] const MachineState& state() const { return state_; }
  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] bool can_stream(EngineId e) {
    // An engine that waits does not move, so what it waited for when last asked is asked first.
    Hint& hint = hints_[e];
    if (hint.cell != Hint::none) {
      if (state_.cells[hint.cell] < hint.needed) return false;
      hint.cell = Hint::none;
    }
    return machine_.can_stream(state_, e, hint);
  }
  [[nodiscard]] bool can_retire(EngineId e) const { return machine_.can_retire(state_, e); }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  // No more steps are allowed, or the machine has faulted.
  [[nodiscard]] bool stopped() const { return state_.fault || exhausted(); }

  // The limits of the run are reached.
  [[nodiscard]] bool exhausted() const {
    std::uint64_t operations = 0;
    for (const EngineState& e : state_.engines) operations += e.operations + e.control_steps;
    return steps_ >= max_steps_ || operations / RunOptions::operations_a_step >= max_steps_;
  }

  // The steps, which must be enabled. `entry`: see EngineState::issued.
  void stream(EngineId e) {
    if (follows_) [[unlikely]]
      before_stream(e);
    ++steps_;
    machine_.take_stream(state_, e);
  }
  void commit(EngineId e, std::uint64_t entry) {
    if (follows_) [[unlikely]]
      before_commit(e, entry);
    ++steps_;
    machine_.commit(state_, e, entry);
  }
  void retire(EngineId e) {
    if (follows_) [[unlikely]]
      before_retire(e);
    ++steps_;
    machine_.retire(state_, e);
  }
  // The same for a step as data, which must be enabled.
  void apply(const Step& step);

  // How it ended, once no step is enabled or `stopped`.
  [[nodiscard]] RunResult finish();

 private:
  void before_stream(EngineId e);
  void before_commit(EngineId e, std::uint64_t entry);
  void before_retire(EngineId e);

  const Machine& machine_;
  std::uint64_t max_steps_;
  std::uint64_t steps_ = 0;
  bool follows_ = false;
  bool record_ = false;
  MachineState state_;
  IdVector<EngineId, Hint> hints_;
  std::optional<AccessPlan> plan_;
  std::optional<DataState> data_;
  std::optional<ClosedClocks> clocks_;
  std::optional<RaceDetector> races_;
  std::vector<Step> trace_;
};

}  // namespace counterpoint
