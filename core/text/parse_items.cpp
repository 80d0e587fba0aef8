// The items of a body: scopes, barriers, and what should not be there.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/text/parser.hpp"

namespace counterpoint {

void Parser::parse_items() {
  while (!at(TokenKind::end) && !problems_.full()) {
    lexical_ = lexer_.errors();
    guessing_ = false;
    parse_item();
  }
  if (frames_.empty() || frames_.back().broken || problems_.full()) return;
  problems_.report(Code::unclosed_scope, frames_.back().offset, "this scope is not closed", "'}' before the end");
}

void Parser::parse_item() {
  switch (token_.word) {
    case Word::engine:
    case Word::engines:
    case Word::buffer:
    case Word::semaphore:
    case Word::flag: return parse_declaration();
    default: break;
  }
  items_started_ = true;
  switch (token_.word) {
    case Word::loop: return parse_loop();
    case Word::if_: return parse_conditional();
    case Word::else_: return parse_stray_else();
    case Word::barrier: return parse_barrier();
    default: break;
  }
  if (at(TokenKind::close_brace)) return parse_close();
  if (at(TokenKind::name) && lexer_.colon_follows()) return parse_statement();
  parse_stray();
}

void Parser::parse_stray() {
  static const std::vector<std::string_view> words = {"loop",     "if",        "else", "barrier", "engine", "engines",
                                                      "buffer",   "semaphore", "flag", "inorder", "after",  "cost",
                                                      "interval", "transfer",  "op",   "reads",   "writes", "wait",
                                                      "take",     "signal",    "unit"};
  constexpr std::string_view what = "an option, 'ENGINE: ...', 'loop', 'if', 'barrier' or '}'";
  if (at(Word::unit)) {
    problems_.report(Code::late_declaration, token_.begin, "the unit stands once, right after the file's name",
                     "a declaration or an item", counterpoint::describe(text_, token_));
  } else if (at(TokenKind::word) && lexer_.colon_follows()) {
    (void)expect_name("an engine's name");
  } else {
    unexpected(what, words);
  }
  if (at(TokenKind::open_brace)) return recover();
  advance();
  recover();
}

std::uint32_t Parser::declare_scope(const Token& name, bool conditional) {
  const std::string_view own = text(name);
  constexpr std::string_view suffix = ".else";
  const auto clash = [&](std::uint32_t number, std::string_view message) {
    report_name(Code::duplicate_scope, name, std::string(message), "another name").related =
        scopes_.index.offset(number);
  };
  if (own.ends_with(suffix)) {
    const auto base = scopes_.index.find(own.substr(0, own.size() - suffix.size()));
    if (base && scopes_.conditional[*base]) clash(*base, "the conditional without '.else' has a branch of this name");
  }
  if (conditional) {
    const auto other = scopes_.index.find(std::string(own) + std::string(suffix));
    if (other) clash(*other, "a conditional NAME has a branch NAME.else, and there is a scope of that name");
  }
  const auto [number, fresh] = scopes_.index.intern(name.begin, name.end);
  if (!fresh) {
    clash(number, "there is a scope of this name already");
    return Problem::nowhere;
  }
  scopes_.scope.emplace_back();
  scopes_.conditional.push_back(conditional);
  return number;
}

bool Parser::parse_trips(TripKind& kind, std::uint32_t& trips) {
  if (!expect(Word::trips)) return false;
  if (accept(Word::dynamic)) return true;
  if (accept(Word::divergent)) {
    kind = TripKind::divergent;
    return true;
  }
  if (!at(TokenKind::integer)) {
    unexpected("a number of trips, 'dynamic' or 'divergent'", {text_of(Word::dynamic), text_of(Word::divergent)});
    return false;
  }
  kind = TripKind::constant;
  const auto number = expect_integer("a number of trips", most_trips);
  trips = static_cast<std::uint32_t>(number.value_or(0));
  return number.has_value();
}

bool Parser::parse_control_dependencies() {
  if (!at(Word::after)) return true;
  return parse_dependencies(&references_.of_scopes, 0);
}

bool Parser::enter_body(bool header_right) {
  if (header_right && accept(TokenKind::open_brace)) return true;
  if (header_right) unexpected("'{'");
  while (!at(TokenKind::open_brace) && !at_item_start()) advance();
  (void)accept(TokenKind::open_brace);
  return false;
}

void Parser::open_scope(const Token& keyword, const ScopeHeader& header, bool right) {
  const std::size_t first = header.first_reference;
  const bool entered = enter_body(right);
  if (tree_->depth() >= most_nested) {
    if (!too_deep_) {
      problems_.report(Code::nesting_too_deep, keyword.begin, "scopes are nested too deep",
                       fmt::format("at most {} scopes in each other", most_nested));
    }
    too_deep_ = true;
    references_.of_scopes.resize(first);
    return frames_.push_back({keyword.begin, false, !entered, header.conditional});
  }
  const ScopeId scope = header.conditional ? tree_->open_conditional(header.name, header.kind, line(keyword))
                                           : tree_->open_loop(header.name, header.kind, header.trips, line(keyword));
  note_scope(scope, keyword);
  if (header.number != Problem::nowhere) scopes_.scope[header.number] = scope;
  for (std::size_t i = first; i < references_.of_scopes.size(); ++i) references_.of_scopes[i].consumer = scope.value;
  frames_.push_back({keyword.begin, true, !entered, header.conditional});
}

void Parser::note_scope(ScopeId scope, const Token& keyword) {
  if (offsets_ == nullptr) return;
  offsets_->scopes.resize(scope.value, Problem::nowhere);
  offsets_->scopes.push_back(keyword.begin);
}

void Parser::parse_loop() {
  const Token keyword = token_;
  advance();
  ScopeHeader header;
  header.first_reference = references_.of_scopes.size();
  const auto name = expect_name("the loop's name");
  if (name) {
    header.name = text(*name);
    header.number = declare_scope(*name, false);
  }
  const bool right = name && parse_trips(header.kind, header.trips) && parse_control_dependencies();
  open_scope(keyword, header, right);
}

void Parser::parse_conditional() {
  const Token keyword = token_;
  advance();
  ScopeHeader header;
  header.conditional = true;
  header.first_reference = references_.of_scopes.size();
  const auto name = expect_name("the conditional's name");
  if (name) {
    header.name = text(*name);
    header.number = declare_scope(*name, true);
  }
  if (name && accept(Word::divergent)) header.kind = TripKind::divergent;
  const bool right = name && parse_control_dependencies();
  open_scope(keyword, header, right);
}

void Parser::parse_close() {
  const Token brace = token_;
  advance();
  if (frames_.empty()) {
    problems_.report(Code::unmatched_brace, brace.begin, "this '}' closes nothing", "an item or the end of the file");
    return;
  }
  const Frame frame = frames_.back();
  frames_.pop_back();
  if (frame.branch && at(Word::else_)) {
    const Token keyword = token_;
    advance();
    const bool entered = enter_body(true);
    if (frame.opened) note_scope(tree_->open_else(), keyword);
    return frames_.push_back({keyword.begin, frame.opened, !entered, false});
  }
  if (frame.opened) tree_->close();
}

void Parser::parse_stray_else() {
  problems_.report(Code::stray_else, token_.begin, "this 'else' follows no conditional",
                   "'else' right after the '}' of an 'if'");
  advance();
  recover();
}

void Parser::parse_barrier() {
  const Token keyword = token_;
  advance();
  const bool reset = accept(Word::reset);
  only_in_implementations(keyword, "barriers");
  tree_->add_barrier(reset);
}

}  // namespace counterpoint
