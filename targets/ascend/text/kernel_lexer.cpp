// Cuts the text of a kernel into tokens.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/text/kernel_lexer.hpp"

#include <algorithm>
#include <charconv>

#include "core/text/lexer.hpp"

namespace counterpoint::ascend {
namespace {

constexpr std::string_view symbols = "{}()[];,:=#>+-&";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

void KernelLexer::skip_blank() {
  for (; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    if (c == '/' && text_.substr(at_, 2) == "//") {
      at_ = std::min(text_.find('\n', at_), text_.size());
      if (at_ == text_.size()) return;
    }
    if (text_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    } else if (c != ' ' && c != '\t' && c != '\r') {
      return;
    }
  }
}

std::size_t KernelLexer::end_of(bool name) const {
  std::size_t end = at_ + 1;
  while (end < text_.size() && (name ? is_name_character(text_[end]) : is_digit(text_[end]))) ++end;
  return end;
}

KernelToken KernelLexer::next() {
  skip_blank();
  KernelToken t;
  t.position = {line_, static_cast<std::uint32_t>(at_ - line_start_ + 1)};
  if (at_ == text_.size()) return t;
  const char c = text_[at_];
  std::size_t end = at_ + 1;
  if (is_digit(c)) {
    t.kind = KernelTokenKind::integer;
    end = end_of(false);
    const auto read = std::from_chars(text_.data() + at_, text_.data() + end, t.value);
    if (read.ec != std::errc{}) t.value = UINT64_MAX;
    if (end < text_.size() && is_name_character(text_[end])) {
      t.kind = KernelTokenKind::strange;
      end = end_of(true);
    }
  } else if (is_name_character(c) && c != '.') {
    t.kind = KernelTokenKind::name;
    end = end_of(true);
  } else {
    t.kind = symbols.find(c) != std::string_view::npos ? KernelTokenKind::symbol : KernelTokenKind::strange;
  }
  t.text = text_.substr(at_, end - at_);
  at_ = end;
  return t;
}

std::string token_text(const KernelToken& token) {
  return token.kind == KernelTokenKind::end ? "the end of the text" : "'" + excerpt(token.text) + "'";
}

}  // namespace counterpoint::ascend
