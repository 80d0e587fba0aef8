// Asks one or several of the engines that decide a pair, and compares what they say.
// SPDX-License-Identifier: Apache-2.0
//
// What. `automatic` asks the cheapest engine that can answer: closed clocks; exploration where a precondition of
// theirs fails; the relation where both meet a bound. `all` asks every engine and compares their words.
// Why. The engines share neither algorithm nor state. Two that disagree show a fault of ours, whatever the pair, and
// nothing that either says can then be trusted.
// Invariant. Every witness is taken on both machines before it is given out (evidence.hpp): it must show what the
// verdict says.
// Source: semantics.md 3 and 6, language.md "The command".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/verdict.hpp"
#include "verify/evidence.hpp"
#include "verify/question.hpp"

namespace counterpoint {

enum class Decider : std::uint8_t { automatic, order, explore, relation, all };

// One line of the table of deciders: parser, help and documents read it.
struct DeciderEntry {
  Decider decider;
  std::string_view name;
  std::string_view summary;
};
[[nodiscard]] std::span<const DeciderEntry> all_deciders();

// What one engine said.
struct DeciderAnswer {
  std::string_view by;
  std::optional<Verdict> verdict;
  NotApplicable not_applicable;  // without a verdict: why it cannot answer
};

struct Judgement {
  Verdict verdict;                     // `by` names the engine, or all that agree, joined by "+"
  std::vector<DeciderAnswer> answers;  // of every engine asked, in the order asked
  Evidence evidence;                   // of the verdict
  // Two engines that decided differently, or a witness that shows nothing, in words; "" as it should be. The verdict
  // is then worth nothing.
  std::string disagreement;
};

// The verdict is `undecided` (reason "precondition") where the engine asked for cannot answer.
[[nodiscard]] Judgement decide(const Question& question, Decider by = Decider::automatic);

// How far an implementation alone is explored, and how.
struct ExplorationBounds {
  std::uint64_t states = 0;
  std::uint64_t memory = 0;  // bytes
  bool reduce = false;
};

// An implementation without a program, by exploration.
[[nodiscard]] Judgement decide_alone(const Implementation& implementation, const Trips& trips,
                                     const MachineOptions& options, const ExplorationBounds& bounds);

}  // namespace counterpoint
