// The table of semantics.md 4 as a decision list.
// SPDX-License-Identifier: Apache-2.0
//
// What. One walk from consumer and producer up to their innermost common scope gives S, the items of S's body that hold
// them and the scopes right below S; everything else is a look at the (at most depth many) nonzero distances and, for
// the static row, one walk from P up to L. The rows are asked in the order of the table, so the first `return` that
// fires is the class.
//
// Invariant. A dependency that reaches row n satisfies none of the rows before it. In particular what reaches the
// static row with an all-zero vector is nested backward with k = 0 and not exclusive, so after it only `rejected` is
// left; and with a nonzero vector the outermost component is positive, so `strengthened` is always defined.
//
// Cost. O(depth) time, no allocation. Source: semantics.md 4; the choices are listed in the header.
#include "core/dependence/classify.hpp"

#include <array>
#include <limits>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {
namespace {

constexpr std::int64_t largest_product = std::int64_t{1} << 62;

// Where consumer and producer stand below their innermost common scope.
struct CommonScope {
  ScopeId common;                   // S
  ScopeId consumer_below;           // the child of S that holds c; none if c stands in S itself
  ScopeId producer_below;           // the same for p
  std::uint32_t consumer_item = 0;  // positions in the body of S
  std::uint32_t producer_item = 0;
};

CommonScope meet(const Program& program, DependencyId d) {
  const Tree& tree = program.tree;
  CommonScope m;
  ScopeId c = program.consumer_scope(d);
  ScopeId p = tree.scope_of(program.dependency(d).producer);
  m.consumer_item = program.consumer_item(d);
  m.producer_item = tree.item_of(program.dependency(d).producer);
  const auto climb = [&tree](ScopeId& s, ScopeId& below, std::uint32_t& item) {
    below = s;
    item = tree.scope(s).item;
    s = tree.scope(s).parent;
  };
  while (c != p) {
    const std::uint32_t c_depth = tree.scope(c).depth;
    const std::uint32_t p_depth = tree.scope(p).depth;
    if (c_depth >= p_depth) climb(c, m.consumer_below, m.consumer_item);
    if (p_depth >= c_depth) climb(p, m.producer_below, m.producer_item);
  }
  m.common = c;
  return m;
}

bool exclusive_at(const Tree& tree, const CommonScope& m) {
  return m.consumer_below.valid() && m.producer_below.valid() &&
         tree.scope(m.consumer_below).sibling == m.producer_below;
}

// Saturates; a zero wins whenever it comes.
std::int64_t times(std::int64_t product, std::uint32_t trips) {
  constexpr std::int64_t top = std::numeric_limits<std::int64_t>::max();
  if (trips != 0 && product > top / trips) return top;
  return product * trips;
}

// Whether every scope strictly below `outer` down to `inner` is a loop of constant trips; then their product.
bool constant_below(const Tree& tree, ScopeId outer, ScopeId inner, std::int64_t& product) {
  product = 1;
  for (ScopeId s = inner; s != outer; s = tree.scope(s).parent) {
    const Scope& x = tree.scope(s);
    if (x.trip_kind != TripKind::constant) return false;
    product = times(product, x.trips);
  }
  return product <= largest_product;
}

// The rows with all of the distance, k >= 0, at S' (k = 0: at no scope). Returns false where none of them applies,
// that is for nested backward k = 0.
bool classify_one_level(const Tree& tree, const CommonScope& m, std::int32_t k, Classification& r) {
  const bool in_branch = tree.scope(m.common).is_branch();
  const bool nested = r.producer_scope != r.common;
  // Below S two in one item are exclusive, or p lies inside the scope that a control dependency holds: after it.
  const bool before = m.producer_item < m.consumer_item;
  r.base = true;
  r.exact = true;
  r.distance = k;
  if (k >= 1) r.carrier = tree.innermost_loop(r.common);
  if (exclusive_at(tree, m) && k <= 1) {
    r.kind = DependenceClass::exclusive;
  } else if (!nested && (k == 0 || !in_branch)) {
    r.kind = DependenceClass::direct;
  } else if (k == 0) {
    if (!before) return false;
    r.kind = DependenceClass::nested_forward;
  } else if (k == 1 && !before && !in_branch) {
    r.kind = DependenceClass::nested_backward;
  } else {
    r.kind = DependenceClass::history;
    r.base = false;
    r.minus_one = !nested && k == 1;
  }
  return true;
}

// The two-level row, and the paragraph that multiplies it by constant loops below S.
bool classify_two_level(const Tree& tree, std::span<const Distance> distances, std::int32_t k, bool through_loops,
                        Classification& r) {
  // With S a branch this is S', and a vector that starts there has been classified already: S is a loop in what
  // follows.
  const ScopeId around = tree.innermost_loop(tree.scope(r.common).parent);
  if (distances.front().loop != around || distances.size() > (k == 0 ? 1U : 2U)) return false;
  std::int64_t product = 1;
  if (r.producer_scope != r.common) {
    if (!through_loops || !constant_below(tree, r.common, r.producer_scope, product)) return false;
  }
  r.kind = DependenceClass::two_level;
  r.exact = true;
  r.carrier = around;
  r.distance = distances.front().distance;
  r.inner = k;
  r.factor = product;
  r.never_owed = product == 0;
  return true;
}

bool classify_static(const Tree& tree, std::span<const Distance> distances, Classification& r) {
  const ScopeId carrier = distances.empty() ? r.common : distances.front().loop;
  std::int64_t product = 1;
  if (!constant_below(tree, carrier, r.producer_scope, product)) return false;
  r.kind = DependenceClass::constant_trips;
  r.exact = true;
  r.carrier = carrier;
  r.distance = distances.empty() ? 0 : distances.front().distance;
  r.never_owed = product == 0;
  return true;
}

}  // namespace

Classification classify(const Program& program, DependencyId d) {
  const Tree& tree = program.tree;
  const Dependency& dependency = program.dependency(d);
  const std::span<const Distance> distances = program.distances_of(d);
  const CommonScope m = meet(program, d);
  const ScopeId loop = tree.innermost_loop(m.common);  // S'
  const bool at_loop = !distances.empty() && distances.back().loop == loop;
  const std::int32_t k = at_loop ? distances.back().distance : 0;
  require(distances.empty() || distances.front().distance > 0, "a distance vector is lexicographically positive");

  Classification r;
  r.common = m.common;
  r.producer_scope = tree.scope_of(dependency.producer);
  if (distances.size() == (at_loop ? 1U : 0U)) {  // `@*` at S' changes nothing
    if (classify_one_level(tree, m, k, r)) return r;
    r.base = false;
    r.exact = false;
  } else if (dependency.star) {
    r.kind = DependenceClass::through;
    r.exact = true;
    r.carrier = distances.front().loop;
    r.distance = distances.front().distance;
    return r;
  } else if (classify_two_level(tree, distances, k, false, r)) {
    return r;
  }
  if (classify_static(tree, distances, r)) return r;
  if (distances.empty()) return r;  // rejected
  if (classify_two_level(tree, distances, k, true, r)) return r;
  r.kind = DependenceClass::strengthened;
  r.carrier = distances.front().loop;
  r.distance = distances.front().distance;
  return r;
}

std::int64_t trips_between(const Tree& tree, ScopeId outer, ScopeId inner) {
  std::int64_t product = 1;
  for (ScopeId s = inner; s != outer; s = tree.scope(s).parent) {
    require(tree.scope(s).is_loop() && tree.scope(s).trip_kind == TripKind::constant, "the trips are constant");
    product = times(product, tree.scope(s).trips);
  }
  return product;
}

bool exclusive(const Program& program, DependencyId d) { return exclusive_at(program.tree, meet(program, d)); }

bool producer_first(const Program& program, DependencyId d) {
  const CommonScope m = meet(program, d);
  if (m.producer_item != m.consumer_item) return m.producer_item < m.consumer_item;
  if (program.dependency(d).control) return false;
  return program.dependency(d).producer.value < program.dependency(d).consumer;
}

std::string_view class_name(DependenceClass c) {
  constexpr std::array<std::string_view, dependence_class_count> names = {
      "direct",  "nested-forward", "nested-backward", "exclusive",    "history",
      "through", "two-level",      "static",          "strengthened", "rejected"};
  return names[static_cast<std::size_t>(c)];
}

}  // namespace counterpoint
