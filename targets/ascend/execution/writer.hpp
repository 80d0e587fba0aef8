// Writes the implementation of a kernel, pipe by pipe: registers, sums, waits and signals that stand alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/program/implementation_builder.hpp"
#include "targets/ascend/execution/required.hpp"

namespace counterpoint::ascend {

using Number = counterpoint::Operand;  // a register of the pipe at hand, or an integer

// Every call names its pipe, of the core at hand, which the required program has.
class Writer {
 public:
  explicit Writer(const Required& required) : required_(required), builder(required.program.tree) {}

 private:
  const Required& required_;

 public:
  ImplementationBuilder builder;
  Core core = Core::one;  // whose pipes the calls name

  [[nodiscard]] const Required& required() const { return required_; }
  [[nodiscard]] bool has(Pipe p) const { return engine(p).valid(); }
  [[nodiscard]] EngineId engine(Pipe p) const { return required_.engine({core, p}); }
  // The name of a semaphore of the core at hand.
  [[nodiscard]] std::string name(const std::string& own) const {
    return core == Core::one ? own : std::string(core_name(core)) + "." + own;
  }
  [[nodiscard]] Number number(std::int64_t value) { return builder.literal(value); }
  // The register of that name, made at its first mention; it starts at 0.
  [[nodiscard]] Number reg(Pipe p, const std::string& name) {
    return ImplementationBuilder::use(builder.reg(engine(p), name));
  }
  // target := a OP b.
  void assign(Pipe p, Number target, Operation op, Number a, Number b = {}) {
    builder.operation(engine(p), target.reg(), op, a, b);
  }
  void assign(Pipe p, Number target, Number a) { assign(p, target, Operation::copy, a); }
  void add(Pipe p, Number target, Number b) { assign(p, target, Operation::add, target, b); }
  // target := 1 if a is b, else 0. `target` is neither.
  void equal(Pipe p, Number target, Number a, Number b) {
    const Number other = reg(p, "x.less");
    assign(p, target, Operation::greater, a, b);
    assign(p, other, Operation::greater, b, a);
    add(p, target, other);
    assign(p, target, Operation::subtract, number(1), target);
  }
  // A fault unless the register is positive.
  void demand(Pipe p, Number what, const std::string& name) {
    assign(p, reg(p, name), Operation::divide, number(1), what);
  }
  void wait(Pipe p, SemaphoreId s, Number index, Number value, TestKind kind = TestKind::at_least) {
    const Wait w{s, index, value, kind};
    builder.wait(engine(p), std::span(&w, 1));
  }
  void signal(Pipe p, SemaphoreId s, Number index, UpdateTime time) {
    const Update u{s, index, number(1), UpdateKind::add, time};
    builder.signal(engine(p), std::span(&u, 1));
  }
};

}  // namespace counterpoint::ascend
