// What the registers of an engine calculate and compare.
// SPDX-License-Identifier: Apache-2.0
//
// One place for the simulator and for the check of words: they must disagree about the order of things, and about
// nothing else. Words have `width` bits, 2 to 32, and are read as signed or as they are. Division rounds down, as `div`
// and `mod` of the language do. The tests hold a reference of their own against this.
// Source: neuron.md 2.8 and 2.9, codes in alu.def.
#pragma once

#include <cstdint>
#include <optional>

#include "targets/neuron/isa/record.hpp"

namespace counterpoint::neuron {

inline constexpr std::uint8_t signed_type = 8;    // INT32
inline constexpr std::uint8_t unsigned_type = 9;  // UINT32

// Do registers calculate with, and compare, values of this type.
[[nodiscard]] constexpr bool is_register_type(std::uint8_t data_type) {
  return data_type == signed_type || data_type == unsigned_type;
}

// The low `width` bits.
[[nodiscard]] constexpr std::uint32_t narrow_word(std::uint32_t word, unsigned width) {
  return word & (0xffffffffU >> (32 - width));
}

[[nodiscard]] constexpr std::int64_t word_as_number(std::uint32_t word, bool is_signed, unsigned width) {
  const unsigned drop = 32 - width;
  if (is_signed) return static_cast<std::int32_t>(word << drop) >> drop;
  return word << drop >> drop;
}

// Is it known what the operation makes of two words: all are but powers, roots and checksums.
[[nodiscard]] bool has_arithmetic(AluOperation operation);

// a OP b, for an operation that has arithmetic. Nothing where it divides by zero.
[[nodiscard]] std::optional<std::uint32_t> calculate_word(AluOperation operation, bool is_signed, std::uint32_t a,
                                                          std::uint32_t b, unsigned width);

// Does a branch whose operands are a and b go.
[[nodiscard]] bool branch_goes(Compare how, bool is_signed, std::uint32_t a, std::uint32_t b, unsigned width);

}  // namespace counterpoint::neuron
