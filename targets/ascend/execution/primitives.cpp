// The primitives of a machine.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/primitives.hpp"

namespace counterpoint::ascend {
namespace {

void lay_out_pipes(const Machine& machine, Primitives& out) {
  for (const Pipe p : all_pipes) {
    const auto at = static_cast<std::size_t>(p);
    out.pipes[at] = machine.has_pipe(p);
    for (const Pipe q : all_pipes) out.no_event[at][static_cast<std::size_t>(q)] = !machine.has_event(p, q);
  }
}

}  // namespace

Primitives primitives_of(const Machine& machine) {
  Primitives out;
  out.counting = machine.flags_count();
  out.destination_in_key = machine.key_has_destination();
  out.ids = machine.ids();
  out.usable_ids = machine.usable_ids();
  out.usable_buffer_ids = machine.buffer_ids();
  out.scalar_dispatch = machine.scalar_dispatches();
  out.missing_event_is_nothing = machine.architecture() == Architecture::c310;
  out.cross_ids = machine.cross_ids();
  out.cross_count = machine.cross_count();
  for (const Pipe p : all_pipes) out.in_order[static_cast<std::size_t>(p)] = machine.in_order(p);
  lay_out_pipes(machine, out);
  return out;
}

Primitives primitives_as(const Primitives& primitives, Architecture architecture, Core core) {
  Primitives out = primitives;
  if (core != Core::one) lay_out_pipes(Machine(architecture).as(core), out);
  return out;
}

}  // namespace counterpoint::ascend
