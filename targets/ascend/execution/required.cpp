// Adds what is missing: pipes, their order, dependencies.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/required.hpp"

#include <set>

#include "core/dependence/derive.hpp"
#include "core/program/program_builder.hpp"
#include "targets/ascend/execution/queues.hpp"
#include "targets/ascend/kernel/fitness.hpp"

namespace counterpoint::ascend {
namespace {

Refusals unfit(const Program& program, Architecture architecture) {
  Diagnostics no = unfit_for_pipes(program, architecture);
  for (Diagnostic& d : counted_by_instruction(program)) no.push_back(std::move(d));
  Refusals out;
  for (Diagnostic& d : no) out.push_back({d.code, {}, std::move(d.message), d.position});
  return out;
}

// Pipes that the operations of a kernel name.
std::set<CorePipe> named_pipes(const Kernel& kernel, const Primitives& given) {
  std::set<CorePipe> named;
  std::map<Core, Primitives> of_core;
  for (const Core c : kernel.cores()) of_core.emplace(c, primitives_as(given, kernel.architecture(), c));
  for (const OpId o : kernel.in_order()) {
    const Op& x = kernel.op(o);
    const Primitives& primitives = of_core.at(x.core == Core::one ? kernel.cores().front() : x.core);
    const auto name = [&](Pipe p) {
      if (p != Pipe::all && primitives.has_pipe(p)) named.insert({x.core, p});
    };
    const auto both = [&](Direction d) {
      name(d.from);
      name(d.to);
    };
    switch (x.kind) {
      case OpKind::set_flag:
      case OpKind::wait_flag:
        if (primitives.has_event(x.pipe, x.to)) both({x.pipe, x.to});
        break;
      case OpKind::barrier:
      case OpKind::cross_set:
      case OpKind::cross_wait:
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
  if (Refusals no = unfit(given, kernel.architecture()); !no.empty()) return tl::unexpected(std::move(no));
  ProgramBuilder builder(given);
  Required out;
  for (const EngineId e : given.tree.engines()) {
    const CorePipe at = *core_pipe_named(given.tree.engine_name(e));
    out.engines.emplace(at, e);
    if (primitives.is_in_order(at.pipe)) builder.tree.set_inorder(e);
  }
  for (const CorePipe at : named_pipes(kernel, primitives)) {
    if (out.engines.contains(at)) continue;
    out.engines.emplace(at, builder.tree.add_engine(core_pipe_name(at), primitives.is_in_order(at.pipe)));
  }
  const Program on_pipes = builder.finish();
  const Derivation derivation = derive(on_pipes);
  out.truncated = derivation.truncated;
  out.program = with_missing(on_pipes, derivation);
  return out;
}

}  // namespace counterpoint::ascend
