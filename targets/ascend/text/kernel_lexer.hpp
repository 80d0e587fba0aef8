// Tokens of the text of kernels.
// SPDX-License-Identifier: Apache-2.0
//
// Names and integers as in programs; `#` begins an id, so comments are `//` to the end of the line. Cost: linear.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/diagnostic/diagnostic.hpp"

namespace counterpoint::ascend {

enum class KernelTokenKind : std::uint8_t { end, name, integer, symbol, strange };

struct KernelToken {
  KernelTokenKind kind = KernelTokenKind::end;
  std::string_view text;    // "" at the end
  std::uint64_t value = 0;  // of an integer; the largest where it does not fit
  Position position;

  [[nodiscard]] bool is(char symbol) const { return kind == KernelTokenKind::symbol && text[0] == symbol; }
  [[nodiscard]] bool is(std::string_view word) const { return kind == KernelTokenKind::name && text == word; }
};

class KernelLexer {
 public:
  explicit KernelLexer(std::string_view text) : text_(text) {}
  [[nodiscard]] KernelToken next();

 private:
  void skip_blank();
  [[nodiscard]] std::size_t end_of(bool name) const;

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
};

// "'add'", "the end of the text".
[[nodiscard]] std::string token_text(const KernelToken& token);

}  // namespace counterpoint::ascend
