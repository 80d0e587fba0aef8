// Trip counts at which every dependency of a program can be missed: where a bound of small counts would not get.
// SPDX-License-Identifier: Apache-2.0
//
// What. A dependency that reaches N iterations back is owed first in iteration N + 1, and a rotation through N ids
//   comes round there; what stands in ten conditionals runs only where all of them go its way. For each scope, each
//   dependency and each rotation there is one assignment here: both ends are reached, each loop that a distance names
//   runs one iteration more than that, other loops around them once or, for a scope, twice.
// Why. Small counts alone said `equivalent` of kernels whose buffers have more slots than iterations were tried.
// Invariant. No assignment occurs twice. Two ends in different branches of one conditional have none: lists of counts
//   (verify/assignments) meet those. Cost: linear in dependencies times scopes, cut off at `most` assignments.
// Source: ascend.md 7 ("with N slots the real conflict is at distance N").
#pragma once

#include <vector>

#include "core/program/program.hpp"
#include "targets/ascend/kernel/kernel.hpp"
#include "verify/assignments/assignments.hpp"

namespace counterpoint::ascend {

struct Reaching {
  std::vector<Assignment> assignments;
  bool cut = false;  // there are more
};

struct Rotation {
  ScopeId loop;
  std::uint32_t count = 1;  // ids, 1 or more
};

// Of the flags of a kernel, and of what sets a counter between cores, which may hold `cross_count`.
[[nodiscard]] std::vector<Rotation> rotations_of(const Kernel& kernel, std::uint32_t cross_count);

// `program` is uniform. At most `most` assignments.
[[nodiscard]] Reaching reaching(const Program& program, const std::vector<Rotation>& rotations, std::size_t most);

// Whether the assignments of a bound contain it: all its counts are among the constants that are tried.
[[nodiscard]] bool within(const Assignments& bound, const Assignment& assignment);

}  // namespace counterpoint::ascend
