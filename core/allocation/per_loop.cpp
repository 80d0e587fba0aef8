// Per-loop allocation.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/per_loop.hpp"

#include "core/allocation/counters.hpp"
#include "core/allocation/local_scheme.hpp"

namespace counterpoint {

tl::expected<Allocation, Diagnostics> allocate_per_loop(const Program& program, const AllocationOptions& options) {
  LocalScheme scheme(program, options, [](const BodyOnEngine&) { return true; });
  return allocate_counters(program, options, entry(Scheme::per_loop).name, scheme);
}

}  // namespace counterpoint
