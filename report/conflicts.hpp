// What buffers need of a program: conflicts between accesses against the dependencies given.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/dependence/derive.hpp"

namespace counterpoint::report {

// A summary, then one row for each conflict that is missing or, with `all`, for each.
[[nodiscard]] std::string render_conflicts(const Program& program, const Derivation& derivation);
// Why a conflict is as it is: the dependency that gives it, the path that implies it, "" if it is missing.
[[nodiscard]] std::string conflict_reason(const Program& program, const Derivation& derivation,
                                          const Conflict& conflict);

}  // namespace counterpoint::report
