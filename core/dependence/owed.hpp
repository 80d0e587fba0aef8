// From which iteration on a dependency asks for anything.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/program/program.hpp"

namespace counterpoint {

// The components that mask a threshold: nothing is owed unless T of each of these loops is beyond its distance
// (semantics.md 1 and 4). In the order of the vector. Linear in it.
[[nodiscard]] std::vector<Distance> owed_beyond(const Program& program, DependencyId d);

}  // namespace counterpoint
