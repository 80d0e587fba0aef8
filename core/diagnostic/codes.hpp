// The table of diagnostic codes. Codes are stable: never re-used, never renumbered.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace counterpoint {

// Each line of codes.def is one diagnostic: X(number, name, severity, meaning, wrong, right).
enum class Code : std::uint16_t {
#define X(number, name, severity, meaning, wrong, right) name = number,
#include "core/diagnostic/codes.def"
#undef X
};

struct CodeEntry {
  Code code;
  std::string_view name;      // as in the enumeration, for tests and documents
  std::string_view severity;  // "error", "refusal" or "warning"
  std::string_view meaning;   // one line
  std::string_view wrong;     // a program, an option or an implementation that gives it
  std::string_view right;     // and one that does not
};

[[nodiscard]] std::span<const CodeEntry> all_codes();
[[nodiscard]] const CodeEntry& entry(Code code);
// "CP0101".
[[nodiscard]] std::string_view code_text(Code code);

}  // namespace counterpoint
