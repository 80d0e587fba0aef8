// Equation 1 from its definition, over streams written out event by event: the slow side of the tests in this folder.
// SPDX-License-Identifier: Apache-2.0
//
// Source: semantics.md 1. A stream is what one engine meets: entries of scopes, the starts of visits, instructions,
// each with its full iteration vector (one number per scope from the root to where it stands, counted from 1). Nothing
// here knows a class, a counter or a closed form.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/program/program.hpp"

namespace counterpoint::testing {

enum class EventKind : std::uint8_t { entry, visit, instruction };

struct Event {
  EventKind kind = EventKind::entry;
  std::uint32_t subject = 0;         // ScopeId or InstructionId
  std::vector<std::int64_t> vector;  // iterations of the root, ..., the scope it stands in (for an entry: itself)
};

// Iterations of a scope at the n-th entry of its parent, n from 1.
using TripsOf = std::function<std::uint32_t(ScopeId, std::uint64_t)>;

// Every instruction on this one stream, whatever its engine: trip counts may differ by engine, so callers that care
// make one stream per engine and skip the instructions of others.
class Stream {
 public:
  Stream(const Tree& tree, const TripsOf& trips) : tree_(tree), trips_(trips), entries_(tree.scope_count(), 0) {
    enter(Tree::root());
  }
  [[nodiscard]] const std::vector<Event>& events() const { return events_; }

 private:
  void enter(ScopeId s) {
    ++entries_[s.value];
    now_.push_back(next_iteration_);
    events_.push_back({EventKind::entry, s.value, now_});
    for (const Item& item : tree_.items(s)) {
      if (item.kind == ItemKind::block) {
        const Block& block = tree_.block(BlockId{std::size_t{item.index}});
        for (std::uint32_t i = block.first; i < block.last; ++i) events_.push_back({EventKind::instruction, i, now_});
        continue;
      }
      const ScopeId scope{std::size_t{item.index}};
      events_.push_back({EventKind::visit, scope.value, now_});
      visit(scope, entries_[s.value]);
      if (item.kind == ItemKind::conditional) visit(tree_.scope(scope).sibling, entries_[s.value]);
    }
    now_.pop_back();
  }
  void visit(ScopeId s, std::uint64_t n) {
    const std::uint32_t trips = trips_(s, n);
    for (std::uint32_t t = 1; t <= trips; ++t) {
      next_iteration_ = t;
      enter(s);
    }
  }

  const Tree& tree_;
  const TripsOf& trips_;
  std::vector<std::uint64_t> entries_;
  std::vector<std::int64_t> now_;
  std::int64_t next_iteration_ = 1;
  std::vector<Event> events_;
};

// Whether an event is an instance of the consumer of a dependency.
inline bool consumes(const Program& program, DependencyId d, const Event& event) {
  const Dependency& x = program.dependency(d);
  return event.subject == x.consumer && event.kind == (x.control ? EventKind::visit : EventKind::instruction);
}

// Equation 1 at one instance of the consumer: how many retirements of the producer it waits for; nothing if it owes
// none because some t_j <= 0. `events` is the whole stream of the consumer's engine.
inline std::optional<std::int64_t> owed(const Program& program, DependencyId d, const std::vector<Event>& events,
                                        const Event& consumer) {
  const Tree& tree = program.tree;
  const ScopeId producer_scope = tree.scope_of(program.dependency(d).producer);
  const ScopeId common = tree.innermost_common(program.consumer_scope(d), producer_scope);
  const auto distances = program.distances_of(d);
  const ScopeId last = program.dependency(d).star ? distances.back().loop : common;
  const std::size_t length = tree.scope(last).depth + 1;
  std::vector<std::int64_t> target(consumer.vector.begin(), consumer.vector.begin() + static_cast<long>(length));
  for (const Distance& x : distances) target[tree.scope(x.loop).depth] -= x.distance;
  if (std::ranges::any_of(target, [](std::int64_t t) { return t <= 0; })) return std::nullopt;
  std::int64_t count = 0;
  for (const Event& e : events) {
    if (e.kind != EventKind::entry || e.subject != producer_scope.value) continue;
    const auto end = e.vector.begin() + static_cast<long>(length);
    // e's first components <=lex target
    if (!std::lexicographical_compare(target.begin(), target.end(), e.vector.begin(), end)) ++count;
  }
  return count;
}

}  // namespace counterpoint::testing
