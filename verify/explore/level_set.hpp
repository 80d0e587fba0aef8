// All states found, level after level, and which states of the newest level are there.
// SPDX-License-Identifier: Apache-2.0
//
// What. Every step of the product makes exactly one count of one engine larger by one (a barrier that lets all go on
// adds a number that the positions tell, too), so all ways to a state have the same length: states come in levels, and
// a state can only be found again while its own level is being made. So the set that tells old from new holds one
// level and is exact; it mostly stays in the cache.
// Cost: 8 bytes a word and state, for as long as the search lasts (a way back needs them), and while a level is made
// two to four places of a table for each of its states: a whole state if it has one or two words, else 4 bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

namespace counterpoint {

template <std::size_t N>
using StateWords = std::array<std::uint64_t, N>;

template <std::size_t N>
class LevelSet {
 public:
  using State = StateWords<N>;

  // Guards (fields.hpp) are zero in every state, so a word of ones marks an empty place.
  LevelSet() { start_level(); }

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] const State& operator[](std::uint64_t n) const { return chunks_[n / chunk][n % chunk]; }
  [[nodiscard]] std::uint64_t bytes() const {
    return chunks_.size() * chunk * sizeof(State) + table_.size() * sizeof(Place);
  }

  // What is added from now on belongs to a new level.
  void start_level() {
    const std::uint64_t last = size_ - level_start_;
    level_start_ = size_;
    std::size_t places = smallest;
    while (places < 2 * last) places *= 2;
    resize(places);
  }

  [[nodiscard]] static std::uint64_t hash(const State& s) {
    std::uint64_t h = 0;
    for (std::size_t i = 0; i < N; ++i) {
      h = (h ^ s[i]) * 0x9e3779b97f4a7c15U;
      h ^= h >> 32U;
    }
    return h * 0xd6e8feb86659fd93U;
  }
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&table_[hash >> shift_]); }

  // Adds the state unless the newest level has it.
  bool add(const State& s, std::uint64_t hash) {
    if ((size_ - level_start_) * 2 >= table_.size()) grow();
    Place& place = table_[find(s, hash)];
    if (!is_empty(place)) return false;
    place = make_place(s, size_);
    if (size_ == chunks_.size() * chunk) chunks_.push_back(std::make_unique_for_overwrite<State[]>(chunk));
    chunks_[size_ / chunk][size_ % chunk] = s;
    ++size_;
    return true;
  }
  [[nodiscard]] bool contains(const State& s, std::uint64_t hash) const { return !is_empty(table_[find(s, hash)]); }

 private:
  static constexpr std::uint64_t chunk = N > 16 ? 64 : 65536 / N;
  static constexpr std::size_t smallest = 64;
  static constexpr bool inlined = N <= 2;
  using Place = std::conditional_t<inlined, State, std::array<std::uint32_t, 1>>;

  // Word by word: a call that compares bytes would take longer than all the rest of a search.
  [[nodiscard]] static bool same(const State& a, const State& b) {
    std::uint64_t differ = 0;
    for (std::size_t i = 0; i < N; ++i) differ |= a[i] ^ b[i];
    return differ == 0;
  }
  // Its place, or the empty one where it belongs.
  [[nodiscard]] std::size_t find(const State& s, std::uint64_t hash) const {
    std::size_t at = hash >> shift_;
    while (!is_empty(table_[at]) && !same(state_at(table_[at]), s)) at = (at + 1) & (table_.size() - 1);
    return at;
  }
  [[nodiscard]] static bool is_empty(const Place& p) { return p[0] == static_cast<typename Place::value_type>(-1); }
  [[nodiscard]] Place make_place(const State& s, std::uint64_t n) const {
    if constexpr (inlined) {
      return s;
    } else {
      return {static_cast<std::uint32_t>(n - level_start_)};
    }
  }
  [[nodiscard]] const State& state_at(const Place& p) const {
    if constexpr (inlined) {
      return p;
    } else {
      return (*this)[level_start_ + p[0]];
    }
  }
  void resize(std::size_t places) {
    Place empty;
    empty.fill(static_cast<typename Place::value_type>(-1));
    table_.assign(places, empty);
    shift_ = 64;
    for (std::size_t n = places; n > 1; n /= 2) --shift_;
  }
  void grow() {
    resize(table_.size() * 2);
    for (std::uint64_t n = level_start_; n < size_; ++n) {
      const State& s = (*this)[n];
      std::size_t at = hash(s) >> shift_;
      while (!is_empty(table_[at])) at = (at + 1) & (table_.size() - 1);
      table_[at] = make_place(s, n);
    }
  }

  std::vector<std::unique_ptr<State[]>> chunks_;
  std::vector<Place> table_;
  std::uint32_t shift_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t level_start_ = 0;
};

}  // namespace counterpoint
