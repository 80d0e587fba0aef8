// How dependencies are synchronised and why, for a person.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/dependence/explain.hpp"

namespace counterpoint::report {

// One dependency in full: class, place, formula, reason, and what to write instead.
[[nodiscard]] std::string render(const Explanation& explanation);
// All of a program: how many of each class, then one row each; what is rejected or waits for more comes in full below.
[[nodiscard]] std::string render(const Program& program, const std::vector<Explanation>& explanations);

}  // namespace counterpoint::report
