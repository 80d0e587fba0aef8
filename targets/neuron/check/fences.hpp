// Finds the all-engine barriers in the courses of a core, and which of them reset the bank.
// SPDX-License-Identifier: Apache-2.0
//
// What. N streams, one counter S that nothing else touches. If every stream, for k = 1, 2, ..., drains, adds 1 to S and
// then waits for S >= k N, its k-th such group is a barrier: no stream adds its (k+1)-th before it has passed its k-th,
// so S reaches k N only once all have added k times. If between barriers k and k+1 every stream does nothing but reset,
// and together they reset every counter in use but S, all counters are 0 for whoever has passed barrier k+1, and nobody
// touches one in between: `barrier reset` and `barrier`.
// Why. Counters with several writers, or that fall, have no closed clocks; barriers do.
// Anything else is no match, and the counter is then treated as any other: a barrier that is wrong stays what it is.
// Source: neuron.md 3.5, semantics.md 6. Cost: linear in the actions.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "targets/neuron/check/course.hpp"

namespace counterpoint::neuron {

// Groups of actions of one stream: barrier k is actions [first, last), a drain, an arrival and a wait.
struct BarrierGroup {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  bool resets = false;  // only resets follow, up to the next barrier
};

struct Fences {
  std::vector<std::vector<BarrierGroup>> streams;  // by course, equally many in each
};

// `counter`: the barrier's; `completed`: the counters that transfers update. The streams without actions take no part.
// Nothing if the courses do not fit the form, or hold no barrier.
[[nodiscard]] std::optional<Fences> find_fences(std::span<const Course> courses, unsigned counter,
                                                const std::bitset<semaphore_count>& completed);

}  // namespace counterpoint::neuron
