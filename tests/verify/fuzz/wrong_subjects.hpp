// Functions under test with a fault in them, for campaigns that must find it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/text.hpp"
#include "verify/fuzz/oracles.hpp"
#include "verify/fuzz/outline.hpp"

namespace counterpoint::fuzzing {

// Every semaphore of an allocation starts at 1: each wait is one too low.
inline Subject allocates_one_too_low() {
  Subject subject = this_version();
  subject.allocate = [](const Program& program, const AllocationOptions& options) {
    auto made = allocate(program, options);
    if (!made) return made;
    Outline outline = outline_of(print(made->implementation));
    for (Line& l : outline) {
      if (!l.declares("semaphore")) continue;
      for (std::string& s : l.options[0].clauses) s += s.find('=') == std::string::npos ? " = 1" : "";
    }
    made->implementation = parse_implementation(text_of(outline), "too low").value();
    return made;
  };
  return subject;
}

// Every deadlock is taken for an equivalence, by all engines.
inline Subject sees_no_deadlock() {
  Subject subject = this_version();
  subject.decide = [](const Question& q) {
    Judgement j = decide(q, Decider::all);
    if (j.verdict.word == VerdictWord::deadlock) j.verdict.word = VerdictWord::equivalent;
    return j;
  };
  return subject;
}

// An invariant of the allocator breaks where an instruction has two dependencies.
inline Subject throws_at_two_dependencies() {
  Subject subject = this_version();
  subject.allocate = [](const Program& program, const AllocationOptions& options) {
    for (const InstructionId i : program.tree.instructions()) {
      const auto all = program.dependencies_of(i);
      require(all.size() < 2, "an instruction has at most one dependency");
    }
    return allocate(program, options);
  };
  return subject;
}

}  // namespace counterpoint::fuzzing
