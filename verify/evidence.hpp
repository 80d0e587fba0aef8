// What the witness of a verdict shows, taken step by step on both machines.
// SPDX-License-Identifier: Apache-2.0
//
// Source: semantics.md 3. A witness is a schedule of the implementation. For `unsafe` its last step is one that the
// program refuses there, or one that faults; for `deadlock` the implementation has no step at the end and the program
// has a visible one; for `refines` (exploration) both can take it. With `Property::deadlock` the program need not be
// able to follow. Cost: that of two runs of the length of the witness.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/machine/run.hpp"
#include "core/machine/verdict.hpp"
#include "verify/question.hpp"

namespace counterpoint {

struct Evidence {
  std::string complaint;      // why the witness does not show what the verdict says; "" if it does
  std::string why;            // unsafe: why the program refuses the last step, or what faults, and why
  std::optional<Stuck> held;  // early-issue: where the program holds that engine and for what, in its own numbers
  std::vector<Stuck> stuck;   // deadlock: every engine that has not ended
};

// A verdict without a witness has no evidence and no complaint, but `unsafe` and `deadlock` must have one unless the
// implementation fails before its first step.
[[nodiscard]] Evidence examine(const Question& question, const Verdict& verdict);

// The same for an implementation without a program.
[[nodiscard]] Evidence examine_alone(const Machine& implementation, const Verdict& verdict);

}  // namespace counterpoint
