// Collects the accesses of every tensor; widens regions until nothing is read before it is written.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/kernel/tensors.hpp"

#include <unordered_map>

#include "targets/ascend/kernel/operation.hpp"

namespace counterpoint::ascend {
namespace {

class TensorPlanner {
 public:
  explicit TensorPlanner(const Program& program) : tree_(program.tree) {}

  std::vector<TensorPlan> run() {
    find_rotating();
    for (const InstructionId i : tree_.instructions()) {
      const PipeWork operation = operation_of(tree_, i);
      for (const bool write : {true, false}) {
        for (const Access& a : tree_.accesses(i)) {
          if (a.write == write && !in_global_memory(tree_, a.buffer)) add(i, operation, a);
        }
      }
    }
    for (TensorPlan& t : plans_) {
      while (t.reads_first && t.scope != Tree::root()) t.scope = tree_.scope(t.scope).parent;
    }
    return std::move(plans_);
  }

 private:
  void find_rotating() {
    rotating_.resize(tree_.buffer_count(), false);
    for (const InstructionId i : tree_.instructions()) {
      for (const Access& a : tree_.accesses(i)) {
        if (a.kind == SlotKind::rotating) rotating_[a.buffer] = true;
      }
    }
  }

  void add(InstructionId i, const PipeWork& operation, const Access& a) {
    const bool rotating = rotating_[a.buffer];
    const std::uint32_t slot = rotating ? 0 : a.slot;
    const ScopeId at = a.kind == SlotKind::rotating ? tree_.scope(a.loop).parent : tree_.scope_of(i);
    const std::uint64_t key = (std::uint64_t{a.buffer.value} << 32U) | slot;
    const auto [place, fresh] = index_.try_emplace(key, plans_.size());
    if (fresh) {
      TensorPlan t;
      t.buffer = a.buffer;
      t.first_slot = slot;
      t.slots = rotating ? tree_.buffer(a.buffer).slots : 1;
      t.rotating = rotating;
      t.scope = at;
      t.first = i;
      plans_.push_back(t);
    }
    TensorPlan& t = plans_[place->second];
    t.scope = tree_.innermost_common(t.scope, at);
    t.reads_first |= i == t.first && !a.write;
    t.loaded |= a.write && operation.direction == CopyDirection::load;
    t.stored |= !a.write && operation.direction == CopyDirection::store;
  }

  const Tree& tree_;
  IdVector<BufferId, bool> rotating_;
  std::vector<TensorPlan> plans_;
  std::unordered_map<std::uint64_t, std::size_t> index_;
};

}  // namespace

std::vector<TensorPlan> plan_tensors(const Program& program) { return TensorPlanner(program).run(); }

}  // namespace counterpoint::ascend
