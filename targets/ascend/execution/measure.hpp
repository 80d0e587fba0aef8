// What a kernel's synchronisation costs: calls in the text, ids at once, orders that nobody asked for, and time.
// SPDX-License-Identifier: Apache-2.0
//
// What. Calls are counted in the text. Ids: those that a run in the order of dispatch has out at once, the most of any
// event, and buffer ids named. Orders: pairs of instances of which the kernel makes one wait for the other's
// retirement, against the pairs that the program asks for, both closed (clocks.hpp); those on one side alone are
// false orders and missing ones. Time: the makespan under the schedule asap with the costs of the program, and the
// program's own, which waits for nothing but its dependencies. Calls take no time themselves, since none is published
// for an Ascend core: what a kernel takes beyond the program is what its orders cost, and calls stand beside. The same
// is measured of allocations of counters, so that they stand side by side. Source: ascend.md 8 R5.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "targets/ascend/execution/judge.hpp"

namespace counterpoint::ascend {

// Calls that a kernel's text has.
struct CallCount {
  std::uint64_t sets = 0;
  std::uint64_t waits = 0;
  std::uint64_t barriers = 0;       // of one pipe
  std::uint64_t full_barriers = 0;  // of all
  std::uint64_t brackets = 0;       // get_buf, each with its rls_buf
  std::uint64_t queue_calls = 0;    // alloc, enque, deque, free
  std::uint64_t fetches = 0;
  std::uint64_t flags = 0;       // different flags named, without those of queues
  std::uint64_t buffer_ids = 0;  // different ones named
};
[[nodiscard]] CallCount count_calls(const Kernel& kernel);

// Of a run with given trips.
struct RunCost {
  bool possible = false;  // the run ends, and nothing was too large
  std::uint64_t instances = 0;
  std::uint64_t ids_at_once = 0;     // flags of one event that are out at once, the most of any event
  std::uint64_t orders = 0;          // pairs of instances
  std::uint64_t asked = 0;           // by the program
  std::uint64_t false_orders = 0;    // not asked for
  std::uint64_t missing_orders = 0;  // asked for, and not kept
  std::uint64_t latency = 0;         // in the unit of the program
  std::uint64_t bound = 0;           // of the program alone
};

[[nodiscard]] RunCost measure_kernel(const KernelJudge& judge, const Trips& trips,
                                     std::uint64_t limit = std::uint64_t{1} << 20U);
// The same for an implementation of the same program whose semaphores only rise, by counters say; barriers too.
[[nodiscard]] RunCost measure_counters(const Required& required, const Implementation& implementation,
                                       const Trips& trips, std::uint64_t limit = std::uint64_t{1} << 20U);

}  // namespace counterpoint::ascend
