// Random trip counts and branches, as texts of the option --trips.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution: every scope without a number gets a list of 1 to `visits` counts, each 0 to `trips` (a conditional: its
// first branch or the other); a divergent one three times in four a list for each engine, else one for all.
// Choice 0 is no iteration, and the first branch. Linear in scopes times engines.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/machine/trips.hpp"
#include "verify/generate/choices.hpp"
#include "verify/generate/shape.hpp"

namespace counterpoint {

struct DrawnTrips {
  std::vector<std::string> options;  // "L0=3,0,2", "L1@e0=1,2", "A2=1,0": each the value of one --trips
  Trips trips;
};

// For any program's or implementation's tree, also one that was not generated. Reads `trips` and `visits` of the shape.
[[nodiscard]] DrawnTrips generate_trips(Choices& choices, const Tree& tree, const Shape& shape);

// What the options say, for another tree with the same scopes and engines (of an implementation, in any order).
// The options must be good for it.
[[nodiscard]] Trips trips_from(const Tree& tree, std::span<const std::string> options);

}  // namespace counterpoint
