// What the streams of a core hold, for a person and as a document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "targets/neuron/isa/image.hpp"
#include "targets/neuron/lowering/events_left.hpp"

namespace counterpoint::report {

// A row for each stream, with its records by kind and its registers; then queues and semaphores with their numbers, and
// the events that may be set at the end.
[[nodiscard]] std::string render_image(const neuron::Image& image, std::span<const neuron::EventLeft> left);

// An image that was made, or read (`left` is null).
struct ImageSummary {
  const neuron::Image* image = nullptr;
  const std::vector<neuron::EventLeft>* left = nullptr;
  std::string form;       // "asm", "bin" or "json"
  std::string_view text;  // the image in that form; "" if it went to a file
};
[[nodiscard]] std::string json_image(const ImageSummary& summary, int exit, const Diagnostics& diagnostics);

}  // namespace counterpoint::report
