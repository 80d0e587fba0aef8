// Messages as a person reads them: the line, the source text with a caret, the help.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/diagnostic/diagnostic.hpp"

namespace counterpoint::report {

// All messages, each with the source line it points into where `text` (the file they speak of, may be empty) has one
// that is worth showing: printable and not longer than 200 bytes, in a file of at most 16 MiB. What is no program is so
// never echoed. `color` adds terminal colours. Linear in the text for messages in the order of the text.
[[nodiscard]] std::string render(const Diagnostics& diagnostics, std::string_view text, bool color);

// A code of the table: its meaning, a program that gives it and one that does not.
[[nodiscard]] std::string render(const CodeEntry& entry);

}  // namespace counterpoint::report
