// A number that stands for a text, the same on every platform.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace counterpoint::testing {

// FNV-1a with 64 bits (Fowler, Noll, Vo).
inline std::uint64_t digest(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325U;
  for (const char c : text) h = (h ^ static_cast<std::uint8_t>(c)) * 0x100000001b3U;
  return h;
}

}  // namespace counterpoint::testing
