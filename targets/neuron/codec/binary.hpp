// An image as bytes, and back.
// SPDX-License-Identifier: Apache-2.0
//
// Layout, all numbers little-endian:
//   0x00  8   "CPNEURON"
//   0x08  4   version, 1
//   0x0C  4   0
//   0x10  8   length of what follows the header
//   0x18  16  XXH3 of 128 bits of what follows the header, low half first
//   0x28      program; switches that are not as in profile page, each as "switch=value"; barrier semaphore (i32);
//             instructions; scopes; semaphores (u8, name); rings (name, u8 engine); queues (name, u32 ring, u32
//             instruction, u8 updates, u8 semaphore, u32 increment); streams (u8 engine, name, block starts, words)
// A name is a u32 length and its bytes; a list is a u32 count and its items.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/neuron/codec/assembly.hpp"
#include "targets/neuron/isa/image.hpp"

namespace counterpoint::neuron {

inline constexpr std::string_view binary_magic = "CPNEURON";

[[nodiscard]] std::string to_binary(const Image& image);
// Errors name the offset in the file. Nothing is allocated for what the file does not hold.
[[nodiscard]] tl::expected<Image, Diagnostics> from_binary(std::string_view bytes, Illegal illegal = Illegal::refused);

}  // namespace counterpoint::neuron
