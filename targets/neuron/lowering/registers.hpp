// How long a stream needs each register, and which of the core's it gets.
// SPDX-License-Identifier: Apache-2.0
//
// What. For each register of a draft an interval of the stream: from its first to its last mention; from the start,
// where it may be read before it is written (then it must be set to 0 there: the core's registers start at
// 0xFFFFFFFF, the language's at 0); and to the end of each loop into which a value flows from outside or from the
// iteration before. Registers whose intervals do not meet may share one.
// Why this way. A walk along the text knows of each register the innermost scope in which it has surely been written
// (a conditional writes what both branches write; a loop that may run zero times writes nothing). A read below a loop
// that this scope lies outside of sees a value from outside, so the loop keeps it to its end. Intervals may be too
// long, never too short; of intervals the fewest colours are as many as overlap anywhere, and the walk in the order of
// their starts finds them. A read comes before the write of the same record, so both may be one register.
// Cost: linear in mentions, times a logarithm. Source: semantics.md 5.10; neuron.md 1.1 (62 registers).
#pragma once

#include <cstdint>
#include <vector>

#include "targets/neuron/lowering/draft.hpp"

namespace counterpoint::neuron {

struct RegisterNeed {
  bool mentioned = false;
  bool zero = false;  // must hold 0 at the start
  std::size_t first = 0;
  std::size_t last = 0;  // twice the record's place, one more for a write
};
using RegisterNeeds = std::vector<RegisterNeed>;  // by DraftRegister

[[nodiscard]] RegisterNeeds registers_needed(const Draft& draft);

struct Colouring {
  std::vector<std::uint8_t> number;  // by DraftRegister; cut off at 255 where `used` is larger
  std::size_t used = 0;              // how many the stream needs
};
[[nodiscard]] Colouring colour(const RegisterNeeds& needs);

}  // namespace counterpoint::neuron
