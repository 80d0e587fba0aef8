// An image as JSON in the shape of a compiler's dump, and back.
// SPDX-License-Identifier: Apache-2.0
//
// Source: neuron.md 4.10; docs/schema/counterpoint-neuron-1.schema.json. Whoever reads dumps finds functions, blocks,
// instructions with name, engine, opcode and sync_info, and queues. What an image has beyond a dump is in two keys: a
// top-level `counterpoint`, and in each instruction `record`, its line of assembly. Reading builds the image from
// these two and then compares the whole document with the one that this image makes: a sync_info that was changed by
// hand is an error, not passed over.
//
// A block of a stream is a block of the one function, called "ENGINE.bN". A dump's blocks hold instructions of all
// engines in one order, which an image does not have, so the order between engines means nothing here.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/neuron/codec/assembly.hpp"
#include "targets/neuron/isa/image.hpp"

namespace counterpoint::neuron {

// As for assembly; a word that is no record has a key `word` with its digits in place of `record`.
[[nodiscard]] tl::expected<std::string, Diagnostics> to_json(const Image& image, Illegal illegal = Illegal::refused);
// Errors have the JSON pointer of what is wrong.
[[nodiscard]] tl::expected<Image, Diagnostics> from_json(std::string_view text, Illegal illegal = Illegal::refused);

}  // namespace counterpoint::neuron
