// Decides what becomes of each dependency.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/decisions.hpp"

#include "core/allocation/refusals.hpp"
#include "core/allocation/threshold.hpp"

namespace counterpoint {
namespace {

Action action_of(const Program& program, const Classification& c, const AllocationOptions& options) {
  if (c.never_owed) return Action::nothing;
  if (c.kind == DependenceClass::rejected) return Action::refuse;
  const bool formula = options.extensions == Extensions::all ? history_depth(c) <= history_limit : c.base;
  if (formula) return Action::wait;
  return c.distance >= 1 && program.tree.uniform(c.producer_scope) ? Action::barrier : Action::refuse;
}

Diagnostic refusal(const Program& program, DependencyId d, const Classification& c, const AllocationOptions& options) {
  if (c.kind == DependenceClass::rejected) return refuse_rejected(program, d);
  if (options.extensions == Extensions::none) return refuse_without_extensions(program, d);
  return refuse_deep_history(program, d, history_depth(c));
}

}  // namespace

Decisions decide(const Program& program, const AllocationOptions& options) {
  Decisions out;
  out.by_dependency.reserve(program.dependency_count());
  out.waiting.resize(program.dependency_count(), false);
  out.barrier_at.resize(program.tree.scope_count(), false);
  Messages refusals(out.refusals);
  Messages warnings(out.warnings);
  for (const DependencyId d : program.all_dependencies()) {
    Decision x;
    x.classified = classify(program, d);
    x.action = action_of(program, x.classified, options);
    const Classification& c = x.classified;
    std::int64_t needed = 0;
    switch (x.action) {
      case Action::wait:
        out.waiting[d.value] = true;
        if (!c.exact) warnings.add([&] { return warn_strengthened(program, d, c.carrier); });
        break;
      case Action::barrier:
        out.barrier_at[c.carrier.value] = true;
        needed = options.extensions == Extensions::none ? 0 : history_depth(c);
        warnings.add([&] { return warn_barrier(program, d, c.carrier, needed); });
        break;
      case Action::refuse: refusals.add([&] { return refusal(program, d, c, options); }); break;
      case Action::nothing: break;
    }
    out.by_dependency.push_back(x);
  }
  refusals.finish();
  warnings.finish();
  return out;
}

}  // namespace counterpoint
