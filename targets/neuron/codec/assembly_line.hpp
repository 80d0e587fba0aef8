// One line of assembly, cut into words.
// SPDX-License-Identifier: Apache-2.0
//
// Words are separated by blanks and commas; `#` begins a comment. A word is NAME=VALUE, or a value alone. A value is
// bare, in quotes, or a list in braces.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/neuron/isa/record.hpp"

namespace counterpoint::neuron {

struct LineWord {
  std::string name;   // of NAME=VALUE, else ""
  std::string value;  // without quotes
  bool quoted = false;
  std::uint32_t column = 1;
  std::uint32_t value_column = 1;
};

// Ends the reading of one line; caught where lines are read.
struct LineError {
  Diagnostic diagnostic;
};
[[noreturn]] void line_error(Code code, std::uint32_t column, std::string message, std::string expected = {},
                             std::string_view found = {});

// Throws LineError on a quote or brace that does not end.
[[nodiscard]] std::vector<LineWord> words_of(std::string_view line);

// A decimal or 0x number up to `limit`. Throws LineError.
[[nodiscard]] std::uint64_t number_of(const LineWord& word, std::uint64_t limit);
[[nodiscard]] std::optional<std::uint64_t> plain_number(std::string_view text);
// A word from an even number of hexadecimal digits, 2 to 128; the rest is zero.
[[nodiscard]] std::optional<Word> word_of_hex(std::string_view digits);

}  // namespace counterpoint::neuron
