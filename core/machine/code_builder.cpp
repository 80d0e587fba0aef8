// Lays the control of a tree out as code for every engine.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/code_builder.hpp"

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {

CodeBuilder::CodeBuilder(const Tree& tree, std::span<const ScopeId> visits)
    : tree_(tree), visible_(tree.scope_count(), false), marks_(tree.scope_count()) {
  code.engines.resize(tree.engine_count());
  iterates_.resize(tree.engine_count());
  for (const EngineId e : tree.engines()) mark(Tree::root(), e);
  for (const ScopeId s : visits) {
    visible_[s.value] = true;
    for (const EngineId e : tree.engines()) mark(tree.scope(s).parent, e);
  }
}

void CodeBuilder::mark(ScopeId scope, EngineId engine) {
  auto& marks = marks_[scope];
  if (marks.empty() || marks.back().engine != engine) marks.push_back({engine});
}

void CodeBuilder::lay_counters() {
  // Children have larger numbers than their parent, so going backwards a scope has all its marks when it is reached.
  for (std::size_t i = tree_.scope_count(); i-- > 0;) {
    const ScopeId s{i};
    auto& marks = marks_[s];
    const auto by_engine = [](const Mark& a, const Mark& b) { return a.engine < b.engine; };
    std::ranges::sort(marks, by_engine);
    const auto same = std::ranges::unique(marks, {}, &Mark::engine);
    marks.erase(same.begin(), same.end());
    if (s == Tree::root()) break;
    auto& above = marks_[tree_.scope(s).parent];
    above.insert(above.end(), marks.begin(), marks.end());
  }
  for (const ScopeId s : tree_.scopes()) {
    for (Mark& m : marks_[s]) {
      auto& scopes = code.engines[m.engine].scopes;
      m.counter = static_cast<std::uint32_t>(scopes.size());
      scopes.push_back(s);
      code.engines[m.engine].parents.push_back(s == Tree::root() ? 0 : counter(m.engine, tree_.scope(s).parent));
    }
  }
  for (const EngineId e : tree_.engines()) {
    EngineCode& engine = code.engines[e];
    engine.first_counter = code.counter_count;
    code.counter_count += static_cast<std::uint32_t>(engine.scopes.size());
    iterates_[e].resize(engine.scopes.size());
  }
}

std::uint32_t CodeBuilder::counter(EngineId engine, ScopeId scope) const {
  const auto& marks = marks_[scope];
  const auto found = std::ranges::lower_bound(marks, engine, {}, &Mark::engine);
  require(found != marks.end() && found->engine == engine, "the engine has something to do in the scope");
  return found->counter;
}

void CodeBuilder::event(EngineId engine, OpCode op, std::uint32_t subject, const Starts& starts, std::uint32_t b) {
  const auto narrow = [](std::size_t n) { return static_cast<std::uint32_t>(n); };
  Event e;
  e.subject = subject;
  e.counter = counter(engine, current_);
  e.first_test = narrow(starts.test);
  e.last_test = narrow(code.tests.size());
  e.first_change = narrow(starts.change);
  e.retire_change = narrow(starts.retire_change);
  e.last_change = narrow(code.changes.size());
  for (std::size_t i = starts.test; i < code.tests.size(); ++i) {
    const Test& t = code.tests[i];
    if (!t.index.is_none()) e.indexed_tests = true;
    if (t.kind == TestKind::take) e.takes = true;
    if (t.kind != TestKind::at_least || !t.index.is_none()) e.plain = false;
  }
  for (std::size_t i = starts.change; i < code.changes.size(); ++i) {
    const Change& c = code.changes[i];
    if (!c.index.is_none() && i >= starts.retire_change) e.indexed_changes = true;
    if (c.kind != UpdateKind::add || c.flag || !c.index.is_none()) e.plain = false;
  }
  emit(engine, op, narrow(code.events.size()), b);
  code.events.push_back(e);
}

void CodeBuilder::walk(StatementEmitter& emitter) {
  for (const Mark& m : marks_[Tree::root()]) {
    iterates_[m.engine][m.counter] = static_cast<std::uint32_t>(code.engines[m.engine].ops.size());
    emit(m.engine, OpCode::iterate, m.counter);
  }
  body(Tree::root(), emitter);
  current_ = Tree::root();
  for (const EngineId e : tree_.engines()) {
    event(e, OpCode::end, 0, starts());
  }
}

void CodeBuilder::body(ScopeId scope, StatementEmitter& emitter) {
  for (const Item& item : tree_.items(scope)) {
    current_ = scope;
    switch (item.kind) {
      case ItemKind::block: emitter.block(BlockId{std::size_t{item.index}}); break;
      case ItemKind::barrier: emitter.barrier(item); break;
      case ItemKind::loop:
      case ItemKind::conditional: {
        const ScopeId inner{std::size_t{item.index}};
        if (visible_[inner.value]) emitter.visit(inner);
        nested(inner, emitter);
        if (item.kind == ItemKind::conditional) nested(tree_.scope(inner).sibling, emitter);
        break;
      }
    }
  }
}

void CodeBuilder::nested(ScopeId scope, StatementEmitter& emitter) {
  const ScopeId parent = tree_.scope(scope).parent;
  for (Mark& m : marks_[scope]) {
    m.enter = static_cast<std::uint32_t>(code.engines[m.engine].ops.size());
    emit(m.engine, OpCode::enter, m.counter, 0, counter(m.engine, parent));
    iterates_[m.engine][m.counter] = m.enter + 1;
    emit(m.engine, OpCode::iterate, m.counter);
  }
  body(scope, emitter);
  for (const Mark& m : marks_[scope]) {
    emit(m.engine, OpCode::next, m.counter, m.enter + 1);
    auto& ops = code.engines[m.engine].ops;
    ops[m.enter].b = static_cast<std::uint32_t>(ops.size());
  }
}

}  // namespace counterpoint
