// What a dependency asks of a cell: the masked decoding of semantics.md 4, as forms at the place of the consumer.
// SPDX-License-Identifier: Apache-2.0
//
// What. For a dependency c <- p and a cell that p adds to, the value the cell must have reached (less its initial
// value) for "p has retired as often as its scope P was entered up to the target" to hold. With A the sum of P's body
// and B the sum up to p in it, and `entries` the column `expr` of the table of classes:
// - one body adds to the cell: A * entries - (A - B), for every class;
// - several bodies (one counter for an engine), as a sum: the same, plus the whole iterations of the scopes around P
//   and what stands before p in them, plus all entries of the others; where the four conditions of semantics.md 5.2
//   hold;
// - several bodies, as a snapshot: what a register that counts the adding instructions in the blocks passed held at the
//   end of the pass of p's block that is meant, less what follows p in that block; where 5.3 allows it.
// The masks say when anything is owed: T_l > d for every component d >= 1. Where the target is passed, an
// implementation may switch on [E_P > 0] as well (`target_passed`). No other mask is taken.
//
// This is written from semantics.md and Equation 1 only. The classes come from core/dependence/classify; the code of
// the allocators is not used. Cost: O(depth + bodies of the cell), at most `most_bodies`, for each dependency.
#pragma once

#include <span>
#include <string>

#include "core/dependence/classify.hpp"
#include "core/program/pairing.hpp"
#include "verify/relation/carry.hpp"
#include "verify/relation/cells.hpp"

namespace counterpoint::relation {

inline constexpr std::size_t most_bodies = 64;

// A dependency as its consumer meets it.
struct Owed {
  DependencyId dependency;
  Classification classified;
  InstructionId producer;  // of the implementation
  EngineId engine;         // of the implementation: the one that waits
  ScopeId consumer_scope;
  std::uint32_t consumer_item = 0;  // of the program
  bool beside = false;              // p in the block of c
};

class Thresholds {
 public:
  Thresholds(const Program& program, const Pairing& pairing, const Layout& layout, const Registers& registers,
             const Cells& cells, const Carrier& carrier, Minima& minima)
      : program_(program),
        pairing_(pairing),
        layout_(layout),
        tree_(layout.tree()),
        registers_(registers),
        cells_(cells),
        carrier_(carrier),
        minima_(minima) {}

  [[nodiscard]] Owed owed(DependencyId d, EngineId engine) const;
  // Entries of P up to the target, not settled.
  [[nodiscard]] MaybeForm entries(const Owed& o) const;
  // Settled at z.
  [[nodiscard]] MaybeForm counted(const Owed& o, std::uint32_t cell, const Spot& z) const;
  // In terms of register `counter` as the one that counts. Settled at z.
  [[nodiscard]] MaybeForm noted(const Owed& o, std::uint32_t cell, std::uint32_t counter, const Spot& z) const;
  [[nodiscard]] std::vector<Mask> masks(const Owed& o) const;
  // Whether all entries of P up to the target lie behind the consumer, so that nothing is owed while E_P = 0.
  [[nodiscard]] static bool target_passed(const Owed& o);

  // Why a counter of several bodies may not be decoded so; "" if it may.
  [[nodiscard]] std::string_view why_no_sum(const Owed& o, std::uint32_t cell) const;
  [[nodiscard]] std::string_view why_no_snapshot(const Owed& o, std::uint32_t cell) const;
  // Whether a register adds, block for block, what the instructions of the cell add.
  [[nodiscard]] bool counts_like(std::uint32_t reg, std::uint32_t cell);

 private:
  [[nodiscard]] MaybeForm two_level(const Owed& o) const;
  [[nodiscard]] MaybeForm constant_trips(const Owed& o) const;
  [[nodiscard]] MaybeForm sum_of_bodies(const Owed& o, std::uint32_t cell, const MaybeForm& own) const;
  [[nodiscard]] std::int64_t passes_back(const Owed& o) const;
  [[nodiscard]] bool uniform(std::uint32_t cell) const;
  [[nodiscard]] std::uint32_t item_in(ScopeId s, ScopeId inner) const;

  const Program& program_;
  const Pairing& pairing_;
  const Layout& layout_;
  const Tree& tree_;
  const Registers& registers_;
  const Cells& cells_;
  const Carrier& carrier_;
  Minima& minima_;
  std::unordered_map<std::uint64_t, bool> counts_like_;
};

}  // namespace counterpoint::relation
