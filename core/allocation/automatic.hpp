// Per-instruction or per-loop, chosen for each body and engine by its producers.
// SPDX-License-Identifier: Apache-2.0
//
// The rule: one producer in the body on that engine: per-instruction. It needs the one semaphore that per-loop needs,
// and its waits are plain counts: no multiplication by N, no offset N - K, and no updates by other instructions.
// Several producers: per-loop. Semaphores are the scarce resource (a few hundred on a machine), two operations per wait
// are hidden behind the datapath in all but the tightest bodies. Where N = 1 anyway both are the same.
#pragma once

#include "core/allocation/allocate.hpp"

namespace counterpoint {

[[nodiscard]] tl::expected<Allocation, Diagnostics> allocate_automatic(const Program& program,
                                                                       const AllocationOptions& options);

}  // namespace counterpoint
