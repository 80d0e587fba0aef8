// The bank as the host sees it: five windows of 256 words in a core's aperture.
// SPDX-License-Identifier: Apache-2.0
//
// Source: neuron.md 1.6. Offsets are bytes from the start of the 1 MiB aperture, a word each four bytes: events at 0,
// then four windows that alias the same counters, read, set, add, subtract. The address chooses the operation; a window
// has 256 words, and what lies between two windows is padding: an access there is a fault, as is one that is not
// aligned.
#pragma once

#include <cstdint>
#include <tl/expected.hpp>

#include "targets/neuron/simulator/bank.hpp"

namespace counterpoint::neuron {

inline constexpr std::uint32_t aperture_bytes = 1U << 20U;
inline constexpr std::uint32_t window_bytes = 256 * 4;

enum class Window : std::uint32_t {
  events = 0x0000,    // read and write, bit 0
  read = 0x1000,      // read
  set = 0x1400,       // write
  add = 0x1800,       // write
  subtract = 0x1C00,  // write
};

// The offset of a word. For `id` >= 256: one that `read` and `write` refuse, or another window's; see there.
[[nodiscard]] constexpr std::uint32_t offset_of(Window window, std::uint32_t id) {
  return static_cast<std::uint32_t>(window) + 4 * id;
}

class DeviceView {
 public:
  explicit DeviceView(Bank& bank) : bank_(&bank) {}

  // By window and number: 256 and above is `outside`, whichever window's words lie there.
  [[nodiscard]] tl::expected<std::uint32_t, BankFault> read(Window window, std::uint32_t id) const;
  [[nodiscard]] BankFault write(Window window, std::uint32_t id, std::uint32_t value);
  // By offset. A write to an event is plain: bit 0 is what the event then is.
  [[nodiscard]] tl::expected<std::uint32_t, BankFault> read(std::uint32_t offset) const;
  [[nodiscard]] BankFault write(std::uint32_t offset, std::uint32_t value);

 private:
  Bank* bank_;
};

}  // namespace counterpoint::neuron
