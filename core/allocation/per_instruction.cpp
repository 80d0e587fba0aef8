// Per-instruction allocation.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/per_instruction.hpp"

#include "core/allocation/counters.hpp"
#include "core/allocation/local_scheme.hpp"

namespace counterpoint {

tl::expected<Allocation, Diagnostics> allocate_per_instruction(const Program& program,
                                                               const AllocationOptions& options) {
  LocalScheme scheme(program, options, [](const BodyOnEngine&) { return false; });
  return allocate_counters(program, options, entry(Scheme::per_instruction).name, scheme);
}

}  // namespace counterpoint
