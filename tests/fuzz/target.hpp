// What the fuzzing programs share: the entry that libFuzzer calls, and what must hold of any text that can be read.
// SPDX-License-Identifier: Apache-2.0
//
// A target does nothing that a test would not: it reads the input, and where that can be read, states what must be true
// of it by `require`. What is thrown ends the program, and libFuzzer keeps the input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/diagnostic/internal_error.hpp"
#include "core/text/text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace counterpoint {

inline std::string_view text_of_input(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Either it is read and is the same again after it was written in both forms, or there are errors with positions.
template <class Read, class Same>
void check_reading(std::string_view text, Read read, Same same) {
  const auto content = read(text, "input");
  if (!content) {
    require(!content.error().empty(), "a text that cannot be read has an error");
    return;
  }
  const std::string printed = print(*content);
  const auto again = read(printed, "printed");
  require(again.has_value() && same(*content, *again), "what is written reads as the same");
  require(print(*again) == printed, "what is written is written the same again");
  const auto json = read(print_json(*content), "json");
  require(json.has_value() && same(*content, *json), "what is written as JSON reads as the same");
}

}  // namespace counterpoint
