// The header and the declarations of a file.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/text/parser.hpp"

namespace counterpoint {
namespace {

// What the file is, said without showing any of it.
std::string_view kind_of_content(std::string_view text) {
  const std::string_view start = text.substr(0, 4096);
  if (start.find_first_not_of(" \t\r\n") == std::string_view::npos) return "nothing but white space";
  for (const char c : start) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 && c != '\t' && c != '\r' && c != '\n') return "binary data";
  }
  return "other text";
}

}  // namespace

bool Parser::parse_header() {
  if (text_.starts_with(byte_order_mark)) lexer_.seek(byte_order_mark.size());
  advance();
  if (!at(Word::program) && !at(Word::implementation)) {
    const bool first_word = at(TokenKind::name) && lexer_.errors() == 0;
    const std::string nearest =
        first_word ? nearest_name(text(token_), {text_of(Word::program), text_of(Word::implementation)}) : "";
    problems_.clear();
    Diagnostic& d =
        problems_
            .report(Code::not_a_program, nearest.empty() ? 0 : token_.begin, "this is no program and no implementation",
                    "'program NAME' or 'implementation NAME' at the start")
            .diagnostic;
    d.nearest = nearest;
    d.found = text_.empty()     ? "an empty file"
              : nearest.empty() ? std::string(kind_of_content(text_))
                                : counterpoint::describe(text_, token_);
    return false;
  }
  lexical_ = lexer_.errors();
  implementation_ = at(Word::implementation);
  advance();
  const auto name = expect_name(implementation_ ? "the implementation's name" : "the program's name");
  if (!name) return false;
  if (implementation_) {
    result_.emplace(text(*name));
    tree_ = &result_->tree;
  } else {
    program_.emplace(text(*name));
    tree_ = &program_->tree;
  }
  reserve();
  if (at(Word::scheme)) parse_scheme();
  if (at(Word::unit) && !parse_unit()) recover();
  return true;
}

// Over-reserving costs nothing, since pages that are never touched are never there; growing copies do cost.
void Parser::reserve() {
  std::size_t colons = 0;
  std::size_t commas = 0;
  for (const char c : text_) {
    colons += c == ':' ? 1 : 0;
    commas += c == ',' ? 1 : 0;
  }
  tree_->reserve(colons, text_.size());
  if (implementation_) {
    result_->reserve(colons, colons, colons + commas, colons + commas);
  } else {
    instructions_.index.reserve(colons);
    instructions_.instruction.reserve(colons);
    references_.of_instructions.reserve(colons + commas);
  }
}

void Parser::parse_scheme() {
  const Token keyword = token_;
  std::uint32_t begin = 0;
  const std::string_view word = lexer_.scheme_word(begin);
  if (!implementation_) {
    report_name(Code::unexpected_token, keyword, "a program has no scheme", "'unit', a declaration or an item");
  } else if (!is_scheme_word(word)) {
    problems_.report(Code::unexpected_token, begin, "this cannot stand here",
                     "the scheme: words of small letters with '-' between them, such as per-loop",
                     word.empty() ? std::string() : fmt::format("'{}'", excerpt(word)));
  } else {
    result_->set_scheme(word);
  }
  advance();
  // What stands there instead of the word is part of the same error.
  if (word.empty()) recover();
}

bool Parser::parse_unit() {
  advance();
  const auto name = expect_name("the unit's name, such as ps or cycles");
  if (!name) return false;
  tree_->set_unit(text(*name));
  return true;
}

void Parser::parse_declaration() {
  if (items_started_) {
    problems_.report(Code::late_declaration, token_.begin, "declarations stand before the first item", "an item",
                     counterpoint::describe(text_, token_));
  }
  const Token keyword = token_;
  bool right = true;
  switch (keyword.word) {
    case Word::engine: right = parse_engines(); break;
    case Word::engines:
      advance();
      if (all_inorder_) report_name(Code::option_twice, keyword, "'engines inorder' is said already", "it once");
      all_inorder_ = right = expect(Word::inorder);
      break;
    case Word::buffer: right = parse_buffer(); break;
    default:
      only_in_implementations(keyword, keyword.word == Word::flag ? "flags" : "semaphores");
      right = parse_semaphores(keyword.word == Word::flag);
  }
  if (!right) recover();
}

bool Parser::in_list() const { return at(TokenKind::name) && !lexer_.colon_follows(); }

bool Parser::expect_list(std::string_view what) {
  if (in_list()) return true;
  if (at(TokenKind::name)) {
    unexpected(what);
  } else {
    (void)expect_name(what);
  }
  return false;
}

// The engine of the token at hand.
void Parser::add_engine() {
  tree_->add_engine(text(token_), false);
  if (offsets_ != nullptr) offsets_->engines.push_back(token_.begin);
}

bool Parser::parse_engines() {
  advance();
  if (!expect_list("an engine's name")) {
    // `engine e: x` is one error: what follows may speak of the engine.
    if (at(TokenKind::name) && engines_.intern(token_.begin, token_.end).fresh) add_engine();
    return false;
  }
  const std::size_t first = tree_->engine_count();
  for (; in_list(); advance()) {
    const auto [number, fresh] = engines_.intern(token_.begin, token_.end);
    if (fresh) {
      add_engine();
    } else {
      report_name(Code::duplicate_engine, token_, "this engine is declared already", "another name").related =
          engines_.offset(number);
    }
  }
  if (!accept(Word::inorder)) return true;
  for (std::size_t e = first; e < tree_->engine_count(); ++e) tree_->set_inorder(EngineId{e});
  return true;
}

bool Parser::parse_buffer() {
  advance();
  const auto name = expect_name("the buffer's name");
  if (!name || !expect(Word::slots)) return false;
  const Token number = token_;
  const auto slots = expect_integer("a number of slots", most_trips);
  const auto [buffer, fresh] = buffers_.intern(name->begin, name->end);
  if (!fresh) {
    report_name(Code::duplicate_buffer, *name, "this buffer is declared already", "another name").related =
        buffers_.offset(buffer);
    return slots.has_value();
  }
  if (slots == 0U) {
    report_name(Code::buffer_without_slots, number, "a buffer has at least one slot", "a number of slots from 1 on");
  }
  // After an error any number will do, so that accesses to it are not wrong as well.
  slots_.push_back(static_cast<std::uint32_t>(slots.value_or(most_trips)));
  const BufferId made = tree_->add_buffer(text(*name), slots_.back());
  return slots.has_value() && parse_place(made, *name);
}

// `in SPACE`, `at INT`, `bytes INT`, each at most once, in any order. `in` and `bytes` are words here only; before `:`
// they are engines.
bool Parser::parse_place(BufferId buffer, const Token& name) {
  std::optional<Token> space;
  std::optional<std::uint64_t> at_byte;
  std::optional<std::uint64_t> bytes;
  for (;;) {
    const Token keyword = token_;
    const std::string_view word = text(keyword);
    const bool known = at(Word::at) || (in_list() && (word == "in" || word == "bytes"));
    if (!known) break;
    advance();
    const bool twice = at_byte.has_value() && word == "at";
    if (twice || (space && word == "in") || (bytes && word == "bytes")) {
      report_name(Code::option_twice, keyword, "this is said of the buffer already", "it once");
    }
    if (word == "in") {
      space = expect_name("the name of a memory");
      if (!space) return false;
      continue;
    }
    const Token number = token_;
    auto& value = word == "at" ? at_byte : bytes;
    value = expect_integer(word == "at" ? "the address of its first byte" : "the bytes of one slot", most_bytes);
    if (!value) return false;
    if (bytes == 0U) {
      report_name(Code::buffer_without_bytes, number, "a slot has at least one byte", "a number of bytes from 1 on");
      bytes.reset();
    }
  }
  if (at_byte && bytes) check_place(name, *at_byte, *bytes);
  tree_->place_buffer(buffer, space ? text(*space) : std::string_view{}, at_byte, bytes.value_or(0));
  return true;
}

// Ranges of bytes are compared slot by slot, and sums of addresses stay exact.
void Parser::check_place(const Token& name, std::uint64_t at_byte, std::uint64_t bytes) {
  const std::uint64_t slots = slots_.back();
  if (slots > most_placed_slots) {
    report_name(Code::limit_exceeded, name, "a buffer with an address has too many slots",
                fmt::format("at most {}", most_placed_slots));
  } else if (bytes > (most_bytes - at_byte) / slots) {
    report_name(Code::limit_exceeded, name, "this buffer ends beyond the largest address",
                fmt::format("at most {}", most_bytes));
  }
}

bool Parser::parse_semaphores(bool flag) {
  advance();
  if (!expect_list(flag ? "a flag's name" : "a semaphore's name")) return false;
  while (in_list()) {
    if (!parse_semaphore(flag)) return false;
  }
  return true;
}

bool Parser::parse_semaphore(bool flag) {
  const Token name = token_;
  advance();
  SemaphoreInfo info{flag, false, 1};
  if (accept(TokenKind::open_bracket)) {
    info.array = true;
    const Token number = token_;
    const auto size = expect_integer("a number of elements", most_elements);
    if (!size || !expect(TokenKind::close_bracket, "']'")) return false;
    info.size = static_cast<std::uint32_t>(*size);
    if (size == 0U) report_name(Code::empty_array, number, "an array has at least one element", "a number from 1 on");
  }
  std::int64_t initial = 0;
  if (accept(TokenKind::equal)) {
    const Token number = token_;
    const auto value = expect_signed("the initial value");
    if (!value) return false;
    initial = *value;
    if (flag && (initial < 0 || initial > 1)) {
      problems_.report(Code::flag_value, number.begin, "a flag is one bit", "0 or 1", std::to_string(initial));
    }
  }
  const auto [number, fresh] = semaphores_.intern(name.begin, name.end);
  if (!fresh) {
    report_name(Code::duplicate_semaphore, name, "a semaphore or flag of this name is declared already", "another name")
        .related = semaphores_.offset(number);
    return true;
  }
  semaphore_info_.push_back(info);
  const bool before = elements_ <= most_elements;
  elements_ += info.size;
  if (before && elements_ > most_elements) {
    report_name(Code::limit_exceeded, name, "there are too many elements of semaphores and flags in all",
                fmt::format("at most {}", most_elements));
  }
  if (implementation_ && elements_ <= most_elements) {
    result_->add_semaphore(text(name), initial, flag, info.array, info.size);
  }
  return true;
}

}  // namespace counterpoint
