// What becomes of each dependency in a scheme that counts: a wait, a barrier, nothing, or a refusal.
// SPDX-License-Identifier: Apache-2.0
//
// What. The class decides: what the table gives a formula for becomes a wait; what is never owed becomes nothing; with
// `--extensions none` everything outside the paper's subset becomes a barrier without reset at the start of each
// iteration of its outermost loop L with a distance, as does a history of more than `history_limit` registers. Several
// of them at one L share it. A barrier needs P (with all scopes around it) uniform: if L is not, the engines arrive
// differently often; if a scope inside L is not, the producer's engine may have run it less often than the consumer's
// engine counts, and the barrier would release early (semantics.md 5.6). It needs a positive distance. Else: refusal.
// Every refusal is reported, not only the first. Cost: one classification per dependency.
#pragma once

#include <vector>

#include "core/allocation/allocate.hpp"
#include "core/dependence/classify.hpp"

namespace counterpoint {

enum class Action : std::uint8_t { wait, barrier, nothing, refuse };

// More registers than any machine has, and the limit of what one dependency may make of a program.
inline constexpr std::int64_t history_limit = 1'000;

struct Decision {
  Classification classified;
  Action action = Action::wait;
};

struct Decisions {
  IdVector<DependencyId, Decision> by_dependency;
  std::vector<bool> waiting;     // by dependency
  std::vector<bool> barrier_at;  // by scope: at the start of each iteration
  Diagnostics refusals;
  Diagnostics warnings;

  [[nodiscard]] const Decision& operator[](DependencyId d) const { return by_dependency[d]; }
};

[[nodiscard]] Decisions decide(const Program& program, const AllocationOptions& options);

}  // namespace counterpoint
