// Makes an assignment for each scope, dependency and rotation.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/reaching.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace counterpoint::ascend {
namespace {

constexpr std::uint64_t most_scopes = std::uint64_t{1} << 26U;  // scopes looked at, over all assignments

class Reach {
 public:
  Reach(const Program& program, std::size_t most) : program_(program), tree_(program.tree), most_(most) {}

  void scopes() {
    for (const ScopeId s : tree_.scopes()) {
      if (full()) return;
      start();
      if (enter(s, 2)) add();
    }
  }
  void dependencies() {
    for (const DependencyId d : program_.all_dependencies()) {
      if (full()) return;
      start();
      if (!enter(program_.consumer_scope(d), 1)) continue;
      if (!enter(tree_.scope_of(program_.dependency(d).producer), 1)) continue;
      for (const Distance& x : program_.distances_of(d)) {
        if (x.distance > 0) at_least(x.loop, static_cast<std::uint32_t>(x.distance) + 1);
      }
      add();
    }
  }
  void rotations(const std::vector<Rotation>& all) {
    for (const Rotation& r : all) {
      if (full()) return;
      start();
      if (!enter(r.loop, 1)) continue;
      at_least(r.loop, r.count == std::numeric_limits<std::uint32_t>::max() ? r.count : r.count + 1);
      add();
    }
  }
  [[nodiscard]] Reaching result() && { return std::move(out_); }

 private:
  [[nodiscard]] bool full() {
    out_.cut = out_.cut || out_.assignments.size() >= most_ || work_ > most_scopes;
    return out_.cut;
  }
  void start() {
    counts_.assign(tree_.scope_count(), 1);
    chosen_.assign(tree_.scope_count(), false);
    work_ += tree_.scope_count();
  }
  void at_least(ScopeId loop, std::uint32_t count) {
    if (tree_.scope(loop).is_loop()) counts_[loop.value] = std::max(counts_[loop.value], count);
  }
  // Goes the way to a scope; false where another end goes the other way.
  [[nodiscard]] bool enter(ScopeId to, std::uint32_t iterations) {
    for (ScopeId s = to; s.valid(); s = tree_.scope(s).parent) {
      const Scope& x = tree_.scope(s);
      at_least(s, iterations);
      if (!x.is_branch()) continue;
      const bool then = x.kind == ScopeKind::then_branch;
      const ScopeId first = then ? s : x.sibling;
      if (chosen_[first.value] && (counts_[first.value] == 1) != then) return false;
      chosen_[first.value] = true;
      counts_[first.value] = then ? 1 : 0;
    }
    return true;
  }
  void add() {
    std::vector<std::uint32_t> counts;
    Assignment made;
    for (const ScopeId s : tree_.scopes()) {
      const Scope& x = tree_.scope(s);
      if (x.trip_kind == TripKind::constant || x.kind == ScopeKind::else_branch) continue;
      counts.push_back(counts_[s.value]);
      made.push_back({s, EngineId::none(), {counts_[s.value]}});
    }
    if (seen_.insert(std::move(counts)).second) out_.assignments.push_back(std::move(made));
  }

  const Program& program_;
  const Tree& tree_;
  std::size_t most_;
  std::vector<std::uint32_t> counts_;  // by scope: iterations; of a then branch 1 or 0
  std::vector<bool> chosen_;           // then branches on the way
  std::set<std::vector<std::uint32_t>> seen_;
  std::uint64_t work_ = 0;
  Reaching out_;
};

}  // namespace

std::vector<Rotation> rotations_of(const Kernel& kernel, std::uint32_t cross_count) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  std::vector<Rotation> out;
  for (const OpId o : kernel.in_order()) {
    const FlagId& flag = kernel.op(o).flag;
    if (flag.loop.valid() && seen.emplace(flag.loop.value, flag.count).second) out.push_back({flag.loop, flag.count});
    if (kernel.op(o).kind != OpKind::cross_set) continue;
    // The loops around a set of a counter: of each so many iterations that it can overflow.
    for (OpId at = kernel.parent(o); at.valid(); at = kernel.parent(at)) {
      const Op& x = kernel.op(at);
      if (x.kind == OpKind::loop && seen.emplace(x.scope.value, cross_count).second) {
        out.push_back({x.scope, cross_count});
      }
    }
  }
  return out;
}

Reaching reaching(const Program& program, const std::vector<Rotation>& rotations, std::size_t most) {
  Reach reach(program, most);
  reach.dependencies();
  reach.rotations(rotations);
  reach.scopes();
  return std::move(reach).result();
}

bool within(const Assignments& bound, const Assignment& assignment) {
  if (!bound.all_constants()) return false;
  const auto& variables = bound.variables();
  for (std::size_t v = 0; v < variables.size(); ++v) {
    if (v >= assignment.size() || assignment[v].scope != variables[v].scope) return false;
    if (assignment[v].counts.front() >= variables[v].values) return false;
  }
  return true;
}

}  // namespace counterpoint::ascend
