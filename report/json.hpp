// Results as JSON: one document for each command, with the facts of the text and from the same result objects.
// SPDX-License-Identifier: Apache-2.0
//
// Every document has "schema": "counterpoint-result/1", "command" and "exit". Keys come in a fixed order; integers that
// may exceed 2^53 (seeds, digests) are strings. No document holds a time of day or a duration of the tool itself.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"

namespace counterpoint::report {

// A command that failed: its exit code, its message ("" if all is in the diagnostics).
[[nodiscard]] std::string json_failure(std::string_view command, int exit, std::string_view message,
                                       const Diagnostics& diagnostics);
// The table entry of a diagnostic code.
[[nodiscard]] std::string json_code(const CodeEntry& entry);
[[nodiscard]] std::string json_versions(const std::vector<std::pair<std::string, std::string>>& versions);

[[nodiscard]] std::string json_library_version();

}  // namespace counterpoint::report
