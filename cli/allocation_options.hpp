// The options that say how an implementation is allocated.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "cli/session.hpp"
#include "core/allocation/allocate.hpp"

namespace counterpoint::cli {

// --scheme, --extensions, --count, --optimize, --semaphores, --registers, --wrap-safe with --width, and how much
// is said of the choices (--verbose). Where --width does not go with the command's other options it ends the command
// (64).
[[nodiscard]] AllocationOptions read_allocation_options(const Session& session);

// The pass `clocks` of level 2, by the clocks of verify.
[[nodiscard]] GivenPass clocks_pass();

// --optimize.
[[nodiscard]] int read_optimization_level(const Session& session);

// The names of those that have no meaning where nothing is allocated.
inline constexpr std::array<std::string_view, 7> allocation_options = {
    "scheme", "extensions", "count", "optimize", "semaphores", "registers", "wrap-safe"};

}  // namespace counterpoint::cli
