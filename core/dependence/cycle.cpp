// Cycles of the zero-distance graph, and the sequential order.
// SPDX-License-Identifier: Apache-2.0
//
// What. Tarjan's algorithm with its own stack finds the components; the shortest cycle through the first instruction of
// a component is found by a breadth-first search that stays inside it. Joins are left out of what is shown: what comes
// after a join comes after what the join comes after.
// Cost: linear. Source: semantics.md 1 and 5.9.
#include "core/dependence/cycle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "core/dependence/classify.hpp"
#include "core/dependence/zero_distance_graph.hpp"

namespace counterpoint {
namespace {

using Node = ZeroDistanceGraph::Node;
constexpr Node none = ZeroDistanceGraph::none;

// Strongly connected components with a cycle in them, each as the list of its nodes.
class Components {
 public:
  explicit Components(const ZeroDistanceGraph& graph)
      : graph_(graph), order_(graph.size(), 0), low_(graph.size(), 0), waits_for_itself_(graph.size(), false) {}

  std::vector<std::vector<Node>> find() {
    for (Node v = 0; v < graph_.size(); ++v) {
      if (order_[v] == 0) search(v);
    }
    return std::move(found_);
  }

 private:
  struct Frame {
    Node node;
    std::uint32_t edge;
  };
  static constexpr std::uint32_t done = std::numeric_limits<std::uint32_t>::max();

  void visit(Node v) {
    order_[v] = low_[v] = ++clock_;
    open_.push_back(v);
    frames_.push_back({v, 0});
  }
  void search(Node root) {
    visit(root);
    while (!frames_.empty()) {
      const Node v = frames_.back().node;
      Node to = none;
      DependencyId dependency;
      if (graph_.edge(v, frames_.back().edge++, to, dependency)) {
        if (to == none) continue;
        if (to == v) waits_for_itself_[v] = true;
        if (order_[to] == 0) {
          visit(to);
        } else if (order_[to] != done) {
          low_[v] = std::min(low_[v], order_[to]);
        }
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) low_[frames_.back().node] = std::min(low_[frames_.back().node], low_[v]);
      if (low_[v] == order_[v]) close(v);
    }
  }
  void close(Node v) {
    std::vector<Node> component;
    Node w = none;
    do {
      w = open_.back();
      open_.pop_back();
      order_[w] = done;
      component.push_back(w);
    } while (w != v);
    if (component.size() > 1 || waits_for_itself_[v]) found_.push_back(std::move(component));
  }

  const ZeroDistanceGraph& graph_;
  std::vector<std::uint32_t> order_;  // 0 not seen, `done` in a closed component
  std::vector<std::uint32_t> low_;
  std::vector<Node> open_;
  std::vector<Frame> frames_;
  std::vector<bool> waits_for_itself_;
  std::vector<std::vector<Node>> found_;
  std::uint32_t clock_ = 0;
};

// The shortest cycle through the smallest node of a component.
ZeroCycle shortest_cycle(const ZeroDistanceGraph& graph, const std::vector<Node>& component) {
  struct Reached {
    Node from;
    DependencyId dependency;  // of the edge from `from`
  };
  std::unordered_map<Node, Reached> reached;  // none in `from`: not reached yet
  for (const Node v : component) reached[v] = {none, DependencyId::none()};
  const Node root = std::ranges::min(component);
  std::vector<Node> queue{root};
  for (std::size_t next = 0; next < queue.size() && reached[root].from == none; ++next) {
    const Node v = queue[next];
    Node to = none;
    DependencyId dependency;
    for (std::uint32_t k = 0; graph.edge(v, k, to, dependency); ++k) {
      const auto found = to == none ? reached.end() : reached.find(to);
      if (found == reached.end() || found->second.from != none) continue;
      found->second = {v, dependency};
      queue.push_back(to);
    }
  }
  ZeroCycle cycle;  // collected backwards: each link with the edge that leaves it
  Node at = root;
  do {
    const Reached& r = reached[at];
    at = r.from;
    if (!graph.is_join(at)) cycle.push_back({graph.subject(at), r.dependency});
  } while (at != root);
  std::ranges::reverse(cycle);
  return cycle;
}

std::vector<ZeroCycle> cycles_of(const ZeroDistanceGraph& graph) {
  std::vector<std::vector<Node>> components = Components(graph).find();
  std::ranges::sort(components, {}, [](const std::vector<Node>& c) { return std::ranges::min(c); });
  std::vector<ZeroCycle> cycles;
  cycles.reserve(components.size());
  for (const auto& c : components) cycles.push_back(shortest_cycle(graph, c));
  return cycles;
}

std::uint32_t line_of(const Tree& tree, const Subject& s) {
  return s.visit ? tree.scope(s.scope()).line : tree.line_of(s.instruction());
}

}  // namespace

std::vector<ZeroCycle> zero_distance_cycles(const Program& program) {
  return cycles_of(ZeroDistanceGraph(program, false));
}

std::optional<SequentialFault> sequential_fault(const Program& program) {
  for (const DependencyId d : program.all_dependencies()) {
    if (!program.distances_of(d).empty() || producer_first(program, d) || exclusive(program, d)) continue;
    const Dependency& x = program.dependency(d);
    const bool one_block = !x.control && program.tree.block_of(x.producer) ==
                                             program.tree.block_of(InstructionId{std::size_t{x.consumer}});
    if (!one_block) return SequentialFault{d, {}};
  }
  std::vector<ZeroCycle> cycles = cycles_of(ZeroDistanceGraph(program, true));
  if (cycles.empty()) return std::nullopt;
  return SequentialFault{DependencyId::none(), std::move(cycles.front())};
}

std::string cycle_text(const Program& program, const ZeroCycle& cycle) {
  const Tree& tree = program.tree;
  std::string text = subject_name(tree, cycle.front().subject);
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const Subject& from = cycle[i].subject;
    const Subject& to = cycle[(i + 1) % cycle.size()].subject;
    if (i > 0) text += ", which";
    text += cycle[i].dependency.valid() ? " waits for " : " comes after ";
    text += subject_name(tree, to);
    if (cycle[i].dependency.valid() || from.visit) continue;
    text += fmt::format(" on {}", tree.engine_name(tree.engine_of(from.instruction())));
  }
  return text;
}

Diagnostics warn_zero_cycles(const Program& program, std::size_t most) {
  const std::vector<ZeroCycle> cycles = zero_distance_cycles(program);
  Diagnostics out;
  for (const ZeroCycle& c : cycles) {
    if (out.size() == most) {
      out.back().help += fmt::format(" ({} more cycles are not shown)", cycles.size() - most);
      break;
    }
    Diagnostic d = diagnose(Code::zero_distance_cycle, {line_of(program.tree, c.front().subject), 0},
                            fmt::format("no instruction here can ever issue: {}", cycle_text(program, c)));
    d.help = "give one of the waits a distance ('@LOOP-1'), or change the order on one engine";
    out.push_back(std::move(d));
  }
  return out;
}

}  // namespace counterpoint
