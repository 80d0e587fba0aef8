// Steps of the two machines and the trace of a run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/program/tree.hpp"

namespace counterpoint {

// Source: semantics.md 2. Visible: visit (control with dependencies), issue, commit, retire, end. `internal` is any
// other step of an implementation (register operations, stand-alone statements, barriers, leaving and entering scopes).
enum class StepKind : std::uint8_t { internal, visit, issue, commit, retire, end };

struct Step {
  StepKind kind = StepKind::internal;
  EngineId engine;
  std::uint32_t subject = 0;  // InstructionId (issue, commit, retire), ScopeId (visit), else 0
  std::uint32_t ordinal = 0;  // commit: position among the engine's instances in flight, 0 the oldest
  friend bool operator==(const Step&, const Step&) = default;
};

[[nodiscard]] inline bool visible(StepKind k) { return k != StepKind::internal; }

// "issue pe qk", "commit act exp 1", "visit pe kv", "end dve": the line of a trace file.
[[nodiscard]] std::string to_text(const Tree& tree, const Step& step);

}  // namespace counterpoint
