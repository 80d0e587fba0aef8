// Which wait and update modes there are, who may emit them, and how assembly and JSON call them.
// SPDX-License-Identifier: Apache-2.0
//
// Source: neuron.md 1.4 and 1.5. The ISA defines more than the compiler emits, and the page fewer than the ISA.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "targets/neuron/isa/record.hpp"

namespace counterpoint::neuron {

[[nodiscard]] constexpr bool is_defined(WaitMode m) {
  const auto byte = static_cast<unsigned>(m);
  return byte <= 7 || byte == 0x0E || byte == 0x0F || (byte >= 0x81 && byte <= 0x85) || byte == 0xFE;
}
[[nodiscard]] constexpr bool is_defined(UpdateMode m) {
  const auto byte = static_cast<unsigned>(m);
  if (byte == 0) return true;
  const unsigned action = byte & 0x0FU;
  const unsigned rest = byte & 0xF0U;
  const bool valued = action == 5 || action == 7 || action == 9;
  if ((rest & 0x80U) != 0) return (rest == 0x80U || rest == 0x90U) && valued;
  return (rest == 0 || rest == 0x10U) && (valued || (action >= 1 && action <= 4));
}

// By the tables WaitMode 0..2 = 07 05 85 and UpdateMode 0..5 = 11 15 17 13 14 19.
[[nodiscard]] constexpr bool compiler_emits(WaitMode m) {
  return m == WaitMode::none || m == WaitMode::at_least || m == WaitMode::at_least_register ||
         m == WaitMode::event_set_then_clear;
}
[[nodiscard]] constexpr bool compiler_emits(UpdateMode m) {
  return m == UpdateMode::none || m == UpdateMode::event_set || m == UpdateMode::add || m == UpdateMode::subtract ||
         m == UpdateMode::increment || m == UpdateMode::decrement || m == UpdateMode::write;
}

// Does the wait compare a semaphore.
[[nodiscard]] constexpr bool on_semaphore(WaitMode m) {
  return (m >= WaitMode::equal && m <= WaitMode::at_least) || has_register(m);
}

// The compiler's ordinals of updates on the wire, as one source has them (switch update-wire): 0 stands for none, so an
// event is not set that way.
inline constexpr std::array<UpdateMode, 6> update_ordinals = {UpdateMode::none,      UpdateMode::add,
                                                              UpdateMode::subtract,  UpdateMode::increment,
                                                              UpdateMode::decrement, UpdateMode::write};

}  // namespace counterpoint::neuron
