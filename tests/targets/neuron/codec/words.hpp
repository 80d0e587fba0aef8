// Words as hexadecimal digits, for tests.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "targets/neuron/isa/record.hpp"

namespace counterpoint::neuron {

// The rest of the word is zero.
[[nodiscard]] inline Word word_of(std::string_view hex) {
  Word out{};
  for (std::size_t i = 0; i + 1 < hex.size() && i / 2 < out.size(); i += 2) {
    out[i / 2] = static_cast<std::uint8_t>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return out;
}

[[nodiscard]] inline std::string hex_of(const Word& word) {
  std::string out;
  for (const std::uint8_t byte : word) out += fmt::format("{:02x}", byte);
  return out;
}

}  // namespace counterpoint::neuron
