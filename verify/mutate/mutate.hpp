// Makes every mutant of an implementation and finds out who kills it.
// SPDX-License-Identifier: Apache-2.0
//
// Why. A decider that calls a faulty implementation equivalent is worth nothing; that it does not is shown by making
// faults on purpose. Every mutant must be refused, or get another verdict than its original somewhere in the bound, or
// it is listed, with what was changed and where.
// A mutant is printed and read again before it is judged, so that it is something that a file can hold; what is refused
// then (a register that nothing assigns) counts as killed by `pairing`. Operators overlap: the same text is judged once
// and counts for each of them. An edit that changes nothing is a defect of its operator (an internal error).
// Cost: linear in the text a mutant, and its trial (verify/mutate/judge.hpp).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "verify/mutate/judge.hpp"
#include "verify/mutate/operators.hpp"

namespace counterpoint::mutation {

struct JudgedMutant;

struct MutateOptions {
  std::vector<const OperatorEntry*> operators;  // empty: all
  AssignmentOptions assignments;
  JudgeOptions judge;
  bool keep_all = false;                           // reports of killed mutants too
  std::atomic<std::uint64_t>* progress = nullptr;  // counts mutants, if given
  // Called with every mutant that can be read, once for each text, after its trial. May be empty.
  std::function<void(const JudgedMutant&)> each = {};
};

// One change: what the text said before and says now, whole lines without their indentation.
struct Change {
  const OperatorEntry* by = nullptr;
  std::string scope;   // where: "root", "kv"
  std::string engine;  // "" where the change is of no engine
  std::string before;
  std::string after;
};

struct JudgedMutant {
  const Change& change;
  const Implementation& implementation;
  Comparison compare;
  const Trial& trial;
};

struct MutantReport {
  Change change;
  Trial trial;
  std::string trips;  // of its assignment, as values of --trips
};

struct Tally {
  const OperatorEntry* of = nullptr;
  std::uint64_t mutants = 0;
  std::uint64_t by_pairing = 0;
  std::uint64_t by_order = 0;
  std::uint64_t by_monotone = 0;
  std::uint64_t by_replay = 0;
  std::uint64_t by_explore = 0;
  std::uint64_t equivalent = 0;
  std::uint64_t undecided = 0;

  [[nodiscard]] std::uint64_t killed() const { return by_pairing + by_order + by_monotone + by_replay + by_explore; }
  void add(const Tally& other);
};

struct Contradiction {
  std::string implementation;  // the text of the mutant
  std::string trips;
  Disagreement verdicts;
};

struct MutationResult {
  std::vector<Tally> tallies;         // one for each operator asked for, in the order of the table
  std::vector<MutantReport> mutants;  // survivors and undecided ones; all with `keep_all`
  std::size_t assignments = 0;
  std::string bound;  // Assignments::bound
  std::vector<Contradiction> contradictions;
};

// The implementation must pair up with the program. Deterministic.
[[nodiscard]] MutationResult mutate(const Program& program, const Implementation& implementation,
                                    const MutateOptions& options);
// The mutants as changes, without judging them.
[[nodiscard]] std::vector<Change> list_mutants(const Implementation& implementation,
                                               const std::vector<const OperatorEntry*>& operators);

}  // namespace counterpoint::mutation
