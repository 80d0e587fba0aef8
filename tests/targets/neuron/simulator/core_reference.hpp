// The slow reference of the simulator: a core executes records, read from the machine's description and nothing else.
// SPDX-License-Identifier: Apache-2.0
//
// Source: targets/neuron/README.md "The machine", word by word, and neuron.md 1. Every record that issued stands in its
// stream's queue until it is complete, also one that has no effect; a state is everything there is, written out; all
// orders are tried. Nothing is shared with targets/neuron/simulator but the names of steps.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "targets/neuron/isa/image.hpp"
#include "targets/neuron/simulator/simulator.hpp"

namespace counterpoint::neuron::testing {

class CoreReference {
 public:
  struct State {
    struct Queued {
      std::uint32_t place;
      std::array<std::uint32_t, 2> operand;
    };
    struct Engine {
      std::uint32_t place = 0;
      bool arrived = false;
      bool gone = false;  // Exit, Halt or Return
      std::uint32_t joins = 0;
      std::deque<Queued> queue;
      std::vector<std::uint32_t> registers = std::vector<std::uint32_t>(64, 0xffffffffU);
      std::map<std::uint32_t, std::uint64_t> visits;
    };
    std::map<unsigned, std::uint32_t> counters;  // those that are not 0
    std::set<unsigned> events;
    std::vector<Engine> engines;
    std::vector<std::deque<std::uint32_t>> rings;  // queues in flight
    std::uint32_t joined = 0;
    std::uint32_t returned = 0;
    std::string fault;
    std::vector<Visible> seen;

    [[nodiscard]] std::string key() const;
  };

  CoreReference(const Image& image, const std::vector<std::vector<Record>>& records, TripCounts counts)
      : image_(image), records_(records), counts_(std::move(counts)) {}

  [[nodiscard]] State initial() const;
  [[nodiscard]] std::vector<CoreStep> enabled(const State& s) const;
  void take(State& s, CoreStep step) const;
  [[nodiscard]] bool all_ended(const State& s) const;

  struct Counts {
    std::uint64_t states = 0, transitions = 0, completed = 0, deadlocks = 0, faults = 0;
    std::set<std::string> fault_words;
    bool cut = false;  // more than `most` states
  };
  [[nodiscard]] Counts all_orders(std::uint64_t most) const;

 private:
  struct Wait {
    WaitMode mode;
    unsigned index;
    std::uint32_t value;
  };
  struct Update {
    UpdateMode mode;
    unsigned index;
    std::uint32_t value;
    bool is_value;  // is `value` the update's, or only the wait's in the same dword
  };
  [[nodiscard]] static std::vector<Wait> waits(const Record& r);
  [[nodiscard]] static std::vector<Update> updates(const Record& r);
  [[nodiscard]] bool holds(const State& s, const State::Engine& e, const Wait& w) const;
  void apply(State& s, const Update& u, std::uint32_t operand) const;
  void apply_all(State& s, const Record& r, const std::array<std::uint32_t, 2>& operand, bool at_completion) const;
  void execute(State& s, std::uint32_t n, const Record& r) const;
  void execute_register(State& s, State::Engine& e, const Record& r) const;
  [[nodiscard]] bool drained(const State& s, std::uint32_t n) const;
  [[nodiscard]] std::string refusal(std::uint32_t n, const Record& r) const;
  [[nodiscard]] const Record* head(const State& s, std::uint32_t n) const;

  const Image& image_;
  const std::vector<std::vector<Record>>& records_;
  TripCounts counts_;
};

}  // namespace counterpoint::neuron::testing
