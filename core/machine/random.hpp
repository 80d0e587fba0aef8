// A small generator of random numbers that gives the same sequence on every platform.
// SPDX-License-Identifier: Apache-2.0
//
// The standard distributions differ between libraries, so neither they nor std::random_device are used. `mix` is the
// finaliser of SplitMix64 (Steele, Lea, Flood 2014); the generator is xoshiro256** (Blackman, Vigna 2018), seeded by
// SplitMix64 as its authors advise.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace counterpoint {

// A bijection of 64-bit words that scatters its bits.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) {
    for (std::size_t i = 0; i < state_.size(); ++i) state_[i] = mix(seed + i * 0x9e3779b97f4a7c15U);
  }
  [[nodiscard]] constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5U, 7) * 9U;
    const std::uint64_t t = state_[1] << 17U;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }
  // Uniform in 0 .. n-1, n >= 1: draws that would favour small numbers are thrown away.
  [[nodiscard]] constexpr std::uint64_t below(std::uint64_t n) {
    const std::uint64_t reject = (0U - n) % n;
    for (;;) {
      const std::uint64_t r = next();
      if (r >= reject) return r % n;
    }
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace counterpoint
