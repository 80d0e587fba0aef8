// Completion scripts for shells, from the table of options.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace counterpoint::cli {

[[nodiscard]] std::string bash_completion();
[[nodiscard]] std::string zsh_completion();

}  // namespace counterpoint::cli
