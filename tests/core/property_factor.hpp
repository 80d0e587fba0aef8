// How much of a property test is run, the environment variable COUNTERPOINT_PROPERTY_FACTOR, and what floors ask then.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace counterpoint::testing {

// Multiplies the number of cases: 1 if it is not set. More for nightly runs; less under sanitizers (CMakePresets.json),
// where a case costs many times as much, and a fault of memory seldom needs a rare one.
[[nodiscard]] inline double property_factor() {
  const char* text = std::getenv("COUNTERPOINT_PROPERTY_FACTOR");
  return text == nullptr ? 1.0 : std::max(0.001, std::strtod(text, nullptr));
}

// The least count of a kind whose floor is `floor` of the cases at hand. A floor is set for the whole number of cases,
// which ordinary runs hold to it; in a part of them a count may be lower by chance, by three standard deviations.
[[nodiscard]] inline double least_count(double floor) {
  return property_factor() < 1 ? floor - 3 * std::sqrt(floor) : floor;
}

// The number of cases of a property that has `whole` of them, but never fewer than `least`: one that runs on none
// cannot fail.
[[nodiscard]] inline std::uint64_t property_cases(std::uint64_t whole, std::uint64_t least = 10) {
  return std::max(static_cast<std::uint64_t>(static_cast<double>(whole) * property_factor()), least);
}

// What `cases` of `whole` must have of a kind whose floor is `floor` of the whole. In a part that should have five or
// more, at least one.
[[nodiscard]] inline double least_of(double floor, std::uint64_t cases, std::uint64_t whole) {
  const double part = floor * static_cast<double>(cases) / static_cast<double>(whole);
  return cases >= whole ? part : std::max(part - 3 * std::sqrt(part), part >= 5 ? 1.0 : 0.0);
}

}  // namespace counterpoint::testing
