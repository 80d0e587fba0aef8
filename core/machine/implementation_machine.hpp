// The implementation machine: runs registers, semaphores, waits, updates, barriers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/machine/machine.hpp"

namespace counterpoint {

// Source: language.md "Implementations", semantics.md 3. `options.visits` are the scopes whose visits are visible
// (those with control dependencies in the program, see control_scopes). To run with the data and the times of a
// program, pass what `complete` of pairing.hpp made of it. The implementation must outlive the machine. Linear.
[[nodiscard]] Machine implementation_machine(const Implementation& implementation, const Trips& trips,
                                             MachineOptions options = {});

}  // namespace counterpoint
