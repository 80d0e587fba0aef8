// The answer of the checking engines, for a person and as facts of the last line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/findings.hpp"
#include "report/run.hpp"
#include "verify/decide.hpp"

namespace counterpoint::report {

// What was decided. All references must outlive it.
struct VerdictSummary {
  std::string_view command = "check";
  const Program* program = nullptr;  // null: an implementation alone
  const Implementation* implementation = nullptr;
  const Judgement* judgement = nullptr;
  OutcomeLine line;
  bool saved = false;               // the witness is in the file of --trace
  std::string_view replaying = {};  // how to take the witness, a line; "": by `run --replay`
  const Locator* locator = nullptr;
  std::vector<Finding> findings;  // of the judgement, by that locator
  std::string words = {};         // a JSON object about the words of which the pair was made; "" for any other pair.
                                  // Where the words are not the program's there is no pair: all other pointers are null
};

// The facts of the verdict line, in the order that never changes. `bound` says which trips were given
// ("trips:kv=3;default=2"), "trips:all" if the trips do not matter; a bound that an engine met is added.
struct VerdictBounds {
  std::string trips;
  std::string seed;  // "" if nothing was drawn
  Property property = Property::all;
};
// Without the options of the machine (window, width, ...), which the caller adds, and without `add_last`.
[[nodiscard]] OutcomeLine verdict_line(const Judgement& judgement, const VerdictBounds& bounds);
// What comes after those options: left, assume.
void add_last(OutcomeLine& line, const Verdict& verdict);

// What was checked, why it fails and the schedule that shows it; the excess of a refinement; what each engine said.
// Without the verdict line.
[[nodiscard]] std::string render(const VerdictSummary& summary, bool verbose);

}  // namespace counterpoint::report
