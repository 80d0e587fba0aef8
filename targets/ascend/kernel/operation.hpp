// What an instruction is to a synchronisation pass: its kind, its direction, the pipe that the pass takes it to run on.
// SPDX-License-Identifier: Apache-2.0
//
// What. A pass sees no pipe, it sees operations, and concludes. `op NAME` says which; without it the engine does. The
//   direction of a copy follows from the memories of what it reads and writes: `buffer NAME ... in GM`; a side that the
//   instruction does not name is GM. Where the conclusion is not the engine, what is inserted holds a pipe that does
//   not run the instruction. Cost: linear in the accesses of the instruction. Source: ascend.md 2, 3.1, 5.2 "classes".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/program/program.hpp"
#include "targets/ascend/machine/pipe.hpp"

namespace counterpoint::ascend {

enum class PipeWorkKind : std::uint8_t {
#define X(identifier, name, meaning) identifier,
#include "targets/ascend/kernel/operations.def"
#undef X
  scalar,  // on `s`, and touches no tensor
  vector
};

enum class CopyDirection : std::uint8_t { none, load, store };  // load: GM to local

struct PipeWork {
  PipeWorkKind kind = PipeWorkKind::vector;
  CopyDirection direction = CopyDirection::none;  // of a data_copy
};

// Whether a buffer lies in global memory.
[[nodiscard]] bool in_global_memory(const Tree& tree, BufferId buffer);

// The engine of the instruction must be a pipe.
[[nodiscard]] PipeWork operation_of(const Tree& tree, InstructionId i);

// The pipe that a pass takes it to run on. `bias_on_vector`: a matrix multiply with bias is taken for vector work.
[[nodiscard]] Pipe believed_pipe(const PipeWork& operation, bool bias_on_vector);

// What is not vector work nor a scalar, as the vendor's passes class it for fusing: every copy, to L0 too.
[[nodiscard]] constexpr bool is_copy(PipeWorkKind kind) {
  return kind == PipeWorkKind::data_copy || kind == PipeWorkKind::copy_to_l0;
}

}  // namespace counterpoint::ascend
