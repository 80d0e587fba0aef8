// The specification machine: runs a program, holding each instruction by Equation 1.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/machine/machine.hpp"

namespace counterpoint {

// Source: semantics.md 1 and 2. Visits of scopes with control dependencies are visible steps. `options.visits`, `width`
// and `compare` are not read. The program must outlive the machine. Linear in the program.
[[nodiscard]] Machine specification_machine(const Program& program, const Trips& trips, MachineOptions options = {});

// The scopes with control dependencies: loops and then branches.
[[nodiscard]] std::vector<ScopeId> control_scopes(const Program& program);

}  // namespace counterpoint
