// What an order of engines speaks of: an instruction, or the start of the visits of a scope.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/program/tree.hpp"

namespace counterpoint {

// A scope is a subject where it has control dependencies: every engine waits for them at the start of each visit.
struct Subject {
  bool visit = false;
  std::uint32_t index = 0;  // InstructionId, or ScopeId of the loop or then branch
  friend bool operator==(const Subject&, const Subject&) = default;

  [[nodiscard]] static Subject of(InstructionId i) { return {false, i.value}; }
  [[nodiscard]] static Subject of(ScopeId s) { return {true, s.value}; }
  [[nodiscard]] InstructionId instruction() const { return InstructionId{std::size_t{index}}; }
  [[nodiscard]] ScopeId scope() const { return ScopeId{std::size_t{index}}; }
};

// "exp", or "loop b", "if causal" for a visit.
[[nodiscard]] inline std::string subject_name(const Tree& tree, const Subject& s) {
  if (!s.visit) return std::string(tree.instruction_name(s.instruction()));
  return (tree.scope(s.scope()).is_loop() ? "loop " : "if ") + tree.scope_name(s.scope());
}

}  // namespace counterpoint
