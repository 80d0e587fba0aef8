// One semaphore per engine, its threshold a sum over the bodies that hold counted instructions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/allocation/engine_counting.hpp"
#include "core/allocation/threshold.hpp"

namespace counterpoint {

// More terms than these cost more than any other form, and would make the output quadratic.
inline constexpr std::size_t sum_terms_limit = 16;

// Whether every scope below s down to p runs at least once, however often s does.
[[nodiscard]] bool always_run(const Tree& tree, ScopeId s, ScopeId p);
// Empty if the sum form is exact for a consumer on engine e, else why not.
[[nodiscard]] std::string_view why_no_sum(const Formula& f, EngineId e, const EngineCounting& counting);
[[nodiscard]] Value sum_threshold(const Formula& f, const EngineCounting& counting, Lowering& lower);

}  // namespace counterpoint
