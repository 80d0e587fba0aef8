// The one way to stop on a fault of our own, in every build type.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <source_location>
#include <stdexcept>
#include <string>

namespace counterpoint {

// Thrown by `require`; the command turns it into exit 70. Never thrown for anything a file can contain.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// Checks an invariant of our own. It stays on in release builds.
inline void require(bool holds, const char* what, std::source_location at = std::source_location::current()) {
  if (holds) [[likely]]
    return;
  std::string file = at.file_name();
  if (const auto slash = file.rfind('/'); slash != std::string::npos) file = file.substr(slash + 1);
  throw InternalError(file + ":" + std::to_string(at.line()) + ": " + what);
}

}  // namespace counterpoint
