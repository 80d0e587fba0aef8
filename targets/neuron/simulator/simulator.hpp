// A core that executes an image, one step at a time.
// SPDX-License-Identifier: Apache-2.0
//
// What. The machine of targets/neuron/README.md. A step is one of four: a stream issues its next record; a stream that
// stands at an all-engine barrier arrives there; a stream's oldest incomplete datapath record completes, and with it
// all that stood behind it and has nothing more to do; the oldest transfer of a ring completes. Which of the enabled
// steps is next is the schedule's choice and nothing else's, so that a list of steps is a run.
// Invariant. A stream's way through its records depends on its own registers and visits only (what would read a counter
// into a register is not simulated). So how many records each stream issued and completed, how many transfers each ring
// completed, and the bank are the whole state: `snapshot` writes just that, and no step leads back.
// A state is a value; copies are independent. The code is immutable and shared.
// Cost: a step takes time in what it changes; `enabled` in streams and rings.
// Source: neuron.md 1, 3.5, 6; Execution & Sync Model.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/machine/ring.hpp"
#include "targets/neuron/simulator/bank.hpp"
#include "targets/neuron/simulator/code.hpp"

namespace counterpoint::neuron {

// How often a scope runs at the n-th visit (from 1) of a stream; both are places in the image.
using TripCounts = std::function<std::uint32_t(std::uint32_t scope, std::uint32_t stream, std::uint64_t visit)>;

enum class StepOf : std::uint8_t { issue, arrive, complete, transfer };

struct CoreStep {
  StepOf kind = StepOf::issue;
  std::uint32_t unit = 0;  // the stream's place in the image; of a transfer, the ring's
  friend bool operator==(const CoreStep&, const CoreStep&) = default;
};

// What the program can tell of a step.
struct Visible {
  std::uint32_t instruction = 0;
  bool retires = false;  // else it issues
  friend bool operator==(const Visible&, const Visible&) = default;
};

enum class CoreFaultKind : std::uint8_t {
  bank,           // see `bank`
  refused,        // see `refusal`
  division,       // by zero
  branch_target,  // a block that the stream does not have
};

struct CoreFault {
  CoreFaultKind kind = CoreFaultKind::bank;
  BankFault bank = BankFault::none;
  Refusal refusal = Refusal::not_simulated;
  std::uint32_t stream = 0;
  std::uint32_t place = 0;  // of the record in the stream
  std::uint8_t index = 0;   // of the semaphore or event
  bool of_ring = false;     // a transfer's update: `stream` is the ring, `place` the queue
  bool at_end = false;      // what was found when all had ended
};

// A poll that signed and unsigned words answer differently.
struct ReadingsDiffer {
  std::uint32_t stream = 0;
  std::uint32_t place = 0;
  Condition wait;
  std::uint32_t counter = 0;
};

struct StreamState {
  std::uint32_t place = 0;  // of the next record
  bool arrived = false;     // at the barrier at `place`
  std::uint32_t joins = 0;  // barriers without waits that it has left
  std::uint32_t fired = 0;  // transfers in flight
  std::uint64_t issued = 0;
  std::uint64_t completed = 0;  // datapath records
  // Incomplete records: entries first..last-1. One that would only be complete or not, of no other effect, is left out.
  struct Incomplete {
    std::uint32_t place = 0;
    std::array<std::uint32_t, 2> operand{};  // of its updates, read from registers at issue
  };
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  counterpoint::Ring<Incomplete> queue;
  std::array<std::uint32_t, register_count> registers;
  std::vector<std::uint64_t> visits;  // by scope

  [[nodiscard]] bool quiet() const { return first == last && fired == 0; }
};

struct RingState {
  struct Fired {
    std::uint32_t queue = 0;
    std::uint32_t stream = 0;
  };
  std::uint64_t first = 0;  // transfers completed
  std::uint64_t last = 0;   // transfers fired
  counterpoint::Ring<Fired> fired;
};

struct CoreState {
  Bank bank;
  std::vector<StreamState> streams;
  std::vector<RingState> rings;
  std::uint32_t joined = 0;        // arrivals at barriers without waits
  std::uint32_t returned = 0;      // streams that handed back
  std::optional<CoreFault> fault;  // a core that faulted has no steps
};

class Simulator {
 public:
  Simulator(CoreCode code, TripCounts counts)
      : code_(std::make_shared<const CoreCode>(std::move(code))), counts_(std::move(counts)) {}

  [[nodiscard]] const CoreCode& code() const { return *code_; }
  [[nodiscard]] std::uint32_t stream_count() const { return static_cast<std::uint32_t>(code_->streams.size()); }
  [[nodiscard]] std::uint32_t ring_count() const { return static_cast<std::uint32_t>(code_->rings.size()); }
  [[nodiscard]] CoreState initial() const;

  // `differ`, if given, gets the first poll that the two readings of bit 31 answer differently and keeps it.
  [[nodiscard]] bool enabled(const CoreState& s, CoreStep step, std::optional<ReadingsDiffer>* differ = nullptr) const;
  // All of them: streams in their order (arrive, issue, complete), then rings.
  void enabled(const CoreState& s, std::vector<CoreStep>& out, std::optional<ReadingsDiffer>* differ = nullptr) const;
  // Takes an enabled step. What the program can tell of it is appended to `seen`, if given.
  void take(CoreState& s, CoreStep step, std::vector<Visible>* seen = nullptr) const;

  [[nodiscard]] bool ended(const CoreState& s, std::uint32_t stream) const {
    const StreamState& e = s.streams[stream];
    return e.place >= code_->streams[stream].operations.size() && e.first == e.last;
  }
  [[nodiscard]] bool all_ended(const CoreState& s) const;
  // To be asked when no step is left and all have ended: an event that is still set is a fault.
  [[nodiscard]] std::optional<CoreFault> fault_at_end(const CoreState& s) const;

  // The state in words, as many for every state of this simulator. Two states with the same words have the same future.
  void snapshot(const CoreState& s, std::vector<std::uint32_t>& out) const;

  // With the content of the register that the mode names, if it does.
  [[nodiscard]] Condition resolved(const StreamState& e, const Condition& wait) const {
    return has_register(wait.mode) ? Condition{wait.mode, wait.index, e.registers[wait.value]} : wait;
  }
  // The low bits of a word that a register has.
  [[nodiscard]] std::uint32_t narrow(std::uint32_t word) const { return word & (0xffffffffU >> (32 - code_->width)); }
  [[nodiscard]] std::uint32_t join_threshold(const StreamState& e) const {
    return code_->join_arrivals * (e.joins + 1);
  }

 private:
  [[nodiscard]] bool waits_hold(const CoreState& s, std::uint32_t stream, const Operation& op,
                                std::optional<ReadingsDiffer>* differ) const;
  [[nodiscard]] bool may_issue(const CoreState& s, std::uint32_t stream, std::optional<ReadingsDiffer>* differ) const;
  [[nodiscard]] bool may_arrive(const CoreState& s, std::uint32_t stream) const;

  void issue(CoreState& s, std::uint32_t stream, std::vector<Visible>* seen) const;
  void arrive(CoreState& s, std::uint32_t stream) const;
  void complete(CoreState& s, std::uint32_t stream, std::vector<Visible>* seen) const;
  void transfer(CoreState& s, std::uint32_t ring, std::vector<Visible>* seen) const;

  void perform(CoreState& s, std::uint32_t stream, const Operation& op, std::vector<Visible>* seen) const;
  void calculate(CoreState& s, std::uint32_t stream, const Operation& op) const;
  void follow(CoreState& s, std::uint32_t stream, const Operation& op) const;
  void fire(CoreState& s, std::uint32_t stream, const Operation& op, std::vector<Visible>* seen) const;
  // Applies those updates of `op` that happen at completion, or the others.
  void update(CoreState& s, std::uint32_t stream, std::uint32_t place, const Operation& op,
              const std::array<std::uint32_t, 2>& operand, bool at_completion) const;

  std::shared_ptr<const CoreCode> code_;
  TripCounts counts_;
};

}  // namespace counterpoint::neuron
