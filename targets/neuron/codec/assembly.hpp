// An image as text for people, and back: one record a line.
// SPDX-License-Identifier: Apache-2.0
//
// The grammar is in docs/neuron.md. from_assembly(to_assembly(image)) is the image, to the byte of every word.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/neuron/codec/codec.hpp"
#include "targets/neuron/isa/image.hpp"

namespace counterpoint::neuron {

// What to do with words that are no records: refuse them, or keep them as `.word`.
enum class Illegal : std::uint8_t { refused, kept };

// Errors name the stream, the record's number in it and the byte.
[[nodiscard]] tl::expected<std::string, Diagnostics> to_assembly(const Image& image,
                                                                 Illegal illegal = Illegal::refused);
// Errors have line and column, at most one a line and a hundred in all.
[[nodiscard]] tl::expected<Image, Diagnostics> from_assembly(std::string_view text, Illegal illegal = Illegal::refused);

}  // namespace counterpoint::neuron
