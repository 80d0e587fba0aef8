// The set of states seen.
// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/explore/plain_visited.hpp"

#define XXH_INLINE_ALL  // no library to link: the functions are in the header
#include <xxhash.h>

namespace counterpoint::testing {

std::size_t PlainVisited::place(std::span<const std::uint8_t> state) const {
  return XXH3_64bits(state.data(), state.size()) & (table_.size() - 1);
}

void PlainVisited::grow() {
  table_.assign(table_.size() * 2, none);
  for (std::size_t n = 0; n < parents_.size(); ++n) {
    std::size_t at = place(state(n));
    while (table_[at] != none) at = (at + 1) & (table_.size() - 1);
    table_[at] = static_cast<std::uint32_t>(n);
  }
}

}  // namespace counterpoint::testing
