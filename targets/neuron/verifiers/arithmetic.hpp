// Is each wait of a dump over exactly when the instruction is that it was made for.
// SPDX-License-Identifier: Apache-2.0
//
// What. In the order of the listing each semaphore has a count, which updates raise and resets zero. A wait names its
//   producer; it is right if its value is the count just after that producer's update. In a loop the same must hold
//   from the second iteration on, where the body begins with the counts with which it ended.
// Binding. Names repeat. The instances before the wait in its own block are asked first, else those of the nearest
//   earlier block that has the name; of them the first whose count reaches the value, else the last.
// Joins. Counts follow the branches; where two paths meet with different counts, a wait on that semaphore is wrong for
//   one of them. After a loop that raises a semaphore and never resets it, its count depends on the trips: unknown.
// Why. A count per block and semaphore is all that immediate thresholds mean, and it is what the compiler pads for.
// Trusted. The updates of one semaphore land in the order of the listing: legality.hpp says where more than one engine
//   or queue raises one.
// Cost. Linear in instructions and in the length of nested loops, 256 counts a block; bounded, and beyond it open.
// Source. neuron.md 4.8, 5.1, 8.
#pragma once

#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include "targets/neuron/verifiers/finding.hpp"
#include "targets/neuron/verifiers/listing.hpp"

namespace counterpoint::neuron {

enum class WaitStatus : std::uint8_t {
  ok,
  unsafe_early,
  over_wait,
  no_update_found,
  later_producer,
  accumulates,
  unbalanced,
  undecided
};
// "UNSAFE-EARLY"
[[nodiscard]] std::string_view to_text(WaitStatus s);

struct WaitCheck {
  std::uint32_t waiter = 0;
  std::uint32_t place = 0;  // in its list of waits
  WaitStatus status = WaitStatus::ok;
  bool later_iterations = false;  // right in the first iteration, wrong from the second on
  bool bound = false;             // `producer` is known
  DumpPart producer;
  std::int64_t count = 0;  // that the producer reaches, where the status speaks of one
};
// "OVER-WAIT (iteration 2+)"
[[nodiscard]] std::string status_text(const WaitCheck& w);

struct WaitArithmetic {
  std::vector<WaitCheck> waits;            // in the order of the listing
  std::vector<std::uint32_t> open_resets;  // resets that name no group
  bool edges_known = true;                 // every wait says after what it is
};

// `remote`: semaphores of this core that other cores raise; their counts are unknown.
[[nodiscard]] WaitArithmetic check_waits(const Listing& listing, const std::set<std::int64_t>& remote);
void report_waits(const Listing& listing, const WaitArithmetic& waits, DumpReport& report);

}  // namespace counterpoint::neuron
