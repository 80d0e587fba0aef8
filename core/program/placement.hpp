// Which bytes the slots of buffers with addresses are.
// SPDX-License-Identifier: Apache-2.0
//
// Slot i of a buffer `at A bytes B` is [A + i * B, A + (i + 1) * B). Buffers are compared within one space only; those
// without a space are in one of their own. Where an address or a size is not known, nothing is said.
// Source: language.md "Buffers with addresses".
#pragma once

#include <cstdint>
#include <vector>

#include "core/program/tree.hpp"

namespace counterpoint {

// [first, last) of one memory space.
struct ByteRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};
[[nodiscard]] constexpr bool overlap(const ByteRange& a, const ByteRange& b) {
  return a.first < b.last && b.first < a.last;
}

// Of a buffer that is placed.
[[nodiscard]] ByteRange bytes_of_slot(const Buffer& buffer, std::uint32_t slot);
[[nodiscard]] ByteRange bytes_of_buffer(const Buffer& buffer);
// What the access can touch: its slot, or for a rotating one the whole buffer.
[[nodiscard]] ByteRange bytes_of_access(const Buffer& buffer, const Access& access);

// The placed buffers of each space in groups whose bytes hang together, each group in the order of the addresses, only
// those of two or more buffers. In the order in which spaces are first named, then of addresses.
// Cost: buffers times their logarithm.
[[nodiscard]] std::vector<std::vector<BufferId>> overlapping_buffers(const Tree& tree);

}  // namespace counterpoint
