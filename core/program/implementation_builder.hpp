// Builds an Implementation in the order of the text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/program/implementation.hpp"
#include "core/program/tree_builder.hpp"

namespace counterpoint {

class ImplementationBuilder {
 public:
  explicit ImplementationBuilder(std::string_view name) : tree(name) {}
  // On the tree of a program (names shared): place scopes and instructions with open_like and instruction_like.
  explicit ImplementationBuilder(const Tree& like) : tree(like) {}

  TreeBuilder tree;  // header, engines, scopes, barriers; statements only through the calls below

  void set_scheme(std::string_view scheme) { result_.scheme = scheme; }
  SemaphoreId add_semaphore(std::string_view name, std::int64_t initial = 0, bool flag = false, bool array = false,
                            std::uint32_t size = 1);
  // The register of that name on that engine, made at its first mention.
  RegisterId reg(EngineId engine, std::string_view name);
  // A new register, called `wish`, or `wish_2`, `wish_3`, ... where that is taken on that engine.
  RegisterId add_register(EngineId engine, const std::string& wish);
  [[nodiscard]] std::optional<RegisterId> find_register(EngineId engine, std::string_view name) const;
  Operand literal(std::int64_t value);
  [[nodiscard]] std::int64_t literal_value(Operand literal) const { return result_.literal(literal); }
  [[nodiscard]] static Operand use(RegisterId r) { return Operand::of(r); }

  void operation(EngineId engine, RegisterId target, Operation op, Operand a, Operand b = {});
  void wait(EngineId engine, std::span<const Wait> waits);        // stand-alone; one kind in all of them or a mix
  void signal(EngineId engine, std::span<const Update> updates);  // stand-alone
  void fence(EngineId engine);
  InstructionId instruction(EngineId engine, std::string_view name, std::uint32_t line, std::span<const Wait> waits,
                            std::span<const Update> updates);
  InstructionId instruction_like(InstructionId i, EngineId engine, std::span<const Wait> waits,
                                 std::span<const Update> updates);
  // For a reader that meets the waits and updates after the instruction: adds to the instruction placed last.
  void add_wait(const Wait& w);
  void add_update(const Update& u);

  void reserve(std::size_t statements, std::size_t operations, std::size_t waits, std::size_t updates);
  [[nodiscard]] Implementation finish();

 private:
  std::uint32_t next_statement(EngineId engine, StatementKind kind, std::uint32_t index);
  void attach(std::span<const Wait> waits, std::span<const Update> updates);

  Implementation result_;
  std::vector<std::unordered_map<std::string, std::uint32_t>> register_index_;
  std::unordered_map<std::int64_t, std::uint32_t> literal_index_;
};

}  // namespace counterpoint
