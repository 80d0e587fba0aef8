// May the words of this dump be written at all: the rules of allocation and of single records.
// SPDX-License-Identifier: Apache-2.0
//
// What. An identifier is in the bank, and not more are used than the runtime leaves. A band carries one wait and one
//   update, an EventSemaphore two waits and one update, and a value that both need must be the same. One semaphore is
//   raised by one engine or by one queue within a block, and by the datapath or the sequencer of that engine, not by
//   both: the arithmetic of waits rests on it. A reset names its semaphores once each, and comes when no transfer can
//   raise them any more. A queue is fired from an engine that can, a hardware queue has two to choose from. A
//   conditional branch comes after what it compares.
// Cost. Linear, but for one question of order for each transfer and reset of a block.
// Source. neuron.md 2.1, 2.3, 2.5, 2.11, 3.3, 4.9, 8 (3, 7, 9, 25).
#pragma once

#include "targets/neuron/verifiers/arithmetic.hpp"
#include "targets/neuron/verifiers/finding.hpp"
#include "targets/neuron/verifiers/listing.hpp"

namespace counterpoint::neuron {

void check_legality(const Listing& listing, const WaitArithmetic& waits, DumpReport& report);
// What queues may be, once for a core.
void check_queues(const DumpSet& set, std::size_t core, DumpReport& report);

}  // namespace counterpoint::neuron
