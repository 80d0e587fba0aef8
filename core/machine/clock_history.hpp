// A growing sequence of vectors that mostly go up by the same step, kept in little memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace counterpoint {

// Entry i (from 0, in the order pushed) is a vector of counts. From one entry to the next, all that changes is mostly
// that some components (`steps`) go up by one; only the entries where more changes are stored.
class ClockHistory {
 public:
  ClockHistory() = default;
  // `steps`: the components that go up by one from entry to entry.
  explicit ClockHistory(std::vector<std::uint32_t> steps) : steps_(std::move(steps)) {}

  [[nodiscard]] std::uint64_t size() const { return size_; }

  void push(std::span<const std::uint64_t> clock) {
    if (corners_.empty() || !continues(corners_.back(), clock)) {
      corners_.push_back({size_, {clock.begin(), clock.end()}});
    }
    ++size_;
  }
  // Joins entry i into a clock: the larger of each component.
  void join_into(std::uint64_t i, std::span<std::uint64_t> clock) const {
    const Corner& c = corner(i);
    for (std::size_t k = 0; k < clock.size(); ++k) clock[k] = std::max(clock[k], c.clock[k]);
    for (const std::uint32_t k : steps_) clock[k] = std::max(clock[k], c.clock[k] + (i - c.first));
  }
  // Entries before i will not be asked for any more.
  void forget_before(std::uint64_t i) {
    while (corners_.size() > 1 && corners_[1].first <= i) corners_.pop_front();
  }
  [[nodiscard]] std::size_t corners() const { return corners_.size(); }

 private:
  struct Corner {
    std::uint64_t first = 0;
    std::vector<std::uint64_t> clock;
  };
  [[nodiscard]] bool continues(const Corner& c, std::span<const std::uint64_t> clock) const {
    std::uint64_t moved = 0;
    for (std::size_t k = 0; k < clock.size(); ++k) moved += clock[k] != c.clock[k] ? 1 : 0;
    const std::uint64_t gap = size_ - c.first;
    for (const std::uint32_t k : steps_) {
      if (clock[k] != c.clock[k] + gap) return false;
    }
    return moved == (gap == 0 ? 0 : steps_.size());
  }
  [[nodiscard]] const Corner& corner(std::uint64_t i) const {
    const auto after = std::upper_bound(corners_.begin(), corners_.end(), i,
                                        [](std::uint64_t n, const Corner& c) { return n < c.first; });
    return *(after - 1);
  }

  std::vector<std::uint32_t> steps_;
  std::deque<Corner> corners_;
  std::uint64_t size_ = 0;
};

}  // namespace counterpoint
