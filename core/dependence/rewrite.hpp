// How to write a dependency that is refused, or waits for too much, so that a closed form keeps it.
// SPDX-License-Identifier: Apache-2.0
//
// What. Up to four ways, in the program's own names, each with what it turns the dependency into:
// - marker: an instruction of no cost on the producer's engine, right after the item of an outer body that holds the
//   producer. It retires after everything of that item, once per iteration, so waiting for it is direct or two-level.
// - constant trips: the loops that would have to say their number for the static row to apply.
// - star: `@*` on the outermost loop of the vector; waits for all of that iteration, as strengthening does anyway.
// - iteration before: distance 1 instead of 0; for a count in the future that is often what was meant.
// `same_meaning` says that the new text asks for the same instances (with uniform trips), not for others.
//
// Why these. Each ends in a class that has a closed form (a test applies every one and classifies again); a marker in
// the body of the carrying loop even in the base subset. Cost: O(depth). Source: semantics.md 4, kernels that use
// marks.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/dependence/classify.hpp"

namespace counterpoint {

enum class RewriteKind : std::uint8_t { marker, constant_trips, star, iteration_before };

struct Rewrite {
  RewriteKind kind = RewriteKind::marker;
  DependenceClass becomes = DependenceClass::direct;
  bool same_meaning = false;
  std::string text;       // one sentence
  std::string statement;  // marker: the statement to add
  std::string producer;   // what to write after `after` (unchanged for constant trips)
  // The same, for who wants to apply it.
  std::string marker;  // its name
  EngineId engine;
  ScopeId body;                  // the marker stands in this body,
  std::uint32_t after_item = 0;  // right after this item
  std::vector<Distance> distances;
  bool star = false;
  std::vector<ScopeId> constant;  // loops that need a number
};

// `names` are the names of the instructions, which a marker's must not repeat. Empty for other classes than rejected
// and strengthened.
[[nodiscard]] std::vector<Rewrite> rewrites(const Program& program, DependencyId d, const Classification& classified,
                                            const std::unordered_set<std::string_view>& names);

}  // namespace counterpoint
