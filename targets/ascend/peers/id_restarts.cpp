// The restarts.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/id_restarts.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "targets/ascend/peers/event_ids.hpp"
#include "targets/ascend/peers/flag_insertion.hpp"
#include "targets/ascend/peers/pair_merging.hpp"
#include "targets/ascend/peers/run_ahead.hpp"

namespace counterpoint::ascend {
namespace {

constexpr std::size_t most_restarts = 99;
constexpr std::size_t most_delays = 20;
constexpr std::size_t most_restarted_elements = 4'000;  // in all restarts together
constexpr std::uint64_t most_restart_steps = 50'000'000;
constexpr std::size_t most_merge_candidates = 64;  // pairs of one direction

// Pairs with or without ids, and what has been said of them.
struct Attempt {
  SyncIr ir;
  FlagReport report;
};

bool give_out(Attempt& x, const FlagOptions& options) {
  if (!options.machine.counting && !keep_from_running_ahead(x.ir, options, x.report)) return false;
  give_ids(x.ir, options, x.report);
  return true;
}

// Four times as much for every loop around it.
std::uint64_t weight_at(const SyncIr& ir, std::uint32_t e) {
  std::uint64_t out = 1;
  std::uint32_t loop = ir.loop_around(e);
  for (int n = 0; n < 16 && loop != no_element; ++n, loop = ir.loop_around(loop)) out *= 4;
  return out;
}

// What barriers of all pipes cost, and pairs that rotate through fewer ids than at the start.
std::uint64_t weight(const SyncIr& ir, const SyncIr& start) {
  std::uint64_t sum = 0;
  for (std::uint32_t e = 0; e < ir.size(); ++e) {
    const auto barriers = std::ranges::count_if(ir.elements[e].before, [](const SyncOp& s) {
      return s.kind == SyncKind::barrier && s.pipe == Pipe::all && !s.written;
    });
    if (barriers > 0) sum += weight_at(ir, e) * static_cast<std::uint64_t>(barriers);
  }
  for (std::uint32_t p = 0; p < start.pairs.size(); ++p) {
    const FlagPair& x = ir.pairs[p];
    if (x.alive() && x.count < start.pairs[p].count) sum += weight_at(ir, x.wait.element);
  }
  return sum;
}

class IdRestarts {
 public:
  IdRestarts(Attempt start, const HazardTable& hazards, const FlagOptions& options)
      : start_(start.ir), pinned_(std::move(start)), next_(pinned_), hazards_(hazards), options_(options) {}

  // The best of what the restarts give, if it is better than `first`.
  Attempt run(Attempt first) {
    const std::size_t most =
        std::min(most_restarts, most_restarted_elements / std::max<std::size_t>(first.ir.size(), 1));
    Attempt best = first;
    std::uint64_t least = weight(best.ir, start_);
    Attempt last = std::move(first);
    for (std::size_t n = 1; n <= most && steps_ <= most_restart_steps; ++n) {
      const std::optional<std::uint32_t> without = first_without(last.ir);
      if (!without.has_value()) break;
      if (!change(last.ir.pairs[*without])) break;
      last = next_;
      if (!give_out(last, options_)) break;
      const std::uint64_t now = weight(last.ir, start_);
      if (now >= least) continue;
      least = now;
      best = last;
      best.report.restarts += n;
    }
    return best;
  }

 private:
  // The pair without an id whose wait stood first; of those of which the core has flags.
  [[nodiscard]] std::optional<std::uint32_t> first_without(const SyncIr& ir) const {
    std::optional<std::uint32_t> first;
    for (std::uint32_t p = 0; p < ir.pairs.size(); ++p) {
      const FlagPair& x = ir.pairs[p];
      if (x.state != PairState::fallback || !legal_direction(options_, x.from, x.to)) continue;
      if (!first.has_value() || x.wait.key() < ir.pairs[*first].wait.key()) first = p;
    }
    return first;
  }

  // False if there is nothing left to change.
  bool change(const FlagPair& without) {
    if (merge_one(without, true)) return true;
    if (delays_ < most_delays && merge_one(without, false)) {
      ++delays_;
      return true;
    }
    if (stop_rotating(without)) return true;
    if (!pinned_.ir.add_barrier(Pipe::all, without.wait.element)) return false;
    ++pinned_.report.fallbacks;
    steps_ += leave_out_needless(pinned_.ir, hazards_, options_, pinned_.report);
    next_ = pinned_;
    delays_ = 0;
    return true;
  }

  [[nodiscard]] bool like(const FlagPair& x, const FlagPair& without) const {
    const bool one_pool = x.from == without.from && (!options_.machine.destination_in_key || x.to == without.to);
    return one_pool && x.alive() && !x.written;
  }

  // Of all that may become one, those that then span least.
  bool merge_one(const FlagPair& without, bool carried) {
    SyncIr& ir = next_.ir;
    std::vector<std::uint32_t> of;
    for (std::uint32_t p = 0; p < ir.pairs.size() && of.size() < most_merge_candidates; ++p) {
      if (like(ir.pairs[p], without) && ir.pairs[p].carried() == carried) of.push_back(p);
    }
    std::optional<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>> best;
    for (const std::uint32_t p : of) {
      for (const std::uint32_t q : of) {
        if (p >= q || !may_merge(ir, ir.pairs[p], ir.pairs[q])) continue;
        const std::tuple candidate{apart(ir.pairs[p], ir.pairs[q]), p, q};
        if (!best.has_value() || candidate < *best) best = candidate;
      }
    }
    if (!best.has_value()) return false;
    merge_onto(ir, std::get<2>(*best), std::get<1>(*best));
    ++next_.report.widened;
    return true;
  }

  // How far sets move down and waits move up.
  static std::uint64_t apart(const FlagPair& p, const FlagPair& q) {
    const auto between = [](std::uint64_t a, std::uint64_t b) { return std::max(a, b) - std::min(a, b); };
    return between(p.set.key(), q.set.key()) + between(p.wait.key(), q.wait.key());
  }

  bool stop_rotating(const FlagPair& without) {
    for (FlagPair& p : next_.ir.pairs) {
      if (!like(p, without) || p.count <= 1) continue;
      p.count = 1;
      ++next_.report.narrowed;
      return true;
    }
    return false;
  }

  SyncIr start_;
  Attempt pinned_;  // with barriers of all pipes, and nothing else changed
  Attempt next_;    // with all changes
  const HazardTable& hazards_;
  const FlagOptions& options_;
  std::size_t delays_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace

bool give_ids_with_restarts(SyncIr& ir, const HazardTable& hazards, const FlagOptions& options, bool restart,
                            FlagReport& report) {
  const Attempt start{ir, report};
  Attempt first = start;
  if (!give_out(first, options)) return false;
  if (restart && first.report.fallbacks > report.fallbacks) {
    first = IdRestarts(start, hazards, options).run(std::move(first));
  }
  ir = std::move(first.ir);
  report = first.report;
  return true;
}

}  // namespace counterpoint::ascend
