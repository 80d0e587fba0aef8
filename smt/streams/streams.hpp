// What each engine's registers and thresholds are, block by block, as terms over the registers at the block's entry.
// SPDX-License-Identifier: Apache-2.0
//
// What. One pass over the statements evaluates every register operation once. A block then says, for each register that
// it assigns, its value afterwards, and for each wait its threshold, over variables that stand for the registers when
// the block begins. All identifiers are the implementation's.
// What this layer cannot speak of is refused by name: takes, `==`, flags, updates at issue, by `-=` or `:=` or alone,
// fences, elements of arrays chosen by a register, division by what is no positive number, stand-alone waits elsewhere
// than right before a scope with control dependencies, more than 2^20 elements of semaphores (then nothing else of this
// class may be asked for: it is empty).
// Cost: linear in the statements. Source: certification.md 1 and 2, language.md "Implementations".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/program/implementation.hpp"
#include "core/program/pairing.hpp"
#include "core/program/program.hpp"
#include "smt/terms/terms.hpp"

namespace counterpoint::smt {

// An element of a semaphore: the index among all elements.
using CellId = Id<struct CellTag>;

struct Threshold {
  CellId cell;
  Term value;  // over the registers at the entry of the block it stands in
};

// A register that a block assigns, and its value when the block ends.
struct Assigned {
  BlockId block;
  Term value;
};

// The instructions of one body and engine that raise a cell, in the order of the text.
struct Raisers {
  ScopeId scope;
  EngineId engine;
  std::vector<InstructionId> instructions;
  std::vector<std::int64_t> sum;  // of the increments up to and including each
  [[nodiscard]] std::int64_t total() const { return sum.empty() ? 0 : sum.back(); }
  // The increments of those before i, and of i itself (0 if it does not raise the cell).
  [[nodiscard]] std::int64_t before(InstructionId i) const;
  [[nodiscard]] std::int64_t up_to(InstructionId i) const;
};

struct Cell {
  SemaphoreId semaphore;
  std::uint32_t element = 0;
  std::int64_t initial = 0;
  std::vector<Raisers> raisers;
};

class Streams {
 public:
  Streams(Terms& terms, const Program& program, const Implementation& implementation);

  // What is refused, in sentences; empty if nothing is.
  [[nodiscard]] const std::vector<std::string>& refusals() const { return refusals_; }
  // The variable that stands for a register at the entry of a block.
  [[nodiscard]] Term at_entry(EngineId e, RegisterId r) const { return entry_[e][r.value]; }
  // The register that such a variable stands for; none for any other variable.
  [[nodiscard]] RegisterId register_of(EngineId e, Term entry) const;
  // The blocks that assign a register, in the order of the text.
  [[nodiscard]] std::span<const Assigned> assignments(EngineId e, RegisterId r) const { return assigned_[e][r.value]; }
  // What a register operation computes, over the registers at the entry of its block.
  [[nodiscard]] Term result_of(std::uint32_t operation) const { return results_[operation]; }
  // What operations compare, take the smaller or larger of, or divide, in the order of the text.
  struct Compared {
    EngineId engine;
    BlockId block;
    Term value;
  };
  [[nodiscard]] const std::vector<Compared>& compared() const { return compared_; }
  [[nodiscard]] std::span<const Threshold> thresholds(InstructionId i) const;
  // Of the stand-alone waits at the start of a scope's visits.
  [[nodiscard]] std::span<const Threshold> thresholds(EngineId e, ScopeId visited) const;
  // The block right before a scope in its parent's body; none if there is none.
  [[nodiscard]] BlockId block_before(ScopeId s) const;
  [[nodiscard]] const Cell& cell(CellId c) const { return cells_[c]; }
  [[nodiscard]] std::size_t cell_count() const { return cells_.size(); }
  [[nodiscard]] const Raisers* raisers(CellId c, ScopeId scope, EngineId engine) const;
  [[nodiscard]] std::string cell_name(CellId c) const;

 private:
  void evaluate();
  void evaluate_block(BlockId b);
  [[nodiscard]] Term value(EngineId e, Operand o);
  [[nodiscard]] Term result(EngineId e, const RegisterOperation& x);
  [[nodiscard]] CellId cell_of(SemaphoreId s, Operand index);
  [[nodiscard]] Threshold threshold(EngineId e, const Wait& w);
  void alone(BlockId b, std::uint32_t statement);
  void collect_raisers();
  void refuse(std::string what);

  Terms& terms_;
  const Program& program_;
  const Implementation& implementation_;
  const Tree& tree_;
  std::vector<std::string> refusals_;
  IdVector<EngineId, std::vector<Term>> entry_;
  std::unordered_map<Term, std::pair<EngineId, RegisterId>> entry_of_;
  IdVector<EngineId, std::vector<std::vector<Assigned>>> assigned_;
  std::vector<Compared> compared_;
  std::vector<Term> results_;                                         // as Implementation::operations
  std::vector<Threshold> thresholds_;                                 // as Implementation::waits
  std::unordered_map<std::uint32_t, std::vector<Threshold>> before_;  // by instruction that has waits alone before it
  std::unordered_map<std::uint64_t, std::vector<Threshold>> visits_;  // by engine and scope
  IdVector<CellId, Cell> cells_;
  std::vector<std::unordered_map<std::uint64_t, std::uint32_t>> bodies_;  // by cell: (scope, engine) to raisers
  // Of the block at hand, by engine and register: its value so far.
  IdVector<EngineId, std::vector<Term>> now_;
  IdVector<EngineId, std::vector<RegisterId>> touched_;
};

}  // namespace counterpoint::smt
