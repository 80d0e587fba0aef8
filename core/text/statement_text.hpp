// Parts of statements as they are written, for reports.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/program/implementation.hpp"

namespace counterpoint {

// "w", "-3"; "" if there is none.
[[nodiscard]] std::string operand_text(const Implementation& implementation, EngineId e, Operand o);
// "s_kv_dma >= w", "free[i] == 1"; whether it takes is for who prints.
[[nodiscard]] std::string test_text(const Implementation& implementation, EngineId e, const Wait& w);
// "w := gt(t_kv, 2)".
[[nodiscard]] std::string operation_text(const Implementation& implementation, EngineId e, const RegisterOperation& x);

}  // namespace counterpoint
