// Steps from one operation to the next.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/kernel/paths.hpp"

namespace counterpoint::ascend {

bool Paths::may_enter(PathPoint loop) const {
  const Scope& scope = kernel_.program().tree.scope(kernel_.op(loop.op).scope);
  return scope.trip_kind != TripKind::constant || scope.trips > (loop.again ? 1U : 0U);
}

bool Paths::may_leave(PathPoint loop) const {
  const Scope& scope = kernel_.program().tree.scope(kernel_.op(loop.op).scope);
  return loop.again || scope.trip_kind != TripKind::constant || scope.trips == 0;
}

PathPoint Paths::first_of(RegionId region, OpId owner) const {
  const OpId first = kernel_.region(region).first;
  if (first.valid()) return {first};
  if (!owner.valid()) return {};
  return kernel_.op(owner).kind == OpKind::loop ? PathPoint{owner, true} : behind(owner);
}

PathPoint Paths::behind(OpId o) const {
  // The end of a branch falls through to what is behind the conditional; a loop stops that.
  while (true) {
    if (kernel_.op(o).after.valid()) return {kernel_.op(o).after};
    const OpId owner = kernel_.parent(o);
    if (!owner.valid()) return {};
    if (kernel_.op(owner).kind == OpKind::loop) return {owner, true};
    o = owner;
  }
}

}  // namespace counterpoint::ascend
