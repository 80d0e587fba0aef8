// Calls of queues on c310: brackets of a buffer id for each buffer.
// SPDX-License-Identifier: Apache-2.0
//
// What. alloc is a bracket of mode 0 on the producer, deque one on the consumer: its get waits for every release of the
// id that stands before it on the other pipe. enque is a bracket of mode 1 on the producer, free one on the consumer:
// its get does not wait, and its release executes when everything before it on its pipe has completed and every release
// of the id before it, on either pipe, has executed.
// Why a count for each pipe is exact. A release of mode 0 on P is P's n-th signal. One of mode 1 is that too, and
// beside it waits for the releases of the other pipe Q before it. Only gets ask for it. A get on P waits for all
// releases of Q before it anyhow, and what these wait for beyond that are releases of P that stand before the last of
// mode 1 among them: `covered`. A get on Q the same. So a get waits for the other pipe's count and for its own pipe's
// count up to `covered`; a release is one signal, and what mode 1 waits for never holds a pipe (tests compare that with
// exploration of a statement for each release). Invariant. Whatever is waited for stands before the get in the order of
// the text: no circle. Cost: constant, times the buffers of the queue. Source: ascend.md 1.5, 1.6.
#pragma once

#include <map>

#include "targets/ascend/execution/queue_buffers.hpp"

namespace counterpoint::ascend {

class QueueBrackets {
 public:
  QueueBrackets(Writer& writer, QueueBuffers& buffers, const Kernel& kernel)
      : writer_(writer), buffers_(buffers), kernel_(kernel) {}

  // On a pipe of the queue; `buffer` is a register of it, or 0.
  void perform(OpKind call, const QueueLayout& queue, Pipe p, Number buffer);

 private:
  [[nodiscard]] SemaphoreId releases(const QueueLayout& queue, Pipe p);
  void get(const QueueLayout& queue, Pipe p, Number buffer);

  Writer& writer_;
  QueueBuffers& buffers_;
  const Kernel& kernel_;
  std::map<std::pair<ValueId, Pipe>, SemaphoreId> cells_;
};

}  // namespace counterpoint::ascend
