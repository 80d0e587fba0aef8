// What this build is made of.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace counterpoint::cli {

// "0.1.0".
[[nodiscard]] std::string version_number();
// The tool, the compiler and the libraries, each with its version.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> versions();

}  // namespace counterpoint::cli
