// The masked decoding of semantics.md 4.
// SPDX-License-Identifier: Apache-2.0
#include "verify/relation/thresholds.hpp"

#include <algorithm>

#include "core/dependence/owed.hpp"

namespace counterpoint::relation {
namespace {

MaybeForm plus(const MaybeForm& a, const MaybeForm& b) { return a && b ? add(*a, *b) : std::nullopt; }
MaybeForm plus(const MaybeForm& a, std::int64_t c) {
  const MaybeForm b = constant(c);
  return plus(a, b);
}
MaybeForm times(const MaybeForm& a, std::int64_t c) { return a ? scaled(*a, c) : std::nullopt; }

Base note(std::uint32_t counter, std::uint32_t block, std::int64_t index) {
  Base b;
  b.kind = BaseKind::mark;
  b.subject = counter;
  b.block = block;
  b.index = static_cast<std::uint32_t>(index);
  return b;
}

}  // namespace

Owed Thresholds::owed(DependencyId d, EngineId engine) const {
  const Dependency& x = program_.dependency(d);
  Owed o;
  o.dependency = d;
  o.classified = classify(program_, d);
  o.producer = pairing_.to_implementation[x.producer];
  o.engine = engine;
  o.consumer_scope = program_.consumer_scope(d);
  o.consumer_item = program_.consumer_item(d);
  o.beside = !x.control &&
             program_.tree.block_of(InstructionId{std::size_t{x.consumer}}) == program_.tree.block_of(x.producer);
  return o;
}

// min(q_a + t_S - b, q_(a-1)), q_j = r_S at the start of the Q-iteration j before the current one.
MaybeForm Thresholds::two_level(const Owed& o) const {
  const Classification& c = o.classified;
  const auto a = static_cast<std::uint32_t>(c.distance);
  const MaybeForm reached =
      plus(plus(entries_at(c.common, c.carrier, a), trip_of(layout_, c.common)), -std::int64_t{c.inner});
  const MaybeForm least = reached ? minima_.minimum(*reached, entries_at(c.common, c.carrier, a - 1)) : std::nullopt;
  return times(least, c.factor);
}

// W_L (r_L - a - 1) + G_(j+1), G_q = min((t_q - d_q - 1) W_q + G_(q+1), n_q W_q), from the inside out.
MaybeForm Thresholds::constant_trips(const Owed& o) const {
  const Classification& c = o.classified;
  const auto distances = program_.distances_of(o.dependency);
  std::int64_t below = trips_between(program_.tree, c.common, c.producer_scope);
  MaybeForm g = constant(below);
  std::size_t left = distances.size();
  for (ScopeId q = c.common; g && q != c.carrier; q = tree_.scope(q).parent) {
    const bool named = left > 0 && distances[left - 1].loop == q;
    const std::int64_t distance = named ? distances[--left].distance : 0;
    g = plus(times(plus(trip_of(layout_, q), -distance - 1), below), g);
    const std::int64_t whole = below * tree_.scope(q).trips;
    if (whole > largest) return std::nullopt;
    if (distance < 0 && g) g = minima_.minimum(*g, Form{whole, {}});
    below = whole;
  }
  return plus(times(plus(entries_of(c.carrier), -std::int64_t{c.distance} - 1), below), g);
}

MaybeForm Thresholds::entries(const Owed& o) const {
  const Classification& c = o.classified;
  switch (c.kind) {
    case DependenceClass::direct: return plus(entries_of(c.common), -std::int64_t{c.distance});
    case DependenceClass::nested_forward:
    case DependenceClass::nested_backward:
    case DependenceClass::exclusive: return entries_of(c.producer_scope);
    case DependenceClass::history:
      if (c.minus_one) return plus(entries_of(c.producer_scope), -1);
      return entries_at(c.producer_scope, c.carrier, static_cast<std::uint32_t>(c.distance - 1));
    case DependenceClass::through:
      return entries_at(c.producer_scope, c.carrier, static_cast<std::uint32_t>(c.distance - 1));
    case DependenceClass::two_level: return two_level(o);
    case DependenceClass::constant_trips: return constant_trips(o);
    case DependenceClass::strengthened:
    case DependenceClass::rejected: break;
  }
  return std::nullopt;
}

std::vector<Mask> Thresholds::masks(const Owed& o) const {
  std::vector<Mask> all;
  for (const Distance& x : owed_beyond(program_, o.dependency)) {
    all.push_back({trip_of(layout_, x.loop).terms.front().base, x.distance});
  }
  return all;
}

// Equation 1 owes sum H(i, P) over i <= t = v - d. Let E_P be the entries of P on this engine when it stands at c, in
// iteration v. If d is lexicographically positive, every i <= t comes before v and has ended, whatever the components
// after the first positive one are: the sum is at most E_P. If d = 0, the sum is that of all i < v, which have ended,
// and of v itself: at most E_P only if no entry of P in v is still to come. So, with E_P = 0 nothing is owed for
// - nested backward (k = 1), history, through (a >= 1), two-level (a >= 1): d is positive. Where P = S, or P is a
// branch
//   around c, E_P >= 1 and the mask is 1 anyway;
// - direct: P = S is around c, E_P >= 1, the mask is 1, also where c comes first and k = 0;
// - nested forward, k = 0: P's item comes before c in v, all its entries in v have been made;
// - exclusive, k = 0: P is not entered in v at all; k = 1: d is positive;
// - static with a >= 1 on its outermost nonzero component: d is positive;
// but not for static with d = 0, whose P comes after c in v: c owes W entries that its engine has yet to make.
// Strengthened and rejected have no exact threshold. What a cell sums or notes for other bodies changes nothing of
// this: with E_P = 0 Equation 1 holds, and a wait that is silent then is as well.
bool Thresholds::target_passed(const Owed& o) {
  switch (o.classified.kind) {
    case DependenceClass::direct:
    case DependenceClass::nested_forward:
    case DependenceClass::nested_backward:
    case DependenceClass::exclusive:
    case DependenceClass::history:
    case DependenceClass::through:
    case DependenceClass::two_level: return true;
    case DependenceClass::constant_trips: return o.classified.distance >= 1;
    case DependenceClass::strengthened:
    case DependenceClass::rejected: break;
  }
  return false;
}

MaybeForm Thresholds::sum_of_bodies(const Owed& o, std::uint32_t cell, const MaybeForm& own) const {
  const Classification& c = o.classified;
  MaybeForm sum = own;
  for (const CellBody& body : cells_.bodies(cell)) {
    if (body.scope == c.producer_scope) continue;
    if (tree_.encloses(body.scope, c.producer_scope)) {
      const std::int64_t back = 1 + (body.scope == c.common ? std::int64_t{c.distance} : 0);
      sum = plus(sum, times(plus(entries_of(body.scope), -back), body.total));
      sum = plus(sum, cells_.before(cell, body.scope, o.producer));
    } else {
      sum = plus(sum, times(entries_of(body.scope), body.total));
    }
  }
  return sum;
}

MaybeForm Thresholds::counted(const Owed& o, std::uint32_t cell, const Spot& z) const {
  const CellBody* body = cells_.body(cell, o.classified.producer_scope);
  const std::int64_t upto = cells_.position(cells_.update_of(o.producer, cell)).in_body;
  MaybeForm form = plus(times(entries(o), body->total), upto - body->total);
  if (cells_.bodies(cell).size() > 1) form = sum_of_bodies(o, cell, form);
  return form ? carrier_.settle(*form, z) : std::nullopt;
}

// How many passes of p's block before the latest one the target lies; -1: it is still to come.
std::int64_t Thresholds::passes_back(const Owed& o) const {
  const Tree& tree = program_.tree;
  const std::uint32_t consumer = tree.item_in(o.classified.common, o.consumer_scope, o.consumer_item);
  const InstructionId p = program_.dependency(o.dependency).producer;
  const bool passed = o.beside || tree.item_of(p) < consumer;
  return passed ? o.classified.distance : std::int64_t{o.classified.distance} - 1;
}

MaybeForm Thresholds::noted(const Owed& o, std::uint32_t cell, std::uint32_t counter, const Spot& z) const {
  const Classification& c = o.classified;
  const std::uint32_t block = tree_.block(tree_.block_of(o.producer)).first;
  Base b = note(counter, block, 0);
  if (c.kind == DependenceClass::direct) {
    b = note(counter, block, passes_back(o));
  } else if (c.kind == DependenceClass::history || c.kind == DependenceClass::through) {
    b.anchor = c.carrier;
    b.back = static_cast<std::uint32_t>(c.distance - 1);
  }
  const std::int64_t behind =
      cells_.block_total(cell, block) - cells_.position(cells_.update_of(o.producer, cell)).in_block;
  const MaybeForm form = plus(of(b), -behind);
  return form ? carrier_.settle(*form, z) : std::nullopt;
}

bool Thresholds::uniform(std::uint32_t cell) const {
  return std::ranges::all_of(cells_.bodies(cell), [&](const CellBody& b) { return layout_.uniform(b.scope); });
}

std::uint32_t Thresholds::item_in(ScopeId s, ScopeId inner) const {
  return program_.tree.item_in(s, program_.tree.scope(inner).parent, program_.tree.scope(inner).item);
}

// semantics.md 5.2. "f-work": what adds to the cell.
std::string_view Thresholds::why_no_sum(const Owed& o, std::uint32_t cell) const {
  const Tree& tree = program_.tree;
  const Classification& c = o.classified;
  const auto bodies = cells_.bodies(cell);
  if (bodies.size() == 1) return "";
  if (bodies.size() > most_bodies) return "it has too many terms";
  if (!c.base) return "several bodies add to the semaphore and the class is no base class";
  if (o.engine != cells_.engine(cell) && !uniform(cell)) {
    return "engines may run a scope that adds to the semaphore differently often";
  }
  for (ScopeId s = c.producer_scope; s != c.common; s = tree.scope(s).parent) {
    const Scope& x = tree.scope(s);
    if (x.trip_kind != TripKind::constant || x.trips == 0) return "a scope around the producer may run zero times";
  }
  const std::uint32_t producer_item =
      tree.item_in(c.common, c.producer_scope, tree.item_of(program_.dependency(o.dependency).producer));
  const std::uint32_t consumer_item = tree.item_in(c.common, o.consumer_scope, o.consumer_item);
  for (const CellBody& body : bodies) {
    if (body.scope == c.common || !tree.encloses(c.common, body.scope)) continue;
    const std::uint32_t item = item_in(c.common, body.scope);
    if (item == producer_item && c.producer_scope != c.common) {
      if (body.scope == c.producer_scope || tree.encloses(body.scope, c.producer_scope)) continue;
      if (body.last > o.producer) return "instructions that add to it follow the producer in its item";
      continue;
    }
    if (item == consumer_item && o.consumer_scope != c.common) return "the consumer's item adds to it";
    const std::int64_t at_target = item < producer_item ? c.distance : std::int64_t{c.distance} + 1;
    const std::int64_t now = item < consumer_item ? 0 : 1;
    if (at_target != now) return "another item that adds to it is passed more or less often by then";
  }
  return "";
}

// semantics.md 5.3.
std::string_view Thresholds::why_no_snapshot(const Owed& o, std::uint32_t cell) const {
  switch (o.classified.kind) {
    case DependenceClass::two_level:
    case DependenceClass::constant_trips:
    case DependenceClass::strengthened:
    case DependenceClass::rejected: return "a snapshot is not defined for its class";
    case DependenceClass::direct:
      if (passes_back(o) < 0) return "the consumer passes the producer's block only later";
      break;
    default: break;
  }
  if (o.engine == cells_.engine(cell) || cells_.bodies(cell).size() == 1 || uniform(cell)) return "";
  return "engines may run a scope that adds to the semaphore differently often";
}

bool Thresholds::counts_like(std::uint32_t reg, std::uint32_t cell) {
  const auto [found, fresh] = counts_like_.try_emplace((std::uint64_t{reg} << 32U) | cell, false);
  if (!fresh) return found->second;
  const auto blocks = cells_.blocks(cell);
  std::size_t at = 0;
  std::uint32_t open = Registers::none;
  std::int64_t sum = 0;
  bool same = true;
  const auto close = [&] {
    if (open == Registers::none) return;
    same = same && at < blocks.size() && blocks[at].block == open && blocks[at].total == sum;
    ++at;
  };
  for (const Assignment& a : registers_.assignments(reg)) {
    const std::int64_t by = registers_.increment(a);
    if (by == 0) continue;
    if (!same) return false;
    const std::uint32_t block = tree_.block(a.block).first;
    if (block != open) {
      close();
      open = block;
      sum = 0;
    }
    sum += by;
  }
  close();
  found->second = same && at == blocks.size();
  return found->second;
}

}  // namespace counterpoint::relation
