// Reads the text of a kernel against the program that it synchronises.
// SPDX-License-Identifier: Apache-2.0
//
// The grammar is in docs/ascend.md. A kernel has the loops, conditionals and instructions of its program in the order
// of its text, each instruction on the pipe that is its engine; between them stands what synchronises.
#pragma once

#include <memory>
#include <string_view>
#include <tl/expected.hpp>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/ascend/kernel/kernel.hpp"

namespace counterpoint::ascend {

// Errors have line and column and come in the order of the text, at most one a line and a hundred in all. Linear.
[[nodiscard]] tl::expected<Kernel, Diagnostics> parse_kernel(std::string_view text,
                                                             std::shared_ptr<const Program> program);

}  // namespace counterpoint::ascend
