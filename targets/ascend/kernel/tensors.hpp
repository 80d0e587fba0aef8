// Which tensors a compiler for C220 would define, of which kind, and where.
// SPDX-License-Identifier: Apache-2.0
//
// Source: ascend.md 2 "Input form"; see from_program.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "core/program/program.hpp"

namespace counterpoint::ascend {

// Local memory with one definition: a slot, or all slots of a buffer that rotates.
struct TensorPlan {
  BufferId buffer;
  std::uint32_t first_slot = 0;
  std::uint32_t slots = 1;
  bool loaded = false;  // filled from GM
  bool stored = false;  // to GM
  bool rotating = false;
  bool reads_first = false;  // the first access in the text reads
  ScopeId scope;             // the region that it is defined and freed in
  InstructionId first;       // its first access
};

// In the order of first accesses; what one instruction touches first is in the order of its operands, writes first.
[[nodiscard]] std::vector<TensorPlan> plan_tensors(const Program& program);

}  // namespace counterpoint::ascend
