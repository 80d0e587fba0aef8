// Are all accesses to the same bytes ordered, within an iteration and from one to the next.
// SPDX-License-Identifier: Apache-2.0
//
// What. Every pair of instructions that touch the same bytes, one of them writing, is ordered, ordered only if the
//   transfers of one queue complete in order, or not. From one iteration of a loop to the next it is OK if waits in the
//   body and the engines order it; BACK-EDGE-ONLY if only the waits, barriers and branch at the body's end do;
//   QUEUE-ORDER-ONLY; or UNSYNC. A value that is read an iteration later must be OK: a real kernel computed wrong
//   results with the back-edge as its only order. Other pairs need some order.
// Exempt. Each engine saves the same register to the same slot: the same value.
// Open. Without all edges (a reset without a group, a register threshold) nothing that is unordered is certain; nor is
//   a pair of which one address is in a register.
// Cost. That of the order and one question a pair.
// Source. neuron.md 5.2, 7 (37), 8 (12, 13, 14, 23, 24).
#pragma once

#include <cstdint>
#include <string_view>

#include "targets/neuron/verifiers/arithmetic.hpp"
#include "targets/neuron/verifiers/finding.hpp"
#include "targets/neuron/verifiers/footprint.hpp"
#include "targets/neuron/verifiers/listing.hpp"

namespace counterpoint::neuron {

void check_races(const Listing& listing, const WaitArithmetic& waits, const Footprints& footprints, DumpReport& report);

enum class Carried : std::uint8_t { ok, back_edge_only, queue_order_only, unsync };
[[nodiscard]] std::string_view to_text(Carried c);
void check_iterations(const Listing& listing, const WaitArithmetic& waits, const Footprints& footprints,
                      DumpReport& report);

// "RAW", "WAR", "WAW", of the pair in this order.
[[nodiscard]] std::string_view hazard(bool first_writes, bool second_writes);
// Do two clones of one register's save write the same value?
[[nodiscard]] bool same_value(const Listing& listing, const DumpPart& a, const DumpPart& b);
// "'load' (SP, block body) writes and ... reads".
[[nodiscard]] std::string pair_text(const Listing& listing, const DumpPart& a, bool a_writes, const DumpPart& b,
                                    bool b_writes, std::string_view location);

}  // namespace counterpoint::neuron
