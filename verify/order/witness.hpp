// Turns a clock into a schedule.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/machine/machine.hpp"

namespace counterpoint {

// Per engine, how many visible stream events and how many retirements of instances a schedule must contain.
struct Target {
  std::vector<std::uint64_t> stream;
  std::vector<std::uint64_t> retired;
};

// A schedule of the machine that performs exactly that, and what internal steps it needs; the target must be the
// closed past of an event, so every step is found enabled sooner or later. With `all`, everything that can happen.
// Appends to `steps` and returns the state reached.
[[nodiscard]] MachineState perform(const Machine& machine, const Target& target, bool all, std::vector<Step>& steps);

// The same, but no engine takes an internal step beyond the last visible event wanted of it.
[[nodiscard]] MachineState perform_held(const Machine& machine, const Target& target, std::vector<Step>& steps);

// The same for a target that contains the event itself, first without internal steps beyond the last visible event
// wanted of each engine: mostly nothing needs them.
void perform_event(const Machine& machine, const Target& target, std::vector<Step>& steps);

// The instructions of the n-th instances (from 1, growing) of an engine: as many as there are.
[[nodiscard]] std::vector<InstructionId> instances_of(const Machine& machine, EngineId engine,
                                                      std::span<const std::uint32_t> ordinals);

}  // namespace counterpoint
