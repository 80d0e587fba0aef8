// Where statements and scopes stand in the text of an implementation, with answers in constant time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/program/implementation.hpp"

namespace counterpoint::relation {

// A place in the text: right before a statement.
struct Spot {
  std::uint32_t statement = 0;
  ScopeId scope;
  std::uint32_t first = 0;  // the statements of its block are [first, last)
  std::uint32_t last = 0;
  std::uint32_t opened = 0;  // scopes that open before it in the text
};

class Layout {
 public:
  // Without barriers the blocks of an implementation are the stretches between scopes.
  explicit Layout(const Implementation& implementation);

  [[nodiscard]] const Tree& tree() const { return tree_; }
  [[nodiscard]] Spot spot(BlockId block, std::uint32_t statement) const {
    const Block& b = tree_.block(block);
    return {statement, b.scope, b.first, b.last, opened_[block]};
  }
  // A place in a body between two scopes where no block stands.
  [[nodiscard]] Spot between(ScopeId body, ScopeId next) const {
    return {first_[next], body, first_[next], first_[next], next.value};
  }
  // One past the last statement of a scope and of all in it.
  [[nodiscard]] std::uint32_t end(ScopeId s) const { return last_[s]; }

  // Scopes and statements in `outer`, which encloses z, that cannot have run in its current iteration when z is
  // reached: those from here on.
  [[nodiscard]] std::uint32_t scopes_behind(ScopeId outer, const Spot& z) const;
  [[nodiscard]] std::uint32_t statements_behind(ScopeId outer, const Spot& z) const;
  // The child of `outer` that z stands in; none if it stands in `outer` itself.
  [[nodiscard]] ScopeId child_toward(ScopeId outer, const Spot& z) const;
  // The outermost loop inside `outer` that z stands in; none if there is none.
  [[nodiscard]] ScopeId loop_toward(ScopeId outer, const Spot& z) const;
  // Whether a scope within `outer` has not been entered in the current iteration of `outer` when z is reached.
  [[nodiscard]] bool not_yet(ScopeId outer, ScopeId inner, const Spot& z) const;
  // The same for a block, by its first statement and its scope.
  [[nodiscard]] bool block_not_yet(ScopeId outer, ScopeId scope, std::uint32_t first, const Spot& z) const;
  // Whether a trip count of the scope is its count of entries: its parent is entered at most once.
  [[nodiscard]] bool one_trip(ScopeId s) const { return one_trip_[s] != 0; }
  [[nodiscard]] bool uniform(ScopeId s) const { return uniform_[s] != 0; }
  // The block that begins with a statement, and its scope. Logarithmic.
  [[nodiscard]] BlockId block_at(std::uint32_t first) const;
  [[nodiscard]] ScopeId scope_of_block(std::uint32_t first) const { return tree_.block(block_at(first)).scope; }
  // Whether `inner` is `outer`, or in it with branches only from there down to `inner` itself.
  [[nodiscard]] bool only_branches(ScopeId outer, ScopeId inner) const;

  // The walk tells where it is, so that questions from there need no climb.
  void enter(ScopeId s) { path_.push_back(s); }
  void leave() { path_.pop_back(); }

 private:
  [[nodiscard]] bool exclusive_with(ScopeId outer, ScopeId inner, const Spot& z) const;

  const Tree& tree_;
  IdVector<BlockId, std::uint32_t> opened_;
  IdVector<ScopeId, std::uint32_t> first_;
  IdVector<ScopeId, std::uint32_t> last_;
  IdVector<ScopeId, std::uint8_t> one_trip_;
  IdVector<ScopeId, std::uint8_t> uniform_;
  IdVector<ScopeId, std::uint8_t> in_branch_;  // a branch is around it, or it is one
  std::vector<ScopeId> path_;
};

}  // namespace counterpoint::relation
