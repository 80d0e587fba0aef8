// Kernels as text, one operation a line.
// SPDX-License-Identifier: Apache-2.0
//
// The grammar is in docs/ascend.md; parse_kernel.hpp reads it back. Cost: linear. Source: ascend.md, "Notation".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "targets/ascend/kernel/kernel.hpp"

namespace counterpoint::ascend {

// parse_kernel(print_kernel(k)) is k, but for operations that were taken out.
[[nodiscard]] std::string print_kernel(const Kernel& kernel);
// Without header and without the lines of declarations; for tests and messages.
[[nodiscard]] std::string print_body(const Kernel& kernel);

// One operation without its regions: "set mte2>v #0", "v: add(r a; w b)", "loop k {", "if c {".
[[nodiscard]] std::string op_text(const Kernel& kernel, OpId o);
// "#3", "#id", "#(0 + (k+1) mod 2)".
[[nodiscard]] std::string flag_id_text(const Kernel& kernel, const FlagId& flag);
// "mte2>v".
[[nodiscard]] std::string event_text(Pipe from, Pipe to);

// The line of the text of print_kernel on which each operation stands, by operation; 0 for those taken out.
[[nodiscard]] std::vector<std::uint32_t> lines_of(const Kernel& kernel);

}  // namespace counterpoint::ascend
