// Ranges of bytes of slots, and groups of buffers that share some.
// SPDX-License-Identifier: Apache-2.0
#include "core/program/placement.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace counterpoint {

ByteRange bytes_of_slot(const Buffer& buffer, std::uint32_t slot) {
  const std::uint64_t first = *buffer.at + slot * buffer.bytes;
  return {first, first + buffer.bytes};
}

ByteRange bytes_of_buffer(const Buffer& buffer) { return {*buffer.at, *buffer.at + buffer.slots * buffer.bytes}; }

ByteRange bytes_of_access(const Buffer& buffer, const Access& access) {
  if (access.kind == SlotKind::rotating) return bytes_of_buffer(buffer);
  return bytes_of_slot(buffer, access.kind == SlotKind::constant ? access.slot : 0);
}

std::vector<std::vector<BufferId>> overlapping_buffers(const Tree& tree) {
  std::unordered_map<std::string_view, std::size_t> index;
  std::vector<std::vector<BufferId>> spaces;
  for (const BufferId b : tree.buffers()) {
    if (!tree.buffer(b).placed()) continue;
    const auto [at, fresh] = index.emplace(tree.buffer_space(b), spaces.size());
    if (fresh) spaces.emplace_back();
    spaces[at->second].push_back(b);
  }
  std::vector<std::vector<BufferId>> out;
  for (auto& space : spaces) {
    std::ranges::stable_sort(space, {}, [&](BufferId b) { return *tree.buffer(b).at; });
    std::vector<BufferId> group;
    std::uint64_t end = 0;
    const auto close = [&] {
      if (group.size() > 1) out.push_back(group);
      group.clear();
    };
    for (const BufferId b : space) {
      const ByteRange range = bytes_of_buffer(tree.buffer(b));
      if (range.first >= end) close();
      group.push_back(b);
      end = std::max(end, range.last);
    }
    close();
  }
  return out;
}

}  // namespace counterpoint
