// Thresholds on the fields of a state, tested word by word.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "verify/explore/fields.hpp"
#include "verify/explore/level_set.hpp"

namespace counterpoint {

// States of one or two words: a word of thresholds for each. See fields.hpp for the subtraction.
template <std::size_t N>
struct Guard {
  StateWords<N> thresholds{};

  void require_at_least(const AtLeast& x) {
    const std::uint64_t now = x.field.of(thresholds.data());
    x.field.put(thresholds.data(), std::max(now, x.value));
  }
  // `raised`: the state with all guard bits set.
  [[nodiscard]] bool holds(const StateWords<N>& raised, const StateWords<N>& guards) const {
    bool all = true;
    for (std::size_t i = 0; i < N; ++i) all = all && ((raised[i] - thresholds[i]) & guards[i]) == guards[i];
    return all;
  }
};

// Longer states: only the words in which there is a threshold.
template <std::size_t N>
  requires(N > 2)
struct Guard<N> {
  struct Part {
    std::uint32_t word = 0;
    std::uint64_t thresholds = 0;
  };
  std::vector<Part> parts;

  void require_at_least(const AtLeast& x) {
    if (x.value == 0) return;
    auto part = std::ranges::find(parts, x.field.word, &Part::word);
    if (part == parts.end()) part = parts.insert(part, Part{x.field.word, 0});
    const std::uint64_t now = (part->thresholds >> x.field.shift) & x.field.mask;
    part->thresholds &= ~(x.field.mask << x.field.shift);
    part->thresholds |= std::max(now, x.value) << x.field.shift;
  }
  [[nodiscard]] bool holds(const StateWords<N>& raised, const StateWords<N>& guards) const {
    return std::ranges::all_of(
        parts, [&](const Part& p) { return ((raised[p.word] - p.thresholds) & guards[p.word]) == guards[p.word]; });
  }
};

}  // namespace counterpoint
