// The primitives of a machine.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/primitives.hpp"

namespace counterpoint::ascend {

Primitives primitives_of(const Machine& machine) {
  Primitives out;
  out.counting = machine.flags_count();
  out.destination_in_key = machine.key_has_destination();
  out.ids = machine.ids();
  out.usable_ids = machine.usable_ids();
  out.usable_buffer_ids = machine.buffer_ids();
  out.scalar_dispatch = machine.scalar_dispatches();
  out.missing_event_is_nothing = machine.architecture() == Architecture::c310;
  for (const Pipe p : all_pipes) {
    const auto at = static_cast<std::size_t>(p);
    out.in_order[at] = machine.in_order(p);
    out.pipes[at] = machine.has_pipe(p);
    for (const Pipe q : all_pipes) out.no_event[at][static_cast<std::size_t>(q)] = !machine.has_event(p, q);
  }
  return out;
}

}  // namespace counterpoint::ascend
