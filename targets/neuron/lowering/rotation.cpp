// Hands out semaphores in turn.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/lowering/rotation.hpp"

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::neuron {

std::vector<RotatedTransfer> rotate(std::uint32_t transfers, std::uint32_t semaphores, std::uint32_t increment) {
  require(semaphores > 0, "transfers take turns with at least one semaphore");
  std::vector<RotatedTransfer> out;
  for (std::uint32_t i = 0; i < transfers; ++i) {
    RotatedTransfer t;
    t.semaphore = i % semaphores;
    const std::int64_t before = std::int64_t{i / semaphores} * increment;
    t.count = before + increment;
    if (i >= semaphores) t.before = before;
    out.push_back(t);
  }
  return out;
}

}  // namespace counterpoint::neuron
