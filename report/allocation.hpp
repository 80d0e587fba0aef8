// What an allocation costs and why it is as it is, for a person.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/allocation/allocate.hpp"

namespace counterpoint::report {

// The cost of an implementation, a few lines.
[[nodiscard]] std::string render_cost(const Implementation& implementation, const Cost& cost);
// What was decided for each dependency or scope, and why; a table.
[[nodiscard]] std::string render_choices(const std::vector<Choice>& choices);

// What each pass saved; a table. Empty if no pass was run.
[[nodiscard]] std::string render_savings(const std::vector<Saving>& savings);

}  // namespace counterpoint::report
