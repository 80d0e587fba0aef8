// Words and exit codes of verdicts.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/verdict.hpp"

#include <array>

namespace counterpoint {

std::string_view to_text(VerdictWord w) {
  constexpr std::array<std::string_view, 6> words = {"equivalent", "refines",   "unsafe",
                                                     "deadlock",   "undecided", "clean"};
  return words[static_cast<std::size_t>(w)];
}

int exit_code(VerdictWord w, bool exact) {
  switch (w) {
    case VerdictWord::equivalent:
    case VerdictWord::clean: return 0;
    case VerdictWord::refines: return exact ? 10 : 0;
    case VerdictWord::undecided: return 5;
    default: return 10;
  }
}

int severity(VerdictWord w) {
  switch (w) {
    case VerdictWord::unsafe: return 3;
    case VerdictWord::deadlock: return 2;
    case VerdictWord::refines: return 1;
    default: return 0;
  }
}

std::string consumer_name(const Tree& program, const OverSynchronised& x) {
  if (x.visit.valid()) return "start of " + program.scope_name(x.visit);
  return std::string(program.instruction_name(x.consumer));
}

std::uint32_t consumer_line(const Tree& program, const OverSynchronised& x) {
  return x.visit.valid() ? program.scope(x.visit).line : program.line_of(x.consumer);
}

}  // namespace counterpoint
