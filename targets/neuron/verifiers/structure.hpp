// Do the cores of a logical core have the same structure: what the compiler asks before and after it splits them.
// SPDX-License-Identifier: Apache-2.0
//
// Source: neuron.md 5.6; the numbers in the messages are the compiler's own. Linear.
#pragma once

#include "targets/neuron/codec/dump.hpp"
#include "targets/neuron/verifiers/finding.hpp"

namespace counterpoint::neuron {

void check_structure(const DumpSet& set, DumpReport& report);

}  // namespace counterpoint::neuron
