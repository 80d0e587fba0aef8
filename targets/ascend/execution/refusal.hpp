// What cannot be executed, by name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "targets/ascend/kernel/kernel.hpp"

namespace counterpoint::ascend {

enum class RefusalKind : std::uint8_t {
  unknown_pipe,        // an engine of the program that is no pipe
  divergent,           // a scope that pipes run differently often; `s` decides for all of them
  too_many_conflicts,  // more than are looked at
  control,             // a count that an instruction loads: nothing here waits for it
  order_of_text,       // instructions of the kernel in another order than in the program, or not each once
  nested_brackets,     // brackets of one buffer id that nest or interleave
  open_bracket,        // a get without its rls in the same region, or the reverse
  no_buffer_id,        // an id that the core has not
  barrier_of_s,        // bar(s)
  queue_on_c310,       // queue calls of that architecture are brackets of mode 1
  rotation_elsewhere,  // an id that rotates with a loop which is not around it
  foreign_event,       // a fetched id used for another event than it was fetched for
  no_event             // an event that the core has not, where that is an error
};

struct Refusal {
  RefusalKind kind = RefusalKind::unknown_pipe;
  OpId op;          // where, if it is an operation
  std::string why;  // one sentence, no final stop
};
using Refusals = std::vector<Refusal>;

}  // namespace counterpoint::ascend
