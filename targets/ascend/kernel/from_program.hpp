// A program of pipes as a kernel without synchronisation, with the tensors that a vendor's compiler would make.
// SPDX-License-Identifier: Apache-2.0
//
// What. Loops, conditionals and instructions as they are. On C220 a local buffer becomes tensors, one a slot:
//   - filled from GM or stored to GM: a queue of its own, VECOUT if it is stored (also if both), else VECIN; depth 1;
//     `alloc` before the first access, `free` at the end of the same region, last allocated first freed;
//   - anything else: a scratch buffer.
//   The region is the innermost that holds all accesses. It is one further out as long as the first access there
//   reads: what is read first was left by an earlier iteration. Slots that rotate with a loop are defined outside of
//   it, and an access by rotation has no tensor of its own: to a pass it is what a loop carries around.
//   On C310 tensors are addresses, and need no definition.
// Why. The passes find tensors by where they are defined; that decides what they insert.
// Invariant. Operations are in the order of the text. Every alloc has one free, in its region.
// Cost. Linear, times the depth of nesting for each access. Source: ascend.md 2 "Input form", 3.
#pragma once

#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/ascend/kernel/kernel.hpp"

namespace counterpoint::ascend {

struct KernelOptions {
  bool tensors = true;            // of C220; peers put flags on accesses, and need none
  std::vector<ScopeId> parallel;  // loops that are marked so
  bool bias_on_vector = false;    // see believed_pipe; only for the warning
  // At most so many queues of each position, the rest scratch buffers; 0: no limit. Each queue holds an event.
  std::uint32_t most_queues = 0;
};

struct NewKernel {
  Kernel kernel;
  Diagnostics warnings;            // instructions that passes take to be on another pipe than they are
  std::vector<std::string> added;  // of `most_queues`: which tensors have a scratch buffer instead of a queue
};

// The engines of the program must be pipes. Refused by name: other engines, divergent scopes, and on C220 a buffer
// that rotates through more slots than a core has buffers.
[[nodiscard]] tl::expected<NewKernel, Diagnostics> kernel_from_program(std::shared_ptr<const Program> program,
                                                                       Architecture architecture,
                                                                       const KernelOptions& options = {});

}  // namespace counterpoint::ascend
