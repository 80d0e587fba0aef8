// What a program asks for given trip counts: every instance of every instruction, and the retirements it waits for.
// SPDX-License-Identifier: Apache-2.0
//
// What. Equation 1 counts on the consumer's engine: how many retirements of each producer an instance needs depends on
// nothing that other engines do. So each engine of the specification machine is walked by itself, whether or not its
// guards hold, and what they ask for is written down.
// A visit that waits (a control dependency) is no instance: what it waits for is asked of the engine's next instance.
// Source: semantics.md 1. Cost: that of one run.
#pragma once

#include <cstdint>
#include <vector>

#include "core/machine/trips.hpp"
#include "core/program/program.hpp"

namespace counterpoint::neuron {

struct Need {
  InstructionId producer;
  std::int64_t retirements = 0;  // at least 1; may be more than the producer has instances
};

struct Instance {
  InstructionId instruction;
  std::uint32_t ordinal = 0;     // of that instruction, from 1
  std::uint32_t first_need = 0;  // Instances::needs
  std::uint32_t last_need = 0;
};

struct Instances {
  IdVector<EngineId, std::vector<Instance>> engines;  // in the order of the engine's stream
  std::vector<Need> needs;
  IdVector<InstructionId, std::uint32_t> counts;
  std::uint64_t total = 0;
  bool bounded = false;  // the limit was reached: not all of them are there
};

[[nodiscard]] Instances instances_of(const Program& program, const Trips& trips, std::uint64_t limit);

}  // namespace counterpoint::neuron
