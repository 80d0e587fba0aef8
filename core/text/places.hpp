// Where the parts of a file stand in its text, for reports.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"

namespace counterpoint {

// Positions by number; each list is empty where the text is JSON or has none of them. A tree keeps lines alone, since
// ten million instructions must fit: who reports on a few of them reads the text again.
struct Places {
  std::vector<Position> instructions;  // by InstructionId: the instruction's name
  std::vector<Position> scopes;        // by ScopeId: the word that opens it; none for the root and an `else` left out
  std::vector<Position> waits;         // by place in Implementation::waits: the semaphore's name
  std::vector<Position> alone_waits;   // by place in Implementation::alone_waits
  std::vector<Position> engines;       // by EngineId: where it is declared
};

// Of a text that parses; empty for any other. Linear: one more parse.
[[nodiscard]] Places places_of(std::string_view text);

}  // namespace counterpoint
