// A target as terms where its consumer stands: whether it is owed, and how much.
// SPDX-License-Identifier: Apache-2.0
//
// What. `ask` adds what a target speaks of to a following, `Asked` then reads it off a view. How much is said in one of
// two ways: as a count of entries of P (a retire count of the producer), or as an ordinal of a cell, the value that it
// has once the producer's target instance has retired (for cells that instructions of several bodies raise).
// Source: certification.md 2 and 3.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "smt/obligations/target.hpp"
#include "smt/walk/walk.hpp"

namespace counterpoint::smt {

// Where the parts of a target are in a following.
struct Asked {
  Target target{};
  CellId cell{};               // valid: an ordinal of that cell, else a count of entries
  std::uint32_t amount = 0;    // the variable that is counted: E of P, or the cell's latest ordinal
  std::uint32_t snapshot = 0;  // back, bounded, and the end of two_level
  std::uint32_t start = 0;     // two_level: at its start
  std::uint32_t held = 0;      // now
  bool has_held = false;
};

// None where this way of saying how much cannot say it.
[[nodiscard]] std::optional<Asked> ask(Following& following, const Target& target, CellId cell,
                                       const Standing& standing, const Tree& tree);

// The same in a view of the walk. All terms hold under `given`, which fixes the rigid target.
struct Amount {
  std::vector<Term> given;
  std::vector<Term> owed;  // all of them must hold
  Term amount;             // entries of P, or the ordinal
  bool settled = true;     // now: whether the amount of now is that at the end of the iteration
};
[[nodiscard]] Amount amount_of(const Asked& asked, Walk& walk, const View& view, Terms& terms, const Tree& tree);

}  // namespace counterpoint::smt
