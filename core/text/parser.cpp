// The recursive-descent parser: tokens, messages, recovery, and what is checked when the file ends.
// SPDX-License-Identifier: Apache-2.0
#include "core/text/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace counterpoint {

Parser::Parser(std::string_view text, Problems& problems, bool with_lines)
    : text_(text),
      problems_(problems),
      lexer_(text, &problems),
      with_lines_(with_lines),
      engines_(text),
      buffers_(text),
      semaphores_(text),
      scopes_{NameIndex(text), {}, {}},
      instructions_{NameIndex(text), {}},
      operations_(text) {}

std::optional<ProgramOrImplementation> Parser::run() {
  if (!parse_header()) return std::nullopt;
  parse_items();
  if (problems_.full()) return std::nullopt;
  return finish();
}

std::optional<ProgramOrImplementation> Parser::finish() {
  problems_.next_stage();
  if (implementation_) {
    check_registers();
  } else {
    resolve(text_, references_, scopes_, instructions_, *program_, problems_);
  }
  if (!problems_.empty()) return std::nullopt;
  if (all_inorder_) tree_->set_all_inorder();
  if (implementation_) return result_->finish();
  references_ = {};
  instructions_ = {NameIndex(text_), {}};
  return program_->finish();
}

void Parser::check_registers() {
  for (std::size_t e = 0; e < registers_.size(); ++e) {
    const EngineRegisters& mine = registers_[e];
    for (std::uint32_t r = 0; r < mine.registers.size() && !problems_.full(); ++r) {
      if (mine.registers[r].assigned) continue;
      const std::string_view name = mine.index.name(r);
      Diagnostic& d =
          problems_
              .report(Code::register_never_assigned, mine.registers[r].first_read,
                      "this register is never assigned on this engine",
                      fmt::format("a register assigned on '{}'", excerpt(engines_.name(static_cast<std::uint32_t>(e)))),
                      fmt::format("'{}'", excerpt(name)))
              .diagnostic;
      std::vector<std::string_view> candidates;
      for (std::uint32_t i = 0; i < std::min<std::size_t>(mine.registers.size(), 10000); ++i) {
        if (mine.registers[i].assigned) candidates.push_back(mine.index.name(i));
      }
      d.nearest = nearest_name(name, candidates);
      for (std::size_t other = 0; other < registers_.size() && d.help.empty(); ++other) {
        const auto found = registers_[other].index.find(name);
        if (!found || !registers_[other].registers[*found].assigned) continue;
        d.help = fmt::format("'{}' assigns one of this name, but registers belong to their engine",
                             excerpt(engines_.name(static_cast<std::uint32_t>(other))));
      }
    }
  }
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  advance();
  return true;
}

bool Parser::accept(Word word) {
  if (!at(word)) return false;
  advance();
  return true;
}

bool Parser::expect(TokenKind kind, std::string_view what) {
  if (accept(kind)) return true;
  unexpected(what);
  return false;
}

bool Parser::expect(Word word) {
  if (accept(word)) return true;
  unexpected(fmt::format("'{}'", text_of(word)), {text_of(word)});
  return false;
}

std::optional<Token> Parser::expect_name(std::string_view what) {
  const Token t = token_;
  if (accept(TokenKind::name)) return t;
  // A reserved word in the same line was meant as the name; one in the next line starts something else.
  if (!at(TokenKind::word) || t.line != previous_line_) {
    unexpected(what);
    return std::nullopt;
  }
  if (!guessing()) {
    problems_
        .report(Code::reserved_word, t.begin, "a reserved word is no name", std::string(what),
                counterpoint::describe(text_, t))
        .diagnostic.help = fmt::format("'{}_' would be a name", text(t));
  }
  guessing_ = true;
  advance();
  return t;
}

std::optional<std::uint64_t> Parser::expect_integer(std::string_view what, std::uint64_t most) {
  const Token t = token_;
  if (!accept(TokenKind::integer)) {
    unexpected(what);
    return std::nullopt;
  }
  if (t.value <= most) return t.value;
  const bool wide = t.value > static_cast<std::uint64_t>(INT64_MAX);
  problems_.report(wide ? Code::number_too_large : Code::limit_exceeded, t.begin, "this number is too large",
                   fmt::format("{} of at most {}", what, most), fmt::format("'{}'", excerpt(text(t))));
  return std::nullopt;
}

std::optional<std::int64_t> Parser::expect_signed(std::string_view what) {
  const bool negative = accept(TokenKind::minus);
  // 2^63 has the digits of -2^63 only.
  const auto most = static_cast<std::uint64_t>(INT64_MAX) + (negative ? 1U : 0U);
  const auto value = expect_integer(what, most);
  if (!value) return std::nullopt;
  return static_cast<std::int64_t>(negative ? 0 - *value : *value);
}

void Parser::unexpected(std::string_view what, const std::vector<std::string_view>& candidates) {
  if (guessing()) return;
  Diagnostic& d = problems_
                      .report(Code::unexpected_token, token_.begin, "this cannot stand here", std::string(what),
                              counterpoint::describe(text_, token_))
                      .diagnostic;
  if (at(TokenKind::name)) d.nearest = nearest_name(text(token_), candidates);
}

Problem& Parser::report_name(Code code, const Token& t, std::string message, std::string expected) {
  return problems_.report(code, t.begin, std::move(message), std::move(expected),
                          fmt::format("'{}'", excerpt(text(t))));
}

void Parser::only_in_implementations(const Token& t, std::string_view what) {
  if (implementation_) return;
  problems_
      .report(Code::only_in_implementations, t.begin, fmt::format("a program has no {}", what),
              "an instruction and its dependencies", counterpoint::describe(text_, t))
      .diagnostic.help =
      "an implementation starts with 'implementation NAME'; in a program say what must be waited for with 'after'";
}

bool Parser::at_item_start() const {
  switch (token_.word) {
    case Word::loop:
    case Word::if_:
    case Word::else_:
    case Word::barrier:
    case Word::engine:
    case Word::engines:
    case Word::buffer:
    case Word::semaphore:
    case Word::flag: return true;
    default: break;
  }
  return at(TokenKind::end) || at(TokenKind::close_brace) || (at(TokenKind::name) && lexer_.colon_follows());
}

void Parser::recover() {
  while (!at_item_start()) {
    if (at(TokenKind::open_brace)) {
      frames_.push_back({token_.begin, false, true, false});
      advance();
      return;
    }
    advance();
  }
}

}  // namespace counterpoint
