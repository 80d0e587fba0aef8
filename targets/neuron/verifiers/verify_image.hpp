// Those verifiers of a dump that an image can be asked, too.
// SPDX-License-Identifier: Apache-2.0
//
// What. An image has the records of a dump, but neither addresses, nor dependencies, nor an order between its streams,
// nor for which instruction a wait was made. Legality needs none of these, and structure looks at one core. The words
// are also held against what the compiler may emit, since a dump could not even say the others.
// Why. `lower --check` says more of an image whose program is at hand; this is for one whose program is not.
// Cost: that of the verifiers. Source: neuron.md 2.11, 5.
#pragma once

#include <string_view>

#include "targets/neuron/codec/dump.hpp"
#include "targets/neuron/isa/image.hpp"
#include "targets/neuron/verifiers/finding.hpp"
#include "targets/neuron/verifiers/verify_dump.hpp"

namespace counterpoint::neuron {

// The image as a dump of one core: a block is one of one stream. Waits and updates that no dump has a word for become
// the nearest that it has: they are findings of their own.
[[nodiscard]] DumpSet dump_of(const Image& image);

// Places are "stream pe, record 3".
[[nodiscard]] DumpReport verify_image(const Image& image);

// What this verifier needs that an image does not have; "" if it is run.
[[nodiscard]] std::string_view not_in_images(DumpVerifier verifier);

}  // namespace counterpoint::neuron
