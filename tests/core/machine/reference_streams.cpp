// Slow and obvious machines: the streams, unrolled.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "core/machine/specification.hpp"
#include "tests/core/machine/reference.hpp"

namespace counterpoint::reference {
namespace {

__extension__ typedef __int128 Wide;

// Walks the tree as one engine does, counting entries; E is for scopes, T for the scopes around.
class Walk {
 public:
  using Block = std::function<void(BlockId)>;
  using Visit = std::function<void(ScopeId)>;
  using Barrier = std::function<void(const counterpoint::Item&)>;
  using Entry = std::function<void(ScopeId)>;
  Walk(const Tree& tree, const Trips& trips, EngineId engine) : tree_(tree), trips_(trips), engine_(engine) {}
  Block block = [](BlockId) {};
  Visit visit = [](ScopeId) {};
  Barrier barrier = [](const counterpoint::Item&) {};
  Entry entry = [](ScopeId) {};
  std::vector<std::uint32_t> path;  // T from the root down

  void run() { scope(Tree::root(), 1); }

 private:
  void scope(ScopeId s, std::uint32_t trips) {
    for (std::uint32_t t = 1; t <= trips; ++t) {
      path.push_back(t);
      const std::uint64_t n = ++entries_[s];
      entry(s);
      for (const counterpoint::Item& item : tree_.items(s)) {
        const ScopeId inner{std::size_t{item.index}};
        if (item.kind == ItemKind::block) block(BlockId{std::size_t{item.index}});
        if (item.kind == ItemKind::barrier) barrier(item);
        if (item.kind != ItemKind::loop && item.kind != ItemKind::conditional) continue;
        visit(inner);
        scope(inner, trips_.at(inner, engine_, n));
        if (item.kind == ItemKind::loop) continue;
        const ScopeId other = tree_.scope(inner).sibling;
        scope(other, trips_.at(other, engine_, n));
      }
      path.pop_back();
    }
  }
  const Tree& tree_;
  const Trips& trips_;
  EngineId engine_;
  std::map<ScopeId, std::uint64_t> entries_;
};

// Equation 1 as it is written: the sum over i <=lex t of the entries of P on the engine during the common iteration i.
class Equation {
 public:
  Equation(const Program& program, const Trips& trips, EngineId engine) : program_(program) {
    Walk walk(program.tree, trips, engine);
    walk.entry = [&](ScopeId s) { entries_[s].push_back(walk.path); };
    walk.run();
  }
  [[nodiscard]] std::int64_t owed(DependencyId d, const std::vector<std::uint32_t>& consumer) {
    const Tree& tree = program_.tree;
    const Dependency& x = program_.dependency(d);
    const ScopeId scope = tree.scope_of(x.producer);
    const auto distances = program_.distances_of(d);
    const ScopeId common = x.star ? distances.front().loop : tree.innermost_common(program_.consumer_scope(d), scope);
    std::vector<std::int64_t> target;
    for (std::uint32_t depth = 0; depth <= tree.scope(common).depth; ++depth) {
      std::int64_t t = consumer[depth];
      for (const Distance& y : distances) {
        if (tree.scope(y.loop).depth == depth) t -= y.distance;
      }
      if (t <= 0) return 0;
      target.push_back(t);
    }
    return std::ranges::count_if(entries_[scope], [&](const std::vector<std::uint32_t>& entry) {
      const std::vector<std::int64_t> iteration(entry.begin(), entry.begin() + static_cast<int>(target.size()));
      return iteration <= target;
    });
  }

 private:
  const Program& program_;
  std::map<ScopeId, std::vector<std::vector<std::uint32_t>>> entries_;
};

// Unrolls one engine of an implementation, doing its register operations on the way.
class Unroller {
 public:
  Unroller(const Implementation& implementation, const MachineOptions& options, EngineId engine)
      : in_(implementation),
        width_(options.width),
        engine_(engine),
        registers_(implementation.register_count(engine)) {}

  Stream stream;
  bool faulted = false;

  void statement(const Statement& s, const std::vector<std::uint32_t>& path) {
    if (s.engine() != engine_ || faulted) return;
    Item item;
    item.subject = s.index;
    item.iterations = path;
    switch (s.kind()) {
      case StatementKind::operation: operation(in_.operations[s.index]); return;
      case StatementKind::fence: item.kind = Kind::fence; break;
      case StatementKind::wait:
        item.kind = Kind::wait;
        ask(in_.condition(s.index), item);
        break;
      case StatementKind::instruction:
        item.kind = Kind::issue;
        ask(in_.waits_of(InstructionId{std::size_t{s.index}}), item);
        tell(in_.updates_of(InstructionId{std::size_t{s.index}}), UpdateTime::issue, item.now, item.bad_index);
        tell(in_.updates_of(InstructionId{std::size_t{s.index}}), UpdateTime::retire, item.later, item.bad_index);
        break;
      case StatementKind::signal: {
        Item late = item;
        item.kind = Kind::signal;
        late.kind = Kind::late_signal;
        tell(in_.signal(s.index), UpdateTime::issue, item.now, item.bad_index);
        tell(in_.signal(s.index), UpdateTime::retire, late.later, late.bad_index);
        if (!item.now.empty() || item.bad_index) stream.push_back(item);
        if (!late.later.empty() || late.bad_index) stream.push_back(late);
        return;
      }
    }
    if (!faulted) stream.push_back(item);
  }
  void fault() {
    faulted = true;
    Item item;
    item.kind = Kind::fault;
    stream.push_back(item);
  }

 private:
  [[nodiscard]] std::int64_t fold(Wide v) const {
    if (width_ == 0) return static_cast<std::int64_t>(v);
    const Wide power = Wide{1} << width_;
    v = ((v % power) + power) % power;
    return static_cast<std::int64_t>(v >= power / 2 ? v - power : v);
  }
  [[nodiscard]] std::int64_t value(Operand o) const {
    return o.is_register() ? registers_[o.reg().value] : fold(in_.literal(o));
  }
  // The element, or nothing if the index is out of range.
  [[nodiscard]] std::optional<std::size_t> element(SemaphoreId id, Operand index) const {
    const Semaphore& s = in_.semaphores[id];
    const std::int64_t i = index.is_none() ? 0 : value(index);
    if (i < 0 || i >= s.size) return std::nullopt;
    return s.first + static_cast<std::size_t>(i);
  }
  void ask(std::span<const Wait> waits, Item& item) {
    for (const Wait& w : waits) {
      const auto cell = element(w.semaphore, w.index);
      if (!cell) return fault();
      item.asks.push_back({*cell, w.kind, value(w.value), in_.semaphores[w.semaphore].flag});
    }
  }
  void tell(std::span<const Update> updates, UpdateTime time, std::vector<Tell>& tells, bool& bad) const {
    for (const Update& u : updates) {
      if (u.time != time || bad) continue;
      const auto cell = element(u.semaphore, u.index);
      if (cell) tells.push_back({*cell, u.kind, fold(in_.literal(u.amount)), in_.semaphores[u.semaphore].flag});
      if (!cell) bad = true;
    }
  }
  void operation(const RegisterOperation& o) {
    const Wide a = value(o.a);
    const Wide b = o.b.is_none() ? Wide{0} : Wide{value(o.b)};
    Wide r = 0;
    switch (o.operation) {
      case Operation::copy: r = a; break;
      case Operation::add: r = a + b; break;
      case Operation::subtract: r = a - b; break;
      case Operation::multiply: r = a * b; break;
      case Operation::greater: r = a > b ? 1 : 0; break;
      case Operation::minimum: r = std::min(a, b); break;
      case Operation::maximum: r = std::max(a, b); break;
      case Operation::modulo:
        if (b <= 0) return fault();
        r = ((a % b) + b) % b;
        break;
      case Operation::divide:
        if (b <= 0) return fault();
        r = (a - ((a % b) + b) % b) / b;
        break;
    }
    if (width_ == 0 && (r < -(Wide{1} << 63) || r >= Wide{1} << 63)) return fault();
    registers_[o.target.value] = fold(r);
  }

  const Implementation& in_;
  std::uint32_t width_;
  EngineId engine_;
  std::vector<std::int64_t> registers_;
};

Item plain(Kind kind, std::uint32_t subject, const std::vector<std::uint32_t>& path) {
  Item item;
  item.kind = kind;
  item.subject = subject;
  item.iterations = path;
  return item;
}

}  // namespace

std::vector<Stream> unroll(const Program& program, const Trips& trips) {
  std::vector<Stream> streams;
  for (const EngineId e : program.tree.engines()) {
    Equation equation(program, trips, e);
    Stream stream;
    Walk walk(program.tree, trips, e);
    const auto guard = [&](Item& item, IdRange<DependencyId> dependencies) {
      for (const DependencyId d : dependencies) {
        item.asks.push_back(
            {program.dependency(d).producer.value, TestKind::at_least, equation.owed(d, walk.path), false});
      }
    };
    walk.block = [&](BlockId b) {
      for (std::uint32_t n = program.tree.block(b).first; n < program.tree.block(b).last; ++n) {
        const InstructionId i{std::size_t{n}};
        if (program.tree.engine_of(i) != e) continue;
        Item item = plain(Kind::issue, n, walk.path);
        guard(item, program.dependencies_of(i));
        item.later.push_back({n, UpdateKind::add, 1, false});
        stream.push_back(item);
      }
    };
    walk.visit = [&](ScopeId s) {
      if (program.control_dependencies_of(s).empty()) return;
      Item item = plain(Kind::visit, s.value, walk.path);
      guard(item, program.control_dependencies_of(s));
      stream.push_back(item);
    };
    walk.run();
    stream.push_back(plain(Kind::end, 0, {1}));
    streams.push_back(std::move(stream));
  }
  return streams;
}

std::vector<Stream> unroll(const Implementation& implementation, const Trips& trips, const MachineOptions& options) {
  std::vector<Stream> streams;
  for (const EngineId e : implementation.tree.engines()) {
    Unroller unroller(implementation, options, e);
    Walk walk(implementation.tree, trips, e);
    walk.block = [&](BlockId b) {
      for (const Statement& s : implementation.statements_of(b)) unroller.statement(s, walk.path);
    };
    walk.barrier = [&](const counterpoint::Item& item) {
      if (unroller.faulted) return;
      unroller.stream.push_back(plain(Kind::barrier, item.index, walk.path));
      unroller.stream.back().reset = item.reset;
    };
    walk.visit = [&](ScopeId s) {
      if (unroller.faulted || std::ranges::find(options.visits, s) == options.visits.end()) return;
      unroller.stream.push_back(plain(Kind::visit, s.value, walk.path));
    };
    walk.run();
    if (!unroller.faulted) unroller.stream.push_back(plain(Kind::end, 0, {1}));
    streams.push_back(std::move(unroller.stream));
  }
  return streams;
}

Machine specification(const Program& program, const Trips& trips, const MachineOptions& options) {
  return {program.tree, unroll(program, trips), std::vector<std::int64_t>(program.tree.instruction_count()), options};
}

Machine implementation(const Implementation& implementation, const Trips& trips, const MachineOptions& options) {
  std::vector<std::int64_t> cells;
  for (const Semaphore& s : implementation.semaphores) {
    Wide v = s.initial;
    if (options.width != 0) {
      const Wide power = Wide{1} << options.width;
      v = ((v % power) + power) % power;
      if (v >= power / 2) v -= power;
    }
    cells.resize(cells.size() + s.size, static_cast<std::int64_t>(v));
  }
  return {implementation.tree, unroll(implementation, trips, options), std::move(cells), options};
}

}  // namespace counterpoint::reference
