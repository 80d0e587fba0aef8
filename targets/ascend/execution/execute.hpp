// A kernel into an implementation of its program: what every primitive does, in the language's own statements.
// SPDX-License-Identifier: Apache-2.0
//
// What.
//   set P>Q #i     P: signal P_Q[i] += 1 at retire     once all before it on P has completed; P goes on
//   wait P>Q #i    Q: take P_Q[i] >= 1                 holds Q; the flag is 0 again (or counts, see flags.hpp)
//   bar P          P: fence                            bar all: barrier
//   get P #i       P: wait b_i_Q >= releases passed    for every other pipe Q that releases #i (brackets.hpp)
//   rls P #i       P: signal b_i_P += 1 at retire
//   alloc, enque, deque, free, fetch                   sets and waits with ids (queue_writer.hpp)
//   cset, cwait    counters between cores (cross_flags.hpp); on c220 a cwait is one on s
//   a wait on s    and then every other pipe waits until s has gone past it, since s dispatches (a choice)
// Of several cores each has all this for itself; there bar all is fences, then each pipe waits for the others' arrival.
// set(P>P) is nothing and wait(P>P) is a bar(P), as on the chip. A call that names an event or a pipe which the core
// has not is nothing on 3510. Queues, pipe objects and scratch tensors are declarations: nothing. At the end all free
// events are waited for. A rotating id is id + (T - 1 + shift) mod count, with a register for T on the pipes that need
// it.
//
// Why an implementation. The deciders, the simulator, the timelines and the metrics of counters then apply unchanged,
// and two schemes can be compared because they are statements of one machine.
// Invariant. Every instruction of the program stands where the kernel has it; the order of text decides what a get and
// a queue see, since the scalar unit dispatches in that order. Cost: linear, times the ids where ids are worked out.
// Source: ascend.md 1.2-1.8, targets/ascend/README.md "The machine".
#pragma once

#include <tl/expected.hpp>

#include "targets/ascend/execution/flags.hpp"

namespace counterpoint::ascend {

// Refuses what has no meaning, or none here, by name (refusal.hpp). `required` is required_program of the same kernel.
[[nodiscard]] tl::expected<Implementation, Refusals> execute(const Kernel& kernel, const Required& required,
                                                             const Primitives& primitives,
                                                             FlagForm form = FlagForm::flags);

}  // namespace counterpoint::ascend
