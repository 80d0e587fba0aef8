// Where queues stand: between which two pipes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "targets/ascend/kernel/kernel.hpp"

namespace counterpoint::ascend {

struct PositionEntry {
  QueuePosition position;
  std::string_view word;
  Pipe producer;  // fills a buffer: what an enque says is done
  Pipe consumer;  // reads it: what a free says is done
};
// In the order of positions.def, which is that of the enumeration.
[[nodiscard]] std::span<const PositionEntry> all_positions();
[[nodiscard]] const PositionEntry& position_entry(QueuePosition position);

}  // namespace counterpoint::ascend
