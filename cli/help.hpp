// Help texts, the manual page and docs/command.md, all from the table of options.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/options.hpp"

namespace counterpoint::cli {

// "usage: counterpoint alloc PROGRAM [OPTION]...", with its line end.
[[nodiscard]] std::string usage_line(const CommandEntry& command);
// All commands, the common options, the exit codes.
[[nodiscard]] std::string help_text();
[[nodiscard]] std::string help_text(const CommandEntry& command);
// The manual page counterpoint(1) in roff.
[[nodiscard]] std::string manual_page();
// docs/command.md.
[[nodiscard]] std::string markdown();

// "-o, --output FILE".
[[nodiscard]] std::string spelling(const OptionEntry& option);
// The help of an option with its allowed words and its standard value, one sentence each.
[[nodiscard]] std::string full_help(const OptionEntry& option);

}  // namespace counterpoint::cli
