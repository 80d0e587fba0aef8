// Reads a compiler's dump: JSON in the shape of neuron.md 4.10.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <tl/expected.hpp>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/neuron/codec/dump.hpp"

namespace counterpoint::neuron {

// One core's dump `{"functions": [...], "queues": [...]}`, or those of all cores of a logical one:
// `{"cores": [{"functions": ...}, ...]}`. Keys that mean nothing here are skipped, since real dumps have hundreds.
// On error every message has the JSON pointer of what is wrong; at most a hundred are kept.
[[nodiscard]] tl::expected<DumpSet, Diagnostics> read_dump(std::string_view text);

// Whether this is JSON that an image was written as, which is in the shape of a dump but says more. Any text may be
// asked.
[[nodiscard]] bool is_image_document(std::string_view text);

}  // namespace counterpoint::neuron
