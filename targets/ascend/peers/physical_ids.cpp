// Lifetimes, a scan over them, and merging of ids where too many are alive.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/physical_ids.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace counterpoint::ascend {
namespace {

struct Lifetime {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t id = 0;
};

// The outermost loop around an element: where it begins; the element itself if there is none.
std::uint32_t outermost_loop(const SyncIr& ir, std::uint32_t e) {
  std::uint32_t out = e;
  for (std::uint32_t loop = ir.loop_around(e); loop != no_element; loop = ir.loop_around(loop)) out = loop;
  return out;
}

std::vector<Lifetime> lifetimes(const SyncIr& ir, const std::vector<std::vector<std::uint32_t>>& users) {
  std::vector<Lifetime> out;
  for (std::uint32_t id = 0; id < users.size(); ++id) {
    if (users[id].empty()) continue;
    const std::uint32_t last = outermost_loop(ir, users[id].back());
    out.push_back({outermost_loop(ir, users[id].front()), ir.elements[last].end, id});
  }
  std::ranges::sort(
      out, [](const Lifetime& a, const Lifetime& b) { return std::pair(a.first, a.id) < std::pair(b.first, b.id); });
  return out;
}

// The smallest that nobody holds, in the order of first use.
std::optional<std::vector<std::int32_t>> scan(const std::vector<Lifetime>& lives, std::size_t ids,
                                              std::uint32_t available) {
  std::vector<std::int32_t> out(ids, -1);
  std::vector<std::uint32_t> held_until(available, 0);  // one past the last element, 0: never held
  for (const Lifetime& x : lives) {
    const auto free = std::ranges::find_if(held_until, [&](std::uint32_t until) { return until <= x.first; });
    if (free == held_until.end()) return std::nullopt;
    *free = x.last + 1;
    out[x.id] = static_cast<std::int32_t>(free - held_until.begin());
  }
  return out;
}

unsigned score_of(Pipe pipe) { return pipe == Pipe::mte2 ? 1 : pipe == Pipe::mte3 || pipe == Pipe::fix ? 2 : 3; }

Pipe cheapest(PipeSet pipes) {
  Pipe best = Pipe::all;
  for (const Pipe p : all_pipes) {
    if ((pipes & pipe_bit(p)) == 0) continue;
    if (best == Pipe::all || score_of(p) < score_of(best)) best = p;
  }
  return best;
}

class TokenMerger {
 public:
  TokenMerger(const SyncIr& ir, TokenUse& use) : ir_(ir), use_(use), users_(use.users()) {}

  // Merges pairs of the group with the highest score; how many pairs, 0 if no group has two.
  std::size_t merge() {
    std::map<PipeSet, std::vector<std::uint32_t>> groups;
    for (std::uint32_t id = 0; id < users_.size(); ++id) {
      if (!users_[id].empty()) groups[pipes_of(ir_, users_[id])].push_back(id);
    }
    const std::vector<std::uint32_t>* best = nullptr;
    Pipe pipe = Pipe::all;
    std::uint64_t most = 0;
    for (const auto& [pipes, ids] : groups) {
      const std::uint64_t score = score_of(cheapest(pipes)) * std::uint64_t{ids.size()} * ids.size();
      if (ids.size() < 2 || score <= most) continue;
      best = &ids;
      most = score;
      pipe = cheapest(pipes);
    }
    return best == nullptr ? 0 : merge_pairs(*best, pipe);
  }

 private:
  std::size_t merge_pairs(std::vector<std::uint32_t> ids, Pipe pipe) {
    std::ranges::sort(ids, {}, [&](std::uint32_t id) { return users_[id].front(); });
    const bool neighbours = consecutive(ids, pipe);
    const std::size_t pairs = ids.size() / 2;
    for (std::size_t i = 0; i < pairs; ++i) {
      const std::uint32_t a = neighbours ? ids[2 * i] : ids[i];
      const std::uint32_t b = neighbours ? ids[2 * i + 1] : ids[pairs + i];
      use_.merge(std::max(a, b), std::min(a, b), users_[std::max(a, b)]);
    }
    users_ = use_.users();
    return pairs;
  }

  // On that pipe each of them is done with before the next one starts, and nothing else stands between.
  [[nodiscard]] bool consecutive(const std::vector<std::uint32_t>& ids, Pipe pipe) const {
    std::set<std::uint32_t> of_group(ids.begin(), ids.end());
    std::size_t at = 0;
    bool started = false;
    for (std::uint32_t e = 0; e < ir_.size(); ++e) {
      if (ir_.elements[e].kind != ElementKind::op || ir_.elements[e].pipe != pipe || use_.ids_of[e].empty()) continue;
      for (const std::uint32_t id : use_.ids_of[e]) {
        if (!of_group.contains(id)) {
          if (started && at + 1 < ids.size()) return false;
          continue;
        }
        started = true;
        if (id == ids[at]) continue;
        if (at + 1 == ids.size() || id != ids[at + 1]) return false;
        ++at;
      }
    }
    return true;
  }

  const SyncIr& ir_;
  TokenUse& use_;
  std::vector<std::vector<std::uint32_t>> users_;
};

}  // namespace

std::optional<std::vector<std::int32_t>> physical_ids(const SyncIr& ir, TokenUse& use, std::uint32_t available,
                                                      CliqueReport& report) {
  while (true) {
    const auto users = use.users();
    const std::vector<Lifetime> lives = lifetimes(ir, users);
    if (auto out = scan(lives, users.size(), available); out.has_value()) {
      report.ids = lives.size();
      for (const std::int32_t id : *out) report.physical = std::max(report.physical, static_cast<std::size_t>(id + 1));
      return out;
    }
    const std::size_t merged = TokenMerger(ir, use).merge();
    if (merged == 0) return std::nullopt;
    report.merged += merged;
  }
}

}  // namespace counterpoint::ascend
