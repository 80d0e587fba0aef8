// Dependencies that the others already keep.
// SPDX-License-Identifier: Apache-2.0
//
// What. A dependency is redundant if, whenever the other guards of its consumer hold, it holds as well. The rules are
// those of semantics.md 5.11, as reach.hpp generalises them: an earlier consumer on the same engine already waits at
// least as far, a later producer on the producer's engine is waited for, or another dependency of the same consumer is
// the same. These are exact whatever the trips. With `third_engine` also chains through another engine, which are exact
// where the scopes on the way are uniform (program 24 shows why); they are taken nowhere else.
//
// One at a time, from the last to the first: each is judged against what remains, so two dependencies that imply each
// other never both go. Cost: one bounded search per dependency. Source: semantics.md 5.9, 5.11.
#pragma once

#include <cstdint>
#include <vector>

#include "core/dependence/reach.hpp"

namespace counterpoint {

struct Redundancy {
  DependencyId dependency;
  bool any_trips = false;      // exact for divergent trips as well
  std::vector<PathStep> path;  // from the consumer to the producer, over dependencies that remained then
};

struct RedundancyOptions {
  bool third_engine = false;
  std::uint64_t search_steps = 400'000'000;  // over all dependencies together; at least 500 for each
};

// Enough to keep `d`: its target lies within the iteration that its outermost component names.
[[nodiscard]] Extent enough_for(const Program& program, DependencyId d);

// In the order they were judged: last dependency first.
[[nodiscard]] std::vector<Redundancy> redundant(const Program& program, const RedundancyOptions& options = {});

// The program without some of its dependencies, by DependencyId.
[[nodiscard]] Program without(const Program& program, const std::vector<bool>& removed);

}  // namespace counterpoint
