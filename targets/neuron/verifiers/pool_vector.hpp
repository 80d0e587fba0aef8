// Pool and DVE waiting for one another: what the compiler asks of the Pool side.
// SPDX-License-Identifier: Apache-2.0
//
// What. In the body of a loop in which Pool waits for DVE and DVE waits for Pool, every datapath instruction of Pool
//   that DVE waits for raises its engine's semaphore by one, and a second semaphore is raised by one: by itself, or by
//   a drain, or behind a drain, before Pool's next datapath instruction.
// Why. The compiler asserts this of the instructions that it guards against a deadlock of the two engines; the sources
//   give the assertion (sync, more than one semaphore, an engine update of +1) and the remedy (a drain and a second
//   +1), not which instructions are guarded. Here: those of a circle through the back-edge of a loop, which no text
//   without loops has. What stops on the device is not in the model of `check`.
// Source: neuron.md 4.9 and 8 (17). Cost: linear.
#pragma once

#include "targets/neuron/verifiers/finding.hpp"
#include "targets/neuron/verifiers/listing.hpp"

namespace counterpoint::neuron {

void check_pool_vector(const Listing& listing, DumpReport& report);

}  // namespace counterpoint::neuron
