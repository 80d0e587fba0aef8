// Instructions that wait for one another within one iteration, and whether the sequential order serves everything.
// SPDX-License-Identifier: Apache-2.0
//
// What. The zero-distance graph: an edge from a consumer to each producer at distance 0, and from an instruction to the
// one before it on its engine. Exclusive pairs are no edge, neither as a dependency nor as an order. A scope with
// control dependencies waits for them on every engine, and everything in or after it comes after its visit.
// A cycle is a deadlock of the program itself, of every correct implementation too, as soon as its scopes run: taking
// the last iteration of every scope on the cycle, each instance on it waits for the next (semantics.md 5.9).
//
// Sequential order (semantics.md 1): every dependency at distance 0 goes forward between the items of a body or is
// exclusive, and inside each block streams and dependencies at distance 0 have no cycle.
//
// How. The graph is zero_distance_graph.hpp; its cycles are found by Tarjan's algorithm without recursion.
// Cost: linear in instructions and dependencies, times the depth of the dependencies at distance 0.
#pragma once

#include <optional>
#include <vector>

#include "core/dependence/subject.hpp"
#include "core/diagnostic/diagnostic.hpp"
#include "core/program/program.hpp"

namespace counterpoint {

// `subject` comes after the subject of the next link (the last one: after that of the first), because of a dependency
// or, where there is none, because of the order of the text on one engine.
struct CycleLink {
  Subject subject;
  DependencyId dependency;
};
using ZeroCycle = std::vector<CycleLink>;

// One cycle of each strongly connected component, in the order of the text. Empty if there is none.
[[nodiscard]] std::vector<ZeroCycle> zero_distance_cycles(const Program& program);

// Why the sequential order does not satisfy the dependencies: one that goes backward between items, or a cycle in one
// block.
struct SequentialFault {
  DependencyId backward;  // none if `cycle` is the reason
  ZeroCycle cycle;
};
[[nodiscard]] std::optional<SequentialFault> sequential_fault(const Program& program);

// "c waits for q, which comes after d on pe, which waits for p, which comes after c on act".
[[nodiscard]] std::string cycle_text(const Program& program, const ZeroCycle& cycle);

// A warning for each cycle, at most `most` of them.
[[nodiscard]] Diagnostics warn_zero_cycles(const Program& program, std::size_t most = 20);

}  // namespace counterpoint
