// How assembly and JSON write the waits, updates and names of records.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "targets/neuron/codec/codec.hpp"

namespace counterpoint::neuron {

// A wait by its sign: "S3 >= 5", "S3 >= r9"; of an event by its word: "E3 set".
struct WaitWord {
  WaitMode mode;  // with a number
  std::string_view sign;
};
inline constexpr std::array<WaitWord, 6> wait_signs = {{{WaitMode::equal, "=="},
                                                        {WaitMode::less, "<"},
                                                        {WaitMode::at_most, "<="},
                                                        {WaitMode::greater, ">"},
                                                        {WaitMode::greater, "poll"},
                                                        {WaitMode::at_least, ">="}}};
inline constexpr std::array<WaitWord, 4> wait_events = {{{WaitMode::event_set, "set"},
                                                         {WaitMode::event_set_then_clear, "set_then_clear"},
                                                         {WaitMode::event_clear, "clear"},
                                                         {WaitMode::event_clear_then_set, "clear_then_set"}}};
struct UpdateWord {
  std::uint8_t action;  // the low nibble
  std::string_view word;
};
inline constexpr std::array<UpdateWord, 5> update_signs = {{{3, "inc"}, {4, "dec"}, {5, "+="}, {7, "-="}, {9, ":="}}};
inline constexpr std::array<UpdateWord, 2> update_events = {{{1, "set"}, {2, "clear"}}};

[[nodiscard]] inline WaitMode with_register(WaitMode m) {
  return static_cast<WaitMode>(static_cast<unsigned>(m) | 0x80U);
}

// "S3 >= 5"; "" of no wait. The profile says what 0x04 is called.
[[nodiscard]] std::string wait_text(const WaitPart& wait, const Profile& profile);
// "S3 += 5", with " at_read" if it happens when the reads are done; "" of no update.
[[nodiscard]] std::string update_text(const UpdatePart& update);

// The two halves of a band. The dword goes to whom it belongs.
[[nodiscard]] WaitPart wait_of(const Band& band);
[[nodiscard]] UpdatePart update_of(const Band& band);

// A name as it stands in assembly: bare if it is letters, digits and "_.@-" and begins with no digit, else in quotes.
[[nodiscard]] std::string name_text(std::string_view name);
// The ids of a mask: "{1,5..9}".
[[nodiscard]] std::string mask_text(const std::array<std::uint8_t, 32>& mask);

}  // namespace counterpoint::neuron
