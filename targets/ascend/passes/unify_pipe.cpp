// unify_pipe: one pipe object for the whole kernel.
// SPDX-License-Identifier: Apache-2.0
//
// What. With two pipe objects or more, one is made at the start, every use is of it, the others go. One, or none,
//   stays. Cost: linear. Source: ascend.md 2.4.
#include "targets/ascend/passes/pass.hpp"

namespace counterpoint::ascend {

void unify_pipe(Kernel& kernel, PassRun& /*run*/) {
  const std::vector<OpId> order = kernel.in_order();
  std::vector<OpId> objects;
  for (const OpId o : order) {
    if (kernel.op(o).kind == OpKind::pipe_object) objects.push_back(o);
  }
  if (objects.size() < 2) return;
  Op op;
  op.kind = OpKind::pipe_object;
  const OpId made = kernel.make(std::move(op));
  const ValueId one = kernel.define(made, "pipe");
  IdVector<ValueId, bool> replaced(kernel.value_count(), false);
  for (const OpId o : objects) {
    replaced[kernel.op(o).result] = true;
    kernel.remove(o);
  }
  kernel.prepend(Kernel::body(), made);
  for (const OpId o : order) {
    if (kernel.op(o).taken_out) continue;
    for (ValueId& v : kernel.op(o).uses) {
      if (replaced[v]) v = one;
    }
  }
}

}  // namespace counterpoint::ascend
