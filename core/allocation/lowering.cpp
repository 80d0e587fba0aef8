// Lowering of thresholds.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/lowering.hpp"

#include <utility>

namespace counterpoint {
namespace {

// In the pass that only counts, registers have no numbers yet. These stand in for them: different for different
// registers (up to a chance that costs only a wrong count), and never a number that pass 2 sees.
constexpr std::uint32_t stand_in_accumulator = 0x3fffffffU;
constexpr std::uint32_t stand_in_scratch = 0x3ffffffeU;

}  // namespace

Value Lowering::read(QuantityKind kind, std::uint32_t subject, ScopeId anchor, std::uint32_t index) {
  const bool of_scope = kind == QuantityKind::count || kind == QuantityKind::trip;
  if (of_scope && subject == Tree::root().value) return constant(1);
  const Quantity quantity{kind, engine_, subject, anchor};
  if (out_ != nullptr) return plain(table_.at(quantity, index));
  const std::uint32_t entry = table_.demand(quantity, index + 1);
  return plain(RegisterId{std::size_t{(entry * 1024U + index) & 0x1fffffffU}});
}

RegisterId Lowering::accumulator() {
  if (out_ != nullptr) return table_.temporary(engine_, next_);
  table_.demand_temporary(engine_, next_);
  return RegisterId{std::size_t{stand_in_accumulator}};
}

RegisterId Lowering::scratch() {
  if (out_ != nullptr) return table_.scratch(engine_);
  table_.demand_scratch(engine_);
  return RegisterId{std::size_t{stand_in_scratch}};
}

bool Lowering::accumulated(Value v) {
  if (v.is_constant()) return false;
  if (out_ == nullptr) return v.reg.value == stand_in_accumulator;
  return table_.is_temporary(engine_, v.reg);
}

void Lowering::operation(RegisterId target, Operation op, Operand a, Operand b) {
  ++operations_;
  if (out_ != nullptr) out_->operation(engine_, target, op, a, b);
}

Operand Lowering::literal(std::int64_t c) {
  if (out_ != nullptr) return out_->literal(c);
  return Operand::small(Operand::fits_inline(c) ? c : 0);
}

Value Lowering::into(RegisterId target, Value v) {
  if (v.is_constant()) {
    operation(target, Operation::copy, literal(v.constant));
    return plain(target);
  }
  Operand at = Operand::of(v.reg);
  if (v.scale != 1) {
    operation(target, Operation::multiply, at, literal(v.scale));
    at = Operand::of(target);
  }
  if (v.constant < 0 && v.constant != INT64_MIN) {
    operation(target, Operation::subtract, at, literal(-v.constant));
  } else if (v.constant != 0) {
    operation(target, Operation::add, at, literal(v.constant));
  } else if (at != Operand::of(target)) {
    operation(target, Operation::copy, at);
  }
  return plain(target);
}

Operand Lowering::operand(Value v) {
  if (v.is_constant()) return literal(v.constant);
  if (v.is_register()) return Operand::of(v.reg);
  return Operand::of(into(scratch(), v).reg);
}

void Lowering::add_to(RegisterId target, Value v) {
  if (v.scale == 1 || v.scale == -1) {
    const Operation op = v.scale == 1 ? Operation::add : Operation::subtract;
    operation(target, op, Operand::of(target), Operand::of(v.reg));
    return;
  }
  const RegisterId m = scratch();
  operation(m, Operation::multiply, Operand::of(v.reg), literal(v.scale));
  operation(target, Operation::add, Operand::of(target), Operand::of(m));
}

Value Lowering::sum(Value a, Value b) {
  if (a.is_constant()) std::swap(a, b);
  if (b.is_constant()) return plus(a, b.constant);
  if (a.reg == b.reg) {
    Value v = plus(a, b.constant);
    overflow_ |= __builtin_add_overflow(a.scale, b.scale, &v.scale);
    return v;
  }
  if (accumulated(b)) std::swap(a, b);
  std::int64_t rest = 0;
  overflow_ |= __builtin_add_overflow(a.constant, b.constant, &rest);
  a.constant = 0;
  b.constant = 0;
  const RegisterId w = accumulator();
  if (!accumulated(a) && a.is_register() && b.is_register()) {
    operation(w, Operation::add, Operand::of(a.reg), Operand::of(b.reg));
  } else {
    if (!accumulated(a) && a.is_register()) std::swap(a, b);  // the scaled one first saves a copy
    into(w, a);
    add_to(w, b);
  }
  return plus(plain(w), rest);
}

Value Lowering::minimum(Value a, Value b) {
  if (a.is_constant() && b.is_constant()) return constant(a.constant < b.constant ? a.constant : b.constant);
  if (a.is_constant() || accumulated(b)) std::swap(a, b);
  const RegisterId w = accumulator();
  const Operand left = a.is_register() ? Operand::of(a.reg) : Operand::of(into(w, a).reg);
  operation(w, Operation::minimum, left, operand(b));
  return plain(w);
}

Value Lowering::masked(Value v, Value a, std::int64_t k) {
  if (v.is_constant() && v.constant == 0) return v;
  if (a.is_constant()) return a.constant > k ? v : constant(0);
  const RegisterId w = accumulator();
  if (v.is_constant()) {
    operation(w, Operation::greater, operand(a), literal(k));
    return times(plain(w), v.constant);
  }
  const Operand left = v.is_register() ? Operand::of(v.reg) : Operand::of(into(w, v).reg);
  const RegisterId m = scratch();
  operation(m, Operation::greater, operand(a), literal(k));
  operation(w, Operation::multiply, left, Operand::of(m));
  return plain(w);
}

Operand Lowering::finish(Value v) {
  if (v.is_constant()) return literal(v.constant);
  if (v.is_register() && !accumulated(v)) return Operand::of(v.reg);
  const Value w = into(accumulator(), v);
  ++next_;
  return Operand::of(w.reg);
}

}  // namespace counterpoint
