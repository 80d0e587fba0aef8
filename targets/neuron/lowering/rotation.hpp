// Transfers of one loop that take turns with a few semaphores.
// SPDX-License-Identifier: Apache-2.0
//
// What. Transfer i of a body gets semaphore i mod k. Where it is not the first of the body on that semaphore, its
// trigger first waits until the one before it there has completed; so at most one of a semaphore is in flight, and a
// consumer that waits for the count behind its own transfer is never let go by another's. Counts are from the last
// reset, which stands at the end of the body. With one semaphore for each transfer nothing is waited for.
// Why. The vendor's assignDMASemaphore rotates the semaphores of a queue, and adds a wait where one comes round in the
// same loop. What we lower has a semaphore for each ring or transfer, so nothing rotates there; this is for who has
// fewer. Cost: linear. Source: neuron.md 4.5, 4.6 (addSemaphoreRotationWait).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace counterpoint::neuron {

struct RotatedTransfer {
  std::uint32_t semaphore = 0;         // 0 .. k-1
  std::int64_t count = 0;              // of the semaphore behind it: what its consumers wait for
  std::optional<std::int64_t> before;  // what its trigger waits for first
};

// `transfers` of one body on `semaphores` >= 1, each adding `increment`.
[[nodiscard]] std::vector<RotatedTransfer> rotate(std::uint32_t transfers, std::uint32_t semaphores,
                                                  std::uint32_t increment);

}  // namespace counterpoint::neuron
