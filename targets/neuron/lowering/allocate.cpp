// Allocates under the core's budget of semaphores.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "targets/neuron/lowering/lower.hpp"

namespace counterpoint::neuron {
namespace {

bool meets_at_barriers(const Implementation& x) { return x.tree.barrier_count() != 0; }

}  // namespace

tl::expected<Allocation, Diagnostics> allocate_to_fit(const Program& program, AllocationOptions allocation,
                                                      const LowerOptions& options) {
  const std::size_t budget = std::min<std::size_t>(options.semaphores, semaphore_count - reserved_semaphores);
  const auto with = [&](Scheme scheme, std::size_t semaphores) {
    AllocationOptions asked = allocation;
    asked.scheme = scheme;
    asked.semaphores = semaphores;
    return allocate(program, asked);
  };
  tl::expected<Allocation, Diagnostics> first = with(allocation.scheme, budget);
  // The counter of barriers is one of the budget.
  if (first && meets_at_barriers(first->implementation) && budget > 0) first = with(allocation.scheme, budget - 1);
  if (first || allocation.scheme != Scheme::automatic || budget == 0) return first;
  tl::expected<Allocation, Diagnostics> barriers = with(Scheme::barrier, budget - 1);
  // What no scheme allocates is best explained by the one that was asked for.
  return barriers ? std::move(barriers) : std::move(first);
}

}  // namespace counterpoint::neuron
