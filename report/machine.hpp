// The parameters of machines as a table.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace counterpoint::report {

// Name, unit, the values of both machines, the range to sweep, confidence, meaning.
[[nodiscard]] std::string render_parameters();
// The same with its sources, for docs/machines.md.
[[nodiscard]] std::string markdown_parameters();

}  // namespace counterpoint::report
