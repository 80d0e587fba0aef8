// Writes what the runtime keeps of a queue.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/queue_buffers.hpp"

#include <fmt/format.h>

namespace counterpoint::ascend {
namespace {

std::int64_t number_of(BufferState s) { return static_cast<std::int64_t>(s); }

}  // namespace

std::string QueueBuffers::name(const QueueLayout& queue, std::string_view what) const {
  return fmt::format("{}.{}", kernel_.value(queue.queue).name, what);
}

Number QueueBuffers::each(const QueueLayout& queue, Pipe p, std::string_view what, std::uint32_t i) {
  return writer_.reg(p, name(queue, fmt::format("{}{}", what, i)));
}

void QueueBuffers::select(const QueueLayout& queue, Pipe p, std::string_view what, Number buffer, Number target) {
  if (queue.number == 1) {
    writer_.assign(p, target, each(queue, p, what, 0));
    return;
  }
  const Number here = writer_.reg(p, "x.here");
  writer_.assign(p, target, writer_.number(0));
  for (std::uint32_t i = 0; i < queue.number; ++i) {
    writer_.equal(p, here, buffer, writer_.number(i));
    writer_.assign(p, here, Operation::multiply, here, each(queue, p, what, i));
    writer_.add(p, target, here);
  }
}

void QueueBuffers::store(const QueueLayout& queue, Pipe p, std::string_view what, Number buffer, Number value) {
  if (queue.number == 1) {
    writer_.assign(p, each(queue, p, what, 0), value);
    return;
  }
  const Number here = writer_.reg(p, "x.here");
  const Number step = writer_.reg(p, "x.step");
  for (std::uint32_t i = 0; i < queue.number; ++i) {
    writer_.equal(p, here, buffer, writer_.number(i));
    writer_.assign(p, step, Operation::subtract, value, each(queue, p, what, i));
    writer_.assign(p, step, Operation::multiply, step, here);
    writer_.add(p, each(queue, p, what, i), step);
  }
}

void QueueBuffers::demand(const QueueLayout& queue, Pipe p, Number what, std::string_view word) {
  if (asserts_) writer_.demand(p, what, name(queue, word));
}

// The first from the cursor on that is free: the least distance, where those that are not are a round further.
void QueueBuffers::find_free(const QueueLayout& queue, Pipe p, Number buffer) {
  const std::int64_t n = queue.number;
  const Number cursor = writer_.reg(p, name(queue, "cursor"));
  const Number best = writer_.reg(p, "x.best");
  const Number far = writer_.reg(p, "x.far");
  const Number taken = writer_.reg(p, "x.taken");
  writer_.assign(p, best, writer_.number(n));
  for (std::uint32_t i = 0; i < queue.number; ++i) {
    writer_.assign(p, far, Operation::subtract, writer_.number(n + i), cursor);
    writer_.assign(p, far, Operation::modulo, far, writer_.number(n));
    writer_.assign(p, taken, Operation::greater, each(queue, p, "state", i), writer_.number(0));
    writer_.assign(p, taken, Operation::multiply, taken, writer_.number(n));
    writer_.add(p, far, taken);
    writer_.assign(p, best, Operation::minimum, best, far);
  }
  writer_.assign(p, buffer, Operation::add, cursor, best);
  writer_.assign(p, buffer, Operation::modulo, buffer, writer_.number(n));
  writer_.assign(p, cursor, Operation::add, buffer, writer_.number(1));
  writer_.assign(p, cursor, Operation::modulo, cursor, writer_.number(n));
  writer_.assign(p, best, Operation::subtract, writer_.number(n), best);
  demand(queue, p, best, "is_free");
}

void QueueBuffers::push(const QueueLayout& queue, Pipe p, Number buffer) {
  const Number count = writer_.reg(p, name(queue, "count"));
  const Number right = writer_.reg(p, "x.right");
  writer_.assign(p, right, Operation::greater, writer_.number(queue.depth), count);
  demand(queue, p, right, "is_empty");
  for (std::uint32_t j = 0; queue.number > 1 && j < queue.depth; ++j) {
    writer_.equal(p, right, count, writer_.number(j));
    writer_.assign(p, right, Operation::multiply, right, buffer);
    writer_.add(p, each(queue, p, "place", j), right);
  }
  writer_.add(p, count, writer_.number(1));
}

void QueueBuffers::pop(const QueueLayout& queue, Pipe p, Number buffer) {
  const Number count = writer_.reg(p, name(queue, "count"));
  const Number right = writer_.reg(p, "x.right");
  writer_.assign(p, right, Operation::greater, count, writer_.number(0));
  demand(queue, p, right, "is_filled");
  writer_.add(p, count, writer_.number(-1));
  if (queue.number == 1) {
    writer_.assign(p, buffer, writer_.number(0));
    return;
  }
  writer_.assign(p, buffer, each(queue, p, "place", 0));
  for (std::uint32_t j = 1; j < queue.depth; ++j) {
    writer_.assign(p, each(queue, p, "place", j - 1), each(queue, p, "place", j));
  }
  writer_.assign(p, each(queue, p, "place", queue.depth - 1), writer_.number(0));
}

void QueueBuffers::change_state(const Op& call, const QueueLayout& queue, Pipe p, Number buffer) {
  const Number right = writer_.reg(p, "x.right");
  const Number is = writer_.reg(p, "x.is");
  select(queue, p, "state", buffer, is);
  switch (call.kind) {
    case OpKind::alloc: store(queue, p, "state", buffer, writer_.number(number_of(BufferState::held))); break;
    case OpKind::enque:
      writer_.equal(p, right, is, writer_.number(number_of(BufferState::held)));
      demand(queue, p, right, "is_held");
      if (!queue.in_place()) push(queue, p, buffer);
      store(queue, p, "state", buffer, writer_.number(number_of(BufferState::queued)));
      break;
    case OpKind::deque:
      if (queue.in_place()) break;
      writer_.equal(p, right, is, writer_.number(number_of(BufferState::queued)));
      demand(queue, p, right, "is_queued");
      store(queue, p, "state", buffer, writer_.number(number_of(BufferState::held)));
      break;
    case OpKind::free:
      demand(queue, p, is, "is_held");
      store(queue, p, "state", buffer, writer_.number(number_of(BufferState::free)));
      break;
    default: break;
  }
}

Number QueueBuffers::perform(OpId o, const QueueLayout& queue, Pipe p) {
  const Op& x = kernel_.op(o);
  const bool of_producer = x.kind == OpKind::alloc || x.kind == OpKind::enque;
  asserts_ = p == (of_producer ? queue.filled.from : queue.filled.to);
  const Number buffer = writer_.reg(p, "x.buffer");
  const auto in = [&](ValueId tensor) { return writer_.reg(p, kernel_.value(tensor).name + ".in"); };
  if (x.kind == OpKind::alloc) {
    find_free(queue, p, buffer);
  } else if (x.kind == OpKind::deque && !queue.in_place()) {
    pop(queue, p, buffer);
  } else if (queue.number == 1) {
    writer_.assign(p, buffer, writer_.number(0));
  } else {
    demand(queue, p, in(x.uses[1]), "is_a_buffer");
    writer_.assign(p, buffer, Operation::subtract, in(x.uses[1]), writer_.number(1));
  }
  change_state(x, queue, p, buffer);
  if (x.result.valid() && queue.number > 1) {
    writer_.assign(p, in(x.result), Operation::add, buffer, writer_.number(1));
  }
  return buffer;
}

}  // namespace counterpoint::ascend
