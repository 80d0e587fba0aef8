// How long a run will be, without running it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/machine/trips.hpp"
#include "core/program/tree.hpp"

namespace counterpoint {

struct Volume {
  std::uint64_t instances = 0;  // of datapath instructions, over all engines
  std::uint64_t entries = 0;    // of scopes, over all engines
};

// Exact while neither number exceeds `cap`. Counting ends when one does: then the other is what was counted so far.
// Cost: O((scopes + instructions) x engines) and the lengths of the lists; counts that are drawn are added up visit by
// visit, at most `cap` a scope.
[[nodiscard]] Volume volume(const Tree& tree, const Trips& trips, std::uint64_t cap);

}  // namespace counterpoint
