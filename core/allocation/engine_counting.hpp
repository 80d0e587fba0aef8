// The counted instructions of each engine, by body: what a semaphore per engine counts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/program/program.hpp"

namespace counterpoint {

class EngineCounting {
 public:
  // The counted instructions directly in one body on one engine.
  struct Body {
    ScopeId scope;
    std::uint32_t first = 0;  // into the engine's instructions
    std::uint32_t size = 0;   // N
  };

  EngineCounting() = default;
  // `counted`: by instruction. Linear; about sixteen bytes an instruction.
  EngineCounting(const Tree& tree, const std::vector<bool>& counted);

  [[nodiscard]] bool counts(InstructionId i) const { return position_[i] != 0; }
  // K: 1 .. N in its body on its engine.
  [[nodiscard]] std::int64_t position(InstructionId i) const { return position_[i]; }
  // The last counted instruction of i's block on i's engine; how many come before it from i on; how many in all.
  [[nodiscard]] InstructionId last_in_block(InstructionId i) const { return block_last_[i]; }
  [[nodiscard]] std::int64_t behind_in_block(InstructionId i) const { return size_of_block(i) - block_position_[i]; }
  [[nodiscard]] std::int64_t size_of_block(InstructionId i) const { return block_position_[block_last_[i]]; }
  // Bodies with counted instructions of f, in the order of their scopes.
  [[nodiscard]] std::span<const Body> bodies(EngineId f) const { return engines_[f].bodies; }
  // Whether all of them (with all scopes around them) run equally often on every engine.
  [[nodiscard]] bool uniform(EngineId f) const { return engines_[f].uniform; }
  [[nodiscard]] InstructionId first_of(EngineId f, const Body& body) const {
    return engines_[f].instructions[body.first];
  }
  // Those of one body that come before an instruction in the text.
  [[nodiscard]] std::int64_t before(EngineId f, const Body& body, InstructionId i) const;
  // Blocks with counted instructions of f.
  [[nodiscard]] std::size_t blocks(EngineId f) const { return engines_[f].blocks; }

 private:
  struct Engine {
    std::vector<Body> bodies;
    std::vector<InstructionId> instructions;  // by body, each in the order of the text
    std::size_t blocks = 0;
    bool uniform = true;
    BlockId last_block;
    std::uint32_t in_block = 0;
  };
  void add(const Tree& tree, ScopeId s, InstructionId i);

  IdVector<EngineId, Engine> engines_;
  IdVector<InstructionId, std::uint32_t> position_;  // 0: not counted
  IdVector<InstructionId, std::uint32_t> block_position_;
  IdVector<InstructionId, InstructionId> block_last_;
};

}  // namespace counterpoint
