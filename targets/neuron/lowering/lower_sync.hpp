// The two rules by which the vendor's lower_sync leaves waits out.
// SPDX-License-Identifier: Apache-2.0
//
// (a) Of several waits for instructions that retire in order, as the transfers of one ring do, the one for the last is
//     enough. Which waits may be compared so is the caller's to say, by giving them one `queue`: for transfers with a
//     semaphore each, those of one block of the text that are waited for with one threshold.
// (b) Of several waits for one semaphore to reach a number the highest is enough; a register is compared with nothing.
// Both are exact where semaphores only rise. (a) comes first. Source: neuron.md 4.7.
#pragma once

#include <optional>
#include <vector>

#include "targets/neuron/lowering/carriers.hpp"

namespace counterpoint::neuron {

struct SyncWait {
  PlannedWait wait;
  std::optional<std::uint64_t> queue;  // what retires in order, if anything
  std::uint32_t block = 0;             // place in that order
  std::size_t source = 0;              // the caller's own number for it
};

// Keeps the order of those that stay. Linear, times a logarithm.
void keep_last_of_queue(std::vector<SyncWait>& waits);
void keep_highest(std::vector<SyncWait>& waits);

}  // namespace counterpoint::neuron
