// Tokens of the text language.
// SPDX-License-Identifier: Apache-2.0
#include "core/text/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace counterpoint {
namespace {

enum : std::uint8_t { blank = 1, digit = 2, name_start = 4, name_part = 8, lower = 16 };

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> table{};
  for (const char c : {' ', '\t', '\r', '\n'}) table[static_cast<unsigned char>(c)] = blank;
  for (char c = '0'; c <= '9'; ++c) table[static_cast<unsigned char>(c)] = digit | name_part;
  for (char c = 'a'; c <= 'z'; ++c) table[static_cast<unsigned char>(c)] = name_start | name_part | lower;
  for (char c = 'A'; c <= 'Z'; ++c) table[static_cast<unsigned char>(c)] = name_start | name_part;
  table[static_cast<unsigned char>('_')] = name_start | name_part;
  table[static_cast<unsigned char>('.')] = name_part;
  return table;
}
constexpr std::array<std::uint8_t, 256> classes = make_classes();

bool is(char c, std::uint8_t what) { return (classes[static_cast<unsigned char>(c)] & what) != 0; }

}  // namespace

bool is_name_character(char c) { return is(c, name_part); }

bool is_name(std::string_view text) {
  return !text.empty() && is(text.front(), name_start) && std::ranges::all_of(text, is_name_character);
}

bool is_scheme_word(std::string_view text) {
  bool letter = false;
  for (const char c : text) {
    if (c == '-' ? !letter : !is(c, lower)) return false;
    letter = c != '-';
  }
  return letter;
}

std::uint32_t Lexer::skip_blank(std::uint32_t at, std::uint32_t& line) const {
  const auto size = static_cast<std::uint32_t>(text_.size());
  while (at < size) {
    const char c = text_[at];
    if (is(c, blank)) {
      line += c == '\n' ? 1 : 0;
      ++at;
    } else if (c == '#') {
      const std::size_t line_end = text_.find('\n', at);
      at = line_end == std::string_view::npos ? size : static_cast<std::uint32_t>(line_end);
    } else {
      break;
    }
  }
  return at;
}

Token Lexer::next() {
  for (;;) {
    at_ = skip_blank(at_, line_);
    Token t;
    t.begin = at_;
    t.end = at_;
    t.line = line_;
    if (at_ == text_.size()) return t;
    const char c = text_[at_];
    if (is(c, name_start)) {
      scan_name(t);
    } else if (is(c, digit)) {
      scan_integer(t);
    } else if (!scan_symbol(t)) {
      skip_strange(t);
      continue;
    }
    at_ = std::max(at_, t.end);
    return t;
  }
}

void Lexer::scan_name(Token& t) {
  const auto size = static_cast<std::uint32_t>(text_.size());
  std::uint32_t end = t.begin + 1;
  while (end < size && is(text_[end], name_part)) ++end;
  t.end = end;
  t.word = reserved_word(text_.substr(t.begin, end - t.begin));
  t.kind = t.word == Word::none ? TokenKind::name : TokenKind::word;
}

void Lexer::scan_integer(Token& t) {
  constexpr std::uint64_t largest = std::uint64_t{1} << 63U;  // -2^63 is a value, so its digits are
  const auto size = static_cast<std::uint32_t>(text_.size());
  t.kind = TokenKind::integer;
  bool over = false;
  while (t.end < size && is(text_[t.end], digit)) {
    const auto d = static_cast<std::uint64_t>(text_[t.end++] - '0');
    over = over || t.value > (largest - d) / 10;
    if (!over) t.value = t.value * 10 + d;
  }
  const std::uint32_t digits_end = t.end;
  while (t.end < size && is(text_[t.end], name_part)) ++t.end;
  if (over) t.value = 0;
  if (t.end != digits_end) {
    report(Code::malformed_number, t, "a number is digits only, and a name starts with a letter", "digits",
           fmt::format("'{}'", excerpt(text(t))));
  } else if (over) {
    report(Code::number_too_large, t, "this integer does not fit in 64 bits", "an integer from -2^63 to 2^63 - 1",
           fmt::format("'{}'", excerpt(text(t))));
  }
}

bool Lexer::scan_symbol(Token& t) {
  const bool equal_next = t.begin + 1 < text_.size() && text_[t.begin + 1] == '=';
  const auto one = [&](TokenKind kind) {
    t.kind = kind;
    t.end = t.begin + 1;
    return true;
  };
  const auto maybe_two = [&](TokenKind single, TokenKind with_equal) {
    t.kind = equal_next ? with_equal : single;
    t.end = t.begin + (equal_next ? 2 : 1);
    return true;
  };
  switch (text_[t.begin]) {
    case ':': return maybe_two(TokenKind::colon, TokenKind::assign);
    case '+': return maybe_two(TokenKind::plus, TokenKind::plus_assign);
    case '-': return maybe_two(TokenKind::minus, TokenKind::minus_assign);
    case '=': return maybe_two(TokenKind::equal, TokenKind::equal_equal);
    case '>': return equal_next && maybe_two(TokenKind::at_least, TokenKind::at_least);
    case ',': return one(TokenKind::comma);
    case '@': return one(TokenKind::at);
    case '*': return one(TokenKind::star);
    case '{': return one(TokenKind::open_brace);
    case '}': return one(TokenKind::close_brace);
    case '[': return one(TokenKind::open_bracket);
    case ']': return one(TokenKind::close_bracket);
    case '(': return one(TokenKind::open_parenthesis);
    case ')': return one(TokenKind::close_parenthesis);
    default: return false;
  }
}

// A run of characters that start no token is one error, so that a word in another alphabet is not five.
void Lexer::skip_strange(Token& t) {
  const auto size = static_cast<std::uint32_t>(text_.size());
  Token ignored;
  do {
    ignored.begin = ++t.end;
  } while (t.end < size && text_[t.end] != '#' && !is(text_[t.end], blank | name_part) && !scan_symbol(ignored));
  at_ = t.end;
  const auto byte = static_cast<unsigned char>(text_[t.begin]);
  const bool printable = byte > 0x20 && byte < 0x7f;
  report(Code::unexpected_character, t, "no word or sign of the language starts like this", byte == '>' ? "'>='" : "",
         printable ? fmt::format("'{}'", excerpt(text(t))) : fmt::format("the byte 0x{:02x}", byte));
}

void Lexer::report(Code code, const Token& t, std::string message, std::string expected, std::string found) {
  ++errors_;
  if (problems_ == nullptr) return;
  problems_->report(code, t.begin, std::move(message), std::move(expected), std::move(found));
  // Nobody reads further once there are enough messages.
  if (problems_->full()) at_ = static_cast<std::uint32_t>(text_.size());
}

bool Lexer::colon_follows() const {
  std::uint32_t line = 0;
  const std::uint32_t at = skip_blank(at_, line);
  return at < text_.size() && text_[at] == ':' && (at + 1 == text_.size() || text_[at + 1] != '=');
}

std::string_view Lexer::scheme_word(std::uint32_t& begin) {
  std::uint32_t line = line_;
  begin = skip_blank(at_, line);
  std::uint32_t end = begin;
  while (end < text_.size() && (is(text_[end], name_part) || text_[end] == '-')) ++end;
  line_ = line;
  at_ = end;
  return text_.substr(begin, end - begin);
}

std::string describe(std::string_view text, const Token& t) {
  const std::string shown = excerpt(text.substr(t.begin, t.end - t.begin));
  switch (t.kind) {
    case TokenKind::end: return "the end of the file";
    case TokenKind::name: return fmt::format("name '{}'", shown);
    case TokenKind::word: return fmt::format("reserved word '{}'", shown);
    case TokenKind::integer: return fmt::format("integer '{}'", shown);
    default: return fmt::format("'{}'", shown);
  }
}

}  // namespace counterpoint
