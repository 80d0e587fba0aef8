// Compares what blocks add to registers with what they add to cells.
// SPDX-License-Identifier: Apache-2.0
#include "smt/walk/in_step.hpp"

#include <algorithm>

#include "smt/terms/store.hpp"

namespace counterpoint::smt {

bool InStep::decide(EngineId e, RegisterId r, CellId c, EngineId raiser) const {
  const Term own = facts_.streams.at_entry(e, r);
  std::int64_t sum = 0;
  for (const Assigned& a : facts_.streams.assignments(e, r)) {
    if (terms_.kind(a.value) != TermKind::affine) return false;
    const auto summands = terms_.summands(a.value);
    const bool grows = summands.size() == 1 && summands.front().coefficient == 1 && summands.front().atom == own;
    const std::int64_t gain = terms_.constant(a.value);
    if (!grows || gain != facts_.raised(c, raiser, a.block)) return false;
    sum = checked_sum(sum, gain);
  }
  std::int64_t all = 0;
  for (const Raisers& x : facts_.streams.cell(c).raisers) {
    if (!raiser.valid() || x.engine == raiser) all = checked_sum(all, x.total());
  }
  return sum == all;
}

bool InStep::holds(EngineId e, RegisterId r, CellId c, EngineId raiser) {
  const auto [it, is_new] = known_.try_emplace({e, r, c, raiser}, false);
  if (is_new) it->second = decide(e, r, c, raiser);
  return it->second;
}

const RaisedIn& InStep::raised_in(CellId c, EngineId raiser) {
  const auto [it, is_new] = raised_.try_emplace({c, raiser});
  if (!is_new) return it->second;
  const Tree& tree = facts_.implementation.tree;
  for (const Raisers& x : facts_.streams.cell(c).raisers) {
    if (raiser.valid() && x.engine != raiser) continue;
    for (const InstructionId i : x.instructions) it->second.add(tree, tree.block_of(i));
  }
  it->second.sort();
  return it->second;
}

}  // namespace counterpoint::smt
