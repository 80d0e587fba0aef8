// From an implementation to lines and back.
// SPDX-License-Identifier: Apache-2.0
#include "verify/mutate/draft.hpp"

#include <algorithm>

#include "core/program/implementation_builder.hpp"
#include "core/text/tree_walk.hpp"

namespace counterpoint::mutation {
namespace {

class DraftReader {
 public:
  DraftReader(const Implementation& implementation, Draft& draft) : i_(implementation), d_(draft) {}

  void enter(ScopeId s) {
    add(Line::Kind::enter, s);
    open_.push_back(s);
  }
  void leave(ScopeId s) {
    open_.pop_back();
    add(Line::Kind::leave, s);
  }
  void barrier(bool reset) {
    add(Line::Kind::barrier, open_.back());
    d_.lines.back().reset = reset;
  }
  void block(BlockId b) {
    for (const Statement& s : i_.statements_of(b)) statement(s);
  }

 private:
  void add(Line::Kind kind, ScopeId s) {
    Line line;
    line.kind = kind;
    line.scope = s;
    d_.lines.push_back(std::move(line));
  }

  template <class T>
  static std::vector<T> copy(std::span<const T> all) {
    return {all.begin(), all.end()};
  }

  void statement(const Statement& s) {
    add(Line::Kind::statement, open_.back());
    Line& line = d_.lines.back();
    line.statement = s.kind();
    line.engine = s.engine();
    switch (s.kind()) {
      case StatementKind::instruction:
        line.instruction = InstructionId{std::size_t{s.index}};
        line.waits = copy(i_.waits_of(line.instruction));
        line.updates = copy(i_.updates_of(line.instruction));
        break;
      case StatementKind::operation: line.operation = i_.operations[s.index]; break;
      case StatementKind::wait: line.waits = copy(i_.condition(s.index)); break;
      case StatementKind::signal: line.updates = copy(i_.signal(s.index)); break;
      case StatementKind::fence: break;
    }
  }

  const Implementation& i_;
  Draft& d_;
  std::vector<ScopeId> open_{Tree::root()};
};

class DraftWriter {
 public:
  explicit DraftWriter(const Draft& draft) : d_(draft), out_(draft.original->tree) {}

  Implementation run() {
    out_.set_scheme(d_.original->scheme);
    for (const Semaphore& s : d_.semaphores) {
      (void)out_.add_semaphore(s.name, s.initial, s.flag, s.array, s.size);
    }
    for (const EngineId e : d_.original->tree.engines()) {
      if (e.value >= d_.registers.size()) break;
      for (const std::string& name : d_.registers[e]) (void)out_.reg(e, name);
    }
    for (const Line& line : d_.lines) write(line);
    return out_.finish();
  }

 private:
  Operand carry(Operand o) { return o.is_none() || o.is_register() ? o : out_.literal(d_.value(o)); }

  void write(const Line& line) {
    const Tree& tree = d_.original->tree;
    switch (line.kind) {
      case Line::Kind::enter: (void)out_.tree.open_like(tree, line.scope); return;
      case Line::Kind::leave:
        // The other branch closes the conditional.
        if (tree.scope(line.scope).kind != ScopeKind::then_branch) out_.tree.close();
        return;
      case Line::Kind::barrier: out_.tree.add_barrier(line.reset); return;
      case Line::Kind::statement: break;
    }
    std::vector<Wait> waits = line.waits;
    for (Wait& w : waits) {
      w.index = carry(w.index);
      w.value = carry(w.value);
    }
    std::vector<Update> updates = line.updates;
    for (Update& u : updates) {
      u.index = carry(u.index);
      u.amount = carry(u.amount);
    }
    const RegisterOperation& o = line.operation;
    switch (line.statement) {
      case StatementKind::instruction:
        (void)out_.instruction_like(line.instruction, line.engine, waits, updates);
        return;
      case StatementKind::operation: out_.operation(line.engine, o.target, o.operation, carry(o.a), carry(o.b)); return;
      case StatementKind::wait: out_.wait(line.engine, waits); return;
      case StatementKind::signal: out_.signal(line.engine, updates); return;
      case StatementKind::fence: out_.fence(line.engine); return;
    }
  }

  const Draft& d_;
  ImplementationBuilder out_;
};

}  // namespace

Operand Draft::literal(std::int64_t value) {
  if (Operand::fits_inline(value)) return Operand::small(value);
  literals.push_back(value);
  return Operand::pooled(static_cast<std::uint32_t>(literals.size() - 1));
}

RegisterId Draft::add_register(EngineId engine, const std::string& wish) {
  if (registers.size() <= engine.value) registers.resize(engine.value + 1);
  std::vector<std::string>& names = registers[engine];
  const auto taken = [&](const std::string& name) {
    return std::ranges::count(names, name) != 0 ||
           std::ranges::count_if(semaphores, [&](const Semaphore& s) { return s.name == name; }) != 0;
  };
  std::string name = wish;
  for (int n = 2; taken(name); ++n) name = wish + "_" + std::to_string(n);
  names.push_back(name);
  return RegisterId{names.size() - 1};
}

void Draft::move(std::size_t from, std::size_t to) {
  const auto at = [&](std::size_t n) { return lines.begin() + static_cast<std::ptrdiff_t>(n); };
  if (from < to) {
    std::rotate(at(from), at(from + 1), at(to));
  } else {
    std::rotate(at(to), at(from), at(from + 1));
  }
}

Draft draft_of(const Implementation& implementation) {
  Draft draft;
  draft.original = &implementation;
  draft.semaphores = implementation.semaphores;
  draft.registers = implementation.registers;
  draft.literals = implementation.literals;
  DraftReader reader(implementation, draft);
  walk(implementation.tree, reader);
  return draft;
}

Implementation build(const Draft& draft) { return DraftWriter(draft).run(); }

Line operation_line(EngineId engine, RegisterOperation operation) {
  Line line;
  line.engine = engine;
  line.operation = operation;
  return line;
}

}  // namespace counterpoint::mutation
