// The buffers of one queue in a state of the search for ids: what the runtime keeps of them.
// SPDX-License-Identifier: Apache-2.0
//
// See queue_layout.hpp. In the numbers of a state, from `first` on: the cursor; the state of each buffer; each place of
// the queue, a buffer + 1 or 0; the buffer + 1 of each tensor, or 0 where it has none yet.
#pragma once

#include <cstdint>
#include <vector>

#include "targets/ascend/execution/queue_layout.hpp"

namespace counterpoint::ascend {

class QueueTrack {
 public:
  QueueTrack(const QueueLayout& queue, std::size_t first) : queue_(queue), first_(first) {}
  [[nodiscard]] std::size_t size() const {
    return std::size_t{1} + queue_.number + queue_.depth + queue_.tensors.size();
  }
  // A call of this queue: null and which buffer it is of, or what the runtime asserts against.
  [[nodiscard]] const char* perform(const Op& call, std::vector<std::int32_t>& state, std::uint32_t& buffer) const;

 private:
  [[nodiscard]] const char* find_free(std::vector<std::int32_t>& state, std::uint32_t& buffer) const;
  // Where the buffer of a tensor of this queue stands.
  [[nodiscard]] std::size_t of_tensor(ValueId tensor) const;

  const QueueLayout& queue_;
  std::size_t first_;
};

}  // namespace counterpoint::ascend
