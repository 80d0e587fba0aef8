// The two machines that a question is about.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/machine/machine.hpp"
#include "verify/question.hpp"

namespace counterpoint {

// With the trips, the window, the width and the comparison of the question; width and comparison concern only the
// implementation. They refer to the trees of the question.
struct Machines {
  Machine program;
  Machine implementation;
};
[[nodiscard]] Machines machines_of(const Question& question);

}  // namespace counterpoint
