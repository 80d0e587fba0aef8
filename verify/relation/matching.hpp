// Whether what a consumer waits for is what its dependencies ask, each exactly.
// SPDX-License-Identifier: Apache-2.0
//
// What. A wait V of a cell with initial value i and a dependency with masks m and threshold F say the same if
// - with all m on, V - i and F are one form, and
// - with any m off, V - i is never positive: a cell never falls below its initial value, so the wait holds.
// So a mask may be a factor, may be folded into other terms (mask * (N r + K) from i = N), or may be missing where the
// value is small enough without it. A maximum with a constant the cell has from the start is no more than its other
// operand. All this is done at the place of the consumer, where equal counts have one name (carry.hpp).
//
// Every wait must say the same as a dependency, or hold always, or hold whenever such a wait does. Every dependency
// must have such a wait, or never be owed, or be implied by a wait of the same cell that another dependency asks for.
// The rest is left to the rules of semantics.md 5.11: `left_over` lists it. Cost: each wait is compared with the
// dependencies on its cell, the next in order first, at most `most_candidates`. Source: semantics.md 1 (Equation 1),
// 4, 5.7.
#pragma once

#include <span>
#include <vector>

#include "verify/relation/bounds.hpp"
#include "verify/relation/thresholds.hpp"
#include "verify/relation/values.hpp"
#include "verify/relation/wording.hpp"

namespace counterpoint::relation {

// A wait with its value at the consumer, less the initial value of the cell.
struct Asked {
  Wait wait;
  std::uint32_t cell = 0;
  MaybeForm value;
};

struct Consumer {
  EngineId engine;  // of the implementation
  Spot z;
  InstructionId instruction;  // of the implementation; none for the visit of a scope
  ScopeId visit;
};

class Matching {
 public:
  Matching(const Implementation& implementation, const Layout& layout, const Cells& cells, const Carrier& carrier,
           Minima& minima, Thresholds& thresholds, const Wording& words)
      : implementation_(implementation),
        layout_(layout),
        cells_(cells),
        carrier_(carrier),
        minima_(minima),
        thresholds_(thresholds),
        words_(words) {}

  // The failure, if there is one. Dependencies without a wait of their own go to `left_over`.
  [[nodiscard]] std::optional<Failure> check(const Consumer& consumer, IdRange<DependencyId> dependencies,
                                             std::span<Asked> waits, std::vector<DependencyId>& left_over);

 private:
  static constexpr std::size_t most_candidates = 64;

  struct Candidate {
    Owed owed;
    bool met = false;
  };
  [[nodiscard]] bool says_the_same(const Candidate& c, const Asked& wait, const Spot& z);
  [[nodiscard]] bool same(const MaybeForm& value, const MaybeForm& threshold, const std::vector<Mask>& masks,
                          const Spot& z) const;
  [[nodiscard]] MaybeForm with_all(const Form& form, const std::vector<Mask>& masks, const Spot& z) const;
  [[nodiscard]] bool silent_without(const Form& form, const Mask& mask, const Spot& z) const;
  [[nodiscard]] Form without_maximum(const Form& form) const;
  [[nodiscard]] bool adds_to(const Owed& o, std::uint32_t cell) const {
    return cells_.update_of(o.producer, cell) != Cells::none;
  }
  [[nodiscard]] MaybeForm noted(const Owed& o, const Asked& wait, const Spot& z);
  [[nodiscard]] bool never_owed(const Owed& o, const Spot& z) const;
  [[nodiscard]] bool implied(const Owed& o, const Asked& wait, const Spot& z);
  [[nodiscard]] bool holds_always(const Asked& wait, const Spot& z) const;
  [[nodiscard]] bool says_less(const Asked& wait, const Asked& than, const Spot& z) const;
  [[nodiscard]] bool match(const Asked& wait, std::size_t& next, const Spot& z);
  [[nodiscard]] Failure unmatched(const Consumer& consumer, const Asked& wait);

  const Implementation& implementation_;
  const Layout& layout_;
  const Cells& cells_;
  const Carrier& carrier_;
  Minima& minima_;
  Thresholds& thresholds_;
  const Wording& words_;
  std::vector<Candidate> candidates_;
};

}  // namespace counterpoint::relation
