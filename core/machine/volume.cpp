// How long a run will be, without running it.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/volume.hpp"

#include <algorithm>
#include <vector>

namespace counterpoint {
namespace {

std::uint64_t add(std::uint64_t a, std::uint64_t b) { return std::min(a + b, Trips::largest_total); }

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  if (b != 0 && a > Trips::largest_total / b) return Trips::largest_total;
  return a * b;
}

}  // namespace

Volume volume(const Tree& tree, const Trips& trips, std::uint64_t cap) {
  Volume v;
  // Instructions of each (scope, engine), then entries from the root down: parents come before their children.
  std::vector<std::uint64_t> count(tree.scope_count() * tree.engine_count(), 0);
  const auto at = [&tree](ScopeId s, EngineId e) { return s.value * tree.engine_count() + e.value; };
  for (const InstructionId i : tree.instructions()) ++count[at(tree.scope_of(i), tree.engine_of(i))];
  std::vector<std::uint64_t> entries(count.size(), 0);
  for (const ScopeId s : tree.scopes()) {
    for (const EngineId e : tree.engines()) {
      std::uint64_t& mine = entries[at(s, e)];
      if (s == Tree::root()) {
        mine = 1;
      } else {
        const std::uint64_t visits = entries[at(tree.scope(s).parent, e)];
        mine = std::min(trips.total(s, e, 1, visits), Trips::largest_total);
      }
      v.entries = add(v.entries, mine);
      v.instances = add(v.instances, times(mine, count[at(s, e)]));
      if (v.entries > cap || v.instances > cap) return v;
    }
  }
  return v;
}

}  // namespace counterpoint
