// Waits that the other waits of a stretch of text keep anyway: transitive reduction by clocks.
// SPDX-License-Identifier: Apache-2.0
//
// What. A stretch is a block that every engine enters with all counters as after a reset: behind `barrier reset`, or at
// the start of the program. There a wait for a number on a semaphore that one engine alone counts up is a wait for the
// retirement of one instruction. Each instruction has a clock: for every engine, how many of its instructions in the
// stretch have retired when this one retires at the latest; it joins those that it waits for, all that its engine has
// waited for before, and, since engines retire in order, its engine's own. A wait whose instruction is in the clocks
// of the others is left out.
// Why latest first. Of two waits the one with the larger clock can make the other superfluous and never the reverse,
// so the waits of an instruction are folded in descending order of their clocks; the other way round none would go
// (neuron.md 4.4). Removal is exact: the closed clocks of all instructions stay as they are. The rules of lower_sync,
// the highest wait of each semaphore and the last of each queue, are special cases here.
// Not looked at: registers as thresholds, semaphores that fall, have two writers, or are signalled by a statement
// alone. Cost: linear in the statements, times engines. Source: neuron.md 4.4, 4.7; semantics.md 5.11, 6.
#pragma once

#include <vector>

#include "core/program/implementation.hpp"

namespace counterpoint::neuron {

// By place in Implementation::waits: is it superfluous.
[[nodiscard]] std::vector<bool> superfluous_waits(const Implementation& implementation);

// By scope: does its body begin with all counters as after a reset, each time that it is entered. Needed to be tested.
[[nodiscard]] std::vector<bool> begins_reset(const Implementation& implementation);

}  // namespace counterpoint::neuron
