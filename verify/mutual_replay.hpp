// Random runs of a program and of its implementation, each taken step by step on the other machine.
// SPDX-License-Identifier: Apache-2.0
//
// What. In every run one machine leads: it takes random steps to its end. The other follows: each visible step of the
// leader must be enabled there, after the internal steps it can take by itself; where the leader can go no further, the
// follower cannot either; and both end in the same state of the data. Each run is made twice, once with either leader.
// Why. This is the definition of the verdicts (semantics.md 3) by sampling: a difference found is a fact, with a run
// that shows it; none found after n runs is no proof.
// Internal steps of the follower are taken as soon as they are enabled. Where one may disable another (take, `==`,
// decrements) that is one choice of several, and a difference may then be one of the choice: `eager` says so.
// A program step that comes too early for the implementation ends its run, not the series: a later run may show worse.
// Runs are independent and are spread over threads; the result does not depend on how many. The first run that differs
// is made again with its steps recorded.
// Cost: O(engines + entries in flight) a step.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/machine/machine.hpp"
#include "core/program/pairing.hpp"

namespace counterpoint {

enum class DifferenceKind : std::uint8_t {
  early,  // the implementation takes a step that the program does not allow
  late,   // the program takes a step that the implementation does not allow yet
  stuck,  // the implementation stops where the program goes on
  fault,  // the implementation faults
  state   // the final data differ
};
// "early", ...
[[nodiscard]] std::string_view difference_name(DifferenceKind kind);

// The run that shows a difference, in identifiers of the leader.
struct Difference {
  DifferenceKind kind = DifferenceKind::early;
  bool implementation_leads = false;
  std::uint64_t seed = 0;
  std::vector<Step> steps;      // of the leader, internal ones too
  std::optional<Step> refused;  // early, late: the last of them, in identifiers of the follower
  MachineState program;         // where both stood
  MachineState implementation;
};

struct MutualReplayOptions {
  std::uint64_t runs = 1;
  std::uint64_t seed = 1;    // run i, from 0, has seed + i
  std::uint64_t limit = 0;   // steps of a run; 0: none
  bool compare_data = true;  // false for programs that are racy
  unsigned threads = 1;
  // Called about once a second by the calling thread with the number of runs done; may be empty.
  std::function<void(std::uint64_t)> progress = {};
};

struct MutualReplayResult {
  std::uint64_t runs = 0;              // with either leader, before one that stops the series
  std::uint64_t steps = 0;             // visible steps found enabled on the other side
  std::uint64_t deadlocks = 0;         // of both leaders: runs in which both machines stopped before the end
  bool limited = false;                // a run reached the limit
  bool eager = false;                  // internal steps may disable others: see above
  std::optional<std::uint64_t> state;  // digest of the data at the end of every run that completed
  std::optional<Difference> difference;
};

// The machines are those of the paired program and implementation, with the same trips and window.
[[nodiscard]] MutualReplayResult replay_mutually(const Machine& program, const Machine& implementation,
                                                 const Pairing& pairing, const MutualReplayOptions& options);

}  // namespace counterpoint
