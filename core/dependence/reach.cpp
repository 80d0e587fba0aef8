// The search of reach.hpp.
// SPDX-License-Identifier: Apache-2.0
//
// Invariant. Every fact in `facts_` follows from those before it by one step of the header, so each is true on its own
// and the search may stop anywhere. `known_` maps (subject, issued or retired, loop) to the fact with the nearest
// extent; a fact that another covers is not added, so each key grows at most by its distances, which wants bound.
#include "core/dependence/reach.hpp"

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {
namespace {

std::uint64_t key_of(const Subject& s, bool retired, std::size_t slot) {
  return std::uint64_t{s.index} | (retired ? std::uint64_t{1} << 32U : 0) | (s.visit ? std::uint64_t{1} << 33U : 0) |
         (std::uint64_t{slot} << 34U);
}

}  // namespace

Reach::Reach(const Program& program, ReachLimits limits)
    : program_(program),
      tree_(program.tree),
      limits_(limits),
      table_(program.tree),
      consumers_(program.tree.engine_count()),
      excluded_(program.dependency_count(), false) {
  for (const InstructionId i : tree_.instructions()) {
    if (!program.dependencies_of(i).empty()) consumers_[tree_.engine_of(i)].push_back(i);
  }
  for (std::size_t d = program.first_control; d < program.dependency_count(); ++d) {
    const ScopeId s{std::size_t{program.dependency(DependencyId{d}).consumer}};
    if (visits_.empty() || visits_.back() != s) visits_.push_back(s);
  }
}

Place Reach::place(const Subject& s) const {
  if (s.visit) return place_of_visit(tree_, table_, ScopeId{std::size_t{s.index}});
  return place_of(tree_, InstructionId{std::size_t{s.index}});
}

ScopeId Reach::common_with_consumer(const Place& at) const {
  return tree_.innermost_common(consumer_place_.scope, at.scope);
}

IdRange<DependencyId> Reach::dependencies_of(const Subject& s) const {
  if (s.visit) return program_.control_dependencies_of(ScopeId{std::size_t{s.index}});
  return program_.dependencies_of(InstructionId{std::size_t{s.index}});
}

bool Reach::spend(std::uint64_t steps) {
  spent_ += steps;
  if (spent_ > limits_.steps) cut_off_ = true;
  return spent_ <= limits_.steps;
}

// Whether what is known at `from`, which stands in `at`, may be carried on to something in `to`.
bool Reach::may_leave(const Fact& from, ScopeId at, ScopeId to) const {
  if (from.engine == consumer_engine_) return true;
  return !only_any_trips_ && table_.uniform(at) && table_.uniform(to);
}

void Reach::add(Fact fact, std::uint32_t parent) {
  std::size_t slot = 0;
  if (!fact.extent.now()) {
    while (slot < loops_.size() && loops_[slot].first != fact.extent.loop) ++slot;
    if (slot == loops_.size() || fact.extent.back > loops_[slot].second) return;  // no want asks that far
    ++slot;
  }
  const auto known = [&](bool retired, std::size_t at) {
    const auto found = known_.find(key_of(fact.subject, retired, at));
    if (found == known_.end()) return false;
    const Fact& old = facts_[found->second];
    return old.extent.back <= fact.extent.back && (old.any_trips || !fact.any_trips);
  };
  if (known(true, 0) || known(true, slot)) return;
  if (!fact.retired && (known(false, 0) || known(false, slot))) return;
  fact.parent = parent;
  known_[key_of(fact.subject, fact.retired, slot)] = static_cast<std::uint32_t>(facts_.size());
  facts_.push_back(fact);
}

void Reach::follow_dependencies(std::uint32_t index) {
  const Fact from = facts_[index];
  const Place at = place(from.subject);
  const ScopeId s1 = common_with_consumer(at);
  for (const DependencyId d : dependencies_of(from.subject)) {
    if (excluded_[d.value] || !spend(1 + (table_.depth(at.scope) >> 4U))) continue;
    const auto near = extent_of(program_, d);
    if (!near.has_value()) continue;
    const InstructionId p = program_.dependency(d).producer;
    const ScopeId scope = tree_.scope_of(p);
    if (!may_leave(from, at.scope, scope)) continue;
    const auto extent =
        compose(tree_, table_, from.extent, s1, at.scope, *near, tree_.innermost_common(at.scope, scope));
    if (!extent.has_value()) continue;
    Fact next = from;
    next.subject = {.visit = false, .index = p.value};
    next.engine = tree_.engine_of(p);
    next.retired = true;
    next.any_trips = from.any_trips && from.engine == consumer_engine_;
    next.extent = *extent;
    next.kind = PathStepKind::after;
    next.dependency = d;
    add(next, index);
  }
}

// Consumers on the engine of `from`, and visits, that stand before it in the text: the nearest of each kind.
void Reach::collect_earlier(const Fact& from, std::vector<Subject>& out) {
  const Place at = place(from.subject);
  std::uint32_t taken = 0;
  if (from.engine.valid()) {
    const auto& all = consumers_[from.engine];
    auto it = std::lower_bound(all.begin(), all.end(), InstructionId{std::size_t{at.key / 2}});
    while (it != all.begin() && taken++ < limits_.neighbours) out.push_back({.visit = false, .index = (--it)->value});
    cut_off_ = cut_off_ || it != all.begin();
  }
  taken = 0;
  const auto before = [&](ScopeId s, std::uint64_t key) {
    return 2 * std::uint64_t{table_.first_instruction(s)} < key;
  };
  auto it = std::lower_bound(visits_.begin(), visits_.end(), at.key, before);
  if (from.subject.visit) {
    it = std::lower_bound(visits_.begin(), visits_.end(), ScopeId{std::size_t{from.subject.index}});
  }
  while (it != visits_.begin() && taken++ < limits_.neighbours) out.push_back({.visit = true, .index = (--it)->value});
  cut_off_ = cut_off_ || it != visits_.begin();
}

// Consumers on the engine of `from`, and visits, in `loop` but not before it in the text: the last of each kind.
void Reach::collect_later(const Fact& from, ScopeId loop, std::vector<Subject>& out) {
  const Place at = place(from.subject);
  std::uint32_t taken = 0;
  if (from.engine.valid()) {
    const auto& all = consumers_[from.engine];
    const auto first = std::lower_bound(all.begin(), all.end(), InstructionId{std::size_t{at.key / 2}});
    auto it = std::lower_bound(first, all.end(), InstructionId{std::size_t{table_.last_instruction(loop)}});
    while (it != first && taken++ < limits_.neighbours) out.push_back({.visit = false, .index = (--it)->value});
    cut_off_ = cut_off_ || it != first;
  }
  taken = 0;
  const auto end = std::lower_bound(visits_.begin(), visits_.end(), tree_.scope(loop).subtree_end);
  for (auto it = end; it != visits_.begin() && tree_.encloses(loop, *std::prev(it)) && *std::prev(it) != loop;) {
    cut_off_ = cut_off_ || taken == limits_.neighbours;
    if (taken++ == limits_.neighbours) break;
    out.push_back({.visit = true, .index = (--it)->value});
  }
}

void Reach::follow_issue_order(std::uint32_t index) {
  const Fact from = facts_[index];
  // A visit leads on by its dependencies only: what its engine issued before it is before `from`'s parent too.
  if (from.subject.visit && index != 0) return;
  const Place at = place(from.subject);
  const ScopeId s1 = common_with_consumer(at);
  const std::uint64_t price = 1 + (table_.depth(at.scope) >> 4U);
  const auto step = [&](const Subject& earlier, ScopeId loop) {
    if (!spend(price)) return;
    const Place to = place(earlier);
    const Relation relation = relate(tree_, to, at);
    const Extent near = loop.valid() ? Extent{loop, 1} : Extent{};
    if (!may_leave(from, at.scope, to.scope)) return;
    const auto extent = compose(tree_, table_, from.extent, s1, at.scope, near, relation.common);
    if (!extent.has_value()) return;
    Fact next = from;
    next.subject = earlier;
    next.retired = false;
    next.any_trips = from.any_trips && from.engine == consumer_engine_;
    next.extent = *extent;
    next.kind = PathStepKind::issue_order;
    next.dependency = DependencyId::none();
    add(next, index);
  };
  std::vector<Subject> found;
  collect_earlier(from, found);
  for (const Subject& s : found) step(s, ScopeId::none());
  for (const auto& [loop, most] : loops_) {
    if (!tree_.encloses(loop, at.scope) || (!from.extent.now() && from.extent.loop != loop)) continue;
    found.clear();
    collect_later(from, loop, found);
    for (const Subject& s : found) step(s, loop);
  }
}

// Whether the producer wanted, on the engine of `from`, has retired because `from` has.
bool Reach::held_by_retirement(const Fact& from, const Want& want, bool& any_trips) const {
  const Place at = place(from.subject);
  const Place to = place_of(tree_, want.producer);
  const Relation relation = relate(tree_, to, at);
  const ScopeId s1 = common_with_consumer(at);
  any_trips = from.any_trips;
  if (at.scope == to.scope) {
    // One body: the counts of retirements differ by at most one, whatever the trips of its scopes.
    if (relation.before) return covers(from.extent, want.extent);
    if (!want.extent.now() && at.scope == s1) {
      // R(e) >= R(q) - 1 where q's scope is entered once per iteration of the innermost common scope.
      if (from.extent.now()) return true;
      if (from.extent.loop == s1 && want.extent.loop == s1) return from.extent.back + 1 <= want.extent.back;
    }
  }
  any_trips = from.any_trips && from.engine == consumer_engine_;
  if (!may_leave(from, at.scope, to.scope)) return false;
  Extent near;
  if (!relation.before) {
    if (want.extent.now() || !tree_.encloses(want.extent.loop, relation.common)) return false;
    near = {want.extent.loop, 1};
  }
  const auto extent = compose(tree_, table_, from.extent, s1, at.scope, near, relation.common);
  return extent.has_value() && covers(*extent, want.extent);
}

void Reach::settle(std::size_t want, std::uint32_t index, bool by_retirement, bool any_trips) {
  Answer& a = answers_[want];
  a.held = true;
  a.any_trips = any_trips;
  --open_;
  if (by_retirement) {
    a.path.push_back({PathStepKind::retire_order, {false, wants_[want].producer.value}, DependencyId::none()});
  }
  for (; index != 0; index = facts_[index].parent) {
    a.path.push_back({facts_[index].kind, facts_[index].subject, facts_[index].dependency});
  }
  std::reverse(a.path.begin(), a.path.end());
}

void Reach::check_wants(std::uint32_t index) {
  const Fact from = facts_[index];
  if (!from.retired) return;
  const auto begin =
      std::lower_bound(wants_by_engine_.begin(), wants_by_engine_.end(), std::pair{from.engine, std::size_t{0}});
  for (auto it = begin; it != wants_by_engine_.end() && it->first == from.engine; ++it) {
    const std::size_t w = it->second;
    if (answers_[w].held) continue;
    if (wants_[w].producer.value == from.subject.index) {
      if (covers(from.extent, wants_[w].extent)) settle(w, index, false, from.any_trips);
      continue;
    }
    if (!spend(1 + (table_.depth(tree_.scope_of(wants_[w].producer)) >> 4U))) return;
    bool any_trips = false;
    if (held_by_retirement(from, wants_[w], any_trips)) settle(w, index, true, any_trips);
  }
}

std::vector<Answer> Reach::answer(const Subject& consumer, std::span<const Want> wants) {
  consumer_ = consumer;
  consumer_place_ = place(consumer);
  consumer_engine_ = consumer.visit ? EngineId::none() : tree_.engine_of(InstructionId{std::size_t{consumer.index}});
  wants_ = wants;
  answers_.assign(wants.size(), Answer{});
  open_ = wants.size();
  cut_off_ = false;
  spent_ = 0;
  facts_.clear();
  known_.clear();
  loops_.clear();
  wants_by_engine_.clear();
  for (std::size_t w = 0; w < wants.size(); ++w) {
    wants_by_engine_.emplace_back(tree_.engine_of(wants[w].producer), w);
    const Extent& x = wants[w].extent;
    if (x.now()) continue;
    const auto found = std::ranges::find(loops_, x.loop, &std::pair<ScopeId, std::int64_t>::first);
    if (found == loops_.end()) {
      loops_.emplace_back(x.loop, x.back);
    } else {
      found->second = std::max(found->second, x.back);
    }
  }
  std::ranges::sort(wants_by_engine_);
  // The consumer itself, at its instance: what it knows by its own dependencies is known now.
  Fact self;
  self.subject = consumer;
  self.engine = consumer_engine_;
  self.any_trips = true;
  facts_.push_back(self);
  known_[key_of(consumer, false, 0)] = 0;
  for (std::uint32_t i = 0; i < facts_.size() && open_ > 0 && spent_ <= limits_.steps; ++i) {
    check_wants(i);
    follow_dependencies(i);
    follow_issue_order(i);
  }
  return std::move(answers_);
}

}  // namespace counterpoint
