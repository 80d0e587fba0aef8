// Keeps the last wait of each queue, and the highest of each semaphore.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/lowering/lower_sync.hpp"

#include <map>

namespace counterpoint::neuron {
namespace {

// Leaves out those that are not the greatest of their key, the first of equal ones staying.
template <class Key, class Rank>
void keep_greatest(std::vector<SyncWait>& waits, Key key, Rank rank) {
  std::map<std::uint64_t, std::size_t> best;
  for (std::size_t i = 0; i < waits.size(); ++i) {
    const std::optional<std::uint64_t> k = key(waits[i]);
    if (!k) continue;
    const auto [it, fresh] = best.try_emplace(*k, i);
    if (!fresh && rank(waits[it->second]) < rank(waits[i])) it->second = i;
  }
  std::vector<SyncWait> kept;
  for (std::size_t i = 0; i < waits.size(); ++i) {
    const std::optional<std::uint64_t> k = key(waits[i]);
    if (!k || best.at(*k) == i) kept.push_back(waits[i]);
  }
  waits = std::move(kept);
}

}  // namespace

void keep_last_of_queue(std::vector<SyncWait>& waits) {
  keep_greatest(waits, [](const SyncWait& w) { return w.queue; }, [](const SyncWait& w) { return w.block; });
}

void keep_highest(std::vector<SyncWait>& waits) {
  const auto key = [](const SyncWait& w) -> std::optional<std::uint64_t> {
    if (w.wait.mode != WaitMode::at_least || !w.wait.lasts) return std::nullopt;
    return w.wait.index;
  };
  keep_greatest(waits, key, [](const SyncWait& w) { return static_cast<std::int32_t>(w.wait.value); });
}

}  // namespace counterpoint::neuron
