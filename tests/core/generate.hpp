// Random programs and implementations that use the whole language.
// SPDX-License-Identifier: Apache-2.0
//
// For tests of forms, not of meaning: everything that can be written is drawn, whether it makes sense to run or not.
// Distribution, for a size n: 1 to 4 engines, some in order; up to 3 buffers of 1 to 4 slots; bodies of up to 4 items
// down to depth n, three blocks to one loop to one conditional (to one barrier); blocks of 1 to 5 statements; an
// instruction has each option with probability 1/4, and 0 to 3 dependencies on any instructions, itself included, at
// random distances on any of the common loops, a fifth of them `@*`. Names are drawn from a small pool per kind with
// a number, so that names of different kinds coincide; some hold dots, capitals or reserved words. One integer in
// eight is at the edge of its range. The same seed and size give the same result everywhere.
#pragma once

#include <cstdint>
#include <string>

#include "core/program/implementation.hpp"
#include "core/program/program.hpp"

namespace counterpoint {

// A small generator of our own, since the distributions of the standard library differ between libraries.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  // 0 to n - 1; n >= 1.
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(next() % n); }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

[[nodiscard]] Program generate_program(std::uint64_t seed, std::uint32_t size);
[[nodiscard]] Implementation generate_implementation(std::uint64_t seed, std::uint32_t size);

}  // namespace counterpoint
