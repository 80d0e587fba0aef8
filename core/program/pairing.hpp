// Whether an implementation has the tree and the streams of a program, as language.md "Implementations" requires.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include "core/diagnostic/diagnostic.hpp"
#include "core/program/implementation.hpp"
#include "core/program/program.hpp"

namespace counterpoint {

// Identifiers of the program for those of the implementation, and the reverse. Scopes have the same numbers on both
// sides; engines, instructions and buffers may be declared or (across engines of one block) written in another order.
struct Pairing {
  IdVector<InstructionId, InstructionId> to_program;         // by implementation instruction
  IdVector<InstructionId, InstructionId> to_implementation;  // by program instruction
  IdVector<EngineId, EngineId> engine_to_program;
  IdVector<EngineId, EngineId> engine_to_implementation;
};

// Same scopes, and between scopes the same instructions per engine in the same order, once register operations,
// stand-alone statements and barriers are erased. Options that are present and differ from the program's are errors.
[[nodiscard]] tl::expected<Pairing, Diagnostics> pair_up(const Program& program, const Implementation& implementation);

// The implementation with what it leaves out (cost, interval, transfer, op, reads, writes, unit, buffers, inorder)
// taken from the program, so that it runs with the program's data and times.
[[nodiscard]] Implementation complete(const Program& program, const Implementation& implementation,
                                      const Pairing& pairing);

}  // namespace counterpoint
