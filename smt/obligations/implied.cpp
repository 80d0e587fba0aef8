// What follows from dependencies that are kept, without a wait of its own.
// SPDX-License-Identifier: Apache-2.0
//
// What. `Reach` searches for a path from the consumer to a producer over dependencies and the order of engines. Who has
// issued satisfied its own dependencies at that time, in both machines, and retirements only grow: so what a path shows
// holds on both sides of the joint run. Of the consumer itself only dependencies that waits alone prove are a start:
// nothing leans on itself. A path within one body becomes a term (chain.hpp), which the solvers compare with what is
// owed; one through several bodies rests on the composition of extents (core/dependence/extent.hpp).
// Source: certification.md 1 (H(3), H(4)), semantics.md 5.11.
#include "smt/obligations/memory.hpp"

namespace counterpoint::smt {
namespace {

constexpr std::size_t most_producers = 16;  // of a cell, for a wait that no dependency asks for
constexpr std::int32_t farthest_back = 3;

}  // namespace

ConsumerProofs::Implied ConsumerProofs::implied(const Consumer& c, InstructionId producer, const Extent& extent,
                                                const std::vector<bool>& usable) {
  auto& reach = memory_->reach;
  if (reach == nullptr) reach = std::make_unique<Reach>(s_.program);
  for (std::size_t j = 0; j < usable.size(); ++j) {
    if (!usable[j]) reach->exclude(c.dependencies[j]);
  }
  const Subject subject =
      c.instruction.valid() ? Subject::of(s_.pairing.to_program[c.instruction]) : Subject::of(c.visit);
  const Want want{producer, extent};
  const Answer answer = std::move(reach->answer(subject, std::span(&want, 1)).front());
  for (std::size_t j = 0; j < usable.size(); ++j) {
    if (!usable[j]) reach->include(c.dependencies[j]);
  }
  Implied result{answer.held, !answer.any_trips, std::nullopt};
  if (answer.held && !subject.visit) result.body = chain_of(s_.program, subject.instruction(), producer, answer.path);
  return result;
}

// A wait that says no more than some dependency would that the others imply.
ConsumerProofs::Implied ConsumerProofs::implied_wait(const Consumer& c, const Threshold& w) {
  const auto& bodies = s_.streams.cell(w.cell).raisers;
  if (bodies.size() != 1 || bodies.front().instructions.size() > most_producers) return {};
  const Raisers& body = bodies.front();
  const ScopeId common = tree_.innermost_common(c.standing.scope, body.scope);
  const ScopeId loop = tree_.innermost_loop(common);
  for (const InstructionId q : body.instructions) {
    for (std::int32_t back = 0; back <= (loop == Tree::root() ? 0 : farthest_back); ++back) {
      Target t{.kind = back == 0 ? TargetKind::now : TargetKind::back,
               .scope = loop,
               .distance = back,
               .producer_scope = body.scope,
               .producer = q,
               .producer_engine = body.engine,
               .common = common};
      if (back > 0) t.owed.emplace_back(loop, back);
      const Pair p = compare(c, t, w, true);
      if (!p.live) continue;
      Implied i = implied(c, s_.pairing.to_program[q], back == 0 ? Extent{} : Extent{loop, back}, {});
      i.uniform = i.uniform || p.uniform;
      if (i.held) return i;
    }
  }
  return {};
}

}  // namespace counterpoint::smt
