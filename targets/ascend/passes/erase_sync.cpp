// erase_sync: a kernel without the synchronisation that somebody wrote into it.
// SPDX-License-Identifier: Apache-2.0
//
// What. Every enque, set, wait and barrier goes. Every deque goes too, and what it gave becomes the tensor that was
//   allocated from the queue: the one allocated last in the text, so two tensors of one queue in flight become one. In
//   sound mode it is the tensor that was enqueued in its turn. Brackets, allocs and frees stay.
// Why. The passes after it insert everything anew.
// Invariant. No tensor that was dequeued is used afterwards. Cost: linear. Source: ascend.md 2.1, 5.1.
#include <fmt/format.h>

#include <deque>
#include <unordered_map>

#include "core/diagnostic/ascend_codes.hpp"
#include "targets/ascend/passes/pass.hpp"

namespace counterpoint::ascend {
namespace {

class SyncEraser {
 public:
  SyncEraser(Kernel& kernel, PassRun& run) : kernel_(kernel), run_(run), now_(kernel.value_count()) {}

  void erase() {
    const std::vector<OpId> order = kernel_.in_order();
    for (const OpId o : order) {
      if (kernel_.op(o).kind == OpKind::alloc) allocated_[kernel_.op(o).uses[0]] = kernel_.op(o).result;
    }
    for (const OpId o : order) {
      Op& op = kernel_.op(o);
      for (ValueId& v : op.uses) v = tensor(v);
      for (Operand& x : op.operands) x.value = tensor(x.value);
      switch (op.kind) {
        case OpKind::enque: enqueued_[op.uses[0]].push_back(op.uses[1]); break;
        case OpKind::deque:
          if (!take(op)) return;
          break;
        case OpKind::set_flag:
        case OpKind::wait_flag:
        case OpKind::barrier: break;
        default: continue;
      }
      kernel_.remove(o);
    }
  }

 private:
  [[nodiscard]] ValueId tensor(ValueId v) const { return v.valid() && now_[v].valid() ? now_[v] : v; }

  bool take(const Op& deque) {
    const ValueId queue = deque.uses[0];
    const auto found = allocated_.find(queue);
    if (found == allocated_.end()) {
      Diagnostic d = diagnose(AscendCode::deque_without_alloc, {},
                              fmt::format("nothing is allocated from queue {}, which {} is dequeued from",
                                          kernel_.value(queue).name, kernel_.value(deque.result).name));
      d.expected = "an alloc";
      d.found = "a deque";
      run_.errors.push_back(std::move(d));
      return false;
    }
    ValueId is = found->second;
    auto& waiting = enqueued_[queue];
    if (run_.settings.sound && !waiting.empty()) {
      if (waiting.front() != is) {
        run_.report.added.push_back(fmt::format("erase_sync: {} is {}, which was enqueued in its turn, not {}",
                                                kernel_.value(deque.result).name, kernel_.value(waiting.front()).name,
                                                kernel_.value(is).name));
      }
      is = waiting.front();
      waiting.pop_front();
    }
    now_[deque.result] = is;
    return true;
  }

  Kernel& kernel_;
  PassRun& run_;
  IdVector<ValueId, ValueId> now_;
  std::unordered_map<ValueId, ValueId> allocated_;  // by queue: the last
  std::unordered_map<ValueId, std::deque<ValueId>> enqueued_;
};

}  // namespace

void erase_sync(Kernel& kernel, PassRun& run) { SyncEraser(kernel, run).erase(); }

}  // namespace counterpoint::ascend
