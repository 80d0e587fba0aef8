// Comparison of implementations.
// SPDX-License-Identifier: Apache-2.0
#include "core/program/implementation.hpp"

#include <algorithm>

namespace counterpoint {
namespace {

// Compares two implementations operand by operand, registers by name.
class OperandComparison {
 public:
  OperandComparison(const Implementation& a, const Implementation& b) : a_(a), b_(b) {}

  [[nodiscard]] bool operand(EngineId e, Operand x, Operand y) const {
    if (x.is_none() || y.is_none()) return x.is_none() && y.is_none();
    if (x.is_register() != y.is_register()) return false;
    if (x.is_register()) return a_.register_name(e, x.reg()) == b_.register_name(e, y.reg());
    return a_.literal(x) == b_.literal(y);
  }
  [[nodiscard]] bool operation(EngineId e, const RegisterOperation& x, const RegisterOperation& y) const {
    return x.operation == y.operation && a_.register_name(e, x.target) == b_.register_name(e, y.target) &&
           operand(e, x.a, y.a) && operand(e, x.b, y.b);
  }
  [[nodiscard]] bool waits(EngineId e, std::span<const Wait> x, std::span<const Wait> y) const {
    return std::ranges::equal(x, y, [&](const Wait& u, const Wait& v) {
      return u.kind == v.kind && u.semaphore == v.semaphore && operand(e, u.index, v.index) &&
             operand(e, u.value, v.value);
    });
  }
  [[nodiscard]] bool updates(EngineId e, std::span<const Update> x, std::span<const Update> y) const {
    return std::ranges::equal(x, y, [&](const Update& u, const Update& v) {
      return u.kind == v.kind && u.time == v.time && u.semaphore == v.semaphore && operand(e, u.index, v.index) &&
             operand(e, u.amount, v.amount);
    });
  }
  [[nodiscard]] bool statement(const Statement& x, const Statement& y) const {
    if (x.engine_and_kind != y.engine_and_kind) return false;
    const EngineId e = x.engine();
    switch (x.kind()) {
      case StatementKind::instruction: {
        const InstructionId i{std::size_t{x.index}};
        return x.index == y.index && waits(e, a_.waits_of(i), b_.waits_of(i)) &&
               updates(e, a_.updates_of(i), b_.updates_of(i));
      }
      case StatementKind::operation: return operation(e, a_.operations[x.index], b_.operations[y.index]);
      case StatementKind::wait: return waits(e, a_.condition(x.index), b_.condition(y.index));
      case StatementKind::signal: return updates(e, a_.signal(x.index), b_.signal(y.index));
      case StatementKind::fence: return true;
    }
    return false;
  }

 private:
  const Implementation& a_;
  const Implementation& b_;
};

}  // namespace

bool same_implementation(const Implementation& a, const Implementation& b) {
  if (a.scheme != b.scheme || !same_tree(a.tree, b.tree) || a.statements.size() != b.statements.size()) return false;
  const bool semaphores = std::ranges::equal(a.semaphores, b.semaphores, [](const Semaphore& x, const Semaphore& y) {
    return x.name == y.name && x.flag == y.flag && x.array == y.array && x.size == y.size && x.initial == y.initial;
  });
  if (!semaphores) return false;
  const OperandComparison compare(a, b);
  return std::ranges::equal(a.statements, b.statements,
                            [&](const Statement& x, const Statement& y) { return compare.statement(x, y); });
}

}  // namespace counterpoint
