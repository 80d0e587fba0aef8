// The search through the product, breadth first.
// SPDX-License-Identifier: Apache-2.0
//
// Order. A level is taken in the order in which its states were found, the engines of a state in their order, the
// stream of an engine before its retirement: so the first witness found is a shortest one, and always the same.
//
// Verdict 3 asks what can be reached by internal steps alone. Where these disable nothing and nothing disables them
// (Product::internal_steps_persist), taking all of them leads to one state that can do whatever can be reached, and
// the program stands where it stood. So it is enough to look at states that have no internal step left. Otherwise the
// internal steps are searched, from every state.
//
// Reduction. A step is *ample* if in every state in which it is enabled it may be explored alone, for the verdict's
// word stays. All tests and changes of such a step are on cells that rise (cells.hpp), so no step of another engine
// disables it, it disables none, and both orders of the two end in the same state. Let w be a way from s to a state v
// that shows a verdict, and a ample in s. If a is in w, it can come first. If it is not, it is enabled in v, w is a way
// from the successor of s, and what v shows, v after a shows as well:
//  - v has no step: then a is in w. v faults by its next step x: x is not a, for a step that faults is never ample, and
//    it still faults, since a touches no flag and no cell that could overflow.
//  - v has a visible step x that the program does not allow. If x is a, it was enabled and not allowed in s already
//    (what the program lacks is retirements, and w only adds some); all enabled steps are looked at, the ones left out
//    too. Else x stays enabled, and a retires nothing that the program waits for: a is a step of a stream, or the
//    retirement of a signal, or of an instance that no need of Equation 1 names as its last.
//  - v has no internal way to a step y that the program allows. If a is internal, its successor has even fewer ways.
//    If not, a changes no cell, neither now nor by internal steps that only it lets happen: behind an issue there is
//    no signal and no take before the next visible event (fences, barriers and signals at retire wait for its
//    retirement); behind a visit nothing but waits; behind a retirement another instance is in flight, or the engine
//    has no internal steps at all. So y stays out of reach, and the program still allows it.
// Every step leads to the next level, so it all ends and no step is put off for ever. Without a program only the first
// two cases count, and every step on rising cells is ample.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "verify/explore/product.hpp"

namespace counterpoint {

struct SearchLimits {
  std::uint64_t states = 0;
  std::uint64_t bytes = 0;
  bool reduce = false;
};

// A step of the product.
struct ProductStep {
  std::uint32_t engine = 0;
  std::uint32_t step = 0;  // Product::stream or Product::retire
};

enum class Ending : std::uint8_t { explored, early, state_bound, byte_bound };

struct SearchResult {
  Ending ending = Ending::explored;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t depth = 0;
  std::uint64_t bytes = 0;        // at the largest, with what is built before the search
  std::vector<FaultKind> faults;  // in the order found
  // Where each was found first: the way there, and for a fault and an early step the step itself at its end.
  std::optional<std::vector<ProductStep>> early;
  std::optional<std::vector<ProductStep>> fault;
  std::optional<std::vector<ProductStep>> stuck;  // no step, though the program (or, alone, the text) goes on
  std::optional<std::vector<ProductStep>> later;  // a step that the program allows cannot be reached
  std::uint32_t later_engine = 0;
  std::vector<std::int64_t> left;  // without a program: the cells of the first end
};

// States of more than `widest_state` words cannot be explored.
inline constexpr std::size_t widest_state = 128;
inline constexpr std::uint64_t most_states = 0xfffffff0U;
[[nodiscard]] SearchResult search(const Product& product, const SearchLimits& limits);

}  // namespace counterpoint
