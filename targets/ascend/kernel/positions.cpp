// The table of positions.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/kernel/positions.hpp"

namespace counterpoint::ascend {
namespace {

constexpr PositionEntry positions_table[] = {
#define X(identifier, word, producer, consumer) {QueuePosition::identifier, word, Pipe::producer, Pipe::consumer},
#include "targets/ascend/kernel/positions.def"
#undef X
};

}  // namespace

std::span<const PositionEntry> all_positions() { return positions_table; }
const PositionEntry& position_entry(QueuePosition position) {
  return positions_table[static_cast<std::size_t>(position)];
}

}  // namespace counterpoint::ascend
