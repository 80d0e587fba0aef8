// Giving out ids.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/event_ids.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <tuple>

#include "targets/ascend/peers/flag_insertion.hpp"
#include "targets/ascend/peers/run_ahead.hpp"

namespace counterpoint::ascend {
namespace {

// Elements walked to find ids that can be shared; beyond them none is.
constexpr std::uint64_t most_sharing_steps = 10'000'000;

class IdGiver {
 public:
  IdGiver(SyncIr& ir, const FlagOptions& options, FlagReport& report)
      : ir_(ir), options_(options), report_(report), scan_(ir, false) {}

  void run() {
    std::vector<std::uint32_t> order;
    for (std::uint32_t p = 0; p < ir_.pairs.size(); ++p) {
      if (ir_.pairs[p].alive()) order.push_back(p);
    }
    const auto rank = [&](std::uint32_t p) {
      const FlagPair& x = ir_.pairs[p];
      return std::tuple(!x.carried(), ~x.set.key(), p);
    };
    std::ranges::sort(order, {}, rank);
    open_.assign(order.begin(), order.end());
    while (!open_.empty()) {
      const std::uint32_t p = open_.front();
      open_.pop_front();
      settle(p);
    }
    for (const auto& [key, pool] : pools_) {
      const auto used = std::ranges::count_if(pool, [](const auto& users) { return !users.empty(); });
      report_.ids_at_peak = std::max(report_.ids_at_peak, static_cast<std::size_t>(used));
    }
  }

 private:
  using Pool = std::vector<std::vector<std::uint32_t>>;  // by id: its pairs

  Pool& pool_of(const FlagPair& p) {
    const auto from = static_cast<unsigned>(p.from);
    const unsigned to = options_.machine.destination_in_key ? static_cast<unsigned>(p.to) : 0;
    const auto [it, fresh] = pools_.try_emplace(std::pair(from, to));
    if (fresh) {
      const auto less = std::ranges::count_if(options_.reserved, [&](const PipePair& r) {
        return r.first == p.from && (!options_.machine.destination_in_key || r.second == p.to);
      });
      const std::size_t ids = std::min(options_.machine.ids, options_.machine.usable_ids);
      it->second.resize(ids - std::min<std::size_t>(ids, static_cast<std::size_t>(less)));
    }
    return it->second;
  }

  void settle(std::uint32_t pair) {
    if (!legal_direction(options_, ir_.pairs[pair].from, ir_.pairs[pair].to)) {
      fall_back(pair);
      return;
    }
    if (take_idle(pair, ir_.pairs[pair].count) || share(pair) || widen(pair) || share_guarded(pair)) return;
    const std::uint32_t count = ir_.pairs[pair].count;
    if (ir_.pairs[pair].carried()) {
      for (const std::uint32_t fewer : {2U, 1U}) {
        if (fewer >= count || !take_idle(pair, fewer)) continue;
        ++report_.narrowed;
        return;
      }
    } else if (count > 1) {
      ir_.pairs[pair].count = 1;
      if (take_idle(pair, 1)) {
        open_.push_back(guard_at_once(ir_, pair));
        ++report_.guards;
        ++report_.narrowed;
        return;
      }
    }
    fall_back(pair);
  }

  void fall_back(std::uint32_t pair) {
    if (options_.lose_fallback) {
      ir_.remove(pair, PairState::fallback);
      return;
    }
    ++report_.fallbacks;
    if (options_.fallback_at_tail) {
      ir_.remove(pair, PairState::fallback);
    } else {
      ir_.replace_by_barrier(pair);
      passed_.clear();  // more has passed now
    }
  }

  // `count` consecutive ids that no pair uses.
  bool take_idle(std::uint32_t pair, std::uint32_t count) {
    Pool& pool = pool_of(ir_.pairs[pair]);
    for (std::size_t first = 0; first + count <= pool.size(); ++first) {
      const auto range = std::span(pool).subspan(first, count);
      if (std::ranges::any_of(range, [](const auto& users) { return !users.empty(); })) continue;
      ir_.pairs[pair].count = count;
      for (std::size_t i = first; i < first + count; ++i) give(pair, i);
      return true;
    }
    return false;
  }

  void give(std::uint32_t pair, std::size_t id) {
    pool_of(ir_.pairs[pair])[id].push_back(pair);
    ir_.pairs[pair].ids.push_back(static_cast<std::int32_t>(id));
  }

  bool share(std::uint32_t pair) {
    const FlagPair& p = ir_.pairs[pair];
    if (p.carried() || p.count != 1) return false;
    const Pool& pool = pool_of(p);
    for (std::size_t id = 0; id < pool.size(); ++id) {
      if (!std::ranges::all_of(pool[id], [&](std::uint32_t q) { return may_share(pair, q); })) continue;
      give(pair, id);
      return true;
    }
    return false;
  }

  [[nodiscard]] bool may_share(std::uint32_t a, std::uint32_t b) {
    const FlagPair& x = ir_.pairs[a];
    const FlagPair& y = ir_.pairs[b];
    if (x.carried() || y.carried() || x.count != 1 || y.count != 1) return false;
    const bool apart = x.wait.key() < y.set.key() || y.wait.key() < x.set.key();
    if (!apart) return false;
    // Flags that count keep two pairs of one direction apart by their order on both pipes.
    if (options_.machine.counting && x.to == y.to) return true;
    const bool first = x.set.key() < y.set.key();
    return follows(first ? a : b, first ? b : a);
  }

  // An id of pairs further down, with a guard: the first of them is set only when this one has been taken. The guard
  // starts furthest from where it ends.
  bool share_guarded(std::uint32_t pair) {
    const FlagPair p = ir_.pairs[pair];
    if (p.carried() || p.count != 1 || p.guard || !options_.machine.destination_in_key) return false;
    const Pool& pool = pool_of(p);
    std::optional<std::size_t> best;
    std::uint32_t guarded = 0;
    for (std::size_t id = 0; id < pool.size(); ++id) {
      const auto first = first_after(pair, pool[id]);
      if (!first.has_value()) continue;
      if (best.has_value() && ir_.pairs[*first].set.key() <= ir_.pairs[guarded].set.key()) continue;
      best = id;
      guarded = *first;
    }
    if (!best.has_value()) return false;
    give(pair, *best);
    const SyncPlace before = ir_.pairs[guarded].set;
    const std::size_t from = ir_.index_of(p.wait, SyncKind::wait, pair) + 1;
    const std::size_t to = ir_.index_of(before, SyncKind::set, guarded);
    const std::uint32_t guard = ir_.add_guard(p.to, p.from, p.wait, from, before, to);
    if (legal_direction(options_, p.to, p.from) && (take_idle(guard, 1) || share(guard))) {
      ++report_.guards;
      return true;
    }
    ir_.remove(guard, PairState::removed);
    pool_of(p)[*best].pop_back();
    ir_.pairs[pair].ids.clear();
    return false;
  }

  // The first of the users of an id that is set after `pair` is waited for, in the same region, if a guard towards it
  // lets all of them share the id.
  [[nodiscard]] std::optional<std::uint32_t> first_after(std::uint32_t pair, const std::vector<std::uint32_t>& users) {
    std::optional<std::uint32_t> first;
    for (const std::uint32_t q : users) {
      const FlagPair& x = ir_.pairs[q];
      const bool later = !x.carried() && x.count == 1 && ir_.pairs[pair].wait.key() < x.set.key();
      if (later ? !taken_next_time(pair, q) : !may_share(pair, q)) return std::nullopt;
      if (later && (!first.has_value() || x.set.key() < ir_.pairs[*first].set.key())) first = q;
    }
    if (!first.has_value()) return std::nullopt;
    const SyncElement& a = ir_.elements[ir_.pairs[pair].wait.element];
    const SyncElement& b = ir_.elements[ir_.pairs[*first].set.element];
    if (a.parent != b.parent || a.in_else != b.in_else) return std::nullopt;
    return first;
  }

  // Whether `first` has been taken before `second` is set, and the other way round in the next iteration of each loop.
  [[nodiscard]] bool follows(std::uint32_t first, std::uint32_t second) {
    return has(passed(second, no_element), first) && taken_next_time(first, second);
  }
  // Whether `second` has been taken before `first` is set in the next iteration of each loop around both.
  [[nodiscard]] bool taken_next_time(std::uint32_t first, std::uint32_t second) {
    std::uint32_t loop = ir_.loop_around(ir_.pairs[first].set.element);
    for (; loop != no_element; loop = ir_.loop_around(loop)) {
      const bool both = ir_.pairs[second].set.element > loop && ir_.pairs[second].set.element < ir_.elements[loop].end;
      if (both && !has(passed(first, loop), second)) return false;
    }
    return true;
  }
  [[nodiscard]] static bool has(const std::vector<std::uint32_t>& sorted, std::uint32_t pair) {
    return std::ranges::binary_search(sorted, pair);
  }
  const std::vector<std::uint32_t>& passed(std::uint32_t pair, std::uint32_t loop) {
    const auto [it, fresh] = passed_.try_emplace(std::pair(pair, loop));
    if (fresh && scan_.steps() <= most_sharing_steps) it->second = passed_waits(ir_, scan_, pair, loop);
    return it->second;
  }

  bool widen(std::uint32_t pair) {
    const FlagPair& p = ir_.pairs[pair];
    if (p.guard) return false;
    std::optional<std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>> best;
    for (std::uint32_t q = 0; q < ir_.pairs.size(); ++q) {
      const FlagPair& x = ir_.pairs[q];
      if (q == pair || !x.alive() || x.ids.empty() || x.guard || !may_widen(p, x)) continue;
      const std::uint64_t far = std::max(x.set.key(), p.set.key()) - std::min(x.set.key(), p.set.key());
      const std::tuple candidate{x.merged, far, q};
      if (!best.has_value() || candidate < *best) best = candidate;
    }
    if (!best.has_value()) return false;
    const std::uint32_t q = std::get<2>(*best);
    const FlagPair old = p;
    const FlagPair onto = ir_.pairs[q];
    ir_.remove(pair, PairState::removed);
    ir_.move(q, onto.set.key() < old.set.key() ? old.set : onto.set,
             onto.wait.key() < old.wait.key() ? onto.wait : old.wait);
    ir_.pairs[q].merged += 1 + old.merged;
    ++report_.widened;
    return true;
  }

  [[nodiscard]] bool may_widen(const FlagPair& p, const FlagPair& q) const {
    if (p.from != q.from || p.to != q.to || p.loop != q.loop || p.count != q.count) return false;
    const SyncElement& a = ir_.elements[p.set.element];
    const SyncElement& b = ir_.elements[q.set.element];
    if (a.parent != b.parent || a.in_else != b.in_else) return false;
    return p.carried() || std::max(p.set.key(), q.set.key()) < std::min(p.wait.key(), q.wait.key());
  }

  SyncIr& ir_;
  const FlagOptions& options_;
  FlagReport& report_;
  BackwardScan scan_;
  std::deque<std::uint32_t> open_;
  std::map<std::pair<unsigned, unsigned>, Pool> pools_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> passed_;
};

}  // namespace

void give_ids(SyncIr& ir, const FlagOptions& options, FlagReport& report) { IdGiver(ir, options, report).run(); }

}  // namespace counterpoint::ascend
