// The ways through a kernel, one operation after the other.
// SPDX-License-Identifier: Apache-2.0
//
// What. A point is an operation that comes next, or the end. A loop is a point twice: before its first iteration and
// after one. A loop whose number is in the text runs at least once, and again if the number is two or more; any other
// may run zero times. Branches are taken either way. So the ways are a superset of those of every run.
// Cost: constant a step, but for branches that end together. Source: ascend.md 1.5, 7.
#pragma once

#include "targets/ascend/kernel/kernel.hpp"

namespace counterpoint::ascend {

struct PathPoint {
  OpId op;             // none: the end of the kernel
  bool again = false;  // a loop that has run
  friend auto operator<=>(const PathPoint&, const PathPoint&) = default;
};

class Paths {
 public:
  explicit Paths(const Kernel& kernel) : kernel_(kernel) {}

  [[nodiscard]] PathPoint start() const { return first_of(Kernel::body(), {}); }
  // A loop may go into its body, or past it.
  [[nodiscard]] bool may_enter(PathPoint loop) const;
  [[nodiscard]] bool may_leave(PathPoint loop) const;
  // The first point in a region of `owner`: the body of a loop, or a branch.
  [[nodiscard]] PathPoint into(OpId owner, std::size_t region) const {
    return first_of(kernel_.op(owner).regions[region], owner);
  }
  // What comes after an operation, a loop that is over, or a branch that is empty.
  [[nodiscard]] PathPoint behind(OpId o) const;

 private:
  [[nodiscard]] PathPoint first_of(RegionId region, OpId owner) const;

  const Kernel& kernel_;
};

}  // namespace counterpoint::ascend
