// The passes by name, and what each of them saved.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace counterpoint {

class Implementation;

enum class Pass : std::uint8_t {
#define X(identifier, word, level, summary) identifier,
#include "core/allocation/passes/passes.def"
#undef X
};

// What one pass saved, over all rounds; a number is negative where it added.
struct Saving {
  Pass pass{};
  std::int64_t registers = 0;  // on all engines together
  std::int64_t operations = 0;
  std::int64_t waits = 0;
  std::int64_t semaphores = 0;
  std::int64_t code_bytes = 0;
  double operations_per_issue = 0;  // before each instruction that waits, see Cost
  std::string note = {};            // why it left something undone, if it says so
};

// A pass that the caller brings: it makes of an implementation one that means the same, and may leave a note.
using GivenPass = std::function<Implementation(const Implementation&, std::string& note)>;

}  // namespace counterpoint
