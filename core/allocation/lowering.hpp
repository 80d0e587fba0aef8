// Thresholds as values, lowered to register operations with constants folded.
// SPDX-License-Identifier: Apache-2.0
//
// What. A value is scale * register + constant, or a constant. Adding constants and multiplying by them only changes
// the value; an operation is made where two registers meet, at a minimum, at a mask, and at the end if what is left is
// not a plain register. So N * (r - k) - (N - K) costs two operations, r alone none, and a producer at the root a
// literal.
//
// Invariant. One accumulator (a temporary w) and one scratch register (m) serve a wait of any shape: of two operands
// that meet at most one lives in the accumulator, and m is read by the operation right after the one that sets it. A
// consumer with several computed waits takes w0, w1, ...; every consumer starts again at w0.
//
// The same calls run twice: first without a builder, to demand registers and count operations, then with one.
#pragma once

#include <cstdint>

#include "core/allocation/registers.hpp"
#include "core/program/implementation_builder.hpp"

namespace counterpoint {

// scale * reg + constant; a constant if scale is 0.
struct Value {
  std::int64_t constant = 0;
  std::int64_t scale = 0;
  RegisterId reg;

  [[nodiscard]] bool is_constant() const { return scale == 0; }
  [[nodiscard]] bool is_register() const { return scale == 1 && constant == 0; }
};

class Lowering {
 public:
  // `out` null: only demand registers and count operations.
  Lowering(RegisterTable& table, ImplementationBuilder* out) : table_(table), out_(out) {}

  // From now on for an instruction, or a stand-alone wait, of engine e; its temporaries start again at w0.
  void begin(EngineId e) {
    engine_ = e;
    next_ = 0;
    overflow_ = false;
  }
  // Computed waits of this consumer so far: temporaries that are taken.
  [[nodiscard]] std::uint32_t temporaries() const { return next_; }
  void release_temporaries() { next_ = 0; }
  [[nodiscard]] EngineId engine() const { return engine_; }
  [[nodiscard]] std::size_t operations() const { return operations_; }
  // Whether a constant of this consumer's thresholds went beyond 64 bits.
  [[nodiscard]] bool overflow() const { return overflow_; }

  [[nodiscard]] static Value constant(std::int64_t c) { return {c, 0, RegisterId::none()}; }
  // Register j of a quantity on the engine at hand. The root's count and trip are the constant 1.
  Value read(QuantityKind kind, std::uint32_t subject, ScopeId anchor = {}, std::uint32_t index = 0);
  Value count(ScopeId s) { return read(QuantityKind::count, s.value); }
  Value trip(ScopeId s) { return read(QuantityKind::trip, s.value); }

  Value plus(Value v, std::int64_t c) {
    overflow_ |= __builtin_add_overflow(v.constant, c, &v.constant);
    return v;
  }
  Value times(Value v, std::int64_t c) {
    overflow_ |= __builtin_mul_overflow(v.constant, c, &v.constant);
    overflow_ |= __builtin_mul_overflow(v.scale, c, &v.scale);
    return v;
  }
  // At most one of the two may have been computed (others come from `read`); computed ones are consumed.
  Value sum(Value a, Value b);
  Value minimum(Value a, Value b);
  // v if a > k, else 0.
  Value masked(Value v, Value a, std::int64_t k);
  // What to wait for; takes the temporary it lives in, if any.
  Operand finish(Value v);

 private:
  static Value plain(RegisterId r) { return {0, 1, r}; }
  [[nodiscard]] RegisterId accumulator();
  [[nodiscard]] RegisterId scratch();
  [[nodiscard]] bool accumulated(Value v);
  void operation(RegisterId target, Operation op, Operand a, Operand b = {});
  Operand literal(std::int64_t c);
  // Computes v into `target`; nothing if it is there already.
  Value into(RegisterId target, Value v);
  // scale * register of v (its constant left aside), added to what `target` holds.
  void add_to(RegisterId target, Value v);
  // v as an operand, through the scratch register if need be.
  Operand operand(Value v);

  RegisterTable& table_;
  ImplementationBuilder* out_;
  EngineId engine_;
  std::uint32_t next_ = 0;
  std::size_t operations_ = 0;
  bool overflow_ = false;
};

}  // namespace counterpoint
