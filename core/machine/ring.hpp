// A queue whose entries keep their number for as long as they are in it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace counterpoint {

// Entry n stands at n modulo a power of two. Who uses it knows which numbers are in it (first..last-1, consecutive);
// it only keeps their places apart. What left the queue is overwritten later, so that its memory is used again.
template <class T>
class Ring {
 public:
  [[nodiscard]] const T& operator[](std::uint64_t n) const { return places_[n & (places_.size() - 1)]; }
  [[nodiscard]] T& operator[](std::uint64_t n) { return places_[n & (places_.size() - 1)]; }
  // Makes a place for entry `last`, where first..last-1 are in use.
  T& push(std::uint64_t first, std::uint64_t last) {
    if (last - first == places_.size()) {
      std::vector<T> larger(places_.size() * 2);
      for (std::uint64_t n = first; n < last; ++n) larger[n & (larger.size() - 1)] = std::move((*this)[n]);
      places_ = std::move(larger);
    }
    return (*this)[last];
  }

  // What its places take.
  [[nodiscard]] std::uint64_t bytes() const { return places_.size() * sizeof(T); }

 private:
  std::vector<T> places_ = std::vector<T>(4);
};

}  // namespace counterpoint
