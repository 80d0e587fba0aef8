// What each semaphore counts: which instructions add to it when they retire, and how much.
// SPDX-License-Identifier: Apache-2.0
//
// What. One cell for each element of a semaphore. A cell *counts* if it is no flag, every update of it is a positive
// literal added at the retirement of an instruction, all on one engine, at most once by each instruction. Then, since
// an engine retires in the order of its stream, the cell holds its initial value and, for each body with instructions
// that add, their sums over whole iterations and a part of one. Per producer, per (scope, engine) and per engine are
// the cases of one instruction, one body and several; nothing here depends on which scheme it was. Cost: linear in
// updates. Source: semantics.md 4 (N, K), 6.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/program/implementation.hpp"

namespace counterpoint::relation {

// What one body adds to a cell.
struct CellBody {
  ScopeId scope;
  std::int64_t total = 0;         // in one iteration
  InstructionId last;             // its last instruction that adds
  std::uint32_t first_adder = 0;  // where several bodies add to the cell
  std::uint32_t adder_count = 0;
};

struct CellBlock {
  std::uint32_t block = 0;  // its first statement
  std::int64_t total = 0;
};

class Cells {
 public:
  explicit Cells(const Implementation& implementation);

  // Why a cell does not count, with the instruction that shows it; "" if it does.
  struct Fault {
    std::string what;
    InstructionId where;
  };
  [[nodiscard]] const Fault* fault(std::uint32_t cell) const;
  [[nodiscard]] EngineId engine(std::uint32_t cell) const { return cells_[cell].engine; }
  [[nodiscard]] std::int64_t initial(std::uint32_t cell) const { return cells_[cell].initial; }
  [[nodiscard]] std::span<const CellBody> bodies(std::uint32_t cell) const {
    return std::span(bodies_).subspan(cells_[cell].first_body, cells_[cell].body_count);
  }
  [[nodiscard]] std::span<const CellBlock> blocks(std::uint32_t cell) const {
    return std::span(blocks_).subspan(cells_[cell].first_block, cells_[cell].block_count);
  }
  // The cell of an update or a wait; `none` if its index is a register or out of range.
  static constexpr std::uint32_t none = 0xffffffffU;
  [[nodiscard]] std::uint32_t cell(SemaphoreId semaphore, Operand index) const;
  [[nodiscard]] std::string name(std::uint32_t cell) const;

  // Of an instruction and a cell it updates, by number of the update: the sums of its body, and of its block, up to it.
  struct Position {
    std::int64_t in_body = 0;
    std::int64_t in_block = 0;
  };
  [[nodiscard]] const Position& position(std::uint32_t update) const { return positions_[update]; }
  // The update with which an instruction adds to a cell; `none` if it does not.
  [[nodiscard]] std::uint32_t update_of(InstructionId i, std::uint32_t cell) const;
  [[nodiscard]] const CellBody* body(std::uint32_t cell, ScopeId scope) const;
  [[nodiscard]] std::int64_t block_total(std::uint32_t cell, std::uint32_t block) const;
  // The sum of the instructions of one body that stand before an instruction in the text.
  [[nodiscard]] std::int64_t before(std::uint32_t cell, ScopeId scope, InstructionId i) const;

 private:
  struct Adder {
    InstructionId instruction;
    std::int64_t in_body = 0;
  };
  struct Cell {
    EngineId engine;
    std::uint32_t first_body = 0;
    std::uint32_t body_count = 0;
    std::uint32_t first_block = 0;
    std::uint32_t block_count = 0;
    std::int64_t initial = 0;
  };
  // An update with its instruction, sorted by cell.
  struct Entry {
    std::uint32_t update = 0;
    InstructionId instruction;
  };
  void check_start(const Semaphore& s);
  void sum_up(std::uint32_t cell, std::span<const Entry> entries);
  void add(std::uint32_t cell, const Entry& entry);
  void list_adders(std::uint32_t cell, std::span<const Entry> entries);
  [[nodiscard]] bool good(std::uint32_t cell, std::span<const Entry> entries);
  void fail(std::uint32_t cell, InstructionId i, std::string what);

  const Implementation& implementation_;
  const Tree& tree_;
  std::vector<Cell> cells_;
  std::vector<Position> positions_;
  std::vector<CellBody> bodies_;
  std::vector<CellBlock> blocks_;
  std::vector<Adder> adders_;
  IdVector<ScopeId, std::uint32_t> body_of_;  // of the cell at hand: into bodies_, if it is one of its own
  std::unordered_map<std::uint32_t, Fault> faults_;
};

}  // namespace counterpoint::relation
