// What the runtime keeps of each queue of a kernel, laid out for whoever follows it.
// SPDX-License-Identifier: Apache-2.0
//
// What. A queue of one buffer and depth 1 is simple: which buffer a call means is clear, and it holds one id at most.
// Any other is followed as the runtime does: a cursor, the state of each buffer, which buffers are queued and in which
// order, and in which buffer each tensor is. alloc looks from the cursor on for a buffer that is free, and the cursor
// moves past what it took. enque asks for a buffer that is held and not queued; deque gives the first of the queue;
// free asks for one that is not free. With depth 0 nothing is queued: a buffer has its two ids for good, taken before
// anything else in the order of the declarations, and its free event is set from the start; deque and enque name the
// tensor. Source: ascend.md 1.4, 1.5; where that is open, what the public runtime does.
#pragma once

#include <map>
#include <vector>

#include "targets/ascend/execution/primitives.hpp"
#include "targets/ascend/kernel/kernel.hpp"

namespace counterpoint::ascend {

enum class BufferState : std::uint8_t { free, held, queued };

struct QueueLayout {
  ValueId queue;
  Direction filled;  // the event of an enque
  Direction freed;
  std::uint32_t depth = 1;
  std::uint32_t number = 1;
  // With depth 0: the first of its ids of either event; buffer i has that plus i.
  std::uint32_t first_fill = 0;
  std::uint32_t first_free = 0;
  std::vector<ValueId> tensors;  // what its allocs and deques give

  [[nodiscard]] bool simple() const { return depth == 1 && number == 1; }
  [[nodiscard]] bool in_place() const { return depth == 0; }
};

class QueueLayouts {
 public:
  // Of the queues of that core.
  QueueLayouts(const Kernel& kernel, Core core);

  [[nodiscard]] const QueueLayout& of(ValueId queue) const { return layouts_[places_.at(queue)]; }
  // In the order of the declarations.
  [[nodiscard]] const std::vector<QueueLayout>& all() const { return layouts_; }
  [[nodiscard]] std::uint32_t buffers() const;
  // Ids of an event that buffers in place have for good.
  [[nodiscard]] std::uint32_t taken(Direction event) const;

 private:
  std::vector<QueueLayout> layouts_;
  std::map<ValueId, std::size_t> places_;
};

}  // namespace counterpoint::ascend
