// Random implementations of a program: an allocation of ours, or one that looks made by hand.
// SPDX-License-Identifier: Apache-2.0
//
// What. Both have the tree and the streams of the program. The second kind uses everything that the language can say,
// in a way that often works, since an implementation that stops at its first wait tests nothing:
// - each dependency is kept, more or less, in one of seven ways: a counted wait (the count of entries of the common
//   scope, minus the distance, at retirement or at issue), a take, an equality, a flag set and taken, an element of an
//   array at the count mod 2, a wait for a small integer, a stand-alone wait and signal with a fence before it. One in
//   ten is dropped. The semaphore is the dependency's own, the producer's, or one of another dependency: then two
//   engines may write it.
// - on top, with small chances: a wait or an update more on an instruction, stand-alone statements, a decrement, an
//   assignment, a register operation that clobbers, a barrier, with or without reset, between two items.
// Nothing says that it is right: it is for comparing those who decide (with one another, never with an expectation).
// Distribution: see the weights. Choice 0 is a counted wait with nothing on top.
// Cost: linear in the program, times its depth.
#pragma once

#include "core/allocation/allocate.hpp"
#include "core/program/implementation.hpp"
#include "core/program/program.hpp"
#include "verify/generate/choices.hpp"

namespace counterpoint {

// A scheme, extensions, what is counted, and the level.
[[nodiscard]] AllocationOptions generate_options(Choices& choices);

[[nodiscard]] Implementation generate_by_hand(Choices& choices, const Program& program);

// Half an allocation by random options, where that is not refused, half made by hand.
[[nodiscard]] Implementation generate_implementation(Choices& choices, const Program& program);

}  // namespace counterpoint
