// What every instance of a run waits for, of either machine.
// SPDX-License-Identifier: Apache-2.0
//
// What. Register operations read nothing that others write, so what an engine waits for is found by walking its stream
// alone, with cells so full that every `>=` holds. A wait that stands alone holds all that comes after it, the next
// instance or visit first: it is written there. So an implementation becomes a list of what each instance waits for and
// what each retirement increments, which is what the oracle decides (proofs-notes/rocq/Checker.v, `listed`).
// Invariant. The closed clocks of every instance and visit are those of the implementation (semantics.md 6).
// Cost: linear in the run of each engine.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/machine/machine.hpp"
#include "core/program/implementation.hpp"
#include "verify/question.hpp"

namespace counterpoint::rocq {

// An instance of an instruction, or the start of a visit; engine, scope and statement are those of the program.
struct Waiting {
  EngineId engine;
  bool visit = false;
  std::uint32_t subject = 0;  // InstructionId or ScopeId
  ScopeId scope;              // it stands in
  std::vector<std::uint32_t> iterations;
  std::vector<std::pair<std::uint32_t, std::int64_t>> needs;  // cell, value; also those that hold from the start
};

// Of the program: the cells are its instructions.
[[nodiscard]] std::vector<Waiting> waits_of_program(const Question& question, const Machine& program);

// An implementation as a list. Semaphores start at 0: what they start with is taken from the thresholds.
struct ListedWaits {
  std::vector<Waiting> waiting;                                     // cells: SemaphoreId
  std::vector<std::pair<InstructionId, std::uint32_t>> increments;  // by one; instruction of the program, semaphore
};
// Nothing where it cannot be said so: barriers, fences, signals alone, takes, `==`, flags, arrays, updates at issue,
// other updates than `+=`, a semaphore that two engines update, a wait alone with nothing after it. `why` says which.
[[nodiscard]] std::optional<ListedWaits> listed_waits(const Question& question, const Machine& implementation,
                                                      std::string& why);

// Per semaphore the largest threshold, those that hold from the start left out: what two ways of waiting agree in.
using Needs = std::map<std::string, std::int64_t>;

}  // namespace counterpoint::rocq
