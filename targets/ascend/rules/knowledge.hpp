// What every pipe knows to be complete at every operation, whatever the trip counts.
// SPDX-License-Identifier: Apache-2.0
//
// What. Whoever has gone past a wait knows what the setter knew and had completed. For each instruction u and each pipe
// Q the *age* of u at Q is the least number a such that all of u but its last a dispatched instances are known by Q to
// be complete. Flags and releases of buffer ids have ages too: what whoever waits for them will know.
//   dispatch of u          every age of u grows by one
//   bar P                  ages of P's instructions at P are 0; bar all: all ages at all pipes are 0
//   set on P               the flag's ages: 0 for P's instructions, P's own for all others
//   wait on Q              Q's ages become at most the flag's; on s, where s dispatches, every pipe's at most those of
//   s get, rls               the same with a memory for each id and pipe, of which only other pipes learn
// Ways that meet keep the larger ages; loops are followed until nothing grows. Ages beyond what anyone asks for are
// one.
//
// Needs. A dependency at distance 0 needs age 0 of its producer; at distance k on the innermost common loop, where the
// producer runs once an iteration, an age of k - 1, or k if it stands before the consumer in the body; any other needs
// age 0. `@*` on M asks for all that was dispatched before the current iteration of M: a second entry for the producer,
// which does not grow within an iteration and at the start of one says whether everything is complete.
// A wait for a flag is an instruction too, complete once it is gone past: a set needs it to be known, or the flag may
// be set while it is set (flags of one bit).
//
// Why ages, not distances between operations. They compose through loops of any depth, zero trips, branches, primes and
// drains without a case for each, and a self-dependency is nothing special. Unsound only where a wait does not take
// what the last set before it in the order of dispatch has set; that is what flag_states.hpp asks.
// Cost: operations x phases x (pipes + flags) x entries, a few times. Source: ascend.md 7; semantics.md 1.
#pragma once

#include "targets/ascend/rules/flag_states.hpp"
#include "targets/ascend/rules/rules.hpp"

namespace counterpoint::ascend {

[[nodiscard]] std::vector<Finding> order_findings(const Kernel& kernel, const Required& required,
                                                  const Primitives& primitives, const FlagCalls& calls,
                                                  const PiledCalls& piled);

}  // namespace counterpoint::ascend
