// Integers of a width: wrapping, and the register operations with their faults.
// SPDX-License-Identifier: Apache-2.0
//
// Source: language.md "Implementations". Without a width, integers have 64 bits and overflow is a fault. With a width
// w of 2..64 bits, every result is taken modulo 2^w and read as signed. `A mod N` and `A div N` round down; N <= 0 is
// a fault in both.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "core/machine/code.hpp"
#include "core/machine/state.hpp"

namespace counterpoint {

// The signed reading of the low `width` bits.
[[nodiscard]] constexpr std::int64_t wrap(std::int64_t v, std::uint32_t width) {
  if (width == 0 || width >= 64) return v;
  const std::uint32_t drop = 64 - width;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(v) << drop) >> drop;
}

// The unsigned reading of the low `width` bits.
[[nodiscard]] constexpr std::uint64_t as_unsigned(std::int64_t v, std::uint32_t width) {
  const auto u = static_cast<std::uint64_t>(v);
  return width == 0 || width >= 64 ? u : u & ((std::uint64_t{1} << width) - 1);
}

struct Computed {
  std::int64_t value = 0;
  bool fault = false;
  FaultKind kind = FaultKind::overflow;
};

// A sum, difference or product; `checked` where overflow is a fault.
[[nodiscard]] inline Computed add(std::int64_t a, std::int64_t b, std::uint32_t width) {
  std::int64_t r = 0;
  const bool overflow = __builtin_add_overflow(a, b, &r);
  return {wrap(r, width), overflow && width == 0};
}
[[nodiscard]] inline Computed subtract(std::int64_t a, std::int64_t b, std::uint32_t width) {
  std::int64_t r = 0;
  const bool overflow = __builtin_sub_overflow(a, b, &r);
  return {wrap(r, width), overflow && width == 0};
}
[[nodiscard]] inline Computed multiply(std::int64_t a, std::int64_t b, std::uint32_t width) {
  std::int64_t r = 0;
  const bool overflow = __builtin_mul_overflow(a, b, &r);
  return {wrap(r, width), overflow && width == 0};
}
// The quotient rounded down; b is not 0, and a / b has 64 bits.
[[nodiscard]] constexpr std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  const std::int64_t q = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

[[nodiscard]] inline Computed modulo(std::int64_t a, std::int64_t n) {
  if (n <= 0) return {0, true, FaultKind::division};
  const std::int64_t r = a % n;
  return {r < 0 ? r + n : r};
}
[[nodiscard]] inline Computed divide(std::int64_t a, std::int64_t n) {
  if (n <= 0) return {0, true, FaultKind::division};
  return {floor_divide(a, n)};
}

// A register operation of the code.
[[nodiscard]] inline Computed compute(OpCode op, std::int64_t a, std::int64_t b, std::uint32_t width) {
  switch (op) {
    case OpCode::copy: return {a};
    case OpCode::add: return add(a, b, width);
    case OpCode::subtract: return subtract(a, b, width);
    case OpCode::multiply: return multiply(a, b, width);
    case OpCode::modulo: return modulo(a, b);
    case OpCode::divide: return divide(a, b);
    case OpCode::greater: return {a > b ? 1 : 0};
    case OpCode::minimum: return {a < b ? a : b};
    default: return {a < b ? b : a};  // maximum
  }
}

// What several takes of one cell in one statement need together. A sum beyond the width is never there: it must not
// come out small because it wrapped. Source: language.md "take".
class TakeSum {
 public:
  TakeSum(std::uint32_t width, bool read_unsigned) : width_(width), unsigned_(read_unsigned) {}
  void add(std::int64_t v) {
    if (unsigned_) {
      std::uint64_t sum = as_unsigned(sum_, width_);
      fits_ = fits_ && !__builtin_add_overflow(sum, as_unsigned(v, width_), &sum) &&
              as_unsigned(static_cast<std::int64_t>(sum), width_) == sum;
      sum_ = wrap(static_cast<std::int64_t>(sum), width_);
    } else if (__builtin_add_overflow(sum_, v, &sum_)) {
      fits_ = false;
      sum_ = v < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
    } else {
      fits_ = fits_ && wrap(sum_, width_) == sum_;
    }
  }
  [[nodiscard]] std::int64_t value() const { return sum_; }
  [[nodiscard]] bool fits() const { return fits_; }

 private:
  std::uint32_t width_;
  bool unsigned_;
  std::int64_t sum_ = 0;
  bool fits_ = true;
};

}  // namespace counterpoint
