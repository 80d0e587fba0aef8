// Lays the control of a tree out as code for every engine, in one walk over the tree.
// SPDX-License-Identifier: Apache-2.0
//
// What. First every engine is marked in the scopes where it has something to do (`mark`), then `walk` goes through the
// tree once, in the order of the text, and emits control around what the caller emits for blocks, barriers and visits.
// Why this way. One walk for all engines is linear in the statements; a walk for each engine would not be.
// Cost: O(statements + marked pairs of scope and engine). Frames of the recursion over scopes are small; nesting is
// limited to 1,000 by the language.
#pragma once

#include <span>
#include <vector>

#include "core/machine/code.hpp"

namespace counterpoint {

// What a compiler adds to the control.
class StatementEmitter {
 public:
  virtual ~StatementEmitter() = default;
  virtual void block(BlockId block) = 0;
  virtual void barrier(const Item& item) = 0;
  virtual void visit(ScopeId scope) = 0;  // of a scope in `visits`, right before it, for every engine
};

class CodeBuilder {
 public:
  // `visits`: loops and then branches whose visits are visible steps.
  CodeBuilder(const Tree& tree, std::span<const ScopeId> visits);

  // The engine has a statement directly in the scope.
  void mark(ScopeId scope, EngineId engine);
  // Numbers the counters; call once, after the last mark.
  void lay_counters();
  // The counter of a scope in which the engine has something to do.
  [[nodiscard]] std::uint32_t counter(EngineId engine, ScopeId scope) const;
  void walk(StatementEmitter& emitter);

  void emit(EngineId engine, OpCode op, std::uint32_t a = 0, std::uint32_t b = 0, std::uint32_t c = 0) {
    code.engines[engine].ops.push_back({op, a, b, c});
  }
  // Emits an event of the engine in the scope at hand, with the tests and changes added since they began.
  struct Starts {
    std::size_t test = 0;
    std::size_t change = 0;         // at issue
    std::size_t retire_change = 0;  // at retirement
  };
  [[nodiscard]] Starts starts() const { return {code.tests.size(), code.changes.size(), code.changes.size()}; }
  void event(EngineId engine, OpCode op, std::uint32_t subject, const Starts& starts, std::uint32_t b = 0);

  // The `iterate` of every counter of an engine, filled by `walk`.
  [[nodiscard]] std::uint32_t iterate_of(EngineId engine, std::uint32_t counter) const {
    return iterates_[engine][counter];
  }

  MachineCode code;

 private:
  struct Mark {
    EngineId engine;
    std::uint32_t counter = 0;
    std::uint32_t enter = 0;  // position of its `enter`
  };
  void body(ScopeId scope, StatementEmitter& emitter);
  void nested(ScopeId scope, StatementEmitter& emitter);

  const Tree& tree_;
  ScopeId current_ = Tree::root();
  std::vector<bool> visible_;                   // by scope
  IdVector<ScopeId, std::vector<Mark>> marks_;  // by engine after lay_counters
  IdVector<EngineId, std::vector<std::uint32_t>> iterates_;
};

}  // namespace counterpoint
