// Whether a program can run on the pipes of a core.
// SPDX-License-Identifier: Apache-2.0
//
// Source: ascend.md 1.1: `s` dispatches for every pipe, so all of them run the same iterations.
#pragma once

#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "core/program/program.hpp"
#include "targets/ascend/machine/pipe.hpp"

namespace counterpoint::ascend {

// Refusals: engines that are no pipes of a core, pipes with and without a core, divergent scopes. `engines`: where
// those are declared, if anybody knows (core/text/places.hpp).
[[nodiscard]] Diagnostics unfit_for_pipes(const Program& program, Architecture architecture,
                                          const std::vector<Position>& engines = {});

// Refusals of the scopes that are divergent, whatever the engines are.
[[nodiscard]] Diagnostics divergent_scopes(const Tree& tree);

// Refusals of the scopes whose count an instruction loads.
[[nodiscard]] Diagnostics counted_by_instruction(const Program& program);

}  // namespace counterpoint::ascend
