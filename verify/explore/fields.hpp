// Where the parts of a state stand in its words, and tests of all of them at once.
// SPDX-License-Identifier: Apache-2.0
//
// A state is an array of 64-bit words. A counting field (a position, a number of retired entries) has a guard bit above
// it, which is zero in every state. To ask whether every field of a word is at least a threshold, set all guard bits
// and subtract the word of thresholds: a guard that is still set tells that its field was large enough, and no borrow
// leaves a field. So a wait that has become "engine f has retired r entries", the guards of Equation 1, a window and
// a fence are one subtraction together, however many they are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace counterpoint {

struct Field {
  std::uint32_t word = 0;
  std::uint32_t shift = 0;
  std::uint64_t mask = 0;  // after the shift

  [[nodiscard]] std::uint64_t of(const std::uint64_t* words) const { return (words[word] >> shift) & mask; }
  [[nodiscard]] std::uint64_t unit() const { return std::uint64_t{1} << shift; }
  void put(std::uint64_t* words, std::uint64_t value) const {
    words[word] = (words[word] & ~(mask << shift)) | (value << shift);
  }
};

// A counting field must have come so far.
struct AtLeast {
  Field field;
  std::uint64_t value = 0;
};

// Lays fields one after the other; none straddles two words.
class FieldLayout {
 public:
  // Room for 0..largest, and a guard bit above it.
  Field counting(std::uint64_t largest) {
    const std::uint32_t bits = bits_for(largest);
    const Field f = place(bits, bits + 1);
    guards_[f.word] |= std::uint64_t{1} << (f.shift + bits);
    return f;
  }
  Field plain(std::uint32_t bits) { return place(bits, bits); }
  [[nodiscard]] std::size_t word_count() const { return guards_.size(); }
  [[nodiscard]] const std::vector<std::uint64_t>& guards() const { return guards_; }

 private:
  static std::uint32_t bits_for(std::uint64_t largest) {
    std::uint32_t bits = 1;
    while (bits < 63 && largest >> bits != 0) ++bits;
    return bits;
  }
  Field place(std::uint32_t bits, std::uint32_t room) {
    if (guards_.empty() || used_ + room > 64) {
      guards_.push_back(0);
      used_ = 0;
    }
    const Field f{static_cast<std::uint32_t>(guards_.size() - 1), used_,
                  bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1};
    used_ += room;
    return f;
  }
  std::vector<std::uint64_t> guards_;
  std::uint32_t used_ = 0;
};

}  // namespace counterpoint
