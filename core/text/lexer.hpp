// Tokens of the text language.
// SPDX-License-Identifier: Apache-2.0
//
// White space (space, tab, carriage return, line feed) and comments from `#` to the end of the line only separate.
// Names are found by maximal munch; an integer that runs into a letter is a malformed number, not two tokens.
// Tokens are 32 bytes and hold offsets into the text, never copies of it. Lines are counted on the way, because
// instructions keep theirs; columns are worked out only for the few offsets that messages need.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/text/problems.hpp"
#include "core/text/words.hpp"

namespace counterpoint {

// What some editors put before a text in UTF-8.
inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

enum class TokenKind : std::uint8_t {
  end,
  name,
  word,
  integer,
  colon,
  assign,
  comma,
  at,
  star,
  plus,
  minus,
  plus_assign,
  minus_assign,
  at_least,
  equal_equal,
  equal,
  open_brace,
  close_brace,
  open_bracket,
  close_bracket,
  open_parenthesis,
  close_parenthesis
};

struct Token {
  TokenKind kind = TokenKind::end;
  Word word = Word::none;   // for TokenKind::word
  std::uint32_t begin = 0;  // offsets into the text
  std::uint32_t end = 0;
  std::uint32_t line = 1;
  std::uint64_t value = 0;  // for TokenKind::integer
};

[[nodiscard]] bool is_name_character(char c);
// Whether the text is one NAME of the grammar (it may be a reserved word).
[[nodiscard]] bool is_name(std::string_view text);
// Whether the text is one WORD of the grammar.
[[nodiscard]] bool is_scheme_word(std::string_view text);

class Lexer {
 public:
  // The text is shorter than 4 GiB. Without `problems`, characters that start no token are passed over in silence.
  Lexer(std::string_view text, Problems* problems) : text_(text), problems_(problems) {}

  [[nodiscard]] Token next();
  // Whether ':' (not ':=') is the next token.
  [[nodiscard]] bool colon_follows() const;
  // What stands where a WORD should be: letters, digits, '_', '.' and '-' up to anything else. It may be none, and
  // empty. Its offset goes to `begin`.
  [[nodiscard]] std::string_view scheme_word(std::uint32_t& begin);
  [[nodiscard]] std::string_view text(const Token& t) const { return text_.substr(t.begin, t.end - t.begin); }
  void seek(std::uint32_t offset) { at_ = offset; }
  // Malformed numbers and characters that start no token, so far.
  [[nodiscard]] std::size_t errors() const { return errors_; }

 private:
  [[nodiscard]] std::uint32_t skip_blank(std::uint32_t at, std::uint32_t& line) const;
  void scan_name(Token& t);
  void scan_integer(Token& t);
  // Fills in kind and end, false where no token starts.
  [[nodiscard]] bool scan_symbol(Token& t);
  void skip_strange(Token& t);
  void report(Code code, const Token& t, std::string message, std::string expected, std::string found);

  std::string_view text_;
  Problems* problems_;
  std::uint32_t at_ = 0;
  std::uint32_t line_ = 1;
  std::size_t errors_ = 0;
};

// "name 'foo'", "reserved word 'loop'", "end of file", ...: for messages; at most 40 characters of the text.
[[nodiscard]] std::string describe(std::string_view text, const Token& t);

}  // namespace counterpoint
