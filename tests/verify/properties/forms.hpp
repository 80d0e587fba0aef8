// Where the two forms of per-engine thresholds are exact, written from semantics.md 5.2 and 5.3 alone.
// SPDX-License-Identifier: Apache-2.0
//
// A second opinion on what per-engine allocation chooses: nothing of core/allocation is used. Quadratic, for small
// programs.
#pragma once

#include <vector>

#include "core/program/program.hpp"

namespace counterpoint::testing {

struct FormQuestion {
  const Program& program;
  DependencyId dependency;
  EngineId engine;                   // that waits
  const std::vector<bool>& counted;  // by instruction: updates its engine's semaphore
};

// semantics.md 5.2.
[[nodiscard]] bool sum_form_is_exact(const FormQuestion& q);
// semantics.md 5.3, and 4 "Not defined for".
[[nodiscard]] bool snapshot_form_is_exact(const FormQuestion& q);

}  // namespace counterpoint::testing
