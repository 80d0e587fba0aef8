// Looks for a run that refutes a pair, at whatever trip counts show it, within a budget.
// SPDX-License-Identifier: Apache-2.0
//
// What. A claim about all trip counts that could not be proved is not refuted by that: a run must be found. This tries
// assignments of trip counts one after the other, each decided by closed clocks, or where those do not apply by maximal
// runs, random runs and exploration, and keeps the worst verdict. What is found is then made small and decided once
// more by every engine that can: the result is the shortest witness given, and it has been taken on both machines
// (verify/evidence.hpp).
// Order. Hints first (counts from a model of a failed obligation, and their neighbours), then a few assignments that
// show most faults, then every one of verify/assignments by growing sum, then counts beyond its bound: numbers from the
// texts and powers of two, for one scope at a time and for all. See verify/refute/candidates.hpp.
// Why hints are harmless. A hint is an assignment to be tried, nothing else: what does not fit the tree is dropped, and
// a run that would be too long is cut to the largest counts that fit.
// Invariant. `refutation` holds only what a decider says of one assignment, never a guess; nothing found is no proof,
// and `bound` says what was looked at. Deterministic unless `time` or `stop` end the search, and then `bound` says so.
// Cost: at most `work` (see below) to search, a quarter of it to make the result small. Source: certification.md 5.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/program/pairing.hpp"
#include "verify/assignments/assignments.hpp"
#include "verify/decide.hpp"

namespace counterpoint {

struct RefuteOptions {
  std::uint32_t width = 0;  // bits, 0: 64; of registers and semaphores, as in Question
  Comparison compare = Comparison::as_signed;
  std::vector<Assignment> hints;                      // in identifiers of the program; scopes left out get small counts
  VerdictWord at_least = VerdictWord::deadlock;       // the search ends at the first verdict as bad as that
  std::size_t assignments = 10'000;                   // tried at most
  std::uint64_t instances = std::uint64_t{1} << 20U;  // and entries of scopes, of one assignment
  std::uint64_t states = std::uint64_t{1} << 17U;     // exploration of one assignment, where closed clocks fail
  std::uint64_t memory = std::uint64_t{1} << 30U;     // bytes, of one exploration
  // Of all assignments together: instances, entries, four for each state, and for each the statements of both texts.
  std::uint64_t work = std::uint64_t{1} << 25U;
  std::optional<std::chrono::milliseconds> time;  // a safety net; where it ends the search, that depends on the machine
  std::function<bool()> stop;                     // asked before each assignment; may be empty
};

// One assignment of trips at which the implementation is not equivalent, made small.
struct Refutation {
  Judgement judgement;  // `unsafe`, `deadlock` or `refines`; the first two with a witness that replays
  Assignment assignment;
  std::vector<std::string> trip_options;  // "kv=2", "q@act=1,2": each what to type after --trips to see it again
  Trips program_trips;
  Trips implementation_trips;
  std::size_t tried = 0;  // assignments tried until the word was found, this one included
  bool minimal = false;   // no smaller neighbour shows as much; false: the budget ended before that was known
};

struct RefuteResult {
  // The worst word found. `equivalent`: every assignment that was decided is; `undecided`: none could be decided.
  VerdictWord worst = VerdictWord::undecided;
  std::optional<Refutation> refutation;  // of that word, unless it is one of those two
  std::size_t assignments = 0;           // of the whole list
  std::size_t decided = 0;
  std::size_t undecided = 0;  // within `states` and `memory`
  std::size_t too_large = 0;  // beyond `instances`
  std::size_t left = 0;       // not looked at: something was found, or a budget ended
  std::string bound;          // the above in words, for reports
  // An engine that disagrees with another or with its own witness, and where: a fault of ours; nothing else then
  // counts.
  std::string disagreement;

  // Every assignment of the list was decided and equivalent.
  [[nodiscard]] bool all_equivalent() const {
    return worst == VerdictWord::equivalent && decided == assignments && disagreement.empty();
  }
};

// The pair has been paired up.
[[nodiscard]] RefuteResult refute(const Program& program, const Implementation& implementation, const Pairing& pairing,
                                  const RefuteOptions& options = {});

}  // namespace counterpoint
