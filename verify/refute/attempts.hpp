// Decides one assignment of trips after the other, and keeps account of what that costs.
// SPDX-License-Identifier: Apache-2.0
//
// What. The cheapest engine that can answer: closed clocks. Where their preconditions fail, a few random runs of the
// implementation, which cost little and often show what is wrong; then maximal runs (verify/mutate/monotone.hpp), which
// can acquit; then exploration. Only a verdict with a witness that replays counts as `unsafe` or `deadlock`.
// Cost: `work` counts instances, entries and states, and for each assignment the texts of both sides, which are made
// into machines anew. It does not depend on the machine that this runs on.
#pragma once

#include <string>

#include "verify/refute/refute.hpp"

namespace counterpoint::refuting {

struct Outcome {
  enum class Status : std::uint8_t { decided, undecided, too_large } status = Status::undecided;
  // Not decided: a word that a run shows although worse is possible, or `undecided`; or a disagreement.
  Judgement judgement;
};

class Attempts {
 public:
  // All references must outlive it.
  Attempts(const Program& program, const Implementation& implementation, const Pairing& pairing,
           const RefuteOptions& options);

  [[nodiscard]] Outcome attempt(const Assignment& assignment, std::uint64_t states);
  // By all engines that can answer, with the shortest witness that one of them gives. The word is known to be at least
  // so bad; one that is not is a disagreement.
  [[nodiscard]] Judgement thorough(const Assignment& assignment, VerdictWord known, std::uint64_t states);
  // From now on the beginning of a run that is too large is looked at.
  void begin_large_runs() { large_runs_ = true; }
  // Whether a run is within the bound on instances and entries.
  [[nodiscard]] bool fits(const Assignment& assignment);

  // From now on so much more work may be done.
  void allow(std::uint64_t work) { allowed_ = spent_ + work; }
  // Why nothing more may be tried: "work", "time", "stopped"; "" if it may.
  [[nodiscard]] std::string over() const;

  [[nodiscard]] Trips program_trips(const Assignment& assignment) const;
  [[nodiscard]] Trips implementation_trips(const Assignment& assignment) const;
  [[nodiscard]] const Tree& tree() const { return program_.tree; }

 private:
  [[nodiscard]] Question question(const Trips& program_trips, const Trips& implementation_trips,
                                  std::uint64_t states) const;
  [[nodiscard]] Outcome without_clocks(const Question& q, std::uint64_t length);

  const Program& program_;
  const Implementation& implementation_;
  const Pairing& pairing_;
  const RefuteOptions& options_;
  IdVector<EngineId, EngineId> same_;
  bool large_runs_ = false;
  std::uint64_t fixed_ = 0;  // work of an assignment before its first step
  std::uint64_t spent_ = 0;
  std::uint64_t allowed_ = 0;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace counterpoint::refuting
