// Builds an Implementation in the order of the text.
// SPDX-License-Identifier: Apache-2.0
#include "core/program/implementation_builder.hpp"

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {

SemaphoreId ImplementationBuilder::add_semaphore(std::string_view name, std::int64_t initial, bool flag, bool array,
                                                 std::uint32_t size) {
  Semaphore s;
  s.name = name;
  s.flag = flag;
  s.array = array;
  s.size = size;
  s.initial = initial;
  s.first = result_.element_count();
  return result_.semaphores.push_back(std::move(s));
}

RegisterId ImplementationBuilder::reg(EngineId engine, std::string_view name) {
  if (register_index_.size() <= engine.value) register_index_.resize(engine.value + 1);
  if (result_.registers.size() <= engine.value) result_.registers.resize(engine.value + 1);
  auto& names = result_.registers[engine];
  const auto [it, fresh] = register_index_[engine.value].try_emplace(std::string(name), names.size());
  if (fresh) names.emplace_back(name);
  return RegisterId{std::size_t{it->second}};
}

RegisterId ImplementationBuilder::add_register(EngineId engine, const std::string& wish) {
  if (result_.registers.size() <= engine.value) result_.registers.resize(engine.value + 1);
  const std::size_t before = result_.registers[engine].size();
  RegisterId made = reg(engine, wish);
  for (std::uint32_t n = 2; made.value < before; ++n) made = reg(engine, wish + "_" + std::to_string(n));
  return made;
}

std::optional<RegisterId> ImplementationBuilder::find_register(EngineId engine, std::string_view name) const {
  if (register_index_.size() <= engine.value) return std::nullopt;
  const auto& index = register_index_[engine.value];
  const auto it = index.find(std::string(name));
  if (it == index.end()) return std::nullopt;
  return RegisterId{std::size_t{it->second}};
}

Operand ImplementationBuilder::literal(std::int64_t value) {
  if (Operand::fits_inline(value)) return Operand::small(value);
  const auto [it, fresh] = literal_index_.try_emplace(value, result_.literals.size());
  if (fresh) result_.literals.push_back(value);
  return Operand::pooled(it->second);
}

std::uint32_t ImplementationBuilder::next_statement(EngineId engine, StatementKind kind, std::uint32_t index) {
  result_.statements.emplace_back(engine, kind, index);
  return static_cast<std::uint32_t>(result_.statements.size() - 1);
}

void ImplementationBuilder::operation(EngineId engine, RegisterId target, Operation op, Operand a, Operand b) {
  tree.add_statement();
  next_statement(engine, StatementKind::operation, static_cast<std::uint32_t>(result_.operations.size()));
  result_.operations.push_back({target, a, b, op});
}

void ImplementationBuilder::wait(EngineId engine, std::span<const Wait> waits) {
  tree.add_statement();
  next_statement(engine, StatementKind::wait, static_cast<std::uint32_t>(result_.conditions.size()));
  const auto first = static_cast<std::uint32_t>(result_.alone_waits.size());
  result_.alone_waits.insert(result_.alone_waits.end(), waits.begin(), waits.end());
  result_.conditions.push_back({first, static_cast<std::uint32_t>(result_.alone_waits.size())});
}

void ImplementationBuilder::signal(EngineId engine, std::span<const Update> updates) {
  tree.add_statement();
  next_statement(engine, StatementKind::signal, static_cast<std::uint32_t>(result_.signals.size()));
  const auto first = static_cast<std::uint32_t>(result_.alone_updates.size());
  result_.alone_updates.insert(result_.alone_updates.end(), updates.begin(), updates.end());
  result_.signals.push_back({first, static_cast<std::uint32_t>(result_.alone_updates.size())});
}

void ImplementationBuilder::fence(EngineId engine) {
  tree.add_statement();
  next_statement(engine, StatementKind::fence, 0);
}

void ImplementationBuilder::attach(std::span<const Wait> waits, std::span<const Update> updates) {
  result_.wait_start.push_back(static_cast<std::uint32_t>(result_.waits.size()));
  result_.update_start.push_back(static_cast<std::uint32_t>(result_.updates.size()));
  result_.waits.insert(result_.waits.end(), waits.begin(), waits.end());
  result_.updates.insert(result_.updates.end(), updates.begin(), updates.end());
}

InstructionId ImplementationBuilder::instruction(EngineId engine, std::string_view name, std::uint32_t line,
                                                 std::span<const Wait> waits, std::span<const Update> updates) {
  const InstructionId id = tree.add_instruction(engine, name, line);
  next_statement(engine, StatementKind::instruction, id.value);
  attach(waits, updates);
  return id;
}

InstructionId ImplementationBuilder::instruction_like(InstructionId i, EngineId engine, std::span<const Wait> waits,
                                                      std::span<const Update> updates) {
  tree.instruction_like(i);
  next_statement(engine, StatementKind::instruction, i.value);
  attach(waits, updates);
  return i;
}

void ImplementationBuilder::add_wait(const Wait& w) {
  require(!result_.wait_start.empty(), "a wait belongs to an instruction");
  result_.waits.push_back(w);
}

void ImplementationBuilder::add_update(const Update& u) {
  require(!result_.update_start.empty(), "an update belongs to an instruction");
  result_.updates.push_back(u);
}

void ImplementationBuilder::reserve(std::size_t statements, std::size_t operations, std::size_t waits,
                                    std::size_t updates) {
  result_.statements.reserve(statements);
  result_.operations.reserve(operations);
  result_.waits.reserve(waits);
  result_.updates.reserve(updates);
  result_.wait_start.reserve(tree.instruction_count() + 1);
  result_.update_start.reserve(tree.instruction_count() + 1);
}

Implementation ImplementationBuilder::finish() {
  result_.tree = tree.finish();
  result_.wait_start.push_back(static_cast<std::uint32_t>(result_.waits.size()));
  result_.update_start.push_back(static_cast<std::uint32_t>(result_.updates.size()));
  if (result_.registers.size() < result_.tree.engine_count()) result_.registers.resize(result_.tree.engine_count());
  return std::move(result_);
}

}  // namespace counterpoint
