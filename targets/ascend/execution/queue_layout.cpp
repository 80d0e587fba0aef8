// Reads declarations and calls of queues.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/queue_layout.hpp"

#include <algorithm>

#include "targets/ascend/kernel/positions.hpp"

namespace counterpoint::ascend {

QueueLayouts::QueueLayouts(const Kernel& kernel, Core core) {
  const std::vector<OpId> order = kernel.in_order();
  for (const OpId o : order) {
    const Op& x = kernel.op(o);
    if (x.kind != OpKind::queue || x.core != core) continue;
    const PositionEntry& at = position_entry(x.position);
    QueueLayout q{x.result, {at.producer, at.consumer}, {at.consumer, at.producer}, x.depth, x.number, 0, 0, {}};
    if (q.in_place()) {
      q.first_fill = taken(q.filled);
      q.first_free = taken(q.freed);
    }
    places_.emplace(x.result, layouts_.size());
    layouts_.push_back(std::move(q));
  }
  for (const OpId o : order) {
    const Op& x = kernel.op(o);
    if ((x.kind != OpKind::alloc && x.kind != OpKind::deque) || !x.result.valid() || x.core != core) continue;
    layouts_[places_.at(x.uses.front())].tensors.push_back(x.result);
  }
  for (QueueLayout& q : layouts_) std::ranges::sort(q.tensors);
}

std::uint32_t QueueLayouts::buffers() const {
  std::uint32_t sum = 0;
  for (const QueueLayout& q : layouts_) sum += q.number;
  return sum;
}

std::uint32_t QueueLayouts::taken(Direction event) const {
  std::uint32_t sum = 0;
  for (const QueueLayout& q : layouts_) {
    if (q.in_place() && (q.filled == event || q.freed == event)) sum += q.number;
  }
  return sum;
}

}  // namespace counterpoint::ascend
