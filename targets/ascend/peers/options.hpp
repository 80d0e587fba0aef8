// What the peers of the vendor's passes are told, and what they say of what they did.
// SPDX-License-Identifier: Apache-2.0
//
// The defaults are what is right. Each of the defects that ascend.md 5.3 lists has a switch of its own that puts it
// back, so that a decider can show what it does.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "targets/ascend/execution/primitives.hpp"
#include "targets/ascend/kernel/kernel.hpp"

namespace counterpoint::ascend {

using PipePair = std::pair<Pipe, Pipe>;  // from, to

struct FlagOptions {
  // --- the machine: flags of one bit may not be set while they are set, flags that count may
  Primitives machine;
  std::vector<PipePair> reserved;  // directions that have one id less, each once for every id
  // --- the scheme
  bool tail_barrier = true;  // bar(all) at the end of the kernel
  bool rotate = true;        // a distance of N on a loop takes N ids, one for each iteration; else one id
  bool remove_redundant = true;
  bool scope_to_loops = true;  // for want of ids, carried pairs are primed and drained around their loops
  bool restart = true;         // fewest flags: where ids run out they are given out anew after a change
  bool try_without = true;     // fewest flags: each barrier and pair is tried without, beyond what a graph solver does
  // --- known defects
  bool credit_zero_trips = false;  // what a loop's body orders counts after the loop too
  bool leave_out_primes = false;   // a carried wait without its set before the loop, and without a wait after it
  bool lose_fallback = false;      // a pair without an id is dropped, with nothing in its place
  bool fallback_at_tail = false;   // the barrier in its place stands at the end of the kernel
  bool emit_illegal = false;       // a direction that the core does not have is used, and does nothing
};

struct FlagReport {
  bool skipped = false;          // the kernel has queues or brackets of its own, and is left as it is
  OpId not_understood;           // a flag of its own that pairs with none; then too
  std::size_t kept = 0;          // flags and barriers of its own
  std::size_t dependencies = 0;  // hazards that were looked at; those that a pipe in order keeps are not counted
  std::size_t carried = 0;       // of them, from one iteration to a later one
  std::size_t uncovered = 0;     // of them, not ordered by what was put in; 0 without a defect switched on
  std::size_t pairs = 0;         // of set and wait, with guards
  std::size_t guards = 0;        // pairs that only keep a pipe from setting a flag again too early
  std::size_t barriers = 0;      // of one pipe
  std::size_t fallbacks = 0;     // bar(all) in place of a pair, for want of ids
  std::size_t no_event = 0;      // bar(all) in place of a pair, since the core has no such event
  std::size_t removed = 0;       // redundant pairs
  std::size_t widened = 0;       // pairs that were merged into another for want of ids
  std::size_t narrowed = 0;      // pairs that rotate through fewer ids than they could, for want of ids
  std::size_t scoped = 0;        // carried pairs that are primed and drained around a loop, for want of ids
  std::size_t restarts = 0;      // how often ids were given out anew before they were as they are
  std::size_t outer_slots = 0;   // hazards from several iterations of an outer loop that no pair of that loop keeps
  std::size_t answers = 0;       // pairs between cores that only keep a counter from overflowing
  std::size_t ids_at_peak = 0;   // of one direction
};

}  // namespace counterpoint::ascend
