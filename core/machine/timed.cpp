// What becomes of the times of an instruction on a machine.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/timed.hpp"

#include <algorithm>
#include <limits>

namespace counterpoint {

std::uint64_t scaled(std::uint64_t time, Ratio ratio) {
  if (ratio.number == ratio.of) return time;
  std::uint64_t whole = 0;
  std::uint64_t part = 0;
  std::uint64_t sum = 0;
  // The part is below `of`, so its product is the smaller one.
  const bool over = __builtin_mul_overflow(time / ratio.of, ratio.number, &whole) ||
                    __builtin_mul_overflow(time % ratio.of, ratio.number, &part) ||
                    __builtin_add_overflow(whole, part / ratio.of, &sum);
  return over ? std::numeric_limits<std::uint64_t>::max() : sum;
}

Times::Taken Times::taken(EngineId e, const Timing& timing) const {
  Taken t{scaled(timing.cost, unit), scaled(timing.interval, unit), scaled(timing.transfer, unit)};
  if (t.transfer != 0) {
    const std::uint64_t beyond = t.cost > t.transfer ? t.cost - t.transfer : 0;
    t.interval = std::max(scaled(t.interval, transfer), least_transfer);
    t.transfer = scaled(t.transfer, transfer);
    if (__builtin_add_overflow(t.transfer, scaled(beyond, start), &t.cost)) t.cost = ~std::uint64_t{0};
    return t;
  }
  if (engines.empty()) return t;
  const EngineTimes& own = engines[e];
  const std::uint64_t beyond = t.cost > t.interval ? t.cost - t.interval : 0;
  const std::uint64_t within = scaled(std::min(t.cost, t.interval), own.interval);
  if (__builtin_add_overflow(within, scaled(beyond, own.latency), &t.cost)) t.cost = ~std::uint64_t{0};
  if (t.interval != 0) t.interval = std::max(scaled(t.interval, own.interval), own.least_interval);
  return t;
}

}  // namespace counterpoint
