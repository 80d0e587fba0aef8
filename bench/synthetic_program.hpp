// Programs of any size for measurements, with as many dependencies as instructions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace counterpoint::bench {

// The text of a program with exactly `instructions` instructions and as many dependencies, at least 16, on eight
// engines. Deterministic. See the source for its shape.
[[nodiscard]] std::string synthetic_program(std::size_t instructions);

}  // namespace counterpoint::bench
