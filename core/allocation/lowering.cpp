// Lowering of thresholds.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/lowering.hpp"

#include <algorithm>
#include <bit>
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

void Lowering::need(std::int64_t number) {
  if (bits_ == 0 || bits_for(number) <= bits_) return;
  if (!beyond_ || bits_for(*beyond_) < bits_for(number)) beyond_ = number;
}

Operand Lowering::literal(std::int64_t c) {
  need(c);
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
  if (!accumulated(a) && a.scale == -1) std::swap(a, b);
  if (!accumulated(a) && a.is_register() && (b.is_register() || b.scale == -1)) {
    const Operation op = b.is_register() ? Operation::add : Operation::subtract;
    operation(w, op, Operand::of(a.reg), Operand::of(b.reg));
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

Value Lowering::masked(Value v, std::span<const MaskFactor> factors, std::optional<Value> near) {
  if (factors.empty()) return v;
  if (bits_ == 0) {
    for (const MaskFactor& f : factors) v = multiplied_by(v, f);
    return v;
  }
  if (v.is_constant() && v.constant <= 0) return v;
  sorted_.assign(factors.begin(), factors.end());
  std::ranges::stable_sort(sorted_, std::ranges::greater{}, &MaskFactor::distance);
  return near ? kept_near(v, *near) : moved_down(v);
}

Operand Lowering::least_trip(RegisterId scratch) {
  Operand least = Operand::of(sorted_.front().trip.reg);
  for (std::size_t i = 1; i < sorted_.size(); ++i) {
    const std::int64_t above = sorted_[i - 1].distance - sorted_[i].distance;
    if (above > 0) {
      operation(scratch, Operation::subtract, least, literal(above));
      least = Operand::of(scratch);
    }
    operation(scratch, Operation::minimum, least, Operand::of(sorted_[i].trip.reg));
    least = Operand::of(scratch);
  }
  return least;
}

// v - (1 - mask) 2^(w-2); 1 - gt(t, k) = gt(k + 1, t).
Value Lowering::moved_down(Value v) {
  const RegisterId m = v.is_constant() ? accumulator() : scratch();
  const Operand least = least_trip(m);
  operation(m, Operation::greater, literal(sorted_.back().distance + 1), least);
  return sum(v, times(plain(m), -(std::int64_t{1} << (bits_ - 2))));
}

// near - 2^(w-2) + mask (v - near + 2^(w-2)).
Value Lowering::kept_near(Value v, Value near) {
  const std::int64_t down = std::int64_t{1} << (bits_ - 2);
  const Value w = into(accumulator(), plus(sum(v, times(near, -1)), down));
  const RegisterId m = scratch();
  const Operand least = least_trip(m);
  operation(m, Operation::greater, least, literal(sorted_.back().distance));
  operation(w.reg, Operation::multiply, Operand::of(w.reg), Operand::of(m));
  return plus(sum(w, near), -down);
}

Value Lowering::multiplied_by(Value v, const MaskFactor& factor) {
  const Value a = factor.trip;
  const std::int64_t k = factor.distance;
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

std::uint32_t bits_for(std::int64_t number) {
  return static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint64_t>(number < 0 ? ~number : number))) + 1;
}

}  // namespace counterpoint
