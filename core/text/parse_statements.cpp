// The statements of an engine.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/text/parser.hpp"

namespace counterpoint {

void Parser::parse_statement() {
  const Token engine = token_;
  advance();
  advance();  // the ':'
  const At at_engine = find_engine(engine);
  const Token first = token_;
  bool right = false;
  switch (first.word) {
    case Word::fence:
      only_in_implementations(first, "fences");
      advance();
      if (implementation_) result_->fence(at_engine.engine);
      right = true;
      break;
    case Word::wait:
    case Word::take: right = parse_standing_wait(at_engine); break;
    case Word::signal: right = parse_standing_signal(at_engine); break;
    default: {
      const auto name = expect_name("an instruction's name");
      if (!name) break;
      right = at(TokenKind::assign) ? parse_assignment(at_engine, *name) : parse_instruction(at_engine, *name);
    }
  }
  if (!right) recover();
}

Parser::At Parser::find_engine(const Token& name) {
  if (const auto number = engines_.find(text(name))) return {EngineId{std::size_t{*number}}, true};
  Diagnostic& d =
      report_name(Code::unknown_engine, name, "there is no engine of this name", "an engine declared at the top")
          .diagnostic;
  d.nearest = nearest_name(text(name), engines_.candidates());
  if (engines_.size() == 0) d.help = fmt::format("declare it: engine {}", excerpt(text(name)));
  return {EngineId{std::size_t{0}}, false};
}

bool Parser::parse_instruction(At where, const Token& name) {
  const std::uint32_t number = instructions_.intern(name.begin, name.end);
  const bool fresh = !instructions_.instruction[number].valid();
  if (!fresh) {
    report_name(Code::duplicate_instruction, name, "there is an instruction of this name already", "another name")
        .related = instructions_.index.offset(number);
  }
  InstructionId id;
  if (implementation_) {
    id = result_->instruction(where.engine, text(name), line(name), {}, {});
  } else {
    id = tree_->add_instruction(where.engine, text(name), line(name));
  }
  if (offsets_ != nullptr) offsets_->instructions.push_back(name.begin);
  if (fresh) {
    instructions_.instruction[number] = id;
    instructions_.index.move(number, name.begin);
  }
  return parse_options(where, id);
}

RegisterId Parser::use_register(At where, const Token& name, bool assigned) {
  if (!where.known) return RegisterId{std::size_t{0}};
  while (registers_.size() <= where.engine.value) registers_.push_back({NameIndex(text_), {}});
  EngineRegisters& mine = registers_[where.engine.value];
  const auto [number, fresh] = mine.index.intern(name.begin, name.end);
  if (fresh) mine.registers.push_back({result_->reg(where.engine, text(name))});
  Register& r = mine.registers[number];
  r.assigned = r.assigned || assigned;
  if (!assigned && r.first_read == Problem::nowhere) r.first_read = name.begin;
  return r.id;
}

bool Parser::parse_assignment(At where, const Token& target) {
  only_in_implementations(target, "register operations");
  advance();
  RegisterId id;
  if (implementation_) {
    if (const auto semaphore = semaphores_.find(text(target))) {
      report_name(Code::register_named_as_semaphore, target, "a semaphore or flag has this name", "another name")
          .related = semaphores_.offset(*semaphore);
    } else {
      id = use_register(where, target, true);
    }
  }
  Operation operation = Operation::copy;
  Operand a;
  Operand b;
  if (!parse_expression(where, operation, a, b)) return false;
  if (implementation_) result_->operation(where.engine, id, operation, a, b);
  return true;
}

bool Parser::parse_expression(At where, Operation& operation, Operand& a, Operand& b) {
  const auto with_function = [&](Operation function) {
    operation = function;
    advance();
    return expect(TokenKind::open_parenthesis, "'('") && parse_value(where, a) && expect(TokenKind::comma, "','") &&
           parse_value(where, b) && expect(TokenKind::close_parenthesis, "')'");
  };
  switch (token_.word) {
    case Word::gt: return with_function(Operation::greater);
    case Word::min: return with_function(Operation::minimum);
    case Word::max: return with_function(Operation::maximum);
    default: break;
  }
  if (!parse_value(where, a)) return false;
  if (at(TokenKind::plus)) operation = Operation::add;
  if (at(TokenKind::minus)) operation = Operation::subtract;
  if (at(TokenKind::star)) operation = Operation::multiply;
  if (at(Word::mod)) operation = Operation::modulo;
  if (at(Word::div)) operation = Operation::divide;
  if (operation == Operation::copy) return true;
  advance();
  return parse_value(where, b);
}

bool Parser::parse_value(At where, Operand& value) {
  if (at(TokenKind::integer) || at(TokenKind::minus)) {
    const auto number = expect_signed("an integer");
    if (!number) return false;
    if (implementation_) value = result_->literal(*number);
    return true;
  }
  const auto name = expect_name("a register or an integer");
  if (!name) return false;
  if (!implementation_ || name->kind == TokenKind::word) return true;
  if (const auto semaphore = semaphores_.find(text(*name))) {
    report_name(Code::semaphore_as_value, *name, "a semaphore or flag is no value", "a register or an integer")
        .related = semaphores_.offset(*semaphore);
    return true;
  }
  value = Operand::of(use_register(where, *name, false));
  return true;
}

bool Parser::parse_standing_wait(At where) {
  only_in_implementations(token_, "waits");
  waits_.clear();
  const std::size_t noted = offsets_ != nullptr ? offsets_->waits.size() : 0;
  while (at(Word::wait) || at(Word::take)) {
    const bool take = at(Word::take);
    advance();
    if (!parse_conditions(where, take)) return false;
  }
  if (offsets_ != nullptr) {  // noted as those of an instruction
    const auto first = offsets_->waits.begin() + static_cast<std::ptrdiff_t>(noted);
    offsets_->alone_waits.insert(offsets_->alone_waits.end(), first, offsets_->waits.end());
    offsets_->waits.erase(first, offsets_->waits.end());
  }
  if (implementation_) result_->wait(where.engine, waits_);
  return true;
}

bool Parser::parse_standing_signal(At where) {
  only_in_implementations(token_, "signals");
  updates_.clear();
  while (accept(Word::signal)) {
    if (!parse_updates(where, UpdateTime::issue)) return false;
  }
  if (implementation_) result_->signal(where.engine, updates_);
  return true;
}

}  // namespace counterpoint
