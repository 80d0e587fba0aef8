// A step of one machine in the identifiers of the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/machine/step.hpp"
#include "core/program/pairing.hpp"

namespace counterpoint {

enum class Side : std::uint8_t { program, implementation };

// A visible step, in identifiers of the other side, for `to`. Positions in flight and scopes are the same on both.
[[nodiscard]] Step translated(Step step, const Pairing& pairing, Side to);

}  // namespace counterpoint
