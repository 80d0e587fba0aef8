// Corrupts words a bit at a time and asks what notices: the decoder, the check, or nobody because nothing changes.
// SPDX-License-Identifier: Apache-2.0
//
// What. Every bit of every field that synchronises: the band, the second wait and the update of an EventSemaphore, the
// group of a reset. A flipped word is decoded as the compiler's; if it is legal, the image is checked for the trip
// counts given. `late`: some instruction waits for more than it did. `open`: no decider could say.
// Cost: a check for each legal flip.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "targets/neuron/check/check.hpp"

namespace counterpoint::neuron {

enum class FlipFate : std::uint8_t { rejected, refuted, late, harmless, open };
[[nodiscard]] std::string_view to_text(FlipFate fate);

struct Flip {
  std::uint32_t stream = 0;
  std::uint32_t record = 0;
  std::uint8_t byte = 0;
  std::uint8_t bit = 0;
  FlipFate fate = FlipFate::open;
  std::string why;  // what the decoder said, or the verdict and its reason
};

struct FlipReport {
  std::vector<Flip> flips;  // by stream, record, byte, bit
  std::array<std::size_t, 5> counts{};
};

// Bytes of a record of that opcode that synchronise.
[[nodiscard]] std::vector<std::uint8_t> synchronising_bytes(Opcode opcode);

// The image must check as `equivalent` or `refines`. `every`: take one flip in so many, from the first.
[[nodiscard]] FlipReport flip_bits(const Program& program, const Image& image, const Trips& trips,
                                   const CheckOptions& options, std::size_t every = 1);

}  // namespace counterpoint::neuron
