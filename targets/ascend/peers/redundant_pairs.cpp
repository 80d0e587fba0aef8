// Pairs that another pair encloses, or rather that enclose another pair.
// SPDX-License-Identifier: Apache-2.0
//
// What. Pair p may go if a pair q of the same direction and region has its set no earlier and its wait no later. Then
//   whoever relied on p may rely on q: the wait is passed when p's would be, and its set follows at least as much.
//   - p and q both forward;
//   - both carried by one loop, and q through no more iterations than p;
//   - p carried, q forward in the body of that loop: its wait stands before p's wait, so q's set of this iteration has
//     followed all of the iteration before; or its set stands after p's set, so q's wait of that iteration is passed.
//   A region is what encloses both halves directly, so q happens whenever p does.
// Why it is exact for a group. Sorted by set from the last to the first, p goes if a wait kept so far is no later.
// Cost: sorting. Source: ascend.md 4.4, which also looks into both branches of a conditional; this does not.
#include <algorithm>
#include <limits>
#include <tuple>

#include "targets/ascend/peers/flag_insertion.hpp"

namespace counterpoint::ascend {
namespace {

using PairGroup = std::tuple<Pipe, Pipe, std::uint32_t, bool>;  // direction, region

PairGroup group_of(const SyncIr& ir, const FlagPair& p) {
  const SyncElement& e = ir.elements[p.set.element];
  return {p.from, p.to, e.parent, e.in_else};
}

struct ForwardBounds {
  std::uint64_t first_wait = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t last_set = 0;
};

// The pairs of one group that go, forward ones first; `members` in any order.
class GroupPruner {
 public:
  GroupPruner(SyncIr& ir, std::vector<std::uint32_t> members) : ir_(ir), members_(std::move(members)) {
    std::ranges::sort(members_, [&](std::uint32_t a, std::uint32_t b) { return order(a) < order(b); });
  }

  std::size_t prune() {
    std::size_t removed = 0;
    std::uint64_t kept = std::numeric_limits<std::uint64_t>::max();
    for (const std::uint32_t p : members_) {
      if (ir_.pairs[p].carried()) continue;
      const std::uint64_t wait = ir_.pairs[p].wait.key();
      if (kept <= wait) {
        ir_.remove(p, PairState::removed);
        ++removed;
        continue;
      }
      kept = wait;
      forward_.first_wait = std::min(forward_.first_wait, wait);
      forward_.last_set = std::max(forward_.last_set, ir_.pairs[p].set.key());
    }
    return removed + prune_carried();
  }

 private:
  [[nodiscard]] std::tuple<std::uint64_t, std::uint64_t, std::uint32_t, std::uint32_t> order(std::uint32_t pair) const {
    const FlagPair& p = ir_.pairs[pair];
    return {std::numeric_limits<std::uint64_t>::max() - p.set.key(), p.wait.key(), p.count, pair};
  }

  std::size_t prune_carried() {
    std::size_t removed = 0;
    std::array<std::uint64_t, most_distance + 1> kept{};  // by count: the first wait
    kept.fill(std::numeric_limits<std::uint64_t>::max());
    for (const std::uint32_t pair : members_) {
      const FlagPair& p = ir_.pairs[pair];
      if (!p.carried()) continue;
      const bool by_forward = forward_.first_wait <= p.wait.key() || forward_.last_set >= p.set.key();
      const bool by_carried = std::any_of(kept.begin(), kept.begin() + p.count + 1,
                                          [&](std::uint64_t wait) { return wait <= p.wait.key(); });
      if (by_forward || by_carried) {
        ir_.remove(pair, PairState::removed);
        ++removed;
      } else {
        kept[p.count] = std::min(kept[p.count], p.wait.key());
      }
    }
    return removed;
  }

  SyncIr& ir_;
  std::vector<std::uint32_t> members_;
  ForwardBounds forward_;
};

}  // namespace

void remove_redundant_pairs(SyncIr& ir, FlagReport& report) {
  std::vector<std::pair<PairGroup, std::uint32_t>> pairs;
  for (std::uint32_t p = 0; p < ir.pairs.size(); ++p) {
    if (ir.pairs[p].alive() && !ir.pairs[p].written) pairs.emplace_back(group_of(ir, ir.pairs[p]), p);
  }
  std::ranges::sort(pairs);
  for (auto it = pairs.begin(); it != pairs.end();) {
    const auto end = std::find_if(it, pairs.end(), [&](const auto& x) { return x.first != it->first; });
    std::vector<std::uint32_t> members;
    for (auto p = it; p != end; ++p) members.push_back(p->second);
    report.removed += GroupPruner(ir, std::move(members)).prune();
    it = end;
  }
}

}  // namespace counterpoint::ascend
