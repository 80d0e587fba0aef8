// Asks walks, and keeps what they said.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/peers/id_sharing.hpp"

#include <algorithm>

#include "targets/ascend/peers/run_ahead.hpp"

namespace counterpoint::ascend {
namespace {

// Elements walked to find ids that can be shared; beyond them none is.
constexpr std::uint64_t most_sharing_steps = 10'000'000;

}  // namespace

bool IdSharing::follows(std::uint32_t first, std::uint32_t second) {
  return std::ranges::binary_search(passed(second, no_element), first) && taken_next_time(first, second);
}

bool IdSharing::taken_next_time(std::uint32_t first, std::uint32_t second) {
  std::uint32_t loop = ir_.loop_around(ir_.pairs[first].set.element);
  for (; loop != no_element; loop = ir_.loop_around(loop)) {
    const bool both = ir_.pairs[second].set.element > loop && ir_.pairs[second].set.element < ir_.elements[loop].end;
    if (both && !std::ranges::binary_search(passed(first, loop), second)) return false;
  }
  return true;
}

const std::vector<std::uint32_t>& IdSharing::passed(std::uint32_t pair, std::uint32_t loop) {
  const auto [it, fresh] = passed_.try_emplace(std::pair(pair, loop));
  if (fresh && scan_.steps() <= most_sharing_steps) it->second = passed_waits(ir_, scan_, pair, loop);
  return it->second;
}

}  // namespace counterpoint::ascend
