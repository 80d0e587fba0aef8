// What an action does to the variables that are followed: one definition, for numbers and for terms.
// SPDX-License-Identifier: Apache-2.0
//
// What. `Evaluator<Domain>` takes a state (a value for each variable) through the actions of a way. The domain of
// numbers serves the search for invariants, the domain of terms the obligations that check them.
// Order within an action. Entering a scope: its E and T, the T of its children, then what is snapshot at its start.
// Passing a block: first the ghosts that stand for the instructions of all engines in it (semantics.md 4: a dependency
// within one block is forward whichever is written first), then the registers, all from their values at the entry.
// Passing over items: what is raised in them and followed from afar grows by a number that is not known, and what is in
// step with it by the same (in_step.hpp).
// Source: certification.md 2 and 3.
#pragma once

#include <utility>
#include <vector>

#include "core/diagnostic/internal_error.hpp"
#include "smt/streams/streams.hpp"
#include "smt/terms/rewrite.hpp"
#include "smt/walk/graph.hpp"
#include "smt/walk/variables.hpp"

namespace counterpoint::smt {

// What the ghosts need to know of blocks.
struct BlockFacts {
  const Streams& streams;
  const Implementation& implementation;
  // The instructions of a block, by number; all engines.
  [[nodiscard]] IdRange<InstructionId> instructions(BlockId b) const;
  // What the cell's raisers on `engine` (none: all engines) in the block add together.
  [[nodiscard]] std::int64_t raised(CellId c, EngineId engine, BlockId b) const;
  // The same for those up to and including an instruction.
  [[nodiscard]] std::int64_t raised_up_to(CellId c, EngineId engine, BlockId b, InstructionId i) const;
};

// A domain has: Value number(int64), add(Value, int64), add(Value, Value), select_equal(a, b, then, otherwise),
// value(term, state of the registers), and growth(i, j), what the i-th passing over of a way adds to the j-th that is
// followed afar.
template <class Domain>
class Evaluator {
 public:
  using Value = typename Domain::Value;
  using State = std::vector<Value>;

  Evaluator(Domain& domain, const Following& following, const BlockFacts& facts, const Tree& tree)
      : domain_(domain), following_(following), facts_(facts), tree_(tree) {}

  // At the start: nothing has been entered.
  [[nodiscard]] State initial() {
    State s;
    for (const Variable& v : following_.variables) {
      std::int64_t n = 0;
      const bool counts = v.kind == VariableKind::ordinal || v.kind == VariableKind::latest;
      if (counts || v.kind == VariableKind::noted) n = facts_.streams.cell(v.cell).initial;
      s.push_back(v.kind == VariableKind::snapshot || v.kind == VariableKind::held || v.kind == VariableKind::covered
                      ? (v.source < s.size() ? s[v.source] : domain_.number(0))
                      : domain_.number(n));
    }
    return s;
  }

  void act(const Action& a, State& s) {
    switch (a.kind) {
      case ActionKind::enter: return enter(a.scope, s);
      case ActionKind::leave: return leave(a.scope, s);
      case ActionKind::block: pass_ghosts(a.block, s); return pass_registers(a.block, s);
      case ActionKind::place: return hold({a.scope, a.item, {}}, s);
      case ActionKind::reset:
      case ActionKind::barrier: return meet(a.kind == ActionKind::reset, s);
      case ActionKind::afar: return pass_over(a, s);
    }
  }

  // The first half of passing a block: where a consumer in it stands.
  void pass_ghosts(BlockId b, State& s) {
    const State old = s;
    for (std::size_t i = 0; i < s.size(); ++i) {
      const Variable& v = following_.variables[i];
      switch (v.kind) {
        case VariableKind::passes:
          if (tree_.block_of(v.instruction) == b) s[i] = domain_.add(s[i], 1);
          break;
        case VariableKind::latest:
          if (tree_.block_of(v.instruction) == b) {
            s[i] = domain_.add(old[v.source], facts_.raised_up_to(v.cell, v.engine, b, v.instruction));
          }
          break;
        case VariableKind::ordinal: s[i] = domain_.add(s[i], facts_.raised(v.cell, v.engine, b)); break;
        default: break;
      }
    }
    const Block& block = tree_.block(b);
    hold({block.scope, block.item, b}, s);
  }

  // A place where nothing but a consumer is: what is counted there is held.
  void hold(const Standing& place, State& s) {
    for (std::size_t i = 0; i < s.size(); ++i) {
      const Variable& v = following_.variables[i];
      if (v.kind != VariableKind::held && v.kind != VariableKind::seen) continue;
      if (v.place != place) continue;
      const Value now = v.kind == VariableKind::held ? s[v.source] : domain_.number(1);
      s[i] = domain_.select_equal(target(v), entries(v.scope, s), now, s[i]);
    }
  }

 private:
  [[nodiscard]] Value target(const Variable& v) { return domain_.target(v.target); }
  [[nodiscard]] Value entries(ScopeId scope, const State& s) {
    for (std::size_t i = 0; i < s.size(); ++i) {
      const Variable& v = following_.variables[i];
      if (v.kind == VariableKind::entries && v.scope == scope) return s[i];
    }
    require(false, "the entries of a scope that are not followed");
    return domain_.number(0);
  }

  void enter(ScopeId scope, State& s) {
    for (std::size_t i = 0; i < s.size(); ++i) {
      const Variable& v = following_.variables[i];
      if (v.kind == VariableKind::entries && v.scope == scope) s[i] = domain_.add(s[i], 1);
      if (v.kind == VariableKind::trip && v.scope == scope) s[i] = domain_.add(s[i], 1);
      if (v.kind == VariableKind::trip && tree_.scope(v.scope).parent == scope) s[i] = domain_.number(0);
    }
    snapshots(scope, true, s);
  }

  void leave(ScopeId scope, State& s) { snapshots(scope, false, s); }

  void snapshots(ScopeId scope, bool at_start, State& s) {
    for (std::size_t i = 0; i < s.size(); ++i) {
      const Variable& v = following_.variables[i];
      if (v.kind != VariableKind::snapshot || v.scope != scope || v.at_start != at_start) continue;
      s[i] = domain_.select_equal(target(v), entries(scope, s), s[v.source], s[i]);
    }
  }

  void meet(bool reset, State& s) {
    for (std::size_t i = 0; i < s.size(); ++i) {
      const Variable& v = following_.variables[i];
      if (v.kind == VariableKind::covered) s[i] = s[v.source];
      if (reset && v.kind == VariableKind::ordinal) s[i] = domain_.number(0);
    }
  }

  void pass_over(const Action& a, State& s) {
    for (std::uint32_t j = 0; j < following_.afar.size(); ++j) {
      const Afar& x = following_.afar[j];
      if (!x.raised->between(a.scope, a.item, a.end)) continue;
      const Value growth = domain_.growth(a.number, j);
      s[x.ordinal] = domain_.add(s[x.ordinal], growth);
      for (const std::uint32_t r : x.registers) s[r] = domain_.add(s[r], growth);
    }
  }

  void pass_registers(BlockId b, State& s) {
    std::vector<std::pair<std::size_t, Value>> changes;
    for (std::size_t i = 0; i < s.size(); ++i) {
      const Variable& v = following_.variables[i];
      if (v.kind == VariableKind::noted) {
        const BlockId at = v.instruction.valid() ? tree_.block_of(v.instruction) : facts_.streams.block_before(v.scope);
        if (at != b) continue;
        const auto all = v.instruction.valid() ? facts_.streams.thresholds(v.instruction)
                                               : facts_.streams.thresholds(following_.engine, v.scope);
        changes.emplace_back(i, domain_.value(all[v.wait].value, s));
      } else if (v.kind == VariableKind::reg) {
        const auto all = facts_.streams.assignments(following_.engine, v.reg);
        const auto it =
            std::lower_bound(all.begin(), all.end(), b, [](const Assigned& a, BlockId x) { return a.block < x; });
        if (it != all.end() && it->block == b) changes.emplace_back(i, domain_.value(it->value, s));
      }
    }
    for (auto& [i, v] : changes) s[i] = std::move(v);
  }

  Domain& domain_;
  const Following& following_;
  const BlockFacts& facts_;
  const Tree& tree_;
};

}  // namespace counterpoint::smt
