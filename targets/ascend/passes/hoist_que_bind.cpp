// hoist_que_bind: declarations of queues and scratch buffers leave loops and conditionals.
// SPDX-License-Identifier: Apache-2.0
//
// What. A declaration, its init and the tensor of a scratch buffer move before the outermost loop or conditional that
//   nothing they use lies in. The vendor's rewriting does that level by level, from the last declaration to the first,
//   each with what uses it; so does this, all levels at once, and the declarations end in the same, reverse, order.
//   Allocs and frees stay, since they are what keeps iterations apart.
// Invariant. What is used is defined before. Cost: linear, times the depth of nesting. Source: ascend.md 2.2.
#include <unordered_map>

#include "targets/ascend/passes/pass.hpp"

namespace counterpoint::ascend {
namespace {

bool is_declaration(OpKind kind) {
  return kind == OpKind::queue || kind == OpKind::init_queue || kind == OpKind::scratch ||
         kind == OpKind::init_scratch || kind == OpKind::get_scratch;
}

class DeclarationHoister {
 public:
  explicit DeclarationHoister(Kernel& kernel) : kernel_(kernel), users_(kernel.value_count()) {}

  void hoist() {
    const std::vector<OpId> order = kernel_.in_order();
    for (const OpId o : order) {
      if (!is_declaration(kernel_.op(o).kind)) continue;
      for (const ValueId v : kernel_.op(o).uses) users_[v].push_back(o);
    }
    for (auto o = order.rbegin(); o != order.rend(); ++o) {
      if (is_declaration(kernel_.op(*o).kind)) move_out(*o);
    }
  }

 private:
  // Before the outermost owner that no operand lies in; then what uses it, whose operands may have left.
  void move_out(OpId first) {
    std::vector<OpId> next{first};
    while (!next.empty()) {
      const OpId o = next.back();
      next.pop_back();
      const OpId place = outermost(o);
      if (!place.valid()) continue;
      kernel_.detach(o);
      kernel_.put_before(place, o);
      const ValueId result = kernel_.op(o).result;
      if (!result.valid()) continue;
      for (auto u = users_[result].rbegin(); u != users_[result].rend(); ++u) next.push_back(*u);
    }
  }

  [[nodiscard]] bool lies_in(RegionId region, const Op& op) const {
    for (const ValueId v : op.uses) {
      const OpId definition = kernel_.value(v).definition;
      if (definition.valid() && kernel_.op(definition).home == region) return true;
    }
    return false;
  }

  [[nodiscard]] OpId outermost(OpId o) const {
    OpId place;
    RegionId region = kernel_.op(o).home;
    while (region != Kernel::body() && !lies_in(region, kernel_.op(o))) {
      place = kernel_.region(region).owner;
      region = kernel_.op(place).home;
    }
    return place;
  }

  Kernel& kernel_;
  IdVector<ValueId, std::vector<OpId>> users_;
};

}  // namespace

void hoist_que_bind(Kernel& kernel, PassRun& /*run*/) { DeclarationHoister(kernel).hoist(); }

}  // namespace counterpoint::ascend
