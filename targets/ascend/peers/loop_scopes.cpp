// The plan, by how many ids are held at once.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/loop_scopes.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace counterpoint::ascend {
namespace {

constexpr std::uint64_t most_plan_steps = 4'000'000;

class ScopePlanner {
 public:
  ScopePlanner(const SyncIr& ir, std::span<const std::uint32_t> carried) : ir_(ir), carried_(carried) {
    for (std::uint32_t e = 0; e < ir.size(); ++e) {
      if (ir.elements[e].kind == ElementKind::loop_begin) loops_.push_back(e);
    }
    live_.assign(ir.size(), 0);
  }

  ScopePlan plan(std::span<const std::uint32_t> forward, std::size_t ids) {
    ScopePlan out;
    weigh(false);
    std::size_t all = 0;
    for (const auto& [loop, weight] : weight_) all += weight;
    std::size_t need = most_held();
    out.useful = need < all || std::ranges::any_of(
                                   forward,
                                   [&](std::uint32_t p) {
                                     const std::uint32_t loop = ir_.loop_around(ir_.pairs[p].set.element);
                                     return loop == no_element || live_[loop] < all;
                                   });
    if (!out.useful) return out;
    const std::size_t beside = forward_overlap(forward);
    if (need + std::min<std::size_t>(beside, 1) > ids) {
      out.single = true;
      weigh(true);
      need = most_held();
    }
    const std::size_t reserve = std::min(beside, ids > need ? ids - need : 1);
    if (ids >= reserve) move_out(ids - reserve);
    for (const std::uint32_t p : carried_) out.around.push_back(around_.at(ir_.pairs[p].loop));
    return out;
  }

 private:
  void weigh(bool single) {
    weight_.clear();
    for (const std::uint32_t p : carried_) weight_[ir_.pairs[p].loop] += single ? 1 : ir_.pairs[p].count;
    for (const auto& [loop, weight] : weight_) around_[loop] = loop;
  }

  // The most ids that are held anywhere; `live_` says how many in each loop.
  std::size_t most_held() {
    std::size_t always = 0;
    for (const std::uint32_t e : loops_) live_[e] = 0;
    for (const auto& [loop, scope] : around_) (scope == no_element ? always : live_[scope]) += weight_.at(loop);
    std::size_t most = always;
    for (const std::uint32_t e : loops_) {
      const std::uint32_t outer = ir_.loop_around(e);
      live_[e] += outer == no_element ? always : live_[outer];
      most = std::max(most, live_[e]);
    }
    return most;
  }

  // How many forward pairs lie across one place of the text at most.
  [[nodiscard]] std::size_t forward_overlap(std::span<const std::uint32_t> forward) const {
    std::vector<std::pair<std::uint64_t, bool>> ends;  // at one place a set comes after a wait
    for (const std::uint32_t p : forward) {
      ends.emplace_back(ir_.pairs[p].set.key(), true);
      ends.emplace_back(ir_.pairs[p].wait.key(), false);
    }
    std::ranges::sort(ends);
    std::size_t open = 0;
    std::size_t most = 0;
    for (const auto& [at, set] : ends) {
      open = set ? open + 1 : open - std::min<std::size_t>(open, 1);
      most = std::max(most, open);
    }
    return most;
  }

  void move_out(std::size_t ids) {
    std::vector<std::tuple<std::uint32_t, std::uint32_t>> order;
    std::uint64_t steps = 0;
    for (const auto& [loop, weight] : weight_) {
      order.emplace_back(ir_.elements[loop].depth, loop);
      steps += (std::uint64_t{ir_.elements[loop].depth} + 1) * loops_.size();
    }
    if (steps > most_plan_steps) return;
    std::ranges::sort(order, std::greater{});
    for (const auto& [depth, loop] : order) {
      std::vector<std::uint32_t> places;
      for (std::uint32_t e = loop; e != no_element; e = ir_.loop_around(e)) places.push_back(e);
      places.push_back(no_element);
      while (places.size() > 1) {
        around_[loop] = places.back();
        if (most_held() <= ids) break;
        places.pop_back();
      }
      around_[loop] = places.back();
    }
  }

  const SyncIr& ir_;
  std::span<const std::uint32_t> carried_;
  std::vector<std::uint32_t> loops_;
  std::map<std::uint32_t, std::size_t> weight_;    // by loop
  std::map<std::uint32_t, std::uint32_t> around_;  // by loop
  std::vector<std::size_t> live_;                  // by element that begins a loop
};

}  // namespace

ScopePlan plan_scopes(const SyncIr& ir, std::span<const std::uint32_t> carried, std::span<const std::uint32_t> forward,
                      std::size_t ids) {
  return ScopePlanner(ir, carried).plan(forward, ids);
}

}  // namespace counterpoint::ascend
