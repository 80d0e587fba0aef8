// Takes guards out, or moves them, and asks whether ids are still apart.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/late_guards.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "targets/ascend/peers/id_sharing.hpp"

namespace counterpoint::ascend {
namespace {

// Pairs of pairs with one id that are asked about for each guard.
constexpr std::size_t most_shared = 4096;

class LateGuards {
 public:
  LateGuards(SyncIr& ir, const FlagOptions& options, FlagReport& report)
      : ir_(ir), options_(options), report_(report), sharing_(ir) {}

  void run() {
    std::vector<std::uint32_t> guards;
    for (std::uint32_t p = 0; p < ir_.pairs.size(); ++p) {
      if (behind_drain(p)) guards.push_back(p);
    }
    if (guards.empty() || !find_shared()) return;
    std::ranges::sort(guards, std::greater{}, [&](std::uint32_t p) { return ir_.pairs[p].set.key(); });
    for (const std::uint32_t p : guards) {
      if (!left_out(p)) move_down(p);
    }
  }

 private:
  using Flag = std::tuple<Pipe, Pipe, std::int32_t>;

  [[nodiscard]] Flag flag_of(const FlagPair& p, std::int32_t id) const {
    return {p.from, options_.machine.destination_in_key ? p.to : p.from, id};
  }

  // A guard that is set and waited for right behind what drains ids of the other direction.
  [[nodiscard]] bool behind_drain(std::uint32_t pair) const {
    const FlagPair& g = ir_.pairs[pair];
    if (!g.alive() || !g.guard || g.written || g.set.key() != g.wait.key()) return false;
    const std::size_t at = ir_.index_of(g.set, SyncKind::set, pair);
    return at > 0 && ir_.index_of(g.wait, SyncKind::wait, pair) == at + 1 && drains(ir_.list(g.set)[at - 1], g);
  }
  [[nodiscard]] bool drains(const SyncOp& x, const FlagPair& guard) const {
    if (x.kind != SyncKind::wait || x.written) return false;
    const FlagPair& p = ir_.pairs[x.pair];
    return p.primes != no_element && p.from == guard.to && p.to == guard.from;
  }

  // Which pairs have an id together, and which of two comes first. False if there are too many.
  bool find_shared() {
    for (std::uint32_t p = 0; p < ir_.pairs.size(); ++p) {
      const FlagPair& x = ir_.pairs[p];
      if (!x.alive() || x.written || x.carried()) continue;
      for (const std::int32_t id : x.ids) users_[flag_of(x, id)].push_back(p);
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> all;
    for (const auto& [flag, users] : users_) {
      if (users.size() * users.size() > most_shared) return false;
      for (const std::uint32_t a : users) {
        for (const std::uint32_t b : users) {
          if (ir_.pairs[a].set.key() < ir_.pairs[b].set.key()) all.emplace(a, b);
        }
      }
      if (all.size() > most_shared) return false;
    }
    // What primes in an outer loop is set again there.
    for (std::uint32_t p = 0; p < ir_.pairs.size(); ++p) {
      if (ir_.pairs[p].alive() && ir_.pairs[p].primes != no_element && !ir_.pairs[p].written) all.emplace(p, p);
    }
    shared_.assign(all.begin(), all.end());
    return true;
  }

  [[nodiscard]] bool apart() {
    sharing_.forget();
    return std::ranges::all_of(shared_, [&](const auto& p) {
      const auto [first, second] = p;
      if (!ir_.pairs[first].alive() || !ir_.pairs[second].alive()) return true;
      return first == second ? sharing_.taken_next_time(first, first) : sharing_.follows(first, second);
    });
  }

  bool left_out(std::uint32_t guard) {
    const FlagPair& g = ir_.pairs[guard];
    const SyncPlace at = g.set;
    const std::vector<SyncOp> before = ir_.list(at);
    ir_.remove(guard, PairState::removed);
    if (apart()) {
      --report_.guards;
      return true;
    }
    ir_.list(at) = before;
    ir_.pairs[guard].state = PairState::alive;
    return false;
  }

  void move_down(std::uint32_t guard) {
    const SyncPlace from = ir_.pairs[guard].wait;
    const auto next = next_set(guard);
    if (!next.has_value()) return;
    const auto [to, index] = *next;
    const std::vector<SyncOp> above = ir_.list(from);
    const std::vector<SyncOp> below = ir_.list(to);
    const SyncOp wait{SyncKind::wait, Pipe::all, guard};
    auto& old = ir_.list(from);
    old.erase(old.begin() + static_cast<std::ptrdiff_t>(ir_.index_of(from, SyncKind::wait, guard)));
    auto& list = ir_.list(to);
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(index), wait);
    ir_.pairs[guard].wait = to;
    if (apart()) return;
    ir_.list(from) = above;
    ir_.list(to) = below;
    ir_.pairs[guard].wait = from;
  }

  // Where the first set further down in the guard's region stands, or what holds it, that has an id which is drained
  // before the guard.
  [[nodiscard]] std::optional<std::pair<SyncPlace, std::size_t>> next_set(std::uint32_t guard) const {
    const SyncPlace at = ir_.pairs[guard].set;
    const std::uint32_t loop = ir_.elements[at.element].begin;
    std::optional<std::uint32_t> first;
    const auto place = [&](std::uint32_t p) {
      const SyncPlace set = ir_.pairs[p].set;
      return std::pair(set.key(), ir_.index_of(set, SyncKind::set, p));
    };
    for (const SyncOp& x : ir_.list(at)) {
      if (x.kind == SyncKind::set && x.pair == guard) break;
      if (!drains(x, ir_.pairs[guard])) continue;
      for (const std::int32_t id : ir_.pairs[x.pair].ids) {
        for (const std::uint32_t p : users_.at(flag_of(ir_.pairs[x.pair], id))) {
          if (!ir_.pairs[p].alive() || ir_.pairs[p].set.key() <= at.key()) continue;
          if (!first.has_value() || place(p) < place(*first)) first = p;
        }
      }
    }
    if (!first.has_value()) return std::nullopt;
    const SyncPlace set = ir_.pairs[*first].set;
    const auto same_region = [&](std::uint32_t e) {
      return ir_.elements[e].parent == ir_.elements[loop].parent &&
             ir_.elements[e].in_else == ir_.elements[loop].in_else;
    };
    std::uint32_t around = set.element;
    if (same_region(ir_.elements[around].begin)) {
      return std::pair(set, ir_.index_of(set, SyncKind::set, *first));
    }
    while (around != no_element && !same_region(around)) around = ir_.elements[around].parent;
    if (around == no_element) return std::nullopt;
    return std::pair(SyncPlace{around, false}, std::size_t{0});
  }

  SyncIr& ir_;
  const FlagOptions& options_;
  FlagReport& report_;
  IdSharing sharing_;
  std::map<Flag, std::vector<std::uint32_t>> users_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> shared_;  // the first of them is set first
};

}  // namespace

void place_guards_late(SyncIr& ir, const FlagOptions& options, FlagReport& report) {
  if (!options.machine.counting) LateGuards(ir, options, report).run();
}

}  // namespace counterpoint::ascend
