// What went wrong, where, what was expected: the one type of message and the one factory for it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostic/codes.hpp"

namespace counterpoint {

// 1-based; 0 where there is none. Columns count bytes.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend bool operator==(const Position&, const Position&) = default;
};

enum class Severity : std::uint8_t {
  error,    // bad input: exit 65
  refusal,  // good input, but what was asked cannot be done: exit 69
  warning
};

struct Diagnostic {
  Code code{};
  Severity severity = Severity::error;
  std::string file;  // "" until the caller who knows it fills it in
  Position position;
  std::string place;     // JSON pointer, where the input was JSON
  std::string message;   // one sentence, no final stop
  std::string expected;  // "" if none
  std::string found;     // "" if none; at most 40 characters of the input, printable
  std::string nearest;   // the nearest right name, "" if none is near
  std::string help;      // the smallest change that would help, "" if none
};

// The only place that makes one: fills in the severity that the table gives to the code.
[[nodiscard]] Diagnostic diagnose(Code code, Position at, std::string message);

// "file:line:column: error[CP0101]: message (expected ..., found ...); did you mean ...?" on one line,
// then "  help: ..." on a second if there is help.
[[nodiscard]] std::string to_string(const Diagnostic& d);

// The candidate nearest to `word` by edit distance (with swaps), "" if none is within a third of its length.
[[nodiscard]] std::string nearest_name(std::string_view word, const std::vector<std::string_view>& candidates);

// At most `limit` bytes of `text`, what cannot be printed replaced, "..." if cut.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t limit = 40);

using Diagnostics = std::vector<Diagnostic>;

}  // namespace counterpoint
