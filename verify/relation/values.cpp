// Follows values along the code.
// SPDX-License-Identifier: Apache-2.0
#include "verify/relation/values.hpp"

#include <algorithm>
#include <cstdlib>

namespace counterpoint::relation {
namespace {

constexpr std::int64_t steepest = std::int64_t{1} << 36U;
constexpr std::int64_t step_of_counter = steepest / 1'024;  // its own steps may be up to `largest`

// How much of a value one entry more of every scope may make, as far as `steepest` + 1. A minimum of 0 and a form is as
// large as that form: its scale alone says nothing.
std::int64_t steepness(const Form& form, const Minima& minima) {
  std::int64_t sum = std::abs(form.constant);
  for (const Term& t : form.terms) {
    std::int64_t part = 1;
    if (t.base.kind == BaseKind::counter || t.base.kind == BaseKind::mark) part = step_of_counter;
    if (t.base.kind == BaseKind::minimum) part = steepness(minima.operand(t.base), minima);  // `deepest_minimum`
    const bool overflow = __builtin_mul_overflow(part, std::abs(t.scale), &part);
    sum = overflow ? steepest + 1 : std::min(sum + std::min(part, steepest + 1), steepest + 1);
  }
  return sum;
}

}  // namespace

MaybeForm Values::at(EngineId e, Operand operand, const Spot& z) {
  if (operand.is_literal()) return constant(implementation_.literal(operand));
  return register_at(registers_.number(e, operand.reg()), z);
}

MaybeForm Values::register_at(std::uint32_t reg, const Spot& z) {
  if (registers_.kind(reg) == RegisterKind::counter) return registers_.value(reg, z);
  const Tree& tree = layout_.tree();
  const std::uint32_t last = registers_.last_before(reg, z.statement);
  if (last != Registers::none) {
    const Assignment& a = registers_.assignment(last);
    const Spot from = spot_of(a);
    if (tree.encloses(from.scope, z.scope)) {
      const ScopeId loop = layout_.loop_toward(from.scope, z);
      if (loop.valid() && registers_.next_at(reg, z.statement) < layout_.end(loop)) return std::nullopt;
      const MaybeForm value = value_of(last, engine_of(a));
      return value ? carrier_.carry_down(*value, from, z) : std::nullopt;
    }
  }
  const ScopeId body = registers_.only_body(reg);
  if (!body.valid()) return std::nullopt;
  const std::uint32_t final = registers_.last_before(reg, layout_.end(body));
  const Assignment& a = registers_.assignment(final);
  const MaybeForm value = value_of(final, engine_of(a));
  if (!value) return std::nullopt;
  return tree.encloses(body, z.scope) ? carrier_.carry_to_next(*value, spot_of(a), z)
                                      : carrier_.carry_out(*value, spot_of(a));
}

MaybeForm Values::value_of(std::uint32_t assignment, EngineId e) {
  const Assignment& a = registers_.assignment(assignment);
  if (latest_[a.reg].assignment == assignment) return latest_[a.reg].value;
  const auto known = demanded_.find(assignment);
  if (known != demanded_.end()) return known->second;
  if (depth_ == deepest_demand) return std::nullopt;
  ++depth_;
  demanded_.emplace(assignment, std::nullopt);
  MaybeForm value = evaluate(e, implementation_.operations[a.operation], spot_of(a));
  demanded_[assignment] = value;
  --depth_;
  return value;
}

MaybeForm Values::quotient(const RegisterOperation& x, const Form& a) const {
  if (!x.b.is_literal() || !a.is_constant()) return std::nullopt;
  const std::int64_t n = implementation_.literal(x.b);
  if (n <= 0) return std::nullopt;
  const std::int64_t rest = (a.constant % n + n) % n;
  return constant(x.operation == Operation::modulo ? rest : (a.constant - rest) / n);
}

MaybeForm Values::evaluate(EngineId e, const RegisterOperation& x, const Spot& z) {
  const MaybeForm a = at(e, x.a, z);
  if (!a) return std::nullopt;
  if (x.operation == Operation::copy) return a;
  const MaybeForm b = at(e, x.b, z);
  if (!b) return std::nullopt;
  switch (x.operation) {
    case Operation::add: return add(*a, *b);
    case Operation::subtract: return subtract(*a, *b);
    case Operation::multiply: return multiply(*a, *b);
    case Operation::greater: return greater(*a, *b);
    case Operation::minimum: return minima_.minimum(*a, *b);
    case Operation::maximum: return minima_.maximum(*a, *b);
    case Operation::modulo:
    case Operation::divide: return quotient(x, *a);
    case Operation::copy: break;
  }
  return std::nullopt;
}

Operand Values::unknown(EngineId e, std::uint32_t operation, const Spot& z) {
  const RegisterOperation& x = implementation_.operations[operation];
  if (!at(e, x.a, z)) return unknown(e, x.a, z);
  return x.b.is_none() || at(e, x.b, z) ? Operand::of(x.target) : unknown(e, x.b, z);
}

Operand Values::unknown(EngineId e, Operand operand, const Spot& z) {
  Spot from = z;
  for (int steps = 0; steps < 20 && operand.is_register(); ++steps) {
    const std::uint32_t reg = registers_.number(e, operand.reg());
    const std::uint32_t last = registers_.last_before(reg, from.statement);
    if (registers_.kind(reg) == RegisterKind::counter || last == Registers::none) break;
    const Assignment& a = registers_.assignment(last);
    from = spot_of(a);
    const RegisterOperation& x = implementation_.operations[a.operation];
    if (!at(e, x.a, from)) {
      operand = x.a;
    } else if (!x.b.is_none() && !at(e, x.b, from)) {
      operand = x.b;
    } else {
      break;
    }
  }
  return operand;
}

// Whether an operation without a known value can neither fault nor grow.
bool Values::bounded(EngineId e, const RegisterOperation& x) const {
  const auto small = [&](Operand o) {
    if (o.is_literal()) return implementation_.literal(o) >= -largest && implementation_.literal(o) <= largest;
    return registers_.small(registers_.number(e, o.reg()));
  };
  switch (x.operation) {
    case Operation::copy:
    case Operation::minimum:
    case Operation::maximum:
    case Operation::greater: return true;
    case Operation::modulo:
    case Operation::divide: return x.b.is_literal() && implementation_.literal(x.b) > 0;
    case Operation::add:
    case Operation::subtract: return small(x.a) && small(x.b);
    case Operation::multiply: return false;
  }
  return false;
}

bool Values::pass(EngineId e, std::uint32_t operation, const Spot& z) {
  const RegisterOperation& x = implementation_.operations[operation];
  const std::uint32_t reg = registers_.number(e, x.target);
  if (registers_.kind(reg) == RegisterKind::counter) return true;
  const std::uint32_t assignment = registers_.last_before(reg, z.statement + 1);
  const auto known = demanded_.find(assignment);
  Latest now{assignment, known != demanded_.end() ? known->second : evaluate(e, x, z)};
  const bool good = now.value ? steepness(*now.value, minima_) <= steepest : bounded(e, x);
  latest_[reg] = std::move(now);
  return good;
}

}  // namespace counterpoint::relation
