// Carries values from place to place.
// SPDX-License-Identifier: Apache-2.0
#include "verify/relation/carry.hpp"

#include <algorithm>

namespace counterpoint::relation {
namespace {

Base mark_of(const Base& counter, const Spot& block, std::uint32_t index) {
  Base b;
  b.kind = BaseKind::mark;
  b.subject = counter.subject;
  b.block = block.first;
  b.index = index;
  return b;
}

Base anchored(Base b, ScopeId anchor, std::uint32_t back) {
  b.anchor = anchor;
  b.back = back;
  return b;
}

Form more_than(const Form& entries, std::int64_t bound) { return *greater(entries, Form{bound, {}}); }

constexpr std::uint32_t furthest_back = 1'000'000;

}  // namespace

Carrier::Moved Carrier::moved(const Spot& from, const Spot& to) const {
  const ScopeId loop = layout_.loop_toward(from.scope, to);
  if (loop.valid()) return {from.opened, tree_.scope(loop).subtree_end.value, from.last, layout_.end(loop)};
  return {from.opened, to.opened, from.last, to.last};
}

MaybeForm Carrier::down(const Base& b, const Spot& from, const Moved& moved) const {
  if (b.anchor.valid()) return moved.scope(b.anchor.value) ? std::nullopt : MaybeForm(of(b));
  switch (b.kind) {
    case BaseKind::entries:
      if (!moved.scope(b.subject)) return of(b);
      return entries_at(ScopeId{std::size_t{b.subject}}, from.scope, 0);
    case BaseKind::trip: {
      const ScopeId parent = tree_.scope(ScopeId{std::size_t{b.subject}}).parent;
      if (moved.scope(parent.value)) return std::nullopt;
      return moved.scope(b.subject) ? Form{} : of(b);
    }
    case BaseKind::counter: {
      const std::uint32_t next = registers_.next_at(b.subject, from.last);
      return of(next != Registers::none && moved.statement(next) ? mark_of(b, from, 0) : b);
    }
    case BaseKind::mark:
      if (!moved.statement(b.block)) return of(b);
      return from.scope == Tree::root() ? Form{} : of(anchored(b, from.scope, 0));
    default: return std::nullopt;
  }
}

MaybeForm Carrier::carry_down(const Form& form, const Spot& from, const Spot& to) const {
  if (from.first == to.first && from.last == to.last) return form;
  const Moved between = moved(from, to);
  if (between.first_scope == between.last_scope && between.first_statement == between.last_statement) return form;
  return map(form, {.base = [&](const Base& b) { return down(b, from, between); }, .mask = {}}, minima_);
}

MaybeForm Carrier::next(const Base& b, const Spot& from, const Spot& to) const {
  const ScopeId body = from.scope;
  if (b.anchor.valid()) {
    if (b.anchor != body || b.back >= furthest_back) return std::nullopt;
    return of(anchored(b, body, b.back + 1));
  }
  const ScopeId subject{std::size_t{b.subject}};
  switch (b.kind) {
    case BaseKind::entries:
      if (subject == body) return subtract(of(b), Form{1, {}});
      if (!tree_.encloses(body, subject)) return std::nullopt;
      return of(anchored(b, body, b.subject >= from.opened ? 1 : 0));
    case BaseKind::counter: {
      const bool passed = !layout_.block_not_yet(body, body, from.first, to);
      return of(mark_of(b, from, passed ? 1 : 0));
    }
    case BaseKind::mark: {
      const ScopeId scope = layout_.scope_of_block(b.block);
      if (!tree_.encloses(body, scope) || b.index >= furthest_back) return std::nullopt;
      if (scope != body) return of(anchored(b, body, b.block >= from.last ? 1 : 0));
      Base shifted = b;
      shifted.index += (b.block >= from.last ? 1 : 0) + (layout_.block_not_yet(body, body, b.block, to) ? 0 : 1);
      return of(shifted);
    }
    default: return std::nullopt;
  }
}

MaybeForm Carrier::carry_to_next(const Form& form, const Spot& from, const Spot& to) const {
  if (from.scope == Tree::root()) return Form{};
  Mapping mapping;
  mapping.base = [&](const Base& b) { return next(b, from, to); };
  mapping.unit = more_than(entries_of(from.scope), 1);
  return map(form, mapping, minima_);
}

MaybeForm Carrier::out(const Base& b, const Spot& from) const {
  const ScopeId body = from.scope;
  const ScopeId subject{std::size_t{b.subject}};
  if (b.anchor.valid()) return b.anchor == body ? MaybeForm(of(b)) : std::nullopt;
  switch (b.kind) {
    case BaseKind::entries:
      if (subject == body) return of(b);
      if (!tree_.encloses(body, subject)) return std::nullopt;
      return b.subject >= from.opened ? of(anchored(b, body, 0)) : of(b);
    case BaseKind::counter: return of(mark_of(b, from, 0));
    case BaseKind::mark: {
      if (layout_.scope_of_block(b.block) != body) return std::nullopt;
      Base shifted = b;
      shifted.index += b.block >= from.last ? 1 : 0;
      return of(shifted);
    }
    default: return std::nullopt;
  }
}

MaybeForm Carrier::carry_out(const Form& form, const Spot& from) const {
  Mapping mapping;
  mapping.base = [&](const Base& b) { return out(b, from); };
  mapping.unit = more_than(entries_of(from.scope), 0);
  return map(form, mapping, minima_);
}

// A count at the start of the current iteration of a scope around `at`.
MaybeForm Carrier::settled_at_start(const Base& b, const Spot& at) const {
  if (b.back != 0 || !tree_.encloses(b.anchor, at.scope)) return of(b);
  Base now = b;
  now.anchor = ScopeId::none();
  if (b.kind == BaseKind::mark) {
    return of(layout_.block_not_yet(b.anchor, layout_.scope_of_block(b.block), b.block, at) ? now : b);
  }
  const ScopeId subject{std::size_t{b.subject}};
  if (!tree_.encloses(b.anchor, subject)) return of(b);
  if (subject != b.anchor && layout_.not_yet(b.anchor, subject, at)) return settled(now, at);
  if (tree_.scope(subject).parent == b.anchor) return subtract(of(now), trip_of(layout_, subject));
  return of(b);
}

// Whether a counter still is what it was at the latest pass of a block.
bool Carrier::still(const Base& mark, const Spot& at) const {
  if (mark.block == at.first) return true;
  const BlockId block = layout_.block_at(mark.block);
  const Spot from = layout_.spot(block, mark.block);
  if (mark.block > at.first || !tree_.encloses(from.scope, at.scope)) return false;
  const std::uint32_t next = registers_.next_at(mark.subject, from.last);
  return next == Registers::none || !moved(from, at).statement(next);
}

MaybeForm Carrier::settled(const Base& b, const Spot& at) const {
  if (b.anchor.valid()) return settled_at_start(b, at);
  const ScopeId subject{std::size_t{b.subject}};
  if (b.kind == BaseKind::entries && layout_.not_yet(Tree::root(), subject, at)) return Form{};
  if (b.kind == BaseKind::trip) {
    const ScopeId parent = tree_.scope(subject).parent;
    if (tree_.encloses(parent, at.scope) && layout_.not_yet(parent, subject, at)) return Form{};
  }
  if (b.kind == BaseKind::mark && b.index == 0 && still(b, at)) {
    Base now;
    now.kind = BaseKind::counter;
    now.subject = b.subject;
    return of(now);
  }
  return of(b);
}

MaybeForm Carrier::settle(const Form& form, const Spot& at) const {
  Mapping mapping;
  mapping.base = [&](const Base& b) { return settled(b, at); };
  mapping.mask = [&](const Mask& m) -> MaybeForm {
    const bool scope = m.base.kind == BaseKind::entries || m.base.kind == BaseKind::trip;
    if (scope && !m.base.anchor.valid()) {
      const ScopeId s{std::size_t{m.base.subject}};
      if (m.bound == 0 && tree_.encloses(s, at.scope)) return Form{1, {}};
      const Scope& x = tree_.scope(s);
      if (m.base.kind == BaseKind::trip && x.trip_kind == TripKind::constant && m.bound >= x.trips) return Form{};
    }
    const MaybeForm base = settled(m.base, at);
    const MaybeForm more = base ? greater(*base, Form{m.bound, {}}) : std::nullopt;
    return more ? more : MaybeForm(of(m));
  };
  return map(form, mapping, minima_);
}

MaybeForm Carrier::expand(const Form& form, const Spot& at) const {
  const auto is_counter = [](const Term& t) { return t.base.kind == BaseKind::counter; };
  if (std::ranges::none_of(form.terms, is_counter)) return form;
  Mapping mapping;
  mapping.base = [&](const Base& b) -> MaybeForm {
    return b.kind == BaseKind::counter ? registers_.expanded(b.subject, at) : of(b);
  };
  mapping.mask = [](const Mask& m) { return of(m); };
  return map(form, mapping, minima_);
}

}  // namespace counterpoint::relation
