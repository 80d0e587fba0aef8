// Writes calls of queues as brackets.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/queue_brackets.hpp"

#include <fmt/format.h>

#include "targets/ascend/execution/flags.hpp"

namespace counterpoint::ascend {

SemaphoreId QueueBrackets::releases(const QueueLayout& queue, Pipe p) {
  const auto it = cells_.find({queue.queue, p});
  if (it != cells_.end()) return it->second;
  const std::string called =
      writer_.name(fmt::format("queue.{}.{}{}", kernel_.value(queue.queue).name, pipe_name(p), released_by_queue));
  const SemaphoreId made = writer_.builder.add_semaphore(called, 0, false, true, queue.number);
  cells_.emplace(std::pair{queue.queue, p}, made);
  return made;
}

void QueueBrackets::get(const QueueLayout& queue, Pipe p, Number buffer) {
  const Pipe other = p == queue.filled.from ? queue.filled.to : queue.filled.from;
  const Number count = writer_.reg(p, "x.new");
  buffers_.select(queue, p, "other", buffer, count);
  writer_.wait(p, releases(queue, other), buffer, count);
  buffers_.select(queue, p, "covered", buffer, count);
  writer_.wait(p, releases(queue, p), buffer, count);
}

void QueueBrackets::perform(OpKind call, const QueueLayout& queue, Pipe p, Number buffer) {
  const bool of_producer = call == OpKind::alloc || call == OpKind::enque;
  const bool own = (p == queue.filled.from) == of_producer;
  const bool waits = call == OpKind::alloc || call == OpKind::deque;
  if (own && waits) get(queue, p, buffer);
  if (own) writer_.signal(p, releases(queue, p), buffer, UpdateTime::retire);
  const Number count = writer_.reg(p, "x.new");
  if (!own && !waits) {
    buffers_.select(queue, p, "own", buffer, count);
    buffers_.store(queue, p, "covered", buffer, count);
  }
  const std::string_view which = own ? "own" : "other";
  buffers_.select(queue, p, which, buffer, count);
  writer_.add(p, count, writer_.number(1));
  buffers_.store(queue, p, which, buffer, count);
}

}  // namespace counterpoint::ascend
