// What the snapshots of an ordinal are where their producer had been passed, and what registers are where it had not.
// SPDX-License-Identifier: Apache-2.0
//
// What. A history register of the snapshot form is `ordinal of the last pass, plus a number`, once there was a pass;
// before, it is 0 and so is the ordinal, whatever the number. No one equality says both. So the vectors of a run
// (equalities.hpp) are kept apart here, for each shift of a snapshot: those in which it is above the initial value of
// its cell span one space; of the others only registers that always were one number are noted. Not trusted: facts.cpp
// makes facts of it, which the ways check. Cost: that of one more space for each shift.
// Source: semantics.md 4 (snapshot form), proofs-notes, the capture lemma.
#pragma once

#include <cstdint>
#include <vector>

#include "smt/walk/equalities.hpp"
#include "smt/walk/row_space.hpp"

namespace counterpoint::smt {

class Begun {
 public:
  // Shift columns are those from `first_shift` on.
  Begun(const std::vector<Column>& columns, std::size_t first_shift, const Following& following, const Streams& streams,
        std::size_t nodes);
  // A vector of a run at a node; whether it was none of those that the vectors before span.
  bool look(std::uint32_t node, const std::vector<std::int64_t>& row);
  [[nodiscard]] std::vector<std::vector<Equalities::Begun>> result();  // by node

 private:
  struct Shift {
    std::uint32_t column = 0;
    std::int64_t initial = 0;
    RowSpace above;  // the columns before all shifts, then this one
    // Registers, as places in `registers_`, that were one number so far; empty, with `seen` false, before the first.
    std::vector<std::pair<std::uint32_t, std::int64_t>> below{};
    bool seen = false;
  };
  [[nodiscard]] bool look_below(Shift& s, const std::vector<std::int64_t>& row) const;

  std::size_t first_shift_;
  std::vector<std::uint32_t> registers_;  // columns
  const std::vector<Column>& columns_;
  std::vector<std::vector<Shift>> at_;  // by node
};

}  // namespace counterpoint::smt
