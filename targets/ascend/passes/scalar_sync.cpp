// Reads first, then writes, each in the order of the text.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/passes/scalar_sync.hpp"

#include <utility>

namespace counterpoint::ascend {
namespace {

// Makes a group; the caller puts its four operations where they belong, in this order.
std::array<OpId, 4> flag_group(Kernel& kernel, Pipe from, Pipe to) {
  Op object;
  object.kind = OpKind::pipe_object;
  const OpId pipe = kernel.make(std::move(object));
  const ValueId named = kernel.define(pipe, "pipe");
  Op fetch;
  fetch.kind = OpKind::fetch_event;
  fetch.pipe = from;
  fetch.to = to;
  fetch.uses = {named};
  const OpId fetched = kernel.make(std::move(fetch));
  FlagId flag;
  flag.event = kernel.define(fetched, "id");
  std::array<OpId, 4> out = {pipe, fetched, {}, {}};
  for (std::size_t i = 2; i < 4; ++i) {
    Op op;
    op.kind = i == 2 ? OpKind::set_flag : OpKind::wait_flag;
    op.pipe = from;
    op.to = to;
    op.flag = flag;
    out[i] = kernel.make(std::move(op));
  }
  return out;
}

void wrap(Kernel& kernel, OpId o) {
  for (const OpId made : flag_group(kernel, Pipe::v, Pipe::s)) kernel.put_before(o, made);
  OpId last = o;
  for (const OpId made : flag_group(kernel, Pipe::s, Pipe::v)) {
    kernel.put_after(last, made);
    last = made;
  }
}

// The loop that holds nothing but `o`, else `o`.
OpId alone_in_loop(const Kernel& kernel, OpId o) {
  const OpId parent = kernel.parent(o);
  const bool alone = !kernel.op(o).before.valid() && !kernel.op(o).after.valid();
  return alone && parent.valid() && kernel.op(parent).kind == OpKind::loop ? parent : o;
}

}  // namespace

void wrap_scalar_accesses(Kernel& kernel) {
  const std::vector<OpId> order = kernel.in_order();
  for (const PipeWorkKind kind : {PipeWorkKind::get_value, PipeWorkKind::set_value}) {
    for (const OpId o : order) {
      if (kernel.op(o).kind != OpKind::compute) continue;
      if (operation_of(kernel.program().tree, kernel.op(o).instruction).kind != kind) continue;
      wrap(kernel, kind == PipeWorkKind::set_value ? alone_in_loop(kernel, o) : o);
    }
  }
}

}  // namespace counterpoint::ascend
