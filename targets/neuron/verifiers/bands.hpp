// Are accesses of different cores to shared memory separated by core barriers.
// SPDX-License-Identifier: Apache-2.0
//
// What. For each engine, a node lies in a band: from the latest core barrier of that engine that is before it to the
//   earliest after it. Accesses of two cores are separated if on some engine the one's band ends where the other's
//   begins or before; they race only if their bands overlap on every engine.
// How. Barriers have their own number as band, all else begins with everything; lower ends go forward by maximum, upper
//   ends backward by minimum, once in the order of the graph and once against it.
// Edges. The order of each engine, instructions on all engines, waits and dependencies. A transfer goes on to who waits
//   for it and to a drain, not to the next of its engine. All-engine barriers do not count.
// Cost. Linear for each engine that has a core barrier; pairs of one memory location, bounded.
// Source. neuron.md 5.5, 7 (34), 8 (22).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "targets/neuron/verifiers/arithmetic.hpp"
#include "targets/neuron/verifiers/finding.hpp"
#include "targets/neuron/verifiers/footprint.hpp"
#include "targets/neuron/verifiers/listing.hpp"

namespace counterpoint::neuron {

struct BarrierBand {
  std::int64_t first = 0;
  std::int64_t second = 0;
  friend bool operator==(const BarrierBand&, const BarrierBand&) = default;
};
using EngineBands = std::array<BarrierBand, 8>;

// The bands of all instructions of a listing within [least, most].
[[nodiscard]] std::vector<EngineBands> barrier_bands(const Listing& listing, const WaitArithmetic& waits,
                                                     std::int64_t least, std::int64_t most);
[[nodiscard]] bool separated(const EngineBands& a, const EngineBands& b);

// What the check of cores needs of each: one function, in the same place on every core.
struct CoreView {
  const Listing* listing = nullptr;
  const WaitArithmetic* waits = nullptr;
  const Footprints* footprints = nullptr;
};
void check_bands(const std::vector<CoreView>& cores, DumpReport& report);

}  // namespace counterpoint::neuron
