// Whether a consumer's waits hold in sequential order, so that nothing can get stuck.
// SPDX-License-Identifier: Apache-2.0
//
// What. One engine runs the whole text. If, at every consumer, every cell that it waits for has reached its threshold
// once exactly the instances before it have retired, then of all instances that have not issued the first in that
// order always can: the implementation cannot get stuck. Within a block the order is that of the text where all its
// dependencies go forward in it, else one that they and the streams allow.
// Source: certification.md 5 (progress), semantics.md 1 (sequential order).
#include <fmt/format.h>

#include <algorithm>

#include "smt/obligations/memory.hpp"
#include "smt/obligations/sequence.hpp"

namespace counterpoint::smt {

ConsumerResult ConsumerProofs::progress(const Consumer& c) {
  ConsumerResult result;
  Terms& terms = s_.terms;
  for (const Threshold& w : c.waits) {
    const std::string what = fmt::format("{}: {}", words(c), words(w));
    Following following{.engine = c.engine};
    const std::uint32_t ordinal = following.add({.kind = VariableKind::ordinal, .cell = w.cell});
    following.barriers = s_.barriers;
    follow_constant_raisers(following, s_.streams, tree_, w.cell, s_.streams.cell(w.cell).raisers.size());
    follow_registers(following, s_.streams, terms, tree_, variables_of(terms, std::span(&w.value, 1)));
    Walk& walk = walk_of(std::move(following), c.standing, fmt::format("the sequential walk"));
    const View view = walk.view(c.standing);
    const std::optional<std::int64_t> earlier = memory_->sequence.raised_before(s_, c, w.cell);
    if (!earlier) {
      if (walk.unreachable(view)) continue;
      result.live = false;
      result.open.push_back({what + ": the dependencies of its block have a cycle at distance 0", "", {}});
      continue;
    }
    std::int64_t whole = 0;
    if (c.standing.block.valid()) whole = s_.facts.raised(w.cell, EngineId{}, c.standing.block);
    const Term value = terms.plus(view.state[ordinal], *earlier - whole);
    const ProofResult r = walk.prove(view.known, {}, terms.at_most(walk.value(w.value, view), value),
                                     what + ": it holds in sequential order");
    if (r.answer == ProofAnswer::proved) continue;
    result.live = false;
    result.open.push_back({what + ": it may never be reached", r.reason, named(terms, r)});
  }
  return result;
}

}  // namespace counterpoint::smt
