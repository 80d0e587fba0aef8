// What an implementation costs; the definitions stand at `Cost`.
// SPDX-License-Identifier: Apache-2.0
//
// What. One walk over the tree. Loops and branches are counted for an engine once it meets a statement or a barrier
// inside: per engine, the scopes around its places are a union of paths from the root, and since the walk meets places
// in depth-first order, each place adds its depth less that of its innermost common scope with the place before.
// Cost: linear in statements, plus engines times (barriers and blocks of several engines) times depth.
#include <algorithm>

#include "core/allocation/allocate.hpp"

namespace counterpoint {
namespace {

constexpr std::uint64_t bytes_per_instruction = 64;

class CostWalk {
 public:
  explicit CostWalk(const Implementation& implementation)
      : x_(implementation), run_(x_.tree.engine_count(), 0), place_(x_.tree.engine_count(), Tree::root()) {}

  Cost run() {
    const Tree& tree = x_.tree;
    cost_.instructions = tree.instruction_count();
    cost_.semaphores = x_.element_count();
    for (const EngineId e : tree.engines()) cost_.registers.push_back(x_.register_count(e));
    cost_.register_operations = x_.operations.size();
    cost_.waits = x_.waits.size() + x_.alone_waits.size();
    cost_.updates = x_.updates.size() + x_.alone_updates.size();
    for (const Slice& s : x_.conditions) cost_.carriers += s.last - s.first - (s.last > s.first ? 1 : 0);
    walk(Tree::root());
    const std::uint64_t statements = cost_.instructions + cost_.register_operations + cost_.alone + cost_.carriers;
    cost_.code_bytes =
        bytes_per_instruction * (statements + cost_.scope_control + cost_.barriers * tree.engine_count());
    if (waiting_ > 0) cost_.operations_per_issue = static_cast<double>(before_) / static_cast<double>(waiting_);
    return std::move(cost_);
  }

 private:
  // Recursion over scopes is bounded by the nesting limit of the language.
  void walk(ScopeId s) {
    for (const Item& item : x_.tree.items(s)) {
      switch (item.kind) {
        case ItemKind::block: look_at(BlockId{std::size_t{item.index}}, s); break;
        case ItemKind::barrier:
          ++cost_.barriers;
          for (const EngineId e : x_.tree.engines()) visit(e, s);
          break;
        case ItemKind::loop: walk(ScopeId{std::size_t{item.index}}); break;
        case ItemKind::conditional:
          walk(ScopeId{std::size_t{item.index}});
          walk(x_.tree.scope(ScopeId{std::size_t{item.index}}).sibling);
          break;
      }
    }
  }

  void look_at(BlockId b, ScopeId s) {
    for (const Statement& statement : x_.statements_of(b)) {
      const EngineId e = statement.engine();
      visit(e, s);
      if (statement.kind() == StatementKind::operation) {
        ++run_[e];
        continue;
      }
      if (statement.kind() == StatementKind::instruction) {
        const std::size_t waits = x_.waits_of(InstructionId{std::size_t{statement.index}}).size();
        if (waits > 0) {
          ++waiting_;
          before_ += run_[e];
          cost_.carriers += waits - 1;
        }
      } else {
        ++cost_.alone;
      }
      run_[e] = 0;
    }
    for (const Statement& statement : x_.statements_of(b)) run_[statement.engine()] = 0;
  }

  void visit(EngineId e, ScopeId s) {
    if (place_[e] == s) return;
    const ScopeId common = x_.tree.innermost_common(place_[e], s);
    cost_.scope_control += x_.tree.scope(s).depth - x_.tree.scope(common).depth;
    place_[e] = s;
  }

  const Implementation& x_;
  Cost cost_;
  IdVector<EngineId, std::uint64_t> run_;  // operations since the last other statement of the engine in this block
  IdVector<EngineId, ScopeId> place_;      // where each engine was last
  std::uint64_t waiting_ = 0;
  std::uint64_t before_ = 0;
};

}  // namespace

Cost cost_of(const Implementation& implementation) { return CostWalk(implementation).run(); }

}  // namespace counterpoint
