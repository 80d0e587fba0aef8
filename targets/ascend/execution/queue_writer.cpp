// Writes the calls of queues.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/queue_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace counterpoint::ascend {
namespace {

std::array<Pipe, 2> pipes_of(Direction event) { return {event.from, event.to}; }

}  // namespace

Number QueueWriter::mask(Direction event, Pipe p, std::uint32_t i) {
  return writer_.reg(p, fmt::format("{}_{}.out{}", pipe_name(event.from), pipe_name(event.to), i));
}

Number QueueWriter::lowest(Direction event, Pipe p, const std::string& target) {
  const Number id = writer_.reg(p, target);
  const Number all = writer_.reg(p, "x.all");
  writer_.assign(p, id, writer_.number(0));
  writer_.assign(p, all, writer_.number(1));
  for (std::uint32_t i = 0; i < primitives_.ids; ++i) {
    writer_.assign(p, all, Operation::multiply, all, mask(event, p, i));
    writer_.add(p, id, all);
  }
  return id;
}

void QueueWriter::occupy(Direction event, Pipe p, Number id) {
  const Number here = writer_.reg(p, "x.here");
  for (std::uint32_t i = 0; i < primitives_.ids; ++i) {
    writer_.equal(p, here, id, writer_.number(i));
    writer_.assign(p, mask(event, p, i), Operation::maximum, mask(event, p, i), here);
  }
}

void QueueWriter::release(Direction event, Pipe p, Number id, Number times) {
  const Number here = writer_.reg(p, "x.here");
  for (std::uint32_t i = 0; i < primitives_.ids; ++i) {
    writer_.equal(p, here, id, writer_.number(i));
    writer_.assign(p, here, Operation::multiply, here, times);
    writer_.assign(p, mask(event, p, i), Operation::subtract, mask(event, p, i), here);
  }
}

// enque and free: what must be empty, or allocated; the id; the flag.
void QueueWriter::take_id(const QueueCall& call, Pipe p) {
  const bool of_fill = call.use == IdUse::enque;
  const std::string queue = queue_name(call.queue);
  const Number holds = writer_.reg(p, queue + (of_fill ? ".in" : ".free"));
  const Number right = writer_.reg(p, "x.right");
  if (of_fill) {
    writer_.assign(p, right, Operation::greater, writer_.number(1), holds);
  } else {
    writer_.assign(p, right, writer_.reg(p, queue + ".held"));
    writer_.assign(p, writer_.reg(p, queue + ".held"), writer_.number(0));
  }
  if (p == call.event.from) writer_.demand(p, right, queue + (of_fill ? ".is_empty" : ".is_held"));
  const Number id = lowest(call.event, p, "x.id");
  occupy(call.event, p, id);
  writer_.assign(p, holds, Operation::add, id, writer_.number(1));
  if (p == call.event.from) flags_.set(call.event, id);
}

// The id that a queue's free buffer carries, and in `times` whether it carries one.
Number QueueWriter::free_id(ValueId queue, Pipe p, Number times) {
  const Number holds = carries(queue, p);
  const Number id = writer_.reg(p, "x.id");
  writer_.assign(p, times, Operation::greater, holds, writer_.number(0));
  writer_.assign(p, id, Operation::subtract, holds, times);
  return id;
}

// deque and alloc: what must be filled, or free; its id, if it has one.
void QueueWriter::give_back(const QueueCall& call, Pipe p) {
  const bool of_fill = call.use == IdUse::deque;
  const std::string queue = queue_name(call.queue);
  const Number times = writer_.reg(p, "x.times");
  const Number right = writer_.reg(p, "x.right");
  Number id;
  if (of_fill) {
    const Number holds = writer_.reg(p, queue + ".in");
    writer_.assign(p, right, Operation::greater, holds, writer_.number(0));
    id = writer_.reg(p, "x.id");
    writer_.assign(p, id, Operation::subtract, holds, writer_.number(1));
    writer_.assign(p, times, writer_.number(1));
    writer_.assign(p, holds, writer_.number(0));
  } else {
    writer_.assign(p, right, Operation::subtract, writer_.number(1), writer_.reg(p, queue + ".held"));
    id = free_id(call.queue, p, times);
    writer_.assign(p, carries(call.queue, p), writer_.number(0));
    writer_.assign(p, writer_.reg(p, queue + ".held"), writer_.number(1));
  }
  if (p == call.event.to) {
    writer_.demand(p, right, queue + (of_fill ? ".is_filled" : ".is_free"));
    flags_.wait(call.event, id, times);
  }
  release(call.event, p, id, times);
}

void QueueWriter::fixed_wait(const QueueCall& call, CallId id) {
  if (id.never) return;
  const Pipe p = call.event.to;
  flags_.wait(call.event, writer_.number(id.id), id.always ? writer_.number(1) : carries(call.queue, p));
}

void QueueWriter::fixed_call(OpId o, const QueueCall& call) {
  const CallId id = ids_.call(o);
  const Pipe waiter = call.event.to;
  switch (call.use) {
    case IdUse::free:
      if (ids_.varies(call.queue)) writer_.assign(waiter, carries(call.queue, waiter), writer_.number(1));
      [[fallthrough]];
    case IdUse::enque: flags_.set(call.event, writer_.number(id.id)); break;
    case IdUse::deque: fixed_wait(call, id); break;
    case IdUse::alloc:
      fixed_wait(call, id);
      if (ids_.varies(call.queue)) writer_.assign(waiter, carries(call.queue, waiter), writer_.number(0));
      break;
    case IdUse::none:
    case IdUse::fetch: break;
  }
}

bool QueueWriter::followed(const QueueLayout& queue) const {
  const bool fixed = ids_.fixed(queue.filled) && ids_.fixed(queue.freed);
  if (kernel_.architecture() == Architecture::c310) return queue.number > 1 || !fixed;
  return !queue.simple() && !fixed;
}

void QueueWriter::call(OpId o) {
  const QueueCall c = queue_call(kernel_, o);
  const QueueLayout& queue = ids_.layouts().of(c.queue);
  if (kernel_.architecture() == Architecture::c310) {
    for (const Pipe p : pipes_of(c.event)) {
      const Number buffer = followed(queue) ? buffers_.perform(o, queue, p) : writer_.number(0);
      brackets_.perform(kernel_.op(o).kind, queue, p, buffer);
    }
    return;
  }
  if (followed(queue)) {
    for (const Pipe p : pipes_of(c.event)) followed_call(o, c, queue, p);
    return;
  }
  if (ids_.fixed(c.event)) {
    // A call that no path reaches has no id; it is never performed either.
    if (const CallId id = ids_.call(o); !id.never || c.use == IdUse::alloc) fixed_call(o, c);
    return;
  }
  for (const Pipe p : pipes_of(c.event)) {
    if (c.use == IdUse::enque || c.use == IdUse::free) {
      take_id(c, p);
    } else {
      give_back(c, p);
    }
  }
}

void QueueWriter::followed_call(OpId o, const QueueCall& call, const QueueLayout& queue, Pipe p) {
  const Number buffer = buffers_.perform(o, queue, p);
  const bool sets = call.use == IdUse::enque || call.use == IdUse::free;
  if (ids_.fixed(call.event)) {
    const bool acts = p == (sets ? call.event.from : call.event.to);
    if (acts && !ids_.call(o).never) fixed_call(o, call);
  } else if (sets) {
    set_of_buffer(call, queue, p, buffer);
  } else {
    wait_of_buffer(call, queue, p, buffer);
  }
}

// enque and free: the id goes into the buffer.
void QueueWriter::set_of_buffer(const QueueCall& call, const QueueLayout& queue, Pipe p, Number buffer) {
  const bool of_fill = call.use == IdUse::enque;
  Number id = writer_.reg(p, "x.id");
  if (queue.in_place()) {
    writer_.assign(p, id, Operation::add, buffer, writer_.number(of_fill ? queue.first_fill : queue.first_free));
  } else {
    id = lowest(call.event, p, "x.id");
    occupy(call.event, p, id);
  }
  const Number holds = writer_.reg(p, "x.new");
  writer_.assign(p, holds, Operation::add, id, writer_.number(1));
  buffers_.store(queue, p, of_fill ? "filled" : "free", buffer, holds);
  if (p == call.event.from) flags_.set(call.event, id);
}

// deque and alloc: the id that is in the buffer, if there is one. One that is there for good stays.
void QueueWriter::wait_of_buffer(const QueueCall& call, const QueueLayout& queue, Pipe p, Number buffer) {
  const bool of_fill = call.use == IdUse::deque;
  const Number holds = writer_.reg(p, "x.new");
  const Number times = writer_.reg(p, "x.times");
  const Number id = writer_.reg(p, "x.id");
  if (of_fill && queue.in_place()) {
    writer_.assign(p, times, writer_.number(1));
    writer_.assign(p, id, Operation::add, buffer, writer_.number(queue.first_fill));
  } else {
    buffers_.select(queue, p, of_fill ? "filled" : "free", buffer, holds);
    writer_.assign(p, times, Operation::greater, holds, writer_.number(0));
    writer_.assign(p, id, Operation::subtract, holds, times);
    buffers_.store(queue, p, of_fill ? "filled" : "free", buffer, writer_.number(0));
  }
  if (p == call.event.to) flags_.wait(call.event, id, times);
  if (!queue.in_place()) release(call.event, p, id, times);
}

void QueueWriter::begin() {
  if (kernel_.architecture() == Architecture::c310) return;
  for (const QueueLayout& queue : ids_.layouts().all()) {
    if (!queue.in_place()) continue;
    for (const Direction event : {queue.filled, queue.freed}) {
      const std::uint32_t first = event == queue.filled ? queue.first_fill : queue.first_free;
      for (std::uint32_t i = 0; i < queue.number && !ids_.fixed(event); ++i) {
        for (const Pipe p : pipes_of(event)) {
          if (first + i < primitives_.ids) writer_.assign(p, mask(event, p, first + i), writer_.number(1));
          if (event == queue.freed) {
            writer_.assign(p, buffers_.each(queue, p, "free", i), writer_.number(std::int64_t{first} + i + 1));
          }
        }
      }
    }
    if (!ids_.allocates(queue.queue)) continue;
    for (std::uint32_t i = 0; i < queue.number; ++i) {
      flags_.set(queue.freed, writer_.number(std::int64_t{queue.first_free} + i));
    }
  }
}

void QueueWriter::fetch(OpId o) {
  const QueueCall c = queue_call(kernel_, o);
  const std::string target = kernel_.value(kernel_.op(o).result).name;
  for (const Pipe p : pipes_of(c.event)) {
    if (!writer_.has(p) || ids_.fixed(c.event)) continue;
    (void)lowest(c.event, p, target);
  }
}

Number QueueWriter::fetched(ValueId event, Pipe p) {
  const OpId o = kernel_.value(event).definition;
  const QueueCall c = queue_call(kernel_, o);
  if (ids_.fixed(c.event)) return writer_.number(std::max(ids_.call(o).id, 0));
  return writer_.reg(p, kernel_.value(event).name);
}

void QueueWriter::end() {
  if (kernel_.architecture() == Architecture::c310) return;
  for (const Direction event : ids_.events()) {
    for (const ValueId q : ids_.freed_by(event)) {
      const QueueLayout& queue = ids_.layouts().of(q);
      const Pipe p = event.to;
      if (ids_.fixed(event)) {
        for (const CallId id : ids_.end(q)) fixed_wait({IdUse::alloc, q, event}, id);
        continue;
      }
      const Number times = writer_.reg(p, "x.times");
      if (!followed(queue)) {
        const Number id = free_id(q, p, times);
        flags_.wait(event, id, times);
        continue;
      }
      for (std::uint32_t i = 0; i < queue.number; ++i) {
        const Number holds = buffers_.each(queue, p, "free", i);
        const Number id = writer_.reg(p, "x.id");
        writer_.assign(p, times, Operation::greater, holds, writer_.number(0));
        writer_.assign(p, id, Operation::subtract, holds, times);
        flags_.wait(event, id, times);
      }
    }
  }
}

}  // namespace counterpoint::ascend
