// Walks the specification machine, an engine at a time.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/check/instances.hpp"

#include "core/machine/specification.hpp"

namespace counterpoint::neuron {

Instances instances_of(const Program& program, const Trips& trips, std::uint64_t limit) {
  const Machine machine = specification_machine(program, trips);
  const MachineCode& code = machine.code();
  MachineState state = machine.start();
  Instances out;
  out.counts.resize(program.tree.instruction_count());
  out.engines.resize(program.tree.engine_count());
  std::uint64_t steps = 0;
  for (const EngineId e : program.tree.engines()) {
    std::vector<Need> held;  // by a visit, for the next instance
    const auto ask = [&](const Event& event, std::vector<Need>& needs) {
      for (std::uint32_t t = event.first_test; t < event.last_test; ++t) {
        const std::int64_t needed = machine.value(state, e, code.tests[t].value);
        if (needed > 0) needs.push_back({InstructionId{std::size_t{code.owner[code.tests[t].cell]}}, needed});
      }
    };
    while (state.engines[e].status != EngineStatus::ended && !out.bounded) {
      out.bounded = ++steps > 16 * limit || out.total > limit;
      if (state.engines[e].status != EngineStatus::control) {
        const Event& event = machine.event(state, e);
        if (machine.op(state, e).code == OpCode::visit) ask(event, held);
        if (machine.op(state, e).code == OpCode::issue) {
          Instance instance;
          instance.instruction = InstructionId{std::size_t{event.subject}};
          instance.ordinal = ++out.counts[instance.instruction];
          instance.first_need = static_cast<std::uint32_t>(out.needs.size());
          out.needs.insert(out.needs.end(), held.begin(), held.end());
          held.clear();
          ask(event, out.needs);
          instance.last_need = static_cast<std::uint32_t>(out.needs.size());
          out.engines[e].push_back(instance);
          ++out.total;
        }
      }
      machine.take_stream(state, e);
      while (state.engines[e].in_flight() > 0) {
        machine.commit(state, e, state.engines[e].retired);
        machine.retire(state, e);
      }
    }
  }
  return out;
}

}  // namespace counterpoint::neuron
