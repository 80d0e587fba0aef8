// Semaphores of one body: each producer's own, or one for all of an engine.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/local_scheme.hpp"

namespace counterpoint {

std::vector<bool> waited_producers(const Program& program, const std::vector<bool>& waiting) {
  std::vector<bool> out(program.tree.instruction_count(), false);
  for (const DependencyId d : program.all_dependencies()) {
    if (waiting[d.value]) out[program.dependency(d).producer.value] = true;
  }
  return out;
}

void LocalScheme::number(const Decisions& decisions) {
  counting_ = count_retirements(program_.tree, waited_producers(program_, decisions.waiting),
                                options_.count == Counted::all, options_.optimize == 0, shared_);
}

Threshold LocalScheme::wait_for(const Formula& f, Lowering& lower) {
  const InstructionId p = f.producer();
  const Value threshold = counting_.threshold(p, lower, entries_up_to_target(f, lower));
  return {counting_.counter_of(p), with_masks(f, lower, threshold)};
}

std::span<const SemaphoreId> LocalScheme::updated_by(InstructionId i) {
  if (!counting_.counts(i)) return {};
  updated_ = counting_.counter_of(i);
  return {&updated_, 1};
}

void LocalScheme::declare(ImplementationBuilder& builder) {
  SemaphoreNames names;
  counting_.declare(program_.tree, builder, names);
}

CounterScheme::Form LocalScheme::form_of(const Formula& f, EngineId /*e*/) {
  return {counting_.shared(f.producer()) ? "per-loop" : "per-instruction", {}};
}

}  // namespace counterpoint
