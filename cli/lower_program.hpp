// `lower PROGRAM [IMPL]`: the part of the command that makes an image.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/inputs.hpp"
#include "cli/session.hpp"
#include "targets/neuron/isa/image.hpp"
#include "targets/neuron/lowering/events_left.hpp"

namespace counterpoint::cli {

// An implementation for the core: read, or allocated under its budget. Ends the command (65, 66, 69) where it cannot.
struct LoweredProgram {
  Input<Program> program;
  neuron::Image image;
  std::vector<neuron::EventLeft> events_left;  // warned of
};
[[nodiscard]] LoweredProgram lower_program(Session& session, const neuron::Profile& profile);

}  // namespace counterpoint::cli
