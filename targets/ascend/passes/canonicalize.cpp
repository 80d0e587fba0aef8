// canonicalize: adjacent barriers become one.
// SPDX-License-Identifier: Apache-2.0
//
// What. In a run of barriers that stand next to each other, one of all pipes makes the others needless, wherever it
//   stands; else of equal neighbours one is enough. Cost: linear. Source: ascend.md 2.3 step E, 2.5.
#include "targets/ascend/passes/pass.hpp"

namespace counterpoint::ascend {
namespace {

bool is_barrier(const Kernel& kernel, OpId o) { return o.valid() && kernel.op(o).kind == OpKind::barrier; }

void merge(Kernel& kernel, const std::vector<OpId>& run) {
  OpId all;
  for (const OpId o : run) {
    if (!all.valid() && kernel.op(o).pipe == Pipe::all) all = o;
  }
  OpId kept;
  for (const OpId o : run) {
    const bool needless = all.valid() ? o != all : kept.valid() && kernel.op(kept).pipe == kernel.op(o).pipe;
    if (needless) {
      kernel.remove(o);
    } else {
      kept = o;
    }
  }
}

}  // namespace

void canonicalize(Kernel& kernel, PassRun& /*run*/) {
  for (const OpId first : kernel.in_order()) {
    if (kernel.op(first).taken_out || !is_barrier(kernel, first) || is_barrier(kernel, kernel.op(first).before)) {
      continue;
    }
    std::vector<OpId> run;
    for (OpId o = first; is_barrier(kernel, o); o = kernel.op(o).after) run.push_back(o);
    merge(kernel, run);
  }
}

}  // namespace counterpoint::ascend
