// Signals that make both branches of a conditional count a semaphore up by as much.
// SPDX-License-Identifier: Apache-2.0
//
// What. A number as a threshold behind a conditional can only be right if every path that joins there has counted the
// same. On the shorter path this adds a stand-alone signal at retire for what is missing, on the engine that counts the
// semaphore. Inner conditionals first: once padded, both of their branches count as the larger.
// Where. Only semaphores that one engine alone counts up, at retirement, by numbers that the text knows: loops around
// the updates within the branch have a number of trips. All others are left as they are; `padded` says how many were
// changed. It changes what a run counts, so `lower` does not do it by itself: our schemes have thresholds in registers,
// or a barrier at every conditional. Cost: linear in the text, times a logarithm. Source: neuron.md 4.5.
#pragma once

#include <cstddef>

#include "core/program/implementation.hpp"

namespace counterpoint::neuron {

struct Padded {
  Implementation implementation;
  std::size_t padded = 0;  // signals added
};

[[nodiscard]] Padded pad_paths(const Implementation& implementation);

}  // namespace counterpoint::neuron
