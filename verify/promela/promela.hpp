// Writes a pair as a Promela model, so that SPIN can decide it beside our own engines.
// SPDX-License-Identifier: Apache-2.0
//
// What. Two processes for each engine: one takes its stream, written out for the given trips with all registers and
// masks worked out (verify/explore/linear.hpp), the other its retirements in order. Equation 1 is an assertion at
// every visible step; a deadlock is an invalid end state, which SPIN finds by itself.
// Why this way. It is what a careful person would write: SPIN looks only at the statement each process stands at, and a
// state is where the processes stand and what the semaphores hold. So its reachable states are exactly those of
// exploration, which a test and the benchmark compare: a step is one d_step, a process that has ended blocks instead of
// dying, and going on after a barrier is no step of its own but a guard of the next.
// Invariant. A variable that counts entries or retirements is a function of where its process stands, and adds no
// state. Limits: signed comparison without a width; numbers of 32 bits; refuses what goes beyond. `refines` is not
// asked. A program that is itself stuck is an invalid end state too, which is no fault of the implementation.
// Cost: O(events) of text. Source: semantics.md 3.
#pragma once

#include <string>
#include <tl/expected.hpp>

#include "core/diagnostic/diagnostic.hpp"
#include "verify/question.hpp"

namespace counterpoint {

// Trips and the window of the question are used; its limit bounds the events. A refusal (69) says what cannot be said.
[[nodiscard]] tl::expected<std::string, Diagnostics> write_promela(const Question& question);

}  // namespace counterpoint
