// What `lower` was asked to do, and which options belong to it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cli/arguments.hpp"

namespace counterpoint::cli {

enum class LowerMode : std::uint8_t {
  write = 1,     // the image, in a form
  check = 2,     // against its program
  simulate = 4,  // under a schedule
  replay = 8,    // after a trace
  verify = 16    // a compiler's dump, or the records of an image
};

// Ends the command (64) where operands, --from and what is asked for do not go together, where an option is given that
// nothing would read, or one whose value means nothing. Before anything else is done.
[[nodiscard]] LowerMode read_lower_mode(const Arguments& arguments);

}  // namespace counterpoint::cli
