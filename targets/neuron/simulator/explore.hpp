// Every order of steps of a core, for small images.
// SPDX-License-Identifier: Apache-2.0
//
// What. Breadth first over the states of the simulator, so that the schedule which shows a fault or a deadlock is one
// of the shortest. Exact: states are stored and compared as the words of `Simulator::snapshot`, never by hash alone.
// Why levels. Every step makes one count of the snapshot larger by one (an arrival, too), so all ways to a state have
// the same length, a state can be found again only while its own level is made, and no state is met on a way back: two
// levels of states are kept whole, of all others the step that led there and the state it came from. An image whose
// stream loops for ever has no last level: the search ends at a bound.
// Bounds. `max_states` and `max_bytes`; at either the outcome is `limit` and `bound` says which. A limit is no answer:
// what had been found up to there, a fault or a deadlock, is one.
// Cost: a state of the newest level takes a CoreState (about 3 kB and what is in flight), any other 12 bytes; time is
// states by streams and rings. The whole state space is visited: no reduction is applied, so that counts mean
// something. Source: neuron.md 6.2 ("should also explore other interleavings").
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "targets/neuron/simulator/run.hpp"

namespace counterpoint::neuron {

struct ExploreOptions {
  std::uint64_t max_states = 1'000'000;
  std::uint64_t max_bytes = std::uint64_t{2} << 30U;
  bool stop_at_first = true;  // at the first fault or deadlock, else all are counted
};

struct Exploration {
  Outcome outcome = Outcome::completed;  // completed, deadlock, fault, or limit
  std::string_view bound;                // "states" or "memory", of a limit
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t depth = 0;      // steps of the longest run seen
  std::uint64_t completed = 0;  // states in which all streams have ended and no step is left
  std::uint64_t deadlocks = 0;
  std::uint64_t faults = 0;
  std::set<std::string> fault_words;
  std::vector<CoreStep> schedule;  // to the first fault or deadlock, whichever is nearer
  std::optional<CoreReplay> witness;
  std::optional<ReadingsDiffer> differ;
  std::optional<Bank> final_bank;  // of the first completed state
  bool same_bank = true;           // all completed states have that bank
};

[[nodiscard]] Exploration explore_core(const Simulator& simulator, const ExploreOptions& options = {});

}  // namespace counterpoint::neuron
