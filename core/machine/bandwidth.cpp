// Shares one bandwidth between transfers.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/bandwidth.hpp"

#include <algorithm>

namespace counterpoint {

void FairShare::advance(std::uint64_t now) {
  if (moving_.empty()) {
    carry_ = 0;
  } else {
    const std::uint64_t service = (now - at_) + carry_;
    served_ += service / moving_.size();
    carry_ = service % moving_.size();
  }
  at_ = now;
}

void FairShare::start(EngineId e, std::uint64_t work, std::uint64_t now) {
  advance(now);
  moving_.push_back({e, work > never - served_ ? never : served_ + work});
}

std::uint64_t FairShare::next_end() const {
  if (moving_.empty()) return never;
  const std::uint64_t end = std::ranges::min(moving_, {}, &Moving::end).end;
  std::uint64_t service = 0;
  if (end <= served_) return at_;
  if (__builtin_mul_overflow(end - served_, moving_.size(), &service)) return never;
  if (service <= carry_) return at_;
  service -= carry_;
  return service > never - at_ ? never : at_ + service;
}

std::vector<EngineId> FairShare::take_ended(std::uint64_t now) {
  advance(now);
  std::vector<EngineId> ended;
  for (const Moving& m : moving_) {
    if (m.end <= served_) ended.push_back(m.engine);
  }
  std::erase_if(moving_, [&](const Moving& m) { return m.end <= served_; });
  return ended;
}

}  // namespace counterpoint
