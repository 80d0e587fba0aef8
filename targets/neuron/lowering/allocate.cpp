// Allocates under the core's budget of semaphores.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "targets/neuron/lowering/identifiers.hpp"
#include "targets/neuron/lowering/lower.hpp"

namespace counterpoint::neuron {

tl::expected<Allocation, Diagnostics> allocate_to_fit(const Program& program, AllocationOptions allocation,
                                                      const LowerOptions& options) {
  allocation.most_semaphores = usable_semaphores;
  allocation.semaphores = std::min<std::size_t>(options.semaphores, usable_semaphores);
  allocation.barrier_semaphores = 1;  // their own counter
  allocation.barriers_at_last = true;
  return allocate(program, allocation);
}

}  // namespace counterpoint::neuron
