// Checks the steps of a path within one body.
// SPDX-License-Identifier: Apache-2.0
#include "smt/obligations/chain.hpp"

#include "core/dependence/classify.hpp"

namespace counterpoint::smt {

std::optional<Chain> chain_of(const Program& program, InstructionId consumer, InstructionId producer,
                              const std::vector<PathStep>& path) {
  const Tree& tree = program.tree;
  Chain chain{tree.scope_of(consumer), 0, false};
  const EngineId home = tree.engine_of(consumer);
  InstructionId x = consumer;
  bool retired = false;
  for (const PathStep& step : path) {
    if (step.subject.visit) return std::nullopt;
    const InstructionId next = step.subject.instruction();
    if (tree.scope_of(next) != chain.body) return std::nullopt;
    switch (step.kind) {
      case PathStepKind::after: {
        const Dependency& d = program.dependency(step.dependency);
        if (d.control || d.consumer != x.value || d.producer != next) return std::nullopt;
        const Classification c = classify(program, step.dependency);
        const bool here = c.kind == DependenceClass::direct && (c.distance == 0 || c.carrier == chain.body);
        if (!here) return std::nullopt;
        chain.distance += c.distance;
        chain.uniform = chain.uniform || tree.engine_of(x) != home;
        retired = true;
        break;
      }
      case PathStepKind::issue_order:
        if (tree.engine_of(next) != tree.engine_of(x)) return std::nullopt;
        if (next >= x) ++chain.distance;
        chain.uniform = chain.uniform || tree.engine_of(x) != home;
        retired = false;
        break;
      case PathStepKind::retire_order:
        // FIFO retirement: who is earlier in the stream has retired as often, who is later at most once less.
        if (!retired || tree.engine_of(next) != tree.engine_of(x)) return std::nullopt;
        if (next > x) ++chain.distance;
        break;
    }
    x = next;
  }
  return retired && x == producer ? std::optional(chain) : std::nullopt;
}

}  // namespace counterpoint::smt
