// Lays the ways between cut points.
// SPDX-License-Identifier: Apache-2.0
#include "smt/walk/graph.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::smt {
namespace {

std::uint64_t key(ScopeId s, std::uint32_t item) { return (std::uint64_t{s.value} << 32U) | item; }

class Layer {
 public:
  Layer(const Following& following, const Streams& streams, const Tree& tree) : tree_(tree), afar_(following.afar) {
    std::vector<bool> near(following.variables.size(), true);
    for (const Afar& a : afar_) {
      near[a.ordinal] = false;
      for (const std::uint32_t r : a.registers) near[r] = false;
    }
    for (std::size_t i = 0; i < near.size(); ++i) {
      if (near[i]) add_variable(following, streams, following.variables[i]);
    }
    if (following.barriers) add_barriers();
    scope(Tree::root());
  }

  void add(const Standing& s) {
    scope(s.scope);
    stops_[s.scope].insert(s.item);
    if (!s.block.valid()) places_.insert({s.scope, s.item});
  }

  Graph lay() {
    graph_.nodes.push_back({CutKind::start, Tree::root()});
    graph_.nodes.push_back({CutKind::end, Tree::root()});
    Way first{.from = 0};
    first.actions.push_back({ActionKind::enter, Tree::root()});
    open_.push_back({std::move(first), Tree::root(), 0});
    while (!open_.empty()) {
      Open next = std::move(open_.back());
      open_.pop_back();
      follow(std::move(next));
    }
    return std::move(graph_);
  }

 private:
  struct Open {
    Way way;
    ScopeId scope;       // where it goes on: in this body,
    std::uint32_t item;  // from this item
    std::uint32_t passed_over = 0;
  };

  void scope(ScopeId s) {
    for (; s.valid() && scopes_.insert(s).second; s = tree_.scope(s).parent) {
      stops_[s];
      const Scope& x = tree_.scope(s);
      if (x.parent.valid()) stops_[x.parent].insert(x.item);
    }
  }
  void block(BlockId b) {
    scope(tree_.block(b).scope);
    stops_[tree_.block(b).scope].insert(tree_.block(b).item);
  }

  void add_variable(const Following& following, const Streams& streams, const Variable& v) {
    if (v.scope.valid()) scope(v.scope);
    if (v.place.scope.valid()) add(v.place);
    if (v.instruction.valid()) block(tree_.block_of(v.instruction));
    if (v.kind == VariableKind::noted && !v.instruction.valid()) {
      if (const BlockId b = streams.block_before(v.scope); b.valid()) block(b);
    }
    if (v.kind == VariableKind::reg) {
      for (const Assigned& a : streams.assignments(following.engine, v.reg)) block(a.block);
    }
    if (v.kind == VariableKind::ordinal) {
      for (const Raisers& r : streams.cell(v.cell).raisers) {
        if (v.engine.valid() && r.engine != v.engine) continue;
        BlockId last;
        for (const InstructionId i : r.instructions) {
          if (tree_.block_of(i) != last) block(last = tree_.block_of(i));
        }
      }
    }
  }

  void add_barriers() {
    for (const ScopeId s : tree_.scopes()) {
      const auto items = tree_.items(s);
      for (std::uint32_t i = 0; i < items.size(); ++i) {
        if (items[i].kind != ItemKind::barrier) continue;
        scope(s);
        stops_[s].insert(i);
      }
    }
  }

  // The items between two stops, where something that is followed from afar is raised in them.
  void pass_over(Open& open, std::uint32_t first, std::uint32_t last) const {
    const bool raised = std::any_of(afar_.begin(), afar_.end(),
                                    [&](const Afar& a) { return a.raised->between(open.scope, first, last); });
    if (!raised) return;
    open.way.actions.push_back({ActionKind::afar, open.scope, {}, first, last, open.passed_over++});
  }

  std::uint32_t node(CutKind kind, ScopeId s) {
    const auto [it, is_new] = node_of_.try_emplace({kind, s}, static_cast<std::uint32_t>(graph_.nodes.size()));
    if (is_new) {
      graph_.nodes.push_back({kind, s});
      if (kind == CutKind::head) {
        Way in{.from = it->second, .enters = s};
        in.actions.push_back({ActionKind::enter, s});
        open_.push_back({std::move(in), s, 0});
        open_.push_back({Way{.from = it->second, .passes = s}, tree_.scope(s).parent, tree_.scope(s).item + 1});
      } else if (kind == CutKind::fork) {
        for (const ScopeId branch : {s, tree_.scope(s).sibling}) {
          Way in{.from = it->second};
          in.actions.push_back({ActionKind::enter, branch});
          open_.push_back({std::move(in), branch, 0});
        }
        const std::uint32_t join = node(CutKind::join, s);
        open_.push_back({Way{.from = join}, tree_.scope(s).parent, tree_.scope(s).item + 1});
      }
    }
    return it->second;
  }

  void end(Way way, std::uint32_t to) {
    way.to = to;
    graph_.ways.push_back(std::move(way));
  }

  // Goes on to the next cut point.
  void follow(Open open) {
    const auto items = tree_.items(open.scope);
    const auto& stops = stops_[open.scope];
    const auto mark = [&](std::uint32_t item) {
      graph_.positions.try_emplace(key(open.scope, item),
                                   Graph::Position{static_cast<std::uint32_t>(graph_.ways.size()),
                                                   static_cast<std::uint32_t>(open.way.actions.size())});
    };
    std::uint32_t next = open.item;  // what comes before it has been passed
    for (auto it = stops.lower_bound(open.item); it != stops.end(); ++it) {
      pass_over(open, next, *it);
      next = *it;
      mark(*it);
      if (places_.contains({open.scope, *it})) open.way.actions.push_back({ActionKind::place, open.scope, {}, *it});
      if (*it >= items.size()) continue;
      const Item& item = items[*it];
      const ScopeId inner{std::size_t{item.index}};
      switch (item.kind) {
        case ItemKind::block:
          open.way.actions.push_back({ActionKind::block, {}, BlockId{std::size_t{item.index}}});
          ++next;
          break;
        case ItemKind::barrier:
          open.way.actions.push_back({item.reset ? ActionKind::reset : ActionKind::barrier});
          break;
        case ItemKind::loop:
          if (!scopes_.contains(inner)) break;
          // The node may open other ways: they are laid later, after this one has its number.
          end(std::move(open.way), node(CutKind::head, inner));
          return;
        case ItemKind::conditional:
          if (!scopes_.contains(inner) && !scopes_.contains(tree_.scope(inner).sibling)) break;
          end(std::move(open.way), node(CutKind::fork, inner));
          return;
      }
    }
    pass_over(open, next, static_cast<std::uint32_t>(items.size()));
    open.way.actions.push_back({ActionKind::leave, open.scope});
    const Scope& s = tree_.scope(open.scope);
    if (s.kind == ScopeKind::root) return end(std::move(open.way), 1);
    if (s.is_loop()) return end(std::move(open.way), node(CutKind::head, open.scope));
    end(std::move(open.way),
        node(CutKind::join, s.kind == ScopeKind::then_branch ? open.scope : tree_.scope(open.scope).sibling));
  }

  const Tree& tree_;
  const std::vector<Afar>& afar_;
  std::set<ScopeId> scopes_;
  std::map<ScopeId, std::set<std::uint32_t>> stops_;    // by scope: items, one past the last included
  std::set<std::pair<ScopeId, std::uint32_t>> places_;  // stops without a block
  std::map<std::pair<CutKind, ScopeId>, std::uint32_t> node_of_;
  std::vector<Open> open_;
  Graph graph_;
};

}  // namespace

const Graph::Position& Graph::position(const Standing& s) const {
  const auto it = positions.find(key(s.scope, s.item));
  require(it != positions.end(), "a consumer that stands on no way");
  return it->second;
}

Graph graph_of(const Following& following, const Streams& streams, const Tree& tree,
               const std::vector<Standing>& standings) {
  Layer layer(following, streams, tree);
  for (const Standing& s : standings) layer.add(s);
  return layer.lay();
}

bool inside(const Tree& tree, const CutPoint& n, ScopeId s) {
  if (n.kind == CutKind::start || n.kind == CutKind::end) return false;
  // A head, a fork and a join stand in the body of their scope's parent.
  return tree.encloses(s, tree.scope(n.scope).parent);
}

}  // namespace counterpoint::smt
