// Merging of two flag pairs.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/pair_merging.hpp"

#include <algorithm>

namespace counterpoint::ascend {

bool may_merge(const SyncIr& ir, const FlagPair& p, const FlagPair& q) {
  if (p.from != q.from || p.to != q.to || p.loop != q.loop || p.count != q.count) return false;
  const SyncElement& a = ir.elements[p.set.element];
  const SyncElement& b = ir.elements[q.set.element];
  if (a.parent != b.parent || a.in_else != b.in_else) return false;
  return p.carried() || std::max(p.set.key(), q.set.key()) < std::min(p.wait.key(), q.wait.key());
}

void merge_onto(SyncIr& ir, std::uint32_t pair, std::uint32_t onto) {
  const FlagPair old = ir.pairs[pair];
  const FlagPair stays = ir.pairs[onto];
  ir.remove(pair, PairState::removed);
  ir.move(onto, stays.set.key() < old.set.key() ? old.set : stays.set,
          stays.wait.key() < old.wait.key() ? stays.wait : old.wait);
  ir.pairs[onto].merged += 1 + old.merged;
}

}  // namespace counterpoint::ascend
