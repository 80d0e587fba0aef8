// One engine's stream for given trips, and the walk that writes it out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/program/tree.hpp"

namespace counterpoint::testing {

// Trip counts of a run: by scope and engine the counts of the first, second, ... visit; the last repeats.
struct RunTrips {
  std::vector<std::vector<std::vector<std::uint32_t>>> lists;

  [[nodiscard]] std::uint32_t at(const Tree& tree, ScopeId s, EngineId e, std::uint64_t n) const {
    const Scope& scope = tree.scope(s);
    if (scope.kind == ScopeKind::else_branch) return 1 - at(tree, scope.sibling, e, n);
    if (scope.trip_kind == TripKind::constant) return scope.trips;
    const auto& list = lists[s.value][e.value];
    return list[std::min<std::uint64_t>(n - 1, list.size() - 1)];
  }
};

// One point of an engine's stream.
struct StreamEvent {
  enum class Kind : std::uint8_t { issue, visit, alone, barrier } kind = Kind::issue;
  std::uint32_t subject = 0;  // instruction, scope
  bool reset = false;
  bool never = false;                                          // waits for what does not come
  std::vector<std::pair<std::uint32_t, std::uint32_t>> needs;  // (engine, retirements)
  std::vector<std::pair<std::uint32_t, std::int64_t>> waits;   // implementation, before they are resolved
  [[nodiscard]] bool visible() const { return kind == Kind::issue || kind == Kind::visit; }
};
using Streams = std::vector<std::vector<StreamEvent>>;

class Walk {
 public:
  Walk(const Tree& tree, const RunTrips& trips, EngineId e) : tree_(tree), trips_(trips), engine_(e) {}
  virtual ~Walk() = default;
  void run() { enter(Tree::root(), 1); }

 protected:
  virtual void entry(ScopeId) {}
  virtual void block(BlockId) = 0;
  virtual void barrier(bool) {}
  virtual void visit(ScopeId) {}
  [[nodiscard]] EngineId engine() const { return engine_; }
  [[nodiscard]] const std::vector<std::int64_t>& vector() const { return vector_; }
  [[nodiscard]] const Tree& tree() const { return tree_; }

 private:
  void enter(ScopeId s, std::int64_t iteration) {
    const std::uint64_t n = ++entries_[s.value];
    vector_.push_back(iteration);
    entry(s);
    for (const Item& item : tree_.items(s)) {
      if (item.kind == ItemKind::block) {
        block(BlockId{std::size_t{item.index}});
      } else if (item.kind == ItemKind::barrier) {
        barrier(item.reset);
      } else {
        const ScopeId scope{std::size_t{item.index}};
        visit(scope);
        repeat(scope, n);
        if (item.kind == ItemKind::conditional) repeat(tree_.scope(scope).sibling, n);
      }
    }
    vector_.pop_back();
  }
  void repeat(ScopeId s, std::uint64_t n) {
    const std::uint32_t trips = trips_.at(tree_, s, engine_, n);
    for (std::uint32_t t = 1; t <= trips; ++t) enter(s, t);
  }
  const Tree& tree_;
  const RunTrips& trips_;
  EngineId engine_;
  std::map<std::uint32_t, std::uint64_t> entries_;
  std::vector<std::int64_t> vector_;  // iterations from the root to the scope at hand
};
}  // namespace counterpoint::testing
