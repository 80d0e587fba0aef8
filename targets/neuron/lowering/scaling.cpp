// Finds the registers that can be scaled, by taking out those that cannot.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/lowering/scaling.hpp"

namespace counterpoint::neuron {
namespace {

class RegisterScaler {
 public:
  RegisterScaler(const Implementation& from, const Identifiers& identifiers) : from_(from), identifiers_(identifiers) {
    scaled_.resize(from.tree.engine_count());
    touching_.resize(from.tree.engine_count());
    for (const EngineId e : from.tree.engines()) {
      scaled_[e].assign(from.register_count(e), true);
      touching_[e].resize(from.register_count(e));
    }
  }

  ScaledRegisters run() {
    for (const Statement& s : from_.statements) look(s);
    for (const Statement& s : from_.statements) {
      if (s.kind() == StatementKind::operation) check(s.engine(), from_.operations[s.index]);
    }
    while (!work_.empty()) {
      const auto [engine, reg] = work_.back();
      work_.pop_back();
      for (const std::uint32_t o : touching_[engine][reg.value]) check(engine, from_.operations[o]);
    }
    return std::move(scaled_);
  }

 private:
  [[nodiscard]] bool in(EngineId e, Operand o) const { return o.is_register() && scaled_[e][o.reg().value]; }
  void drop(EngineId e, Operand o) {
    if (!in(e, o)) return;
    scaled_[e][o.reg().value] = false;
    work_.emplace_back(e, o.reg());
  }
  void look(const Statement& s) {
    const EngineId e = s.engine();
    switch (s.kind()) {
      case StatementKind::operation: {
        const RegisterOperation& o = from_.operations[s.index];
        for (const Operand x : {Operand::of(o.target), o.a, o.b}) {
          if (x.is_register()) touching_[e][x.reg().value].push_back(s.index);
        }
        return;
      }
      case StatementKind::instruction: {
        const InstructionId i{std::size_t{s.index}};
        for (const Wait& w : from_.waits_of(i)) look(e, w);
        for (const Update& u : from_.updates_of(i)) drop(e, u.index);
        return;
      }
      case StatementKind::wait:
        for (const Wait& w : from_.condition(s.index)) look(e, w);
        return;
      case StatementKind::signal:
        for (const Update& u : from_.signal(s.index)) drop(e, u.index);
        return;
      case StatementKind::fence: return;
    }
  }
  void look(EngineId e, const Wait& w) {
    drop(e, w.index);
    const Semaphore& s = from_.semaphores[w.semaphore];
    const std::int64_t at = w.index.is_literal() ? from_.literal(w.index) : 0;
    const bool known = !w.index.is_register() && at >= 0 && at < s.size;
    if (!known || identifiers_.elements[s.first + static_cast<std::uint32_t>(at)].scale == 1) drop(e, w.value);
  }
  void check(EngineId e, const RegisterOperation& o) {
    const Operand t = Operand::of(o.target);
    switch (o.operation) {
      case Operation::greater:
      case Operation::modulo:
      case Operation::divide:
        for (const Operand x : {t, o.a, o.b}) drop(e, x);
        return;
      case Operation::multiply: return check_product(e, o);
      default: break;
    }
    bool all = in(e, t);
    for (const Operand x : {o.a, o.b}) all = all && (!x.is_register() || in(e, x));
    if (all) return;
    for (const Operand x : {t, o.a, o.b}) drop(e, x);
  }
  void check_product(EngineId e, const RegisterOperation& o) {
    const Operand t = Operand::of(o.target);
    if (!in(e, t)) {
      drop(e, o.a);
      drop(e, o.b);
      return;
    }
    if (!o.a.is_register() || !o.b.is_register()) return;  // the literal is multiplied, or the register is
    if (in(e, o.a) && in(e, o.b)) drop(e, o.b);
    if (!in(e, o.a) && !in(e, o.b)) drop(e, t);
  }

  const Implementation& from_;
  const Identifiers& identifiers_;
  ScaledRegisters scaled_;
  IdVector<EngineId, std::vector<std::vector<std::uint32_t>>> touching_;  // operations that mention the register
  std::vector<std::pair<EngineId, RegisterId>> work_;
};

}  // namespace

ScaledRegisters scaled_registers(const Implementation& implementation, const Identifiers& identifiers) {
  return RegisterScaler(implementation, identifiers).run();
}

}  // namespace counterpoint::neuron
