// As few flags as a search finds.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "targets/ascend/peers/flag_insertion.hpp"
#include "targets/ascend/peers/hazard_marks.hpp"

namespace counterpoint::ascend {
namespace {

constexpr std::uint64_t most_steps_without = 50'000'000;

// Whether one hazard is ordered.
class IsOrdered : public HazardMarks {
 public:
  explicit IsOrdered(const SyncIr& ir) : HazardMarks(ir) {}
  bool ordered = true;
  void at_hazard(std::uint32_t, std::uint32_t, PipeSet&) override { ordered = false; }
};

class FewestFlags {
 public:
  FewestFlags(SyncIr& ir, const HazardTable& hazards, const FlagOptions& options, FlagReport& report)
      : ir_(ir), hazards_(hazards), options_(options), report_(report), scan_(ir, options.credit_zero_trips) {}

  [[nodiscard]] bool run() {
    for (std::uint32_t e = 0; e < ir_.size(); ++e) {
      if (ir_.elements[e].kind == ElementKind::op) {
        settle(e, no_element);
      } else if (ir_.elements[e].kind == ElementKind::loop_end) {
        for (std::uint32_t x = ir_.elements[e].begin + 1; x < e; ++x) settle(x, ir_.elements[e].begin);
      }
      if (scan_.steps() > most_scan_steps) return false;
    }
    if (options_.try_without) try_without();
    return true;
  }

  // Each barrier, then each pair, is left out if all hazards are still ordered; the last one first.
  void try_without(bool all_too = true) {
    const std::uint64_t before = scan_.steps();
    for (std::uint32_t e = ir_.size(); e-- > 0;) {
      for (std::size_t i = ir_.elements[e].before.size(); i-- > 0;) {
        if (all_too || ir_.elements[e].before[i].pipe != Pipe::all) try_without_barrier(e, i, before);
      }
    }
    for (auto pair = static_cast<std::uint32_t>(ir_.pairs.size()); pair-- > 0;) {
      if (ir_.pairs[pair].alive() && !ir_.pairs[pair].written) try_without_pair(pair, before);
    }
  }
  [[nodiscard]] std::uint64_t steps() const { return scan_.steps(); }

 private:
  [[nodiscard]] bool ordered(std::span<const Hazard> hazards) {
    IsOrdered visitor(ir_);
    visitor.walk(scan_, hazards.front().later, hazards.front().loop, hazards);
    return visitor.ordered;
  }

  // One by one, the nearest first: in the fewest iterations, then furthest down in the text.
  void settle(std::uint32_t later, std::uint32_t loop) {
    const auto found = hazards_.of(later, loop);
    if (found.empty() || ordered(found)) return;
    std::vector<Hazard> nearest(found.begin(), found.end());
    std::ranges::sort(nearest, [](const Hazard& a, const Hazard& b) {
      return std::pair(a.distance, ~a.earlier) < std::pair(b.distance, ~b.earlier);
    });
    for (const Hazard& h : nearest) {
      if (ordered({&h, 1})) continue;
      const Pipe from = ir_.elements[h.earlier].pipe;
      const Pipe to = ir_.elements[later].pipe;
      if (from == to && from != Pipe::s) {
        report_.barriers += ir_.add_barrier(from, outermost(h)) ? 1U : 0U;
      } else if (from == to || !legal_direction(options_, from, to)) {
        report_.no_event += ir_.add_barrier(Pipe::all, outermost(h)) ? 1U : 0U;
      } else {
        ir_.add_pair(h.earlier, later, loop, options_.rotate ? std::max(h.distance, 1U) : 1);
      }
    }
  }

  // The place furthest out that still lies between, in the branch of the outermost conditional that is entered on the
  // way: a barrier before that would stop those who do not enter it, too.
  [[nodiscard]] std::uint32_t outermost(const Hazard& h) const {
    std::uint32_t stop = h.loop;  // the region's owner
    if (h.loop == no_element) stop = ir_.elements[ir_.children(h.earlier, h.later).second].parent;
    std::uint32_t place = no_element;
    std::uint32_t at = h.later;
    for (; ir_.elements[at].parent != stop; at = ir_.elements[at].parent) {
      if (ir_.elements[ir_.elements[at].parent].kind == ElementKind::if_begin) place = at;
    }
    return place == no_element ? at : place;
  }

  void try_without_barrier(std::uint32_t element, std::size_t index, std::uint64_t before) {
    auto& list = ir_.elements[element].before;
    const SyncOp barrier = list[index];
    if (barrier.kind != SyncKind::barrier || barrier.written) return;
    const auto at = static_cast<std::ptrdiff_t>(index);
    list.erase(list.begin() + at);
    if (all_ordered(before)) {
      --(barrier.pipe == Pipe::all ? report_.no_event : report_.barriers);
    } else {
      list.insert(list.begin() + at, barrier);
    }
  }

  void try_without_pair(std::uint32_t pair, std::uint64_t before) {
    const FlagPair p = ir_.pairs[pair];
    const std::vector<SyncOp> sets = ir_.list(p.set);
    const std::vector<SyncOp> waits = ir_.list(p.wait);
    ir_.remove(pair, PairState::removed);
    if (all_ordered(before)) {
      ++report_.removed;
    } else {
      ir_.pairs[pair].state = PairState::alive;
      ir_.list(p.set) = sets;
      ir_.list(p.wait) = waits;
    }
  }

  // False too where the budget for it has run out.
  [[nodiscard]] bool all_ordered(std::uint64_t before) {
    if (scan_.steps() - before > most_steps_without) return false;
    const std::vector<Hazard>& all = hazards_.all();
    for (std::size_t i = 0; i < all.size();) {
      const auto same = hazards_.of(all[i].later, all[i].loop);
      if (!ordered(same)) return false;
      i += same.size();
    }
    return true;
  }

  SyncIr& ir_;
  const HazardTable& hazards_;
  const FlagOptions& options_;
  FlagReport& report_;
  BackwardScan scan_;
};

}  // namespace

bool fewest_flags(SyncIr& ir, const HazardTable& hazards, const FlagOptions& options, FlagReport& report) {
  return FewestFlags(ir, hazards, options, report).run();
}

std::uint64_t leave_out_needless(SyncIr& ir, const HazardTable& hazards, const FlagOptions& options,
                                 FlagReport& report) {
  FewestFlags search(ir, hazards, options, report);
  search.try_without(false);
  return search.steps();
}

}  // namespace counterpoint::ascend
