// Translates steps by the pairing of engines and instructions.
// SPDX-License-Identifier: Apache-2.0
#include "verify/translate.hpp"

namespace counterpoint {

Step translated(Step step, const Pairing& pairing, Side to) {
  const bool to_program = to == Side::program;
  const auto& engines = to_program ? pairing.engine_to_program : pairing.engine_to_implementation;
  const auto& instructions = to_program ? pairing.to_program : pairing.to_implementation;
  step.engine = engines[step.engine];
  if (step.kind == StepKind::issue || step.kind == StepKind::commit || step.kind == StepKind::retire) {
    step.subject = instructions[InstructionId{std::size_t{step.subject}}].value;
  }
  return step;
}

}  // namespace counterpoint
