// The set of states seen, in the order they were found: the queue, the parents and the table in one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace counterpoint::testing {

// States of one size. State n is the n-th that was added; breadth-first search takes them in that order.
class PlainVisited {
 public:
  explicit PlainVisited(std::size_t state_size) : size_(state_size), table_(1U << 10U, none) {}

  [[nodiscard]] std::size_t size() const { return parents_.size(); }
  [[nodiscard]] std::span<const std::uint8_t> state(std::size_t n) const {
    return std::span(bytes_).subspan(n * size_, size_);
  }
  [[nodiscard]] std::uint32_t parent(std::size_t n) const { return parents_[n]; }
  // Engine and step by which it was found: engine * 2 + step.
  [[nodiscard]] std::uint16_t step(std::size_t n) const { return steps_[n]; }

  // Adds the state unless it is there. Returns whether it is new.
  bool add(std::span<const std::uint8_t> state, std::uint32_t parent, std::uint16_t step) {
    if (parents_.size() * 2 >= table_.size()) grow();
    std::size_t at = place(state);
    for (; table_[at] != none; at = (at + 1) & (table_.size() - 1)) {
      if (std::memcmp(bytes_.data() + std::size_t{table_[at]} * size_, state.data(), size_) == 0) return false;
    }
    table_[at] = static_cast<std::uint32_t>(parents_.size());
    bytes_.insert(bytes_.end(), state.begin(), state.end());
    parents_.push_back(parent);
    steps_.push_back(step);
    return true;
  }

  static constexpr std::uint32_t none = 0xffffffffU;

 private:
  [[nodiscard]] std::size_t place(std::span<const std::uint8_t> state) const;
  void grow();

  std::size_t size_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint16_t> steps_;
  std::vector<std::uint32_t> table_;
};

}  // namespace counterpoint::testing
