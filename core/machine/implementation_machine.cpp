// Compiles an implementation: operands become places, semaphores become cells.
// SPDX-License-Identifier: Apache-2.0
//
// What. Each statement becomes one operation or event of its engine's code, see code.hpp. Constants are kept once for
// all engines and already wrapped to the width, so that running them is a load. Cost: linear in the statements.
#include "core/machine/implementation_machine.hpp"

#include <unordered_map>

#include "core/machine/arithmetic.hpp"
#include "core/machine/code_builder.hpp"

namespace counterpoint {
namespace {

constexpr OpCode code_of(Operation o) {
  return static_cast<OpCode>(static_cast<std::uint8_t>(OpCode::copy) + static_cast<std::uint8_t>(o));
}
static_assert(code_of(Operation::modulo) == OpCode::modulo && code_of(Operation::maximum) == OpCode::maximum);

constexpr std::uint32_t bits(ValueSource p) { return p.file() << 30U | p.index(); }

class ImplementationCompiler : public StatementEmitter {
 public:
  ImplementationCompiler(const Implementation& implementation, const MachineOptions& options)
      : implementation_(implementation),
        tree_(implementation.tree),
        width_(options.width),
        builder_(implementation.tree, options.visits),
        stamp_(implementation.tree.engine_count()) {}

  [[nodiscard]] MachineCode compile() {
    MachineCode& code = builder_.code;
    mark_statements();
    builder_.lay_counters();
    for (const EngineId e : tree_.engines()) {
      code.engines[e].first_register = code.register_count;
      code.engines[e].register_count = static_cast<std::uint32_t>(implementation_.register_count(e));
      code.register_count += code.engines[e].register_count;
    }
    code.semaphores = implementation_.semaphores;
    for (std::size_t s = 0; s < code.semaphores.size(); ++s) {
      const Semaphore& semaphore = code.semaphores[SemaphoreId{s}];
      code.initial.resize(code.initial.size() + semaphore.size, wrap(semaphore.initial, width_));
      code.owner.resize(code.initial.size(), static_cast<std::uint32_t>(s));
    }
    builder_.walk(*this);
    return std::move(code);
  }

  void block(BlockId block) override {
    for (const Statement& s : implementation_.statements_of(block)) statement(s);
  }

  void barrier(const Item& item) override {
    for (const EngineId e : tree_.engines()) {
      builder_.event(e, OpCode::barrier, item.index, builder_.starts(), item.reset ? 1 : 0);
    }
  }

  void visit(ScopeId scope) override {
    for (const EngineId e : tree_.engines()) builder_.event(e, OpCode::visit, scope.value, builder_.starts());
  }

 private:
  void mark_statements() {
    for (const BlockId b : tree_.blocks()) {
      for (const Statement& s : implementation_.statements_of(b)) {
        if (stamp_[s.engine()] == b.value + 1) continue;
        stamp_[s.engine()] = b.value + 1;
        builder_.mark(tree_.block(b).scope, s.engine());
      }
    }
    for (const ScopeId s : tree_.scopes()) {
      for (const Item& item : tree_.items(s)) {
        if (item.kind != ItemKind::barrier) continue;
        for (const EngineId e : tree_.engines()) builder_.mark(s, e);
        break;
      }
    }
  }

  void statement(const Statement& s) {
    const EngineId e = s.engine();
    CodeBuilder::Starts starts = builder_.starts();
    switch (s.kind()) {
      case StatementKind::instruction: {
        const InstructionId i{std::size_t{s.index}};
        for (const Wait& w : implementation_.waits_of(i)) test(w);
        starts.retire_change = update(implementation_.updates_of(i));
        builder_.event(e, OpCode::issue, s.index, starts);
        break;
      }
      case StatementKind::operation: {
        const RegisterOperation& o = implementation_.operations[s.index];
        builder_.emit(e, code_of(o.operation), o.target.value, bits(place(o.a)), bits(place(o.b)));
        break;
      }
      case StatementKind::wait:
        for (const Wait& w : implementation_.condition(s.index)) test(w);
        builder_.event(e, OpCode::wait, s.index, starts);
        break;
      case StatementKind::signal: signal(s); break;
      case StatementKind::fence: builder_.event(e, OpCode::fence, 0, starts); break;
    }
  }

  // A stand-alone signal whose updates differ in time is two events: those in stream order come first.
  void signal(const Statement& s) {
    const MachineCode& code = builder_.code;
    CodeBuilder::Starts starts = builder_.starts();
    const auto updates = implementation_.signal(s.index);
    for (const Update& u : updates) {
      if (u.time == UpdateTime::issue) change(u);
    }
    starts.retire_change = code.changes.size();
    if (starts.retire_change != starts.change) builder_.event(s.engine(), OpCode::signal, s.index, starts);
    starts = builder_.starts();
    for (const Update& u : updates) {
      if (u.time == UpdateTime::retire) change(u);
    }
    if (code.changes.size() != starts.change) builder_.event(s.engine(), OpCode::signal_at_retire, s.index, starts);
  }

  void test(const Wait& w) {
    builder_.code.tests.push_back(
        {implementation_.semaphores[w.semaphore].first, place(w.index), place(w.value), w.kind});
  }

  void change(const Update& u) {
    const Semaphore& semaphore = implementation_.semaphores[u.semaphore];
    const std::int64_t amount = wrap(implementation_.literal(u.amount), width_);
    builder_.code.changes.push_back({semaphore.first, place(u.index), amount, u.kind, semaphore.flag});
  }

  // Changes at issue, then those at retirement. Returns where the second kind starts.
  std::size_t update(std::span<const Update> updates) {
    for (const Update& u : updates) {
      if (u.time == UpdateTime::issue) change(u);
    }
    const std::size_t retire = builder_.code.changes.size();
    for (const Update& u : updates) {
      if (u.time == UpdateTime::retire) change(u);
    }
    return retire;
  }

  [[nodiscard]] ValueSource place(Operand o) {
    if (o.is_none()) return {};
    if (o.is_register()) return {ValueSource::File::registers, o.reg().value};
    const std::int64_t v = wrap(implementation_.literal(o), width_);
    const auto [found, fresh] = constants_.try_emplace(v, static_cast<std::uint32_t>(builder_.code.constants.size()));
    if (fresh) builder_.code.constants.push_back(v);
    return {ValueSource::File::constants, found->second};
  }

  const Implementation& implementation_;
  const Tree& tree_;
  std::uint32_t width_;
  CodeBuilder builder_;
  IdVector<EngineId, std::uint32_t> stamp_;
  std::unordered_map<std::int64_t, std::uint32_t> constants_;
};

}  // namespace

Machine implementation_machine(const Implementation& implementation, const Trips& trips, MachineOptions options) {
  MachineCode code = ImplementationCompiler(implementation, options).compile();
  return Machine(implementation.tree, std::move(code), trips, std::move(options));
}

}  // namespace counterpoint
