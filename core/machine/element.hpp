// Which cell an update changes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/machine/machine.hpp"

namespace counterpoint {

// The cell that the change is made to, with the registers of the engine as they are; nothing, and a fault in the
// state, if its index is out of range. Source: language.md "Implementations", arrays.
[[nodiscard]] inline std::optional<std::uint32_t> changed_cell(const Machine& machine, MachineState& s, EngineId e,
                                                               const Change& c) {
  if (c.index.is_none()) return c.cell;
  const MachineCode& code = machine.code();
  const std::int64_t index = machine.value(s, e, c.index);
  const std::uint32_t size = code.semaphores[SemaphoreId{std::size_t{code.owner[c.cell]}}].size;
  if (index < 0 || index >= size) {
    s.fault = Fault{FaultKind::index, e, s.engines[e].pc, index, size, c.cell};
    return std::nullopt;
  }
  return c.cell + static_cast<std::uint32_t>(index);
}

}  // namespace counterpoint
