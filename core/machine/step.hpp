// Steps of the two machines and the trace of a run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "core/program/tree.hpp"

namespace counterpoint {

// Source: semantics.md 2. Visible: visit (control with dependencies), issue, commit, retire, end. `internal` is any
// other step of an implementation that touches what engines share: a stand-alone wait, take, signal, fence, a barrier.
// Register operations and control without dependencies are taken at once with the step before them.
enum class StepKind : std::uint8_t { internal, visit, issue, commit, retire, end };

struct Step {
  // Subjects of internal steps.
  static constexpr std::uint32_t next_statement = 0;  // the stand-alone statement or barrier the engine stands at
  static constexpr std::uint32_t retire_signal = 1;   // the oldest entry in flight, a stand-alone signal at retire

  StepKind kind = StepKind::internal;
  EngineId engine;
  std::uint32_t subject = 0;  // InstructionId (issue, commit, retire), ScopeId (visit), see above (internal), else 0
  std::uint32_t ordinal = 0;  // commit: position among the engine's instances in flight, 0 the oldest
  friend bool operator==(const Step&, const Step&) = default;
};

[[nodiscard]] inline bool visible(StepKind k) { return k != StepKind::internal; }

// "issue pe qk", "commit act exp 1", "visit pe kv", "end dve", "internal pe", "internal pe retire": the line of a
// trace file.
[[nodiscard]] std::string to_text(const Tree& tree, const Step& step);

// The same backwards: one step a line; `#` starts a comment, empty lines are skipped. `lines` gets the line of each
// step, if given. All errors are reported (the first hundred). Linear in the text and the tree.
[[nodiscard]] tl::expected<std::vector<Step>, Diagnostics> parse_trace(const Tree& tree, std::string_view text,
                                                                       std::vector<std::uint32_t>* lines = nullptr);

}  // namespace counterpoint
