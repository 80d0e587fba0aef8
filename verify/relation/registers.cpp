// Recognises counters and gives their values.
// SPDX-License-Identifier: Apache-2.0
#include "verify/relation/registers.hpp"

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::relation {
namespace {

constexpr std::size_t most_groups = 64;  // scopes with increments that a closed form may have

Base base_of(BaseKind kind, std::uint32_t subject) {
  Base b;
  b.kind = kind;
  b.subject = subject;
  return b;
}

}  // namespace

Form entries_of(ScopeId s) {
  if (s == Tree::root()) return {1, {}};
  return of(base_of(BaseKind::entries, s.value));
}

Form trip_of(const Layout& layout, ScopeId s) {
  if (s == Tree::root() || layout.one_trip(s)) return entries_of(s);
  return of(base_of(BaseKind::trip, s.value));
}

Form entries_at(ScopeId inner, ScopeId anchor, std::uint32_t back) {
  if (anchor == Tree::root()) return {};
  Base b = base_of(BaseKind::entries, inner.value);
  b.anchor = anchor;
  b.back = back;
  return of(b);
}

Registers::Registers(const Implementation& implementation, const Layout& layout)
    : implementation_(implementation), layout_(layout), tree_(implementation.tree), first_(tree_.engine_count(), 0) {
  std::uint32_t registers = 0;
  for (const EngineId e : tree_.engines()) {
    first_[e] = registers;
    registers += static_cast<std::uint32_t>(implementation.register_count(e));
  }
  info_.resize(registers);
  start_.assign(registers + 1, 0);
  collect();
  for (std::uint32_t reg = 0; reg < registers; ++reg) look_at(reg);
}

// Sorts the assignments by register, each in the order of the text.
void Registers::collect() {
  std::vector<Assignment> all;
  for (const BlockId b : tree_.blocks()) {
    const Block& block = tree_.block(b);
    for (std::uint32_t at = block.first; at < block.last; ++at) {
      const Statement& s = implementation_.statements[at];
      if (s.kind() != StatementKind::operation) continue;
      const std::uint32_t reg = number(s.engine(), implementation_.operations[s.index].target);
      all.push_back({at, s.index, b, reg});
      ++start_[reg + 1];
    }
  }
  for (std::size_t i = 1; i < start_.size(); ++i) start_[i] += start_[i - 1];
  std::vector<std::uint32_t> next(start_.begin(), start_.end() - 1);
  assignments_.resize(all.size());
  for (const Assignment& a : all) assignments_[next[a.reg]++] = a;
  for (std::size_t reg = 0; reg < info_.size(); ++reg) {
    const auto first = assignments_.begin() + start_[reg];
    const auto last = assignments_.begin() + start_[reg + 1];
    if (!std::ranges::is_sorted(first, last, {}, &Assignment::statement)) {
      std::sort(first, last, [](const Assignment& a, const Assignment& b) { return a.statement < b.statement; });
    }
  }
}

std::int64_t Registers::increment(const Assignment& a) const {
  const RegisterOperation& x = implementation_.operations[a.operation];
  const Operand self = Operand::of(x.target);
  std::int64_t by = 0;
  if (x.operation == Operation::add && x.a == self && x.b.is_literal()) by = implementation_.literal(x.b);
  if (x.operation == Operation::add && x.b == self && x.a.is_literal()) by = implementation_.literal(x.a);
  if (x.operation == Operation::subtract && x.a == self && x.b.is_literal()) {
    by = implementation_.literal(x.b);
    return by > -largest && by < largest ? -by : 0;
  }
  return by > -largest && by < largest ? by : 0;
}

bool Registers::is_set(const Assignment& a, std::int64_t& value) const {
  const RegisterOperation& x = implementation_.operations[a.operation];
  if (x.operation != Operation::copy || !x.a.is_literal()) return false;
  value = implementation_.literal(x.a);
  return value > -largest && value < largest;
}

// The body that all `x := c` stand in; the root with those of the root, if the others stand in one other body and those
// of the root come before it: then they only say how the register starts.
bool Registers::find_home(std::uint32_t reg, Info& info) {
  info.home = Tree::root();
  bool increments = false;
  std::int64_t value = 0;
  std::uint32_t home_starts = none;
  for (const Assignment& a : assignments(reg)) {
    if (!is_set(a, value)) {
      increments = true;
      if (increment(a) == 0) return false;
      continue;
    }
    const ScopeId body = tree_.block(a.block).scope;
    if (body == Tree::root()) {
      if (home_starts != none) return false;
      info.start = value;
    } else if (home_starts == none) {
      info.home = body;
      home_starts = a.statement;
    } else if (body != info.home) {
      return false;
    }
  }
  if (!increments) return false;
  for (const Assignment& a : assignments(reg)) {
    const ScopeId body = tree_.block(a.block).scope;
    if (is_set(a, value)) {
      if (body != info.home) continue;
      if (info.last_set == info.first_set) info.first_set = static_cast<std::uint32_t>(sets_.size());
      sets_.push_back({a.statement, layout_.spot(a.block, a.statement).opened, value});
      info.last_set = static_cast<std::uint32_t>(sets_.size());
    } else if (!tree_.encloses(info.home, body)) {
      return false;
    }
  }
  if (info.home == Tree::root()) info.start = 0;
  return true;
}

bool Registers::group(std::uint32_t reg, Info& info) {
  struct Item {
    ScopeId scope;
    std::uint32_t statement;
    std::int64_t by;
  };
  std::vector<Item> items;
  for (const Assignment& a : assignments(reg)) {
    if (const std::int64_t by = increment(a); by != 0) items.push_back({tree_.block(a.block).scope, a.statement, by});
  }
  std::ranges::sort(items, {}, [](const Item& i) { return std::pair(i.scope, i.statement); });
  info.first_group = static_cast<std::uint32_t>(groups_.size());
  for (const Item& item : items) {
    const auto at = static_cast<std::uint32_t>(steps_.size());
    if (groups_.size() == info.first_group || groups_.back().scope != item.scope) {
      groups_.push_back({item.scope, at, at, 0});
    }
    Group& g = groups_.back();
    g.total += item.by;
    if (g.total > largest || g.total < -largest) return false;
    steps_.push_back({item.statement, g.total});
    ++g.last;
    info.positive = info.positive && item.by > 0;
  }
  info.last_group = static_cast<std::uint32_t>(groups_.size());
  // In several scopes only a counter that never goes back to a start has a base of its own.
  const std::size_t scopes = info.last_group - info.first_group;
  return scopes <= most_groups || (info.home == Tree::root() && info.positive);
}

void Registers::look_at(std::uint32_t reg) {
  Info& info = info_[reg];
  bool one_body = true;
  info.small = true;
  for (const Assignment& a : assignments(reg)) {
    const ScopeId body = tree_.block(a.block).scope;
    one_body = one_body && (!info.only_body.valid() || info.only_body == body);
    info.only_body = body;
    std::int64_t value = 0;
    const RegisterOperation& x = implementation_.operations[a.operation];
    const bool remainder = x.operation == Operation::modulo && x.b.is_literal() && implementation_.literal(x.b) > 0 &&
                           implementation_.literal(x.b) <= std::int64_t{1} << 31;
    const bool literal = is_set(a, value) && value >= 0 && value < std::int64_t{1} << 31;
    info.small = info.small && (remainder || literal || x.operation == Operation::greater);
  }
  if (!one_body) info.only_body = ScopeId::none();
  if (find_home(reg, info) && group(reg, info)) info.kind = RegisterKind::counter;
}

std::uint32_t Registers::last_before(std::uint32_t reg, std::uint32_t statement) const {
  const auto all = assignments(reg);
  const auto at = std::ranges::lower_bound(all, statement, {}, &Assignment::statement);
  return at == all.begin() ? none : start_[reg] + static_cast<std::uint32_t>(at - all.begin()) - 1;
}

std::uint32_t Registers::next_at(std::uint32_t reg, std::uint32_t statement) const {
  const auto all = assignments(reg);
  const auto at = std::ranges::lower_bound(all, statement, {}, &Assignment::statement);
  return at == all.end() ? none : at->statement;
}

// The sum of the increments of a group that stand before a statement.
std::int64_t Registers::sum_before(const Group& g, std::uint32_t statement) const {
  const auto steps = std::span(steps_).subspan(g.first, g.last - g.first);
  const auto at = std::ranges::lower_bound(steps, statement, {}, &Step::statement);
  return at == steps.begin() ? 0 : std::prev(at)->sum;
}

// The value at the start of every iteration of the home, if it is one constant: what the last `x := c` and what follows
// it leave, and how the register starts.
bool Registers::constant_at_start(const Info& info, std::int64_t& value) const {
  value = info.start;
  if (info.home == Tree::root()) return true;
  const Set& last = sets_[info.last_set - 1];
  std::int64_t left = last.value;
  for (std::uint32_t i = info.first_group; i < info.last_group; ++i) {
    const Group& g = groups_[i];
    if (g.scope == info.home) {
      left += g.total - sum_before(g, last.statement);
    } else if (g.scope.value >= last.opened) {
      return false;
    }
  }
  return left == value;
}

// How often a whole group ran in the current iteration of the home, z within the home; times its total, less what of
// the current iteration of its scope comes after z.
MaybeForm Registers::executions(const Info& info, const Group& g, const Spot& z) const {
  const Scope& scope = tree_.scope(g.scope);
  MaybeForm times = scope.parent == info.home ? trip_of(layout_, g.scope) : entries_of(g.scope);
  if (scope.parent != info.home) times = subtract(*times, entries_at(g.scope, info.home, 0));
  if (!times) return std::nullopt;
  MaybeForm all = scaled(*times, g.total);
  if (!all || !tree_.encloses(g.scope, z.scope)) return all;
  return subtract(*all, Form{g.total - sum_before(g, z.statement), {}});
}

// What the increments of the block at hand from z on add.
std::int64_t Registers::rest_of_block(std::uint32_t reg, const Spot& z) const {
  std::int64_t rest = 0;
  const auto all = assignments(reg);
  auto at = std::ranges::lower_bound(all, z.statement, {}, &Assignment::statement);
  for (; at != all.end() && at->statement < z.last; ++at) rest += increment(*at);
  return rest;
}

MaybeForm Registers::value(std::uint32_t reg, const Spot& z) const {
  const Info& info = info_[reg];
  if (!tree_.encloses(info.home, z.scope)) return std::nullopt;
  const auto sets = std::span(sets_).subspan(info.first_set, info.last_set - info.first_set);
  const bool opaque = info.home == Tree::root() && info.positive && info.last_group - info.first_group > 1;
  if (opaque) {
    // Only where nothing is counted before the register has got its start.
    const std::uint32_t from = sets.empty() ? 0 : sets.back().statement + 1;
    const bool early = !sets.empty() && assignments(reg).front().statement < sets.front().statement;
    if (early || z.statement < from || sets.size() > 1) return std::nullopt;
    const std::int64_t start = (sets.empty() ? 0 : sets.back().value) - rest_of_block(reg, z);
    return add(of(base_of(BaseKind::counter, reg)), Form{start, {}});
  }
  const auto after = std::ranges::lower_bound(sets, z.statement, {}, &Set::statement);
  const bool set = after != sets.begin();
  const Set start = set ? *std::prev(after) : Set{};
  std::int64_t first = start.value;
  if (!set && !constant_at_start(info, first)) return std::nullopt;
  MaybeForm sum = constant(first);
  const std::uint32_t behind = layout_.scopes_behind(info.home, z);
  for (std::uint32_t i = info.first_group; sum && i < info.last_group; ++i) {
    const Group& g = groups_[i];
    MaybeForm part = Form{};
    if (g.scope == info.home) {
      part->constant = sum_before(g, z.statement) - (set ? sum_before(g, start.statement) : 0);
    } else if (g.scope.value < behind && !(set && g.scope.value < start.opened)) {
      part = executions(info, g, z);
    }
    sum = part ? add(*sum, *part) : std::nullopt;
  }
  return sum;
}

MaybeForm Registers::expanded(std::uint32_t reg, const Spot& z) const {
  const Info& info = info_[reg];
  if (info.last_group - info.first_group > most_groups) return std::nullopt;
  MaybeForm sum = Form{};
  for (std::uint32_t i = info.first_group; sum && i < info.last_group; ++i) {
    const Group& g = groups_[i];
    MaybeForm part = scaled(entries_of(g.scope), g.total);
    if (part && tree_.encloses(g.scope, z.scope)) {
      part = subtract(*part, Form{g.total - sum_before(g, z.last), {}});
    }
    sum = part ? add(*sum, *part) : std::nullopt;
  }
  return sum;
}

}  // namespace counterpoint::relation
