// insert_sync: queue calls, barriers and flags for C220.
// SPDX-License-Identifier: Apache-2.0
//
// What. A: after every operation with a local destination that the same pipe uses later, a barrier of that pipe, and
//   nothing more for this tensor. Otherwise an enque if the tensor comes straight from an alloc or a deque, else a
//   barrier of V, whichever pipe the operation is on. B: a deque for every enque (dequeue.hpp). C, D: flags around
//   scalar accesses (scalar_sync.hpp). E: a barrier of all pipes at the end; adjacent barriers merge.
// Setting. The code has no test for the pipe in A (`barrier_within_pipe` off): it enqueues whatever has a queue.
// Queues. What is filled from or stored to global memory has one from the start (from_program.hpp); for what has none
//   there is no event between the pipes that use it, so none is allocated here.
// In sound mode the barrier is the operation's own pipe's, and enques of which nothing would come are left out.
// Cost: linear but for B. Source: ascend.md 2.3; the page, "InsertSync Pass Implementation".
#include <utility>

#include "core/diagnostic/internal_error.hpp"
#include "targets/ascend/passes/dequeue.hpp"
#include "targets/ascend/passes/scalar_sync.hpp"

namespace counterpoint::ascend {
namespace {

class Enqueuer {
 public:
  Enqueuer(Kernel& kernel, PassRun& run) : kernel_(kernel), run_(run), order_(kernel.in_order()) {}

  void insert() {
    if (run_.settings.barrier_within_pipe) find_last_users();
    for (std::size_t p = 0; p < order_.size(); ++p) {
      const OpId o = order_[p];
      if (kernel_.op(o).kind != OpKind::compute) continue;
      const PipeWork operation = operation_of(kernel_.program().tree, kernel_.op(o).instruction);
      if (operation.kind == PipeWorkKind::set_value || operation.kind == PipeWorkKind::get_value) continue;
      OpId last = o;
      const std::vector<Operand> operands = kernel_.op(o).operands;
      for (const Operand& x : operands) {
        if (!x.access.write || in_global_memory(kernel_.program().tree, x.access.buffer)) continue;
        const OpId made = after_write(o, x, p);
        if (!made.valid()) continue;
        kernel_.put_after(last, made);
        last = made;
      }
    }
  }

 private:
  using LastUsers = std::array<std::size_t, pipe_count>;  // by pipe: one past the last that uses it

  void find_last_users() {
    last_users_.resize(kernel_.value_count(), LastUsers{});
    for (std::size_t p = 0; p < order_.size(); ++p) {
      const Op& op = kernel_.op(order_[p]);
      if (op.kind != OpKind::compute) continue;
      const auto pipe = static_cast<std::size_t>(pass_pipe(kernel_, op, run_.settings));
      for (const Operand& x : op.operands) {
        if (x.value.valid()) last_users_[x.value][pipe] = p + 1;
      }
    }
  }

  OpId after_write(OpId o, const Operand& x, std::size_t p) {
    const ValueId queue = queue_of(x.value);
    const Pipe pipe = pass_pipe(kernel_, kernel_.op(o), run_.settings);
    const bool within = x.value.valid() && run_.settings.barrier_within_pipe &&
                        last_users_[x.value][static_cast<std::size_t>(pipe)] > p + 1;
    Op op;
    if (queue.valid() && !within) {
      op.kind = OpKind::enque;
      op.uses = {queue, x.value};
      return kernel_.make(std::move(op));
    }
    op.kind = OpKind::barrier;
    op.pipe = within || run_.settings.sound ? pipe : Pipe::v;
    return op.pipe == Pipe::s ? OpId{} : kernel_.make(std::move(op));
  }

  // Of a tensor that is directly what an alloc or a deque gives, else none.
  [[nodiscard]] ValueId queue_of(ValueId tensor) const {
    if (!tensor.valid()) return {};
    const OpId definition = kernel_.value(tensor).definition;
    if (!definition.valid()) return {};
    const Op& op = kernel_.op(definition);
    return op.kind == OpKind::alloc || op.kind == OpKind::deque ? op.uses[0] : ValueId{};
  }

  Kernel& kernel_;
  PassRun& run_;
  std::vector<OpId> order_;
  IdVector<ValueId, LastUsers> last_users_;
};

}  // namespace

void insert_sync(Kernel& kernel, PassRun& run) {
  Enqueuer(kernel, run).insert();
  dequeue(kernel, run);
  if (!run.errors.empty()) return;
  wrap_scalar_accesses(kernel);
  Op op;
  op.kind = OpKind::barrier;
  op.pipe = Pipe::all;
  kernel.append(Kernel::body(), kernel.make(std::move(op)));
  canonicalize(kernel, run);
}

}  // namespace counterpoint::ascend
