// Makes the machines of a question.
// SPDX-License-Identifier: Apache-2.0
#include "verify/machines.hpp"

#include "core/machine/implementation_machine.hpp"
#include "core/machine/specification.hpp"

namespace counterpoint {

Machines machines_of(const Question& q) {
  MachineOptions options;
  options.window = q.window;
  Machine program = specification_machine(q.program, q.program_trips, options);
  options.width = q.width;
  options.compare = q.compare;
  options.visits = control_scopes(q.program);
  return {std::move(program), implementation_machine(q.implementation, q.implementation_trips, options)};
}

}  // namespace counterpoint
