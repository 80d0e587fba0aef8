// The answer of every checking engine: one type, which renderers only read.
// SPDX-License-Identifier: Apache-2.0
//
// Source: semantics.md 3, language.md "The command". A verdict says how it was reached, within which bounds, under
// which assumptions, and carries its evidence. A bound that was used is part of the verdict, never a footnote.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/state.hpp"
#include "core/machine/step.hpp"

namespace counterpoint {

enum class VerdictWord : std::uint8_t { equivalent, refines, unsafe, deadlock, undecided, clean };
[[nodiscard]] std::string_view to_text(VerdictWord w);   // "equivalent"
[[nodiscard]] int exit_code(VerdictWord w, bool exact);  // 0, 5 or 10
// How bad a verdict is: `unsafe` 3, `deadlock` 2, `refines` 1, all others 0. The first that applies is the worst.
[[nodiscard]] int severity(VerdictWord w);

// A consumer that must wait for more than the program asks.
struct OverSynchronised {
  InstructionId consumer;        // of the program; none where it is the start of a visit
  ScopeId visit;                 // of the program: the scope that is visited; none where it is an instruction
  EngineId engine;               // whose work it waits for, of the program
  InstructionId producer;        // the last instance it must see retired (or issued), of the program
  std::uint64_t instances = 0;   // of the consumer that wait for more
  std::uint64_t lost_slack = 0;  // the most retirements asked for beyond those the program asks for
};

// "exp", "start of kv".
[[nodiscard]] std::string consumer_name(const Tree& program, const OverSynchronised& x);
// Its line in the program's text, 0 if none.
[[nodiscard]] std::uint32_t consumer_line(const Tree& program, const OverSynchronised& x);

struct Verdict {
  VerdictWord word = VerdictWord::undecided;
  std::string reason;                    // "early-issue", "double-set", "bound", "precondition", ...; "" if none
  std::string by;                        // "order", "explore", "relation", or several joined by "+"
  std::string bound;                     // what it holds for: "trips=given", "states=1000000", ...; never empty
  std::vector<std::string> assumptions;  // "uniform", "no-overflow", ...
  std::vector<Step> witness;             // visible and internal steps of the implementation, may be empty
  bool shortest = false;                 // no schedule that shows the same is shorter
  std::string explanation;               // sentences in the program's own names
  std::vector<OverSynchronised> excess;  // for refines: most lost slack first
  std::vector<FaultKind> faults;         // all kinds found
  std::vector<std::string> left;         // clean: "f:1", what is not zero at the end
  std::uint64_t instances = 0;           // dynamic instances looked at (order)
  std::uint64_t states = 0;              // explore: pairs of states, transitions, depth
  std::uint64_t transitions = 0;
  std::uint64_t depth = 0;
  std::uint64_t bytes = 0;  // explore: memory, at its largest
};

}  // namespace counterpoint
