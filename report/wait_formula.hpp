// What a wait of an implementation compares with, traced back through its registers, and who can release it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/program/implementation.hpp"

namespace counterpoint::report {

// "w := r_kv - 2, m := gt(t_kv, 2), w := w * m": the operations before the instruction, in its block and on its
// engine, that its wait reads, in the order of the text; "" if it reads a number. Looks back over at most 200
// statements of the block.
[[nodiscard]] std::string wait_formula(const Implementation& implementation, InstructionId i, const Wait& wait);
// The same of a stand-alone wait, which stands in that block.
[[nodiscard]] std::string wait_formula(const Implementation& implementation, BlockId block, std::uint32_t condition,
                                       const Wait& wait);
// By place in Implementation::conditions: the block it stands in. Linear.
[[nodiscard]] std::vector<BlockId> blocks_of_conditions(const Implementation& implementation);

// By semaphore: the instructions that update it, in the order of the text, at most 8 of each. Linear.
[[nodiscard]] IdVector<SemaphoreId, std::vector<InstructionId>> updaters_of(const Implementation& implementation);

}  // namespace counterpoint::report
