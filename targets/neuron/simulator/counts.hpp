// Trip counts of a run for the streams of an image.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include "core/diagnostic/diagnostic.hpp"
#include "core/machine/trips.hpp"
#include "core/program/tree.hpp"
#include "targets/neuron/isa/image.hpp"
#include "targets/neuron/simulator/simulator.hpp"

namespace counterpoint::neuron {

// The scopes and engines that an image names, as a tree without nesting and without instructions: all that trip counts
// need where the program is not at hand. A scope NAME.else makes NAME a conditional; any other is a divergent loop. A
// scope called "root" runs once.
[[nodiscard]] Tree tree_of(const Image& image);

// Counts for the image's scopes and streams, found in the tree by name: a stream reads those of the engine that it
// counts as. On a scope or engine that the tree does not have: a diagnostic.
[[nodiscard]] tl::expected<TripCounts, Diagnostic> counts_of(const Image& image, const Tree& tree, Trips trips);

}  // namespace counterpoint::neuron
