// Building and reading the zero-distance graph.
// SPDX-License-Identifier: Apache-2.0
#include "core/dependence/zero_distance_graph.hpp"

#include <algorithm>

#include "core/dependence/classify.hpp"
#include "core/text/tree_walk.hpp"

namespace counterpoint {

ZeroDistanceGraph::ZeroDistanceGraph(const Program& program, bool within_blocks)
    : program_(program),
      tree_(program.tree),
      within_blocks_(within_blocks),
      before_(tree_.instruction_count(), none),
      visits_before_(tree_.instruction_count(), none),
      last_(tree_.engine_count() + 1, none),
      logged_in_(last_.size(), 0) {
  walk(tree_, *this);
}

Subject ZeroDistanceGraph::subject(Node v) const {
  if (v < before_.size()) return Subject::of(InstructionId{std::size_t{v}});
  return Subject::of(extra_[v - before_.size()].visit);
}

bool ZeroDistanceGraph::edge(Node v, std::uint32_t k, Node& to, DependencyId& dependency) const {
  dependency = DependencyId::none();
  to = none;
  if (v < before_.size()) {
    if (k == 0) to = before_[v];
    if (k == 1) to = visits_before_[v];
    return k < 2 || dependency_edge(v, program_.dependencies_of(InstructionId{std::size_t{v}}), k - 2, to, dependency);
  }
  const Extra& x = extra_[v - before_.size()];
  if (k == 0) to = x.one;
  if (k == 1) to = x.other;
  if (k < 2) return true;
  return x.visit.valid() && dependency_edge(v, program_.control_dependencies_of(x.visit), k - 2, to, dependency);
}

bool ZeroDistanceGraph::dependency_edge(Node v, IdRange<DependencyId> range, std::uint32_t k, Node& to,
                                        DependencyId& dependency) const {
  if (k >= range.size()) return false;
  const DependencyId d{std::size_t{range.first + k}};
  if (!program_.distances_of(d).empty()) return true;
  const InstructionId p = program_.dependency(d).producer;
  if (within_blocks_ && tree_.block_of(p) != tree_.block_of(InstructionId{std::size_t{v}})) return true;
  if (exclusive(program_, d)) return true;
  to = p.value;
  dependency = d;
  return true;
}

void ZeroDistanceGraph::block(BlockId b) {
  const Block& block = tree_.block(b);
  for (Node i = block.first; i < block.last; ++i) {
    const std::size_t slot = tree_.engine_of(InstructionId{std::size_t{i}}).value;
    const Node before = last_[slot];
    const bool in_block = before != none && before >= block.first;
    if (!within_blocks_ || in_block) before_[i] = before;
    if (!within_blocks_) visits_before_[i] = last_.back();
    set(slot, i);
  }
}

void ZeroDistanceGraph::enter(ScopeId s) {
  if (within_blocks_) return;
  const Scope& scope = tree_.scope(s);
  // The visit of a conditional is that of both branches, and comes before either.
  if (scope.kind != ScopeKind::else_branch && !program_.control_dependencies_of(s).empty()) {
    set(last_.size() - 1, add_extra({s, last_.back(), none}));
  }
  if (scope.is_branch()) branches_.push_back({next_branch_++, {}});
}

void ZeroDistanceGraph::leave(ScopeId s) {
  const Scope& scope = tree_.scope(s);
  if (within_blocks_ || !scope.is_branch()) return;
  Outcome outcome = leave_branch();
  if (scope.kind == ScopeKind::then_branch) {
    first_outcomes_.push_back(std::move(outcome));
    return;
  }
  Outcome first = std::move(first_outcomes_.back());
  first_outcomes_.pop_back();
  join(std::move(first), std::move(outcome));
}

ZeroDistanceGraph::Node ZeroDistanceGraph::add_extra(const Extra& x) {
  extra_.push_back(x);
  return static_cast<Node>(before_.size() + extra_.size() - 1);
}

void ZeroDistanceGraph::set(std::size_t slot, Node value) {
  if (!branches_.empty() && logged_in_[slot] != branches_.back().id) {
    branches_.back().log.push_back({slot, last_[slot], logged_in_[slot]});
    logged_in_[slot] = branches_.back().id;
  }
  last_[slot] = value;
}

ZeroDistanceGraph::Outcome ZeroDistanceGraph::leave_branch() {
  Outcome outcome;
  for (const Change& change : branches_.back().log) {
    outcome.emplace_back(change.slot, last_[change.slot]);
    last_[change.slot] = change.before;
    logged_in_[change.slot] = change.logged_in;
  }
  branches_.pop_back();
  return outcome;
}

void ZeroDistanceGraph::join(Outcome first, Outcome second) {
  std::ranges::sort(first);
  std::ranges::sort(second);
  auto a = first.begin();
  auto b = second.begin();
  while (a != first.end() || b != second.end()) {
    const std::size_t slot = b == second.end() || (a != first.end() && a->first <= b->first) ? a->first : b->first;
    const Node one = a != first.end() && a->first == slot ? (a++)->second : last_[slot];
    const Node other = b != second.end() && b->first == slot ? (b++)->second : last_[slot];
    set(slot, add_extra({ScopeId::none(), one, other}));
  }
}

}  // namespace counterpoint
