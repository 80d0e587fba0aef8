// A sequence of bytes read as choices: what every generator draws from.
// SPDX-License-Identifier: Apache-2.0
//
// What. A generator asks for one choice after the other; each takes one byte, or two where there are more than 256
// answers. The bytes are a given list, or an endless stream made from a seed. Past the end of a list every choice is 0.
// Why. A list of bytes is what a shrinker and a coverage-guided fuzzer know how to change. Choice 0 is always the
// simplest answer and a smaller byte never gives a larger answer, so shorter lists and smaller bytes are simpler cases.
// The distributions of the standard library differ between libraries; these do not: the same bytes, or the same seed,
// give the same answers everywhere.
// Invariant. `below(n)` maps a byte b to b * n / 256, which is monotone in b and, over all bytes, even to within one.
// Cost: O(1) a choice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/random.hpp"

namespace counterpoint {

class Choices {
 public:
  // The bytes must outlive the choices.
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  // An endless stream.
  explicit Choices(std::uint64_t seed) : key_(mix(seed)), endless_(true) {}

  [[nodiscard]] std::uint8_t byte() {
    const std::size_t at = used_++;
    if (!endless_) return at < bytes_.size() ? bytes_[at] : std::uint8_t{0};
    if (at % 8 == 0) word_ = mix(key_ + at / 8);
    return static_cast<std::uint8_t>(word_ >> (8 * (at % 8)));
  }
  // 0 .. n-1, for n in 1 .. 65536. No byte is taken for n = 1.
  [[nodiscard]] std::uint32_t below(std::uint32_t n) {
    require(n >= 1 && n <= 0x10000U, "a choice has 1 to 65536 answers");
    if (n == 1) return 0;
    if (n <= 0x100U) return (byte() * n) >> 8U;
    const std::uint32_t high = byte();
    return static_cast<std::uint32_t>((std::uint64_t{high << 8U | byte()} * n) >> 16U);
  }
  // True in `part` of `whole` cases; false for choice 0. part < whole.
  [[nodiscard]] bool chance(std::uint32_t part, std::uint32_t whole) { return below(whole) >= whole - part; }
  // The place of the answer, each as likely as its weight says; the first one is the simplest.
  [[nodiscard]] std::size_t weighted(std::initializer_list<std::uint32_t> weights) {
    std::uint32_t sum = 0;
    for (const std::uint32_t w : weights) sum += w;
    std::uint32_t left = below(sum);
    std::size_t at = 0;
    for (const std::uint32_t w : weights) {
      if (left < w) break;
      left -= w;
      ++at;
    }
    return at;
  }
  // Bytes taken so far, those past the end too.
  [[nodiscard]] std::size_t used() const { return used_; }

 private:
  std::span<const std::uint8_t> bytes_;
  std::uint64_t key_ = 0;
  std::uint64_t word_ = 0;
  std::size_t used_ = 0;
  bool endless_ = false;
};

// The first bytes of the stream of a seed: a case drawn from a seed becomes a list that can be shrunk.
[[nodiscard]] inline std::vector<std::uint8_t> bytes_of_seed(std::uint64_t seed, std::size_t count) {
  Choices stream(seed);
  std::vector<std::uint8_t> bytes(count);
  for (std::uint8_t& b : bytes) b = stream.byte();
  return bytes;
}

}  // namespace counterpoint
