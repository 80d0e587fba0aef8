// Giving out ids.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/event_ids.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "targets/ascend/peers/flag_insertion.hpp"
#include "targets/ascend/peers/id_sharing.hpp"
#include "targets/ascend/peers/loop_scopes.hpp"
#include "targets/ascend/peers/pair_merging.hpp"
#include "targets/ascend/peers/run_ahead.hpp"

namespace counterpoint::ascend {
namespace {

class IdGiver {
 public:
  IdGiver(SyncIr& ir, const FlagOptions& options, FlagReport& report)
      : ir_(ir), options_(options), report_(report), sharing_(ir) {}

  void run() {
    std::vector<std::uint32_t> order;
    for (std::uint32_t p = 0; p < ir_.pairs.size(); ++p) {
      if (ir_.pairs[p].alive() && !ir_.pairs[p].written) order.push_back(p);
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
      if (!ir_.pairs[p].alive()) continue;
      if (ir_.pairs[p].primes == no_element) {
        settle(p);
      } else {
        settle_prime(p);
      }
    }
    report_.scoped = static_cast<std::size_t>(
        std::ranges::count_if(ir_.pairs, [](const FlagPair& p) { return p.alive() && p.scoped(); }));
    for (const auto& [key, pool] : pools_) {
      const auto used = std::ranges::count_if(pool, [](const auto& users) { return !users.empty(); });
      report_.ids_at_peak = std::max(report_.ids_at_peak, static_cast<std::size_t>(used));
    }
  }

 private:
  using Pool = std::vector<std::vector<std::uint32_t>>;  // by id: its pairs

  using PoolKey = std::pair<unsigned, unsigned>;

  [[nodiscard]] PoolKey key_of(const FlagPair& p) const {
    return {static_cast<unsigned>(p.from), options_.machine.destination_in_key ? static_cast<unsigned>(p.to) : 0};
  }
  Pool& pool_of(const FlagPair& p) {
    const auto [it, fresh] = pools_.try_emplace(key_of(p));
    if (fresh) {
      const auto less = std::ranges::count_if(options_.reserved, [&](const PipePair& r) {
        return r.first == p.from && (!options_.machine.destination_in_key || r.second == p.to);
      });
      const std::size_t ids = std::min(options_.machine.ids, options_.machine.usable_ids);
      it->second.resize(ids - std::min<std::size_t>(ids, static_cast<std::size_t>(less)));
      give_written(it->first, it->second);
    }
    return it->second;
  }

  void give_written(const PoolKey& key, Pool& pool) {
    for (std::uint32_t p = 0; p < ir_.pairs.size(); ++p) {
      const FlagPair& x = ir_.pairs[p];
      if (!x.written || key_of(x) != key) continue;
      for (const std::int32_t id : x.ids) {
        if (static_cast<std::size_t>(id) < pool.size()) pool[static_cast<std::size_t>(id)].push_back(p);
      }
    }
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
      ir_.pairs[pair].count = count;
    }
    if (!scope_to_loops(pair)) fall_back(pair);
  }

  // Gives out all ids of the pool anew, carried pairs around their loops. Once for each pool.
  bool scope_to_loops(std::uint32_t pair) {
    const PoolKey key = key_of(ir_.pairs[pair]);
    const bool defect = options_.leave_out_primes || options_.lose_fallback || options_.fallback_at_tail;
    if (!options_.scope_to_loops || defect || !scoped_.insert(key).second) return false;
    std::vector<std::uint32_t> carried;
    std::vector<std::uint32_t> forward;
    for (std::uint32_t p = 0; p < ir_.pairs.size(); ++p) {
      const FlagPair& x = ir_.pairs[p];
      if (x.alive() && !x.written && key_of(x) == key && legal_direction(options_, x.from, x.to)) {
        (x.carried() ? carried : forward).push_back(p);
      }
    }
    Pool& pool = pool_of(ir_.pairs[pair]);
    const ScopePlan plan = plan_scopes(ir_, carried, forward, pool.size());
    if (!plan.useful) return false;
    for (auto& users : pool) users.clear();
    give_written(key, pool);
    for (const std::uint32_t p : forward) ir_.pairs[p].ids.clear();
    const auto give_anew = [&](std::uint32_t p) { return key_of(ir_.pairs[p]) == key; };
    open_.erase(std::remove_if(open_.begin(), open_.end(), give_anew), open_.end());
    std::ranges::sort(forward, {}, [&](std::uint32_t p) { return std::pair(~ir_.pairs[p].set.key(), p); });
    std::vector<std::uint32_t> order = put_primes(carried, plan);
    order.insert(order.end(), forward.begin(), forward.end());
    open_.insert(open_.begin(), order.begin(), order.end());
    sharing_.forget();
    return true;
  }

  // What primes the pairs that a plan puts around loops. What is to have ids, from the outside in.
  std::vector<std::uint32_t> put_primes(const std::vector<std::uint32_t>& carried, const ScopePlan& plan) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order;  // where it begins to hold ids
    std::map<std::pair<std::uint32_t, Pipe>, std::uint32_t> last;
    for (std::size_t i = 0; i < carried.size(); ++i) {
      const std::uint32_t p = carried[i];
      ir_.pairs[p].ids.clear();
      if (plan.single && ir_.pairs[p].count > 1) {
        ir_.pairs[p].count = 1;
        ++report_.narrowed;
      }
      const std::uint32_t loop = plan.around[i];
      if (loop == no_element) {
        order.emplace_back(0, p);
        continue;
      }
      const std::uint32_t prime = ir_.add_prime(p, loop);
      order.emplace_back(std::uint64_t{loop} + 1, prime);
      last[std::pair(loop, ir_.pairs[p].to)] = prime;
    }
    std::ranges::sort(order);
    std::vector<std::uint32_t> out;
    for (const auto& [at, p] : order) out.push_back(p);
    if (options_.machine.counting) return out;
    // Flags of one bit: what sets goes on after the loop only when all of them have been taken.
    for (const auto& [at, prime] : last) {
      const std::uint32_t guard = guard_at_once(ir_, prime);
      open_.push_back(guard);
      guard_after_.emplace(drained_at(prime), guard);
      ++report_.guards;
    }
    return out;
  }

  void settle_prime(std::uint32_t prime) {
    const std::uint32_t pair = ir_.pairs[prime].primes;
    const std::uint32_t count = ir_.pairs[pair].count;
    for (const std::uint32_t n : {count, 2U, 1U}) {
      if (n > count || !share_range(prime, n)) continue;
      ir_.pairs[pair].count = n;
      ir_.pairs[pair].ids = ir_.pairs[prime].ids;
      if (n < count) ++report_.narrowed;
      return;
    }
    ir_.remove(prime, PairState::removed);
    ir_.pairs[pair].primed_by = no_element;
    drop_guard_without_drain(prime);
    give_primes_anew(key_of(ir_.pairs[pair]));
    sharing_.forget();  // less has
    if (!widen(pair)) fall_back(pair);
  }

  // What primes others may have shared ids because of what is gone.
  void give_primes_anew(const PoolKey& key) {
    Pool& pool = pools_.at(key);
    std::vector<std::uint32_t> order;
    for (auto& users : pool) {
      for (const std::uint32_t p : users) {
        if (!ir_.pairs[p].written) order.push_back(p);
      }
      std::erase_if(users, [&](std::uint32_t p) { return !ir_.pairs[p].written; });
    }
    std::ranges::sort(order);
    const auto twice = std::ranges::unique(order);
    order.erase(twice.begin(), twice.end());
    for (const std::uint32_t p : order) ir_.pairs[p].ids.clear();
    std::ranges::stable_sort(order, {}, [&](std::uint32_t p) {
      const FlagPair& x = ir_.pairs[p];
      return x.primes == no_element ? 0 : x.set.key() + 1;
    });
    open_.insert(open_.begin(), order.begin(), order.end());
  }

  using Drained = std::tuple<std::uint32_t, Pipe, Pipe>;  // after which element, from, to
  [[nodiscard]] Drained drained_at(std::uint32_t prime) const {
    const FlagPair& p = ir_.pairs[prime];
    return {p.wait.element, p.from, p.to};
  }

  // What guards what drains after a loop is itself safe only behind a wait for what sets again.
  void drop_guard_without_drain(std::uint32_t prime) {
    const auto guard = guard_after_.find(drained_at(prime));
    if (guard == guard_after_.end()) return;
    const auto drains = [&](const SyncOp& x) {
      return x.kind == SyncKind::wait && ir_.pairs[x.pair].primes != no_element &&
             drained_at(x.pair) == drained_at(prime);
    };
    if (std::ranges::any_of(ir_.list(ir_.pairs[prime].wait), drains)) return;
    ir_.remove(guard->second, PairState::removed);
    guard_after_.erase(guard);
    --report_.guards;
  }

  // `count` consecutive ids whose users leave them to a pair.
  bool share_range(std::uint32_t pair, std::uint32_t count) {
    const Pool& pool = pool_of(ir_.pairs[pair]);
    std::uint32_t run = 0;
    for (std::size_t id = 0; id < pool.size(); ++id) {
      run = std::ranges::all_of(pool[id], [&](std::uint32_t q) { return may_share(pair, q); }) ? run + 1 : 0;
      if (run < count) continue;
      ir_.pairs[pair].count = count;
      for (std::size_t i = id + 1 - count; i <= id; ++i) give(pair, i);
      return true;
    }
    return false;
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
      sharing_.forget();  // more has passed now
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
    const auto holds_for_a_while = [](const FlagPair& p) {
      return !p.written && !p.carried() && (p.count == 1 || p.primes != no_element);
    };
    if (!holds_for_a_while(x) || !holds_for_a_while(y)) return false;
    const bool apart = x.wait.key() < y.set.key() || y.wait.key() < x.set.key();
    if (!apart) return false;
    // Flags that count keep two pairs of one direction apart by their order on both pipes.
    if (options_.machine.counting && x.to == y.to) return true;
    const bool first = x.set.key() < y.set.key();
    return sharing_.follows(first ? a : b, first ? b : a);
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
    sharing_.forget();
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
      const bool later = !x.written && !x.carried() && x.count == 1 && ir_.pairs[pair].wait.key() < x.set.key();
      if (later ? !sharing_.taken_next_time(pair, q) : !may_share(pair, q)) return std::nullopt;
      if (later && (!first.has_value() || x.set.key() < ir_.pairs[*first].set.key())) first = q;
    }
    if (!first.has_value()) return std::nullopt;
    const SyncElement& a = ir_.elements[ir_.pairs[pair].wait.element];
    const SyncElement& b = ir_.elements[ir_.pairs[*first].set.element];
    if (a.parent != b.parent || a.in_else != b.in_else) return std::nullopt;
    return first;
  }

  bool widen(std::uint32_t pair) {
    const FlagPair& p = ir_.pairs[pair];
    if (p.guard) return false;
    std::optional<std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>> best;
    for (std::uint32_t q = 0; q < ir_.pairs.size(); ++q) {
      const FlagPair& x = ir_.pairs[q];
      if (q == pair || !x.alive() || x.ids.empty() || x.guard || x.written || !may_merge(ir_, p, x)) continue;
      const std::uint64_t far = std::max(x.set.key(), p.set.key()) - std::min(x.set.key(), p.set.key());
      const std::tuple candidate{x.merged, far, q};
      if (!best.has_value() || candidate < *best) best = candidate;
    }
    if (!best.has_value()) return false;
    const std::uint32_t q = std::get<2>(*best);
    merge_onto(ir_, pair, q);
    ++report_.widened;
    return true;
  }

  SyncIr& ir_;
  const FlagOptions& options_;
  FlagReport& report_;
  IdSharing sharing_;
  std::deque<std::uint32_t> open_;
  std::map<PoolKey, Pool> pools_;
  std::map<Drained, std::uint32_t> guard_after_;
  std::set<PoolKey> scoped_;  // pools that were given out anew
};

}  // namespace

void give_ids(SyncIr& ir, const FlagOptions& options, FlagReport& report) { IdGiver(ir, options, report).run(); }

}  // namespace counterpoint::ascend
