// One walk along the stream of an engine that says what each read sees.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/passes/definitions.hpp"

#include <algorithm>

#include "core/allocation/passes/sums.hpp"

namespace counterpoint::passes {

Definitions::Definitions(Streams& streams, EngineStream& stream, Values* values, Watcher* watcher)
    : streams_(streams), stream_(stream), tree_(streams.from.tree), values_(values) {
  look_for_assigned();
  first_use_.reserve(stream.nodes.size() + 1);
  of_node_.resize(stream.nodes.size());
  now_.resize(stream.registers.size());
  const ValueId zero = values == nullptr ? ValueId::none() : values->constant(0);
  for (std::size_t r = 0; r < stream.registers.size(); ++r) {
    now_[RegisterId{r}] = define({DefinitionKind::start, RegisterId{r}, 0, 0, {}, {}, zero});
  }
  for (std::size_t i = 0; i < stream.nodes.size(); ++i) {
    first_use_.push_back(static_cast<std::uint32_t>(uses_.size()));
    const Node& n = stream.nodes[i];
    if (n.removed) continue;
    if (watcher != nullptr) watcher->before(i, *this);
    if (n.kind == NodeKind::open) {
      open(i);
    } else if (n.kind == NodeKind::close) {
      close(i);
    } else {
      use(i);
      if (watcher != nullptr) watcher->behind(i, *this);
    }
  }
  first_use_.push_back(static_cast<std::uint32_t>(uses_.size()));
}

// The registers that each scope assigns, found from the inside out.
void Definitions::look_for_assigned() {
  scope_at_.resize(stream_.nodes.size(), 0);
  std::vector<std::uint32_t> path;
  for (std::size_t i = 0; i < stream_.nodes.size(); ++i) {
    const Node& n = stream_.nodes[i];
    if (n.kind == NodeKind::open) {
      scope_at_[i] = static_cast<std::uint32_t>(scopes_.size());
      path.push_back(scope_at_[i]);
      scopes_.emplace_back();
    } else if (n.kind == NodeKind::close) {
      ScopeOfEngine& s = scopes_[path.back()];
      path.pop_back();
      s.close = i;
      std::ranges::sort(s.assigned);
      keep_moved(s);
      const auto rest = std::ranges::unique(s.assigned);
      s.assigned.erase(rest.begin(), rest.end());
      if (!path.empty()) {
        auto& outer = scopes_[path.back()].assigned;
        outer.insert(outer.end(), s.assigned.begin(), s.assigned.end());
      }
    } else if (n.kind == NodeKind::operation && !n.removed && !path.empty()) {
      const RegisterOperation& o = stream_.operations[n.index];
      scopes_[path.back()].assigned.push_back(o.target);
      const auto by = step_of(o, streams_.literals);
      if (by) scopes_[path.back()].moved.push_back({o.target, *by});
    }
  }
}

// Registers that something else assigns too leave, and steps of one register become one. `assigned` has one entry for
// each operation, and for each scope inside.
void Definitions::keep_moved(ScopeOfEngine& scope) {
  std::ranges::stable_sort(scope.moved, {}, &Moved::reg);
  std::vector<Moved> out;
  for (auto it = scope.moved.begin(); it != scope.moved.end();) {
    const auto same = std::ranges::equal_range(it, scope.moved.end(), it->reg, {}, &Moved::reg);
    Moved all{it->reg, 0};
    bool fits = std::ranges::equal_range(scope.assigned, it->reg).size() == same.size();
    for (const Moved& m : same) fits = !__builtin_add_overflow(all.by, m.by, &all.by) && fits;
    if (fits && all.by != 0) out.push_back(all);
    it = same.end();
  }
  scope.moved = std::move(out);
}

bool Definitions::runs_once(ScopeId s) const {
  const Scope& x = tree_.scope(s);
  return x.is_loop() && x.trip_kind == TripKind::constant && x.trips == 1;
}

DefinitionId Definitions::define(const Definition& d) { return all_.push_back(d); }

void Definitions::open(std::size_t node) {
  const ScopeId s = stream_.nodes[node].scope();
  const ScopeOfEngine& here = scopes_[scope_at_[node]];
  std::vector<Held> held;
  std::size_t first_close = none;
  if (tree_.scope(s).is_branch()) {
    const bool second = tree_.scope(s).kind == ScopeKind::else_branch && node > 0 && second_follows(node - 1);
    if (second) {
      held = std::move(pending_);
      first_close = node - 1;
    }
    pending_.clear();
    const std::size_t known = held.size();
    for (const RegisterId r : here.assigned) {
      const auto of_first =
          std::ranges::lower_bound(held.begin(), held.begin() + static_cast<std::ptrdiff_t>(known), r, {}, &Held::reg);
      const bool there = of_first != held.begin() + static_cast<std::ptrdiff_t>(known) && of_first->reg == r;
      if (!there) held.push_back({r, now_[r], now_[r]});
    }
  } else if (!runs_once(s)) {
    enter_loop(here, node, held);
  }
  frames_.push_back({std::move(held), first_close});
}

// The counter that moves least is the base of the others. (Its own value comes first; definitions are by register.)
void Definitions::enter_loop(const ScopeOfEngine& scope, std::size_t node, std::vector<Held>& held) {
  const auto size = [](const Moved& m) { return m.by < 0 ? -m.by : m.by; };
  const auto base = std::ranges::min_element(scope.moved, {}, size);
  const bool together = values_ != nullptr && scope.moved.size() > 1;
  const ValueId of_base = together ? unknown() : ValueId::none();
  const ValueId base_before = together ? all_[now_[base->reg]].value : ValueId::none();
  auto moved = scope.moved.begin();
  for (const RegisterId r : scope.assigned) {
    const DefinitionId before = now_[r];
    while (moved != scope.moved.end() && moved->reg < r) ++moved;
    ValueId value;
    if (together && r == base->reg) {
      value = of_base;
    } else if (together && moved != scope.moved.end() && moved->reg == r && moved->by % base->by == 0) {
      const ValueId n = values_->constant(moved->by / base->by);
      const ValueId part = values_->of(Operation::multiply, base_before, n);
      const ValueId rest = values_->of(Operation::subtract, all_[before].value, part);
      if (values_->number(rest))
        value = values_->of(Operation::add, values_->of(Operation::multiply, of_base, n), rest);
    }
    if (!value.valid()) value = unknown();
    now_[r] = define({DefinitionKind::loop, r, node, scope.close, before, {}, value});
    held.push_back({r, before, now_[r]});
  }
}

bool Definitions::second_follows(std::size_t close) const {
  if (stream_.nodes[close].kind != NodeKind::close) return false;
  const ScopeId s = stream_.nodes[close].scope();
  if (tree_.scope(s).kind != ScopeKind::then_branch || close + 1 >= stream_.nodes.size()) return false;
  const Node& next = stream_.nodes[close + 1];
  return next.kind == NodeKind::open && next.scope() == tree_.scope(s).sibling;
}

void Definitions::close(std::size_t node) {
  const ScopeId s = stream_.nodes[node].scope();
  const std::size_t first_close = frames_.back().first_close;
  std::vector<Held> held = std::move(frames_.back().held);
  frames_.pop_back();
  if (!tree_.scope(s).is_branch()) {
    for (const Held& h : held) {
      all_[h.then].b = now_[h.reg];
      now_[h.reg] = h.then;
    }
    return;
  }
  if (!second_follows(node)) {
    join(held, node, first_close == none ? node : first_close);
    return;
  }
  for (Held& h : held) {
    h.then = now_[h.reg];
    now_[h.reg] = h.before;
  }
  pending_ = std::move(held);
}

// What a conditional leaves: the values of `held` where the other branch ran, those of now where this one did.
void Definitions::join(const std::vector<Held>& held, std::size_t node, std::size_t first_close) {
  for (const Held& h : held) {
    const DefinitionId here = now_[h.reg];
    if (here == h.then) continue;
    const bool same = values_ != nullptr && all_[here].value == all_[h.then].value;
    now_[h.reg] = define(
        {DefinitionKind::conditional, h.reg, node, first_close, h.then, here, same ? all_[here].value : unknown()});
  }
}

void Definitions::use(std::size_t node) {
  const Node& n = stream_.nodes[node];
  streams_.operands(stream_, n,
                    [&](Operand& o, Role) { uses_.push_back(o.is_register() ? now_[o.reg()] : DefinitionId::none()); });
  if (n.kind != NodeKind::operation) return;
  const RegisterOperation& o = stream_.operations[n.index];
  ValueId value;
  if (values_ != nullptr) {
    const ValueId a = value_now(o.a);
    value = o.operation == Operation::copy ? a : values_->of(o.operation, a, value_now(o.b));
  }
  of_node_[node] = define({DefinitionKind::operation, o.target, node, 0, {}, {}, value});
  now_[o.target] = of_node_[node];
}

}  // namespace counterpoint::passes
