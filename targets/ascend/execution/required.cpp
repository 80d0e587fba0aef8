// Adds what is missing: pipes, their order, dependencies.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/required.hpp"

#include "core/dependence/derive.hpp"
#include "core/program/program_builder.hpp"
#include "targets/ascend/execution/queues.hpp"
#include "targets/ascend/kernel/fitness.hpp"

namespace counterpoint::ascend {
namespace {

Refusals unfit(const Program& program) {
  Diagnostics no = unfit_for_pipes(program);
  for (Diagnostic& d : counted_by_instruction(program)) no.push_back(std::move(d));
  Refusals out;
  for (Diagnostic& d : no) out.push_back({d.code, {}, std::move(d.message), d.position});
  return out;
}

// Pipes that the operations of a kernel name.
std::array<bool, pipe_count> named_pipes(const Kernel& kernel, const Primitives& primitives) {
  std::array<bool, pipe_count> named{};
  const auto name = [&](Pipe p) {
    if (p != Pipe::all && primitives.has_pipe(p)) named[static_cast<std::size_t>(p)] = true;
  };
  const auto both = [&](Direction d) {
    name(d.from);
    name(d.to);
  };
  for (const OpId o : kernel.in_order()) {
    const Op& x = kernel.op(o);
    switch (x.kind) {
      case OpKind::set_flag:
      case OpKind::wait_flag:
        if (primitives.has_event(x.pipe, x.to)) both({x.pipe, x.to});
        break;
      case OpKind::barrier:
      case OpKind::get_buf:
      case OpKind::rls_buf: name(x.pipe); break;
      case OpKind::alloc:
      case OpKind::free:
      case OpKind::enque:
      case OpKind::deque: both(queue_call(kernel, o).event); break;
      default: break;
    }
  }
  return named;
}

}  // namespace

tl::expected<Required, Refusals> required_program(const Kernel& kernel, const Primitives& primitives) {
  const Program& given = kernel.program();
  if (Refusals no = unfit(given); !no.empty()) return tl::unexpected(std::move(no));
  ProgramBuilder builder(given);
  Required out;
  for (const EngineId e : given.tree.engines()) {
    const Pipe p = *pipe_named(given.tree.engine_name(e));
    out.engines[static_cast<std::size_t>(p)] = e;
    if (primitives.is_in_order(p)) builder.tree.set_inorder(e);
  }
  const auto named = named_pipes(kernel, primitives);
  for (const Pipe p : all_pipes) {
    EngineId& e = out.engines[static_cast<std::size_t>(p)];
    if (named[static_cast<std::size_t>(p)] && !e.valid()) {
      e = builder.tree.add_engine(pipe_name(p), primitives.is_in_order(p));
    }
  }
  const Program on_pipes = builder.finish();
  const Derivation derivation = derive(on_pipes);
  out.truncated = derivation.truncated;
  out.program = with_missing(on_pipes, derivation);
  return out;
}

}  // namespace counterpoint::ascend
