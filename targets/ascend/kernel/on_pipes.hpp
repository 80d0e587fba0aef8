// A program of other engines on the pipes of an Ascend core.
// SPDX-License-Identifier: Apache-2.0
//
// What. Each engine becomes the pipe that engines.def has for it, several of them one pipe, which then runs their
//   instructions in the order of the text. Buffers, accesses, loops, conditionals and times stay. Dependencies are left
//   out, and with them instructions that access nothing and only carry them: on pipes the accesses say what is needed.
// Why. So that the kernels of examples/kernels, written for engines of another core, are inputs of every scheme here
//   and the schemes are compared on the same programs. The core is one with all pipes, cube and vector.
// Does not fit, by name: an engine that is not in the table, a scope that engines run differently often, a scope whose
//   count an instruction loads.
// Cost. Linear. Source: ascend.md 1.1.
#pragma once

#include <string_view>
#include <tl/expected.hpp>

#include "core/diagnostic/diagnostic.hpp"
#include "core/program/program.hpp"

namespace counterpoint::ascend {

// Every reason why it does not fit.
[[nodiscard]] tl::expected<Program, Diagnostics> on_pipes(const Program& program);

}  // namespace counterpoint::ascend
