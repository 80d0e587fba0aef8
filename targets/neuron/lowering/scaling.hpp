// Which registers can count in steps of a transfer, so that their thresholds need no multiplication.
// SPDX-License-Identifier: Apache-2.0
//
// What. A semaphore that transfers update moves on by 16, so a threshold on it is 16 times that of the text. A register
// that is read for nothing else may hold 16 times its value from the start: its literals are multiplied when the
// program is lowered. The largest set of such registers: all, less those that a comparison, a quotient, an index, or a
// threshold of another semaphore reads or makes, and less those tied to one that is not in the set by a sum, a minimum
// or a copy. A product takes one factor of the set (or a literal multiplied). Cost: linear in operations.
// Source: neuron.md 4.6 (increments of 16).
#pragma once

#include <vector>

#include "core/program/implementation.hpp"
#include "targets/neuron/lowering/identifiers.hpp"

namespace counterpoint::neuron {

using ScaledRegisters = IdVector<EngineId, std::vector<bool>>;  // by register

[[nodiscard]] ScaledRegisters scaled_registers(const Implementation& implementation, const Identifiers& identifiers);

}  // namespace counterpoint::neuron
