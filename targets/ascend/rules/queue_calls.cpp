// Matches calls of queues in the order of the text.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/rules/queue_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace counterpoint::ascend {
namespace {

bool is_call(OpKind kind) {
  return kind == OpKind::alloc || kind == OpKind::free || kind == OpKind::enque || kind == OpKind::deque;
}

class CallMatcher {
 public:
  explicit CallMatcher(const Kernel& kernel) : kernel_(kernel) {}

  std::vector<Finding> run() {
    const std::vector<OpId> order = kernel_.in_order();
    for (const OpId o : order) {
      // Made by a pass, or without tensors.
      if (is_call(kernel_.op(o).kind) && kernel_.op(o).line == 0) return {};
    }
    for (const OpId o : order) look(o, kernel_.op(o));
    for (const auto& [tensor, alloc] : held_) {
      find(alloc, fmt::format("{} is never freed", kernel_.value(tensor).name));
    }
    for (const auto& [queue, waiting] : queued_) {
      for (const auto& [tensor, enque] : waiting) {
        find(enque, fmt::format("{} is never dequeued", kernel_.value(tensor).name));
      }
    }
    return std::move(out_);
  }

 private:
  struct Entry {
    ValueId tensor;
    OpId enque;
  };

  void find(OpId o, std::string text) {
    out_.push_back({Rule::calls, FindingKind::unmatched_call, true, o, std::move(text)});
  }
  [[nodiscard]] std::string name(ValueId v) const { return kernel_.value(v).name; }
  // The tensor as it was allocated.
  [[nodiscard]] ValueId root(ValueId tensor) const {
    const auto it = root_.find(tensor);
    return it == root_.end() ? tensor : it->second;
  }

  void look(OpId o, const Op& x) {
    if (x.kind == OpKind::alloc) held_.emplace(x.result, o);
    if (x.kind == OpKind::free) freed(o, x.uses[1]);
    if (x.kind == OpKind::enque) {
      queued_[x.uses[0]].push_back({root(x.uses[1]), o});
      waiting_.insert(root(x.uses[1]));
    }
    if (x.kind == OpKind::deque) dequeued(o, x);
    if (x.kind != OpKind::compute) return;
    for (const Operand& operand : x.operands) {
      if (!operand.value.valid() || !waiting_.contains(root(operand.value))) continue;
      find(o, fmt::format("{} is used between its enque and its deque", name(operand.value)));
    }
  }

  void freed(OpId o, ValueId tensor) {
    const ValueId is = root(tensor);
    if (held_.erase(is) != 0) {
      gone_.insert(is);
    } else if (gone_.contains(is)) {
      find(o, fmt::format("{} is freed before its last use: this frees it again", name(tensor)));
    } else {
      find(o, fmt::format("{} is freed and was never allocated", name(tensor)));
    }
  }

  void dequeued(OpId o, const Op& x) {
    std::deque<Entry>& waiting = queued_[x.uses[0]];
    if (x.uses.size() > 1) {
      root_[x.result] = root(x.uses[1]);
      const auto at = std::ranges::find(waiting, root(x.uses[1]), &Entry::tensor);
      if (at != waiting.end()) {
        waiting.erase(at);
      } else {
        find(o, fmt::format("nothing has enqueued {}, which is dequeued here", name(x.uses[1])));
      }
      waiting_.erase(root(x.uses[1]));
      return;
    }
    if (waiting.empty()) {
      find(o, fmt::format("nothing is in {} for {}", name(x.uses[0]), name(x.result)));
      return;
    }
    root_[x.result] = waiting.front().tensor;
    waiting_.erase(waiting.front().tensor);
    waiting.pop_front();
  }

  const Kernel& kernel_;
  std::map<ValueId, OpId> held_;     // allocated and not freed
  std::set<ValueId> gone_;           // freed
  std::map<ValueId, ValueId> root_;  // of what deques give
  std::map<ValueId, std::deque<Entry>> queued_;
  std::set<ValueId> waiting_;  // in a queue
  std::vector<Finding> out_;
};

}  // namespace

std::vector<Finding> call_findings(const Kernel& kernel) { return CallMatcher(kernel).run(); }

}  // namespace counterpoint::ascend
