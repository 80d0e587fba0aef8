// Which buffer a call of a queue is of, worked out in registers while a kernel runs.
// SPDX-License-Identifier: Apache-2.0
//
// What. What queue_layout.hpp says the runtime keeps of a queue stands in registers of both its pipes, and each call
// changes it there as the scalar unit would. What the runtime asserts against divides by zero: on the producer for
// alloc and enque, on the consumer for deque and free. Cost: a constant times the buffers and places of the queue for
// each call. Source: ascend.md 1.5.
#pragma once

#include "targets/ascend/execution/queue_layout.hpp"
#include "targets/ascend/execution/writer.hpp"

namespace counterpoint::ascend {

class QueueBuffers {
 public:
  QueueBuffers(Writer& writer, const Kernel& kernel) : writer_(writer), kernel_(kernel) {}

  // The register that then holds the buffer, from 0.
  Number perform(OpId call, const QueueLayout& queue, Pipe p);

  // Registers of a queue, one for each buffer.
  [[nodiscard]] Number each(const QueueLayout& queue, Pipe p, std::string_view name, std::uint32_t i);
  // target := the register of that buffer; and the reverse. `value` is no scratch register but x.id, x.new.
  void select(const QueueLayout& queue, Pipe p, std::string_view name, Number buffer, Number target);
  void store(const QueueLayout& queue, Pipe p, std::string_view name, Number buffer, Number value);

 private:
  [[nodiscard]] std::string name(const QueueLayout& queue, std::string_view what) const;
  void find_free(const QueueLayout& queue, Pipe p, Number buffer);
  void push(const QueueLayout& queue, Pipe p, Number buffer);
  void pop(const QueueLayout& queue, Pipe p, Number buffer);
  void change_state(const Op& call, const QueueLayout& queue, Pipe p, Number buffer);
  // A fault on the pipe at hand, if it is the one that asserts.
  void demand(const QueueLayout& queue, Pipe p, Number what, std::string_view word);

  Writer& writer_;
  const Kernel& kernel_;
  bool asserts_ = false;
};

}  // namespace counterpoint::ascend
