// What the operations of one engine cost, scope by scope, and whether one stream can ever cost more than another.
// SPDX-License-Identifier: Apache-2.0
//
// What. Operations are counted by the scope that holds them. A stream never costs more than another if that follows for
// all trip counts in which each loop that is visited runs at least once: scope by scope, what the one has more must be
// made up for by what it has less there or in loops inside. What is saved in a branch makes up for nothing, since the
// branch may not run; nor what is saved in a loop of 0 iterations.
// Why. A pass that hoists, or adds an operation at the start, trades places; this one rule keeps every pass from a
// trade that some trip counts would lose. Cost: linear in the stream.
#pragma once

#include <vector>

#include "core/allocation/passes/stream.hpp"

namespace counterpoint::passes {

class Expense {
 public:
  Expense(const Tree& tree, const EngineStream& stream);
  // Of two streams of one engine with the same scopes.
  [[nodiscard]] bool never_more_than(const Expense& other) const;
  // Operations, those in a loop times 16 for each loop around them.
  [[nodiscard]] double weight() const;
  [[nodiscard]] std::size_t operations() const;

 private:
  struct Place {
    std::size_t around = 0;  // the scope around it, by place
    bool repeats = false;    // a loop that runs at least once when visited
    std::uint32_t loops = 0;
    std::int64_t operations = 0;
  };
  std::vector<Place> places_;  // scopes of the engine, in the order of the text; the root first
};

}  // namespace counterpoint::passes
