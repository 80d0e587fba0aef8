// One semaphore for each producer.
// SPDX-License-Identifier: Apache-2.0
//
// Exact for every class that is; three operations less to decode than any sharing, as many semaphores as producers.
// Source: semantics.md 4 "Per-instruction".
#pragma once

#include "core/allocation/allocate.hpp"

namespace counterpoint {

[[nodiscard]] tl::expected<Allocation, Diagnostics> allocate_per_instruction(const Program& program,
                                                                             const AllocationOptions& options);

}  // namespace counterpoint
