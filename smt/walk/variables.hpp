// What is followed along the walk of one engine: counts of the model, registers, and ghosts.
// SPDX-License-Identifier: Apache-2.0
//
// What. The proof for a consumer looks at a few variables only, those its thresholds and its dependencies speak of. A
// `Following` lists them. Ghosts are counts that no machine keeps; what each is, is defined here and computed by one
// evaluator (evaluator.hpp), for numbers and for terms alike.
// A target is a rigid free constant N: the ordinal of one iteration of a scope. `snapshot` is what a count was at the
// end of that iteration, by definition and not by a closed form; since N is arbitrary it stands for every iteration.
// Source: certification.md 2 and 3, semantics.md 1 (Equation 1).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/program/ids.hpp"
#include "smt/streams/streams.hpp"

namespace counterpoint::smt {

enum class VariableKind : std::uint8_t {
  entries,  // E of `scope`
  trip,     // T of `scope`
  reg,      // register `reg` of the walking engine
  passes,   // how often the block of `instruction` was passed
  ordinal,  // the cell's initial value and what instructions of `engine` (none: all engines) that were passed add to it
  latest,   // `ordinal` (at `source`) right after the last pass of `instruction`; the initial value before the first
  covered,  // the variable at `source` when the last barrier was met; 0 before the first
  snapshot,  // the variable at `source` at the end (`at_start`: at the start) of the iteration N of `scope`; 0 before
  held,      // the variable at `source` when place `place` was last passed in iteration N of `scope`
  seen,      // 1 once place `place` was passed in iteration N of `scope`, else 0
  noted      // the threshold of wait `wait` of `instruction`, or of the visit of `scope`, when it was last passed
};

// A place in the text: a block, or (the start of a visit that no block comes right before) in front of an item.
struct Standing {
  ScopeId scope{};
  std::uint32_t item = 0;
  BlockId block{};
  friend bool operator==(const Standing&, const Standing&) = default;
};

struct Variable {
  VariableKind kind = VariableKind::entries;
  ScopeId scope{};
  RegisterId reg{};
  InstructionId instruction{};
  CellId cell{};
  EngineId engine{};
  Standing place{};
  std::uint32_t source = 0;  // an earlier variable
  std::uint32_t target = 0;  // which rigid constant is its N
  std::uint32_t wait = 0;
  bool at_start = false;
  // Of a snapshot: how many iterations back anyone asks about; 0: about any iteration, `source` being E of `scope`.
  std::uint32_t back = 0;
  friend bool operator==(const Variable&, const Variable&) = default;
};

// In which items of each body a cell is raised, however deep in them.
class RaisedIn {
 public:
  void add(const Tree& tree, BlockId b);
  void sort();
  // Whether one of the items [first, last) of a body is among them.
  [[nodiscard]] bool between(ScopeId s, std::uint32_t first, std::uint32_t last) const;

 private:
  std::unordered_map<ScopeId, std::vector<std::uint32_t>> items_;
};

// An ordinal that the walk follows from afar, with the registers that are in step with it (in_step.hpp).
struct Afar {
  std::uint32_t ordinal = 0;
  std::vector<std::uint32_t> registers;
  const RaisedIn* raised = nullptr;
};

class InStep;

struct Following {
  EngineId engine{};
  std::vector<Variable> variables{};
  std::uint32_t targets = 0;
  bool barriers = false;     // whether barriers matter
  bool bounds = false;       // whether bounds of registers are looked for
  std::vector<Afar> afar{};  // what changes where the walk does not stop

  // The index of a variable like it, which is added if there is none.
  std::uint32_t add(const Variable& v);
  std::uint32_t entries(ScopeId s) { return add({.kind = VariableKind::entries, .scope = s}); }
  std::uint32_t trip(ScopeId s) { return add({.kind = VariableKind::trip, .scope = s}); }
};

// Adds E and T of a scope, and of those around it of which its constant trips speak.
void follow_scope(Following& following, const Tree& tree, ScopeId s);

// Adds the constant loops in which a cell is raised: how often they have raised it may be known from the scope around
// alone, where no register counts in them. None of them if there are more than `most`: each is two more variables of
// the walk.
inline constexpr std::size_t most_constant_raisers = 16;
void follow_constant_raisers(Following& following, const Streams& streams, const Tree& tree, CellId cell,
                             std::size_t most = most_constant_raisers);

// Adds the registers that the values of the given variables for registers depend on, through all loops, in the order of
// their numbers, and E and T of every scope in whose body one of them is assigned. With `in_step`, ordinals that are
// followed and have registers in step with them are followed from afar, and those registers with them.
void follow_registers(Following& following, const Streams& streams, const Terms& terms, const Tree& tree,
                      std::vector<Term> entry_variables, InStep* in_step = nullptr);

}  // namespace counterpoint::smt
