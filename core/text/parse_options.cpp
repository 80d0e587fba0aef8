// The options of an instruction: dependencies, costs, accesses, waits and updates.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/text/parser.hpp"

namespace counterpoint {

bool Parser::parse_options(At where, InstructionId instruction) {
  reads_.clear();
  writes_.clear();
  waits_.clear();
  updates_.clear();
  Timing timing;
  bool more = true;
  while (more) {
    if (!parse_option(where, instruction, timing, more)) return false;
  }
  if (timing.given != 0) {
    if ((timing.given & Timing::has_interval) == 0) timing.interval = timing.cost;
    tree_->set_timing(timing);
  }
  for (const Access& a : reads_) tree_->add_access(a);
  for (const Access& a : writes_) tree_->add_access(a);
  if (!implementation_) return true;
  for (const Wait& w : waits_) result_->add_wait(w);
  for (const Update& u : updates_) result_->add_update(u);
  return true;
}

bool Parser::parse_option(At where, InstructionId instruction, Timing& timing, bool& more) {
  const Token word = token_;
  switch (word.word) {
    case Word::after: return parse_dependencies(&references_.of_instructions, instruction.value);
    case Word::cost:
    case Word::interval:
    case Word::transfer: return parse_number_option(timing);
    case Word::op: return parse_op(timing);
    case Word::reads:
    case Word::writes: advance(); return parse_accesses(word.word == Word::writes);
    case Word::wait:
    case Word::take:
      only_in_implementations(word, "waits");
      advance();
      return parse_conditions(where, word.word == Word::take);
    case Word::signal:
      only_in_implementations(word, "signals");
      advance();
      return parse_updates(where, UpdateTime::retire);
    default: more = false; return true;
  }
}

bool Parser::option_once(const Token& word, Timing& timing, std::uint8_t bit) {
  const bool once = (timing.given & bit) == 0;
  if (!once) report_name(Code::option_twice, word, "this option is given already", "it once");
  timing.given |= bit;
  return once;
}

bool Parser::parse_number_option(Timing& timing) {
  const Token word = token_;
  advance();
  const auto value = expect_integer(fmt::format("an integer after '{}'", text(word)), INT64_MAX);
  if (!value) return false;
  if (word.word == Word::cost && option_once(word, timing, Timing::has_cost)) timing.cost = *value;
  if (word.word == Word::interval && option_once(word, timing, Timing::has_interval)) timing.interval = *value;
  if (word.word == Word::transfer && option_once(word, timing, Timing::has_transfer)) timing.transfer = *value;
  return true;
}

bool Parser::parse_op(Timing& timing) {
  const Token word = token_;
  advance();
  const auto name = expect_name("the operation's name");
  if (!name) return false;
  if (!option_once(word, timing, Timing::has_op)) return true;
  const auto [number, fresh] = operations_.intern(name->begin, name->end);
  if (fresh) operation_names_.push_back(tree_->add_name(text(*name)));
  timing.op = operation_names_[number];
  return true;
}

bool Parser::parse_dependencies(std::vector<Reference>* references, std::uint32_t consumer) {
  if (implementation_) {
    report_name(Code::only_in_programs, token_, "an implementation has no dependencies", "waits and updates")
        .diagnostic.help = "'wait S >= V' holds an instruction, 'signal S += N' counts its retirements";
  }
  do {
    advance();
    const auto producer = expect_name("a producer's name");
    if (!producer || !parse_distances()) return false;
    if (implementation_ || guessing_) continue;
    const std::uint32_t number = instructions_.intern(producer->begin, producer->end);
    references->push_back({consumer, number, producer->begin});
  } while (at(TokenKind::comma));
  return true;
}

bool Parser::parse_distances() {
  while (accept(TokenKind::at)) {
    if (accept(TokenKind::star)) return true;
    if (!at(TokenKind::name) && !at(TokenKind::word)) {
      unexpected("a loop's name or '*'");
      return false;
    }
    if (!expect_name("a loop's name or '*'")) return false;
    if (!accept(TokenKind::minus) && !expect(TokenKind::plus, "'-' or '+' and a distance, as in @q-1")) return false;
    if (!expect_integer("a distance", most_trips)) return false;
  }
  return true;
}

bool Parser::parse_accesses(bool write) {
  for (;;) {
    const auto name = expect_name("a buffer's name");
    if (!name) return false;
    Access access;
    access.write = write;
    std::uint32_t slots = 0;
    const auto buffer = buffers_.find(text(*name));
    const bool reserved = name->kind == TokenKind::word;  // reported already
    if (buffer) {
      access.buffer = BufferId{std::size_t{*buffer}};
      slots = slots_[*buffer];
    } else if (!reserved) {
      report_name(Code::unknown_buffer, *name, "there is no buffer of this name", "a buffer declared at the top")
          .diagnostic.nearest = nearest_name(text(*name), buffers_.candidates());
    }
    if (!parse_slot(*name, access, slots)) return false;
    if (buffer) (write ? writes_ : reads_).push_back(access);
    if (!accept(TokenKind::comma)) return true;
  }
}

// `slots` is 0 if the buffer is not known.
bool Parser::parse_slot(const Token& buffer_name, Access& access, std::uint32_t slots) {
  if (!accept(TokenKind::open_bracket)) {
    if (slots > 1) {
      report_name(Code::slot_missing, buffer_name, fmt::format("this buffer has {} slots", slots),
                  "a slot, as in b[0] or b[LOOP]");
    }
    return true;
  }
  const Token index = token_;
  if (at(TokenKind::integer)) {
    const auto slot = expect_integer("a slot", most_trips);
    if (!slot) return false;
    access.kind = SlotKind::constant;
    access.slot = static_cast<std::uint32_t>(*slot);
    if (slots != 0 && access.slot >= slots) {
      report_name(Code::slot_out_of_range, index, "the buffer has no such slot", fmt::format("0 to {}", slots - 1));
    }
    return expect(TokenKind::close_bracket, "']'");
  }
  const auto loop = expect_name("a slot: a number, or the name of a loop");
  if (!loop) return false;
  access.kind = SlotKind::rotating;
  access.loop = enclosing_loop(*loop);
  if (at(TokenKind::plus) || at(TokenKind::minus)) {
    const bool negative = at(TokenKind::minus);
    advance();
    const auto shift = expect_integer("a shift", most_trips);
    if (!shift) return false;
    access.shift = static_cast<std::int32_t>(*shift);
    if (negative) access.shift = -access.shift;
  }
  return expect(TokenKind::close_bracket, "']'");
}

// The open loop of that name; none, and a message, if there is no such loop around this place.
ScopeId Parser::enclosing_loop(const Token& name) {
  if (name.kind == TokenKind::word) return ScopeId::none();  // reported already
  const ScopeId scope = scopes_.find(text(name), *tree_);
  // Scopes that are still open have no end yet.
  if (scope.valid() && tree_->scope(scope).is_loop() && !tree_->scope(scope).subtree_end.valid()) return scope;
  std::vector<std::string_view> loops;
  for (ScopeId s = tree_->current(); s != Tree::root(); s = tree_->scope(s).parent) {
    if (tree_->scope(s).is_loop()) loops.push_back(tree_->text(tree_->scope(s).name));
  }
  Problem& p = scope.valid()
                   ? report_name(Code::rotation_not_enclosing, name, "slots rotate with a loop around the instruction",
                                 "a loop around this instruction")
                   : report_name(Code::unknown_loop, name, "there is no loop of this name", "a loop around this place");
  p.diagnostic.nearest = nearest_name(text(name), loops);
  return ScopeId::none();
}

}  // namespace counterpoint
