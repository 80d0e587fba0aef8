// Waits, takes and updates of semaphores and flags.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/text/parser.hpp"

namespace counterpoint {

bool Parser::parse_conditions(At where, bool take) {
  do {
    Wait wait;
    if (take) wait.kind = TestKind::take;
    if (offsets_ != nullptr) offsets_->waits.push_back(token_.begin);
    if (!parse_element(where, wait.semaphore, wait.index)) return false;
    if (!take && accept(TokenKind::equal_equal)) {
      wait.kind = TestKind::equal;
    } else if (!expect(TokenKind::at_least, take ? "'>='" : "'>=' or '=='")) {
      return false;
    }
    if (!parse_value(where, wait.value)) return false;
    waits_.push_back(wait);
  } while (accept(TokenKind::comma));
  return true;
}

bool Parser::parse_updates(At where, UpdateTime usual) {
  do {
    Update update;
    update.time = usual;
    const Token name = token_;
    if (!parse_element(where, update.semaphore, update.index)) return false;
    if (accept(TokenKind::plus_assign)) {
      update.kind = UpdateKind::add;
    } else if (accept(TokenKind::minus_assign)) {
      update.kind = UpdateKind::subtract;
    } else if (expect(TokenKind::assign, "'+=', '-=' or ':='")) {
      update.kind = UpdateKind::set;
    } else {
      return false;
    }
    if (!parse_amount(update, name) || !parse_time(update.time)) return false;
    updates_.push_back(update);
  } while (accept(TokenKind::comma));
  return true;
}

bool Parser::parse_amount(Update& update, const Token& name) {
  const Token number = token_;
  const auto amount = expect_signed("an integer");
  if (!amount) return false;
  if (!implementation_) return true;
  update.amount = result_->literal(*amount);
  const auto semaphore = semaphores_.find(text(name));
  if (!semaphore || !semaphore_info_[*semaphore].flag) return true;
  const std::int64_t least = update.kind == UpdateKind::set ? 0 : -1;
  if (*amount < least || *amount > 1) {
    problems_.report(Code::flag_value, number.begin, "a flag is one bit",
                     update.kind == UpdateKind::set ? "0 or 1" : "1", std::to_string(*amount));
  }
  return true;
}

bool Parser::parse_time(UpdateTime& time) {
  if (!accept(Word::at)) return true;
  if (accept(Word::issue)) {
    time = UpdateTime::issue;
  } else if (accept(Word::retire)) {
    time = UpdateTime::retire;
  } else {
    unexpected("'issue' or 'retire'", {text_of(Word::issue), text_of(Word::retire)});
    return false;
  }
  return true;
}

bool Parser::parse_element(At where, SemaphoreId& semaphore, Operand& index) {
  const auto name = expect_name("a semaphore or flag");
  if (!name) return false;
  const auto number = semaphores_.find(text(*name));
  if (number) {
    semaphore = SemaphoreId{std::size_t{*number}};
  } else if (implementation_ && name->kind == TokenKind::name) {
    report_name(Code::unknown_semaphore, *name, "there is no semaphore or flag of this name",
                "a semaphore or flag declared at the top")
        .diagnostic.nearest = nearest_name(text(*name), semaphores_.candidates());
  }
  const bool indexed = accept(TokenKind::open_bracket);
  const Token index_token = token_;
  if (indexed && (!parse_value(where, index) || !expect(TokenKind::close_bracket, "']'"))) return false;
  if (number && implementation_) check_index(*name, semaphore_info_[*number], indexed, index, index_token);
  return true;
}

void Parser::check_index(const Token& name, const SemaphoreInfo& info, bool indexed, Operand index,
                         const Token& index_token) {
  if (indexed && !info.array) {
    report_name(Code::index_on_scalar, name, "this is no array", "no index");
  } else if (!indexed && info.array) {
    report_name(Code::index_missing, name, fmt::format("this is an array of {} elements", info.size),
                "an index, as in f[0]");
  } else if (indexed && index.is_literal()) {
    const std::int64_t value = result_->literal_value(index);
    if (value >= 0 && value < info.size) return;
    problems_.report(Code::index_out_of_range, index_token.begin, "the array has no such element",
                     info.size == 0 ? std::string("an array with elements") : fmt::format("0 to {}", info.size - 1),
                     std::to_string(value));
  }
}

}  // namespace counterpoint
