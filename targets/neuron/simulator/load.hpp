// An image's words, decoded and ready to run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/neuron/codec/codec.hpp"
#include "targets/neuron/isa/image.hpp"
#include "targets/neuron/simulator/simulator.hpp"

namespace counterpoint::neuron {

// Decodes every word once. Words that are no records, or not legal, are errors (the first hundred), each with its
// stream and number in the message and its byte in `place`. Linear in the words.
[[nodiscard]] tl::expected<Simulator, Diagnostics> load_core(const Image& image, TripCounts counts,
                                                             Legality legality = Legality::hardware,
                                                             unsigned width = 32);

}  // namespace counterpoint::neuron
