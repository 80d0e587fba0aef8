// Operations and comparisons, over 64 bits.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/isa/arithmetic.hpp"

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/arithmetic.hpp"

namespace counterpoint::neuron {
namespace {

std::int64_t shift_left(std::int64_t a, std::int64_t b) {
  return b < 0 || b > 31 ? 0 : static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << static_cast<unsigned>(b));
}
std::int64_t shift_right(std::int64_t a, std::int64_t b) {
  return a >> (b < 0 || b > 31 ? 63U : static_cast<unsigned>(b));
}

std::optional<std::int64_t> result_of(AluOperation operation, std::int64_t a, std::int64_t b) {
  switch (operation) {
    case AluOperation::bypass: return a;
    case AluOperation::bitwise_not: return ~a;
    case AluOperation::shift_left:
    case AluOperation::logical_shift_left: return shift_left(a, b);
    case AluOperation::shift_right:
    case AluOperation::logical_shift_right: return shift_right(a, b);
    case AluOperation::add: return a + b;
    case AluOperation::subtract: return a - b;
    case AluOperation::multiply:
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
    case AluOperation::divide: return b == 0 ? std::nullopt : std::optional(floor_divide(a, b));
    case AluOperation::modulo: return b == 0 ? std::nullopt : std::optional(a - b * floor_divide(a, b));
    case AluOperation::maximum: return std::max(a, b);
    case AluOperation::minimum: return std::min(a, b);
    case AluOperation::bitwise_and: return a & b;
    case AluOperation::bitwise_or: return a | b;
    case AluOperation::bitwise_xor: return a ^ b;
    case AluOperation::logical_and: return a != 0 && b != 0 ? 1 : 0;
    case AluOperation::logical_or: return a != 0 || b != 0 ? 1 : 0;
    case AluOperation::logical_xor: return (a != 0) != (b != 0) ? 1 : 0;
    case AluOperation::equal: return a == b ? 1 : 0;
    case AluOperation::unequal: return a != b ? 1 : 0;
    case AluOperation::greater: return a > b ? 1 : 0;
    case AluOperation::at_least: return a >= b ? 1 : 0;
    case AluOperation::less: return a < b ? 1 : 0;
    case AluOperation::at_most: return a <= b ? 1 : 0;
    case AluOperation::absolute_difference: return a > b ? a - b : b - a;
    case AluOperation::absolute_value: return a < 0 ? -a : a;
    default: break;
  }
  require(false, "who calculates asks first whether the operation has arithmetic");
  return std::nullopt;
}

}  // namespace

bool has_arithmetic(AluOperation operation) {
  return operation < AluOperation::crc32 && operation != AluOperation::power;
}

std::optional<std::uint32_t> calculate_word(AluOperation operation, bool is_signed, std::uint32_t a, std::uint32_t b,
                                            unsigned width) {
  // An arithmetic shift to the right keeps the sign, a logical one has none.
  const bool keeps_sign =
      operation == AluOperation::shift_right || (is_signed && operation != AluOperation::logical_shift_right);
  const std::optional<std::int64_t> result =
      result_of(operation, word_as_number(a, keeps_sign, width), word_as_number(b, keeps_sign, width));
  if (!result) return std::nullopt;
  return narrow_word(static_cast<std::uint32_t>(*result), width);
}

bool branch_goes(Compare how, bool is_signed, std::uint32_t a, std::uint32_t b, unsigned width) {
  const std::int64_t left = word_as_number(a, is_signed, width);
  const std::int64_t right = word_as_number(b, is_signed, width);
  switch (how) {
    case Compare::always: return true;
    case Compare::less: return left < right;
    case Compare::at_most: return left <= right;
    case Compare::equal: return left == right;
    case Compare::unequal: return left != right;
    case Compare::at_least: return left >= right;
    case Compare::greater: return left > right;
  }
  return false;
}

}  // namespace counterpoint::neuron
