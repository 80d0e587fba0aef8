// An implementation as lines that can be edited: what fault operators work on.
// SPDX-License-Identifier: Apache-2.0
//
// An Implementation is flat arrays and cannot be changed. A draft holds the same content line by line, in the order of
// the text; an edit adds, removes, moves or changes lines and never moves an instruction across another, so that the
// streams stay those of the program. Cost: making one and building from one are linear in the text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/machine/machine.hpp"
#include "core/program/implementation.hpp"

namespace counterpoint::mutation {

// Scopes as the walk of the tree meets them (both branches of a conditional, empty or not), barriers, statements.
struct Line {
  enum class Kind : std::uint8_t { enter, leave, barrier, statement } kind = Kind::statement;
  StatementKind statement = StatementKind::operation;
  bool reset = false;           // barrier
  ScopeId scope;                // enter, leave: that scope; otherwise, as long as nothing moved, where it stands
  EngineId engine;              // statement
  InstructionId instruction;    // of an instruction
  RegisterOperation operation;  // of an operation
  std::vector<Wait> waits;      // of an instruction or a stand-alone wait
  std::vector<Update> updates;  // of an instruction or a stand-alone signal

  [[nodiscard]] bool is(StatementKind k) const { return kind == Kind::statement && statement == k; }
  [[nodiscard]] bool on(EngineId e) const { return kind == Kind::statement && engine == e; }
};

struct Draft {
  const Implementation* original = nullptr;  // its tree gives engines, scopes and instructions; must outlive the draft
  IdVector<SemaphoreId, Semaphore> semaphores;
  IdVector<EngineId, std::vector<std::string>> registers;
  std::vector<std::int64_t> literals;
  std::vector<Line> lines;
  Comparison compare = Comparison::as_signed;  // part of the question, not of the text

  [[nodiscard]] std::int64_t value(Operand literal) const {
    return literal.is_small() ? literal.small_value() : literals[literal.pool_index()];
  }
  [[nodiscard]] Operand literal(std::int64_t value);
  // A register of that engine with a name of its own that begins with `wish`.
  [[nodiscard]] RegisterId add_register(EngineId engine, const std::string& wish);

  void insert(std::size_t at, Line line) {
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), std::move(line));
  }
  void erase(std::size_t at) { lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at)); }
  // The line `from` goes before the line `to` (counted before the move).
  void move(std::size_t from, std::size_t to);
};

[[nodiscard]] Draft draft_of(const Implementation& implementation);
[[nodiscard]] Implementation build(const Draft& draft);

// A register operation on that engine.
[[nodiscard]] Line operation_line(EngineId engine, RegisterOperation operation);

}  // namespace counterpoint::mutation
