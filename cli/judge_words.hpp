// `lower --check`: the words of an image against the program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/inputs.hpp"
#include "cli/session.hpp"
#include "targets/neuron/isa/image.hpp"

namespace counterpoint::cli {

// For the trip counts given: prints the verdict, and with --flips what notices a flipped bit. `words` is where the
// image came from.
[[nodiscard]] Exit judge_image(Session& session, const Program& program, const neuron::Image& image,
                               const std::string& words);

}  // namespace counterpoint::cli
