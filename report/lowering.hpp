// What the streams of a core hold, for a person.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "targets/neuron/isa/image.hpp"

namespace counterpoint::report {

// A row for each stream, with its records by kind and its registers; then queues and semaphores with their numbers.
[[nodiscard]] std::string render_image(const neuron::Image& image);

}  // namespace counterpoint::report
