// The same text with every name replaced by another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace counterpoint::testing {

// New names are given in the order of first mention, backwards in the alphabet, so that an answer that depends on the
// order of names changes. Engines, scopes, instructions, buffers, semaphores and registers of a pair share one
// renaming.
class Renaming {
 public:
  // A program, an implementation, or the value of --trips.
  [[nodiscard]] std::string apply(std::string_view text);

 private:
  [[nodiscard]] const std::string& name(std::string_view old);
  std::map<std::string, std::string, std::less<>> names_;
};

// The text with the engines of its declaration in the reverse order.
[[nodiscard]] std::string with_engines_reversed(std::string_view text);

}  // namespace counterpoint::testing
