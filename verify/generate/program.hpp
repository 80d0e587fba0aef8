// Random programs: from choices to a Program.
// SPDX-License-Identifier: Apache-2.0
//
// What. A valid program within a shape. Choice 0 everywhere gives one engine with one instruction.
// Distribution, for the shape as it comes:
// - engines: one (1/8), else 2 to 3, equally likely; each instruction on any, so engines without work in a block, in a
//   scope or at all are common.
// - the root has 1 to 4 items, another body 0 (1/8) to 3: blocks of 1 to 3 instructions (4/8), loops (3/8),
// conditionals
//   (1/8, half with an else). Loops are dynamic (7/15), constant of 0 to 3 trips (5/15) or divergent (3/15); a quarter
//   of the conditionals is divergent.
// - 0 to 12 dependencies, consumer and producer of equal chance, one in ten on itself; one in eight scopes has a
// control
//   dependency. Each common loop has distance 0 (8/15), 1 (4/15), 2 (2/15) or up to the largest (1/15), inside a loop
//   with a distance also a negative one; one in four with one component ends in `@*`.
// - A dependency of distance 0 on the consumer itself or on something later may mean a deadlock: half of those on a
//   producer in constant loops below stay, and one in sixteen of the others, the rest gets distance 1 on a common loop
//   or is turned round. So most programs complete, if trips are uniform.
// Invariant: every number of instructions, scopes, dependencies stays within the shape whatever the choices are, and
// the names are i0, i1, ... (instructions), e0 (engines), L0, L1, ... (loops), A1, ... (conditionals), b0 (buffers).
// Cost: linear in what is drawn, times its depth.
#pragma once

#include "core/program/program.hpp"
#include "verify/generate/choices.hpp"
#include "verify/generate/shape.hpp"

namespace counterpoint {

[[nodiscard]] Program generate_program(Choices& choices, const Shape& shape);

}  // namespace counterpoint
