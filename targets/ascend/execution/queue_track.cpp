// Follows the buffers of one queue.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/queue_track.hpp"

#include <algorithm>

namespace counterpoint::ascend {
namespace {

constexpr auto tracked = [](BufferState s) { return static_cast<std::int32_t>(s); };

}  // namespace

std::size_t QueueTrack::of_tensor(ValueId tensor) const {
  const auto at = std::ranges::lower_bound(queue_.tensors, tensor);
  return first_ + 1 + queue_.number + queue_.depth + static_cast<std::size_t>(at - queue_.tensors.begin());
}

const char* QueueTrack::find_free(std::vector<std::int32_t>& state, std::uint32_t& buffer) const {
  std::int32_t& cursor = state[first_];
  for (std::uint32_t looked = 0; looked < queue_.number; ++looked) {
    buffer = (static_cast<std::uint32_t>(cursor) + looked) % queue_.number;
    if (state[first_ + 1 + buffer] != tracked(BufferState::free)) continue;
    cursor = static_cast<std::int32_t>((buffer + 1) % queue_.number);
    return nullptr;
  }
  return "a buffer is allocated that may not be free";
}

const char* QueueTrack::perform(const Op& call, std::vector<std::int32_t>& state, std::uint32_t& buffer) const {
  const auto queued = state.begin() + static_cast<std::ptrdiff_t>(first_ + 1 + queue_.number);
  const auto end = queued + static_cast<std::ptrdiff_t>(queue_.depth);
  if (call.kind == OpKind::alloc) {
    if (const char* wrong = find_free(state, buffer); wrong != nullptr) return wrong;
  } else if (call.kind == OpKind::deque && !queue_.in_place()) {
    if (*queued == 0) return "a queue is emptied that may be empty";
    buffer = static_cast<std::uint32_t>(*queued - 1);
    std::rotate(queued, queued + 1, end);
    end[-1] = 0;
  } else {
    const std::int32_t in = state[of_tensor(call.uses[1])];
    if (in == 0) return "a tensor may be in no buffer";
    buffer = static_cast<std::uint32_t>(in - 1);
  }
  std::int32_t& is = state[first_ + 1 + buffer];
  switch (call.kind) {
    case OpKind::alloc: is = tracked(BufferState::held); break;
    case OpKind::enque: {
      if (is != tracked(BufferState::held)) return "a buffer is enqueued that may be free, or in the queue";
      const auto empty = std::find(queued, end, 0);
      if (empty != end) *empty = static_cast<std::int32_t>(buffer) + 1;
      if (empty == end && !queue_.in_place()) return "a queue is filled that may be full";
      is = tracked(BufferState::queued);
      break;
    }
    case OpKind::deque:
      if (queue_.in_place()) break;
      if (is != tracked(BufferState::queued)) return "a buffer is dequeued that may be free";
      is = tracked(BufferState::held);
      break;
    case OpKind::free:
      if (is == tracked(BufferState::free)) return "a buffer is freed that may not be allocated";
      is = tracked(BufferState::free);
      break;
    default: break;
  }
  if (call.result.valid()) state[of_tensor(call.result)] = static_cast<std::int32_t>(buffer) + 1;
  return nullptr;
}

}  // namespace counterpoint::ascend
