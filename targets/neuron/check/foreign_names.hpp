// Do an image and a program speak of the same things: the question that comes before any comparison.
// SPDX-License-Identifier: Apache-2.0
//
// What. Every instruction and scope that the image names must be the program's, and a stream that reads trip counts
// must
//   read those of one of its engines. Words that name something else are those of another program: no verdict on this
//   one follows from them, as `check` gives none on a pair whose names differ.
// What is no matter of names stays for the verdict: an instance too many, one that is not there, another order.
// Cost: linear in the names and words.
#pragma once

#include "core/diagnostic/diagnostic.hpp"
#include "core/program/program.hpp"
#include "targets/neuron/isa/image.hpp"

namespace counterpoint::neuron {

// Empty if they do; else what the program does not have, each with the nearest name that it has.
[[nodiscard]] Diagnostics foreign_names(const Program& program, const Image& image);

}  // namespace counterpoint::neuron
