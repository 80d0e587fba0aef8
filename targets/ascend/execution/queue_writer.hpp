// Calls of queues as sets and waits, with ids that are numbers where they can be and are worked out where not.
// SPDX-License-Identifier: Apache-2.0
//
// What. Where the ids of an event are fixed (queues.hpp) a call is a set or a wait with a number; an alloc that waits
// for a free event on some paths only has a register that says whether there is one. Where they are not fixed, both
// pipes of the event follow the scalar unit: eight registers say which ids are out, one for each queue what it holds,
// and an id is the number of leading ones, m0 + m0*m1 + m0*m1*m2 + ... A call that the runtime asserts against (a full
// queue, an empty one, a buffer that is not free, no id left) divides by zero or names an id that there is not.
// Why on both pipes. Registers belong to a pipe; every pipe runs the same control, so both come to the same numbers.
// Queues that are not simple (queue_layout.hpp) are followed buffer by buffer (queue_buffers.hpp) unless both their
// events have fixed ids. On c310 calls are brackets (queue_brackets.hpp). Cost: a constant times the ids, buffers and
// places for each call. Source: ascend.md 1.4, 1.5.
#pragma once

#include "targets/ascend/execution/flags.hpp"
#include "targets/ascend/execution/queue_brackets.hpp"
#include "targets/ascend/execution/queues.hpp"

namespace counterpoint::ascend {

class QueueWriter {
 public:
  // Of the core that the writer is at.
  QueueWriter(Writer& writer, Flags& flags, const Kernel& kernel, const Primitives& primitives)
      : writer_(writer),
        flags_(flags),
        kernel_(kernel),
        primitives_(primitives),
        ids_(kernel, primitives, writer.core),
        buffers_(writer, kernel),
        brackets_(writer, buffers_, kernel) {}

  // At the start of the kernel: sets the free events of buffers in place.
  void begin();
  // alloc, free, enque, deque.
  void call(OpId o);
  // fetch_event; then the id that it found, on a pipe of that event.
  void fetch(OpId o);
  [[nodiscard]] Number fetched(ValueId event, Pipe p);
  // At the end of the kernel: waits for every free event that is out.
  void end();

 private:
  [[nodiscard]] std::string queue_name(ValueId q) const { return kernel_.value(q).name; }
  // Whether a buffer carries a free event that only some paths set.
  [[nodiscard]] Number carries(ValueId queue, Pipe p) { return writer_.reg(p, queue_name(queue) + ".free"); }
  void fixed_call(OpId o, const QueueCall& call);
  void fixed_wait(const QueueCall& call, CallId id);
  // The lowest free id, in a register.
  [[nodiscard]] Number lowest(Direction event, Pipe p, const std::string& target);
  void occupy(Direction event, Pipe p, Number id);
  void release(Direction event, Pipe p, Number id, Number times);
  [[nodiscard]] Number mask(Direction event, Pipe p, std::uint32_t i);
  void take_id(const QueueCall& call, Pipe p);
  void give_back(const QueueCall& call, Pipe p);
  [[nodiscard]] Number free_id(ValueId queue, Pipe p, Number times);
  // A call of a queue that is followed buffer by buffer, on one of its pipes.
  [[nodiscard]] bool followed(const QueueLayout& queue) const;
  void followed_call(OpId o, const QueueCall& call, const QueueLayout& queue, Pipe p);
  void set_of_buffer(const QueueCall& call, const QueueLayout& queue, Pipe p, Number buffer);
  void wait_of_buffer(const QueueCall& call, const QueueLayout& queue, Pipe p, Number buffer);

  Writer& writer_;
  Flags& flags_;
  const Kernel& kernel_;
  const Primitives& primitives_;
  QueueIds ids_;
  QueueBuffers buffers_;
  QueueBrackets brackets_;
};

}  // namespace counterpoint::ascend
