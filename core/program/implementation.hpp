// An implementation: the same tree, with register operations, waits, updates and barriers in it.
// SPDX-License-Identifier: Apache-2.0
//
// Source: language.md "Implementations", semantics.md 3. It does not know who made it. Everything is in flat arrays
// (a register operation is 16 bytes, a wait or an update 16, a statement 8), so that ten million instructions fit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/program/tree.hpp"

namespace counterpoint {

// A register of the engine at hand, or an integer, in 32 bits: small integers inline, others in a pool.
class Operand {
 public:
  constexpr Operand() = default;  // none
  [[nodiscard]] static constexpr Operand of(RegisterId r) { return Operand{tag_register | r.value}; }
  [[nodiscard]] static constexpr bool fits_inline(std::int64_t v) { return v >= -(1 << 29) && v < (1 << 29); }
  [[nodiscard]] static constexpr Operand small(std::int64_t v) {
    return Operand{tag_small | (static_cast<std::uint32_t>(v) & payload)};
  }
  [[nodiscard]] static constexpr Operand pooled(std::uint32_t index) { return Operand{tag_pooled | index}; }

  [[nodiscard]] constexpr bool is_none() const { return bits_ == none_bits; }
  [[nodiscard]] constexpr bool is_register() const { return (bits_ & tag_mask) == tag_register; }
  [[nodiscard]] constexpr bool is_literal() const { return !is_none() && !is_register(); }
  [[nodiscard]] constexpr bool is_small() const { return (bits_ & tag_mask) == tag_small; }
  [[nodiscard]] constexpr RegisterId reg() const { return RegisterId{std::size_t{bits_ & payload}}; }
  [[nodiscard]] constexpr std::int64_t small_value() const { return static_cast<std::int32_t>(bits_ << 2U) >> 2U; }
  [[nodiscard]] constexpr std::uint32_t pool_index() const { return bits_ & payload; }
  friend constexpr bool operator==(Operand, Operand) = default;

 private:
  static constexpr std::uint32_t payload = 0x3fffffffU;
  static constexpr std::uint32_t tag_mask = 0xc0000000U;
  static constexpr std::uint32_t tag_small = 0x00000000U;
  static constexpr std::uint32_t tag_register = 0x40000000U;
  static constexpr std::uint32_t tag_pooled = 0x80000000U;
  static constexpr std::uint32_t none_bits = 0xffffffffU;
  constexpr explicit Operand(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t bits_ = none_bits;
};

enum class Operation : std::uint8_t { copy, add, subtract, multiply, modulo, divide, greater, minimum, maximum };

// target := a OP b (copy: target := a, b none).
struct RegisterOperation {
  RegisterId target;
  Operand a;
  Operand b;
  Operation operation = Operation::copy;
};

enum class TestKind : std::uint8_t { at_least, equal, take };

// One wait: `S >= V`, `S == V`, or a take of V.
struct Wait {
  SemaphoreId semaphore;
  Operand index;  // none unless the semaphore is an array
  Operand value;
  TestKind kind = TestKind::at_least;
};

enum class UpdateKind : std::uint8_t { add, subtract, set };
enum class UpdateTime : std::uint8_t {
  retire,  // when the instruction retires; stand-alone: once everything before it on the engine has retired
  issue    // when the instruction issues; stand-alone: in stream order
};

struct Update {
  SemaphoreId semaphore;
  Operand index;
  Operand amount;  // always a literal
  UpdateKind kind = UpdateKind::add;
  UpdateTime time = UpdateTime::retire;
};

struct Semaphore {
  std::string name;
  bool flag = false;  // one bit
  bool array = false;
  std::uint32_t size = 1;    // elements; 1 unless an array
  std::int64_t initial = 0;  // of every element
  std::uint32_t first = 0;   // index of element 0 among all elements
};

enum class StatementKind : std::uint8_t { instruction, operation, wait, signal, fence };

// One statement of an engine's stream. `index`: InstructionId; into operations; into conditions (wait and take alone);
// into signals (signal alone); unused (fence).
struct Statement {
  std::uint32_t engine_and_kind = 0;
  std::uint32_t index = 0;
  Statement() = default;
  Statement(EngineId e, StatementKind k, std::uint32_t i)
      : engine_and_kind((e.value << 3U) | static_cast<std::uint32_t>(k)), index(i) {}
  [[nodiscard]] EngineId engine() const { return EngineId{std::size_t{engine_and_kind >> 3U}}; }
  [[nodiscard]] StatementKind kind() const { return static_cast<StatementKind>(engine_and_kind & 7U); }
};

// A run of waits or updates.
struct Slice {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

class Implementation {
 public:
  Tree tree;           // blocks hold [first, last) of `statements`
  std::string scheme;  // the WORD after `scheme`, "" if none

  [[nodiscard]] std::int64_t literal(Operand o) const {
    return o.is_small() ? o.small_value() : literals[o.pool_index()];
  }
  [[nodiscard]] std::span<const Statement> statements_of(BlockId b) const {
    const Block& x = tree.block(b);
    return std::span(statements).subspan(x.first, x.last - x.first);
  }
  [[nodiscard]] std::span<const Wait> waits_of(InstructionId i) const {
    return std::span(waits).subspan(wait_start[i.value], wait_start[i.value + 1] - wait_start[i.value]);
  }
  [[nodiscard]] std::span<const Update> updates_of(InstructionId i) const {
    return std::span(updates).subspan(update_start[i.value], update_start[i.value + 1] - update_start[i.value]);
  }
  // The waits of a stand-alone wait or take, the updates of a stand-alone signal.
  [[nodiscard]] std::span<const Wait> condition(std::uint32_t index) const {
    return std::span(alone_waits).subspan(conditions[index].first, conditions[index].last - conditions[index].first);
  }
  [[nodiscard]] std::span<const Update> signal(std::uint32_t index) const {
    return std::span(alone_updates).subspan(signals[index].first, signals[index].last - signals[index].first);
  }
  [[nodiscard]] std::string_view register_name(EngineId e, RegisterId r) const { return registers[e][r.value]; }
  [[nodiscard]] std::size_t register_count(EngineId e) const { return registers[e].size(); }
  [[nodiscard]] std::uint32_t element_count() const {
    return semaphores.empty() ? 0 : semaphores.back().first + semaphores.back().size;
  }

  // Filled by ImplementationBuilder only.
  IdVector<SemaphoreId, Semaphore> semaphores;
  IdVector<EngineId, std::vector<std::string>> registers;
  std::vector<Statement> statements;
  std::vector<RegisterOperation> operations;
  std::vector<std::int64_t> literals;
  std::vector<Wait> waits;
  std::vector<std::uint32_t> wait_start;  // one per instruction and one more
  std::vector<Update> updates;
  std::vector<std::uint32_t> update_start;
  std::vector<Slice> conditions;
  std::vector<Wait> alone_waits;
  std::vector<Slice> signals;
  std::vector<Update> alone_updates;
};

// The same by text, in the same order. Registers and semaphores are compared by name. Linear.
[[nodiscard]] bool same_implementation(const Implementation& a, const Implementation& b);

}  // namespace counterpoint
