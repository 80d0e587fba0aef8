// From cases to texts that can be edited, and back.
// SPDX-License-Identifier: Apache-2.0
#include "core/program/pairing.hpp"
#include "core/text/text.hpp"
#include "verify/fuzz/edits.hpp"

namespace counterpoint::fuzzing {

Draft draft_of(const Case& any) {
  Draft draft;
  draft.program = outline_of(print(any.program));
  if (any.by_hand) draft.implementation = outline_of(print(*any.by_hand));
  draft.options = any.options;
  draft.trips = any.trips;
  draft.window = any.window;
  draft.width = any.width;
  draft.compare = any.compare;
  return draft;
}

std::optional<Case> case_of(const Draft& draft) {
  auto program = parse_program(text_of(draft.program), "program");
  if (!program) return std::nullopt;
  Trips trips(program->tree);
  for (const std::string& option : draft.trips) {
    if (!trips.set(program->tree, option)) return std::nullopt;
  }
  Case out;
  if (draft.implementation) {
    auto implementation = parse_implementation(text_of(*draft.implementation), "implementation");
    if (!implementation || !pair_up(*program, *implementation)) return std::nullopt;
    out.by_hand = std::move(*implementation);
  }
  out.program = std::move(*program);
  out.options = draft.options;
  out.trips = draft.trips;
  out.window = draft.window;
  out.width = draft.width;
  out.compare = draft.compare;
  return out;
}

}  // namespace counterpoint::fuzzing
