// The set of states seen.
// SPDX-License-Identifier: Apache-2.0
#include "verify/explore/visited.hpp"

#define XXH_INLINE_ALL  // no library to link: the functions are in the header
#include <xxhash.h>

namespace counterpoint {

std::size_t Visited::place(std::span<const std::uint8_t> state) const {
  return XXH3_64bits(state.data(), state.size()) & (table_.size() - 1);
}

void Visited::grow() {
  table_.assign(table_.size() * 2, none);
  for (std::size_t n = 0; n < parents_.size(); ++n) {
    std::size_t at = place(state(n));
    while (table_[at] != none) at = (at + 1) & (table_.size() - 1);
    table_[at] = static_cast<std::uint32_t>(n);
  }
}

}  // namespace counterpoint
