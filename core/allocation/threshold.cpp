// The formulas of semantics.md 4.
// SPDX-License-Identifier: Apache-2.0
//
// What. One function per row of the table that is more than a counter; rows that are share one. k = 0 and the root
// need no case of their own: the lowering folds constants, and the root's counters are the constant 1.
// Why the mask of an outermost loop may go: see `with_masks`; per row, with t_S <= k in the one trip: r_S - k <= 0;
// r_P = 0 and r_P - 1 = 0, since P has not been entered in an earlier iteration; every h_j that is read is still 0, and
// with it a minimum over it; static: W (t - a - 1) + G with G <= W. Other components keep theirs: program 21's kin.
// Cost: O(depth) operations for static, O(1) for the others. Source: semantics.md 4; checked against Equation 1 by
// tests/core/allocation/.
#include "core/allocation/threshold.hpp"

#include <vector>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {
namespace {

Value trip(const Formula& f, Lowering& lower, ScopeId s) {
  return !f.literal && one_trip(f.tree(), s) ? lower.count(s) : lower.trip(s);
}

// A trip counter that is compared: its loop must not reach the limit in one trip.
Value compared_trip(const Formula& f, Lowering& lower, ScopeId s) {
  if (f.tree().scope(s).trip_kind == TripKind::constant) lower.need(f.tree().scope(s).trips);
  return trip(f, lower, s);
}

// q_a + min(t_S - b, q_(a-1) - q_a): the minimum is of numbers within one trip. For b < 0 as min(t_S, ... + b) - b, so
// that no trip up to the limit goes beyond it on the way.
Value two_level_within_a_trip(const Formula& f, Lowering& lower, Value before, Value at) {
  const Classification& c = f.classified;
  const std::int64_t b = c.inner;
  const Value whole = lower.sum(at, lower.times(before, -1));
  const Value now = compared_trip(f, lower, c.common);
  const Value part =
      b > 0 ? lower.minimum(whole, lower.plus(now, -b)) : lower.plus(lower.minimum(lower.plus(whole, b), now), -b);
  return lower.sum(part, before);
}

// min(q_a + t_S - b, q_(a-1)), q_j = r_S at the start of the Q-iteration j before the current one.
Value two_level(const Formula& f, Lowering& lower) {
  const Classification& c = f.classified;
  const auto q = [&](std::int32_t j) {
    return lower.read(QuantityKind::history, c.common.value, c.carrier, static_cast<std::uint32_t>(j));
  };
  if (lower.wrap_safe()) {
    return lower.times(two_level_within_a_trip(f, lower, q(c.distance), q(c.distance - 1)), c.factor);
  }
  const Value reached = lower.plus(lower.sum(q(c.distance), trip(f, lower, c.common)), -std::int64_t{c.inner});
  return lower.times(lower.minimum(reached, q(c.distance - 1)), c.factor);
}

// W_L (r_L - a - 1) + G, G from the inside out over the common scopes below L.
Value constant_trips(const Formula& f, Lowering& lower) {
  const Tree& tree = f.tree();
  const Classification& c = f.classified;
  const auto distances = f.program.distances_of(f.dependency);
  std::int64_t below = trips_between(tree, c.common, c.producer_scope);  // W of the scope at hand
  Value g = Lowering::constant(below);
  Value least = g;  // wrap-safe: of g, over the iterations of the loops below L
  Value most = g;
  std::size_t next = distances.size();
  for (ScopeId q = c.common; q != c.carrier; q = tree.scope(q).parent) {
    const bool named = next > 0 && distances[next - 1].loop == q;
    const std::int64_t distance = named ? distances[--next].distance : 0;
    g = lower.sum(g, lower.times(lower.plus(trip(f, lower, q), -distance - 1), below));
    const std::int64_t whole = below * tree.scope(q).trips;
    if (lower.wrap_safe()) {
      least = lower.sum(least, lower.times(Lowering::constant(-distance), below));
      most = lower.sum(most, lower.times(Lowering::constant(tree.scope(q).trips - distance - 1), below));
    }
    if (distance < 0) {
      lower.need(least.constant);
      lower.need(most.constant);
      g = lower.minimum(g, Lowering::constant(whole));
      least = lower.minimum(least, Lowering::constant(whole));
      most = lower.minimum(most, Lowering::constant(whole));
    }
    below = whole;
  }
  return lower.sum(g, lower.times(lower.plus(lower.count(c.carrier), -std::int64_t{c.distance} - 1), below));
}

}  // namespace

bool one_trip(const Tree& tree, ScopeId s) {
  return s == Tree::root() || tree.innermost_loop(tree.scope(s).parent) == Tree::root();
}

std::int64_t history_depth(const Classification& c) {
  switch (c.kind) {
    case DependenceClass::history: return c.minus_one ? 0 : c.distance;
    case DependenceClass::through:
    case DependenceClass::strengthened: return c.distance;
    case DependenceClass::two_level: return std::int64_t{c.distance} + 1;
    default: return 0;
  }
}

Value entries_up_to_target(const Formula& f, Lowering& lower) {
  const Classification& c = f.classified;
  switch (c.kind) {
    case DependenceClass::direct: return lower.plus(lower.count(c.common), -std::int64_t{c.distance});
    case DependenceClass::nested_forward:
    case DependenceClass::nested_backward:
    case DependenceClass::exclusive: return lower.count(c.producer_scope);
    case DependenceClass::history:
      if (c.minus_one) return lower.plus(lower.count(c.producer_scope), -1);
      [[fallthrough]];
    case DependenceClass::through:
    case DependenceClass::strengthened:
      return lower.read(QuantityKind::history, c.producer_scope.value, c.carrier,
                        static_cast<std::uint32_t>(c.distance - 1));
    case DependenceClass::two_level: return two_level(f, lower);
    case DependenceClass::constant_trips: return constant_trips(f, lower);
    case DependenceClass::rejected: break;
  }
  require(false, "a rejected dependency has no threshold");
  return {};
}

Value with_masks(const Formula& f, Lowering& lower, Value threshold, bool keep_all, std::optional<Value> near) {
  std::vector<MaskFactor> factors;
  bool first = true;
  for (const Distance& x : f.program.distances_of(f.dependency)) {
    const bool needless = first && !keep_all && !f.literal && one_trip(f.tree(), x.loop);
    first = false;
    if (x.distance >= 1 && !needless) factors.push_back({compared_trip(f, lower, x.loop), x.distance});
  }
  return lower.masked(threshold, factors, near);
}

}  // namespace counterpoint
