// The steps of a run as a table for terminals: steps down, engines across.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/machine/step.hpp"
#include "core/program/tree.hpp"

namespace counterpoint::report {

// With --verbose.
inline constexpr std::size_t most_steps_shown = 10'000;

// The last `most` of the steps, numbered from 1, one a line; a first line says how many were left out. Engines that
// take none of them have no column. `times`: when each step was taken, in units of the program, or empty.
[[nodiscard]] std::string render_steps(const Tree& tree, std::span<const Step> steps,
                                       std::span<const std::uint64_t> times, std::size_t most);

}  // namespace counterpoint::report
