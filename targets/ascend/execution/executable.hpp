// Whether a kernel can be executed, before a statement is written.
// SPDX-License-Identifier: Apache-2.0
//
// Source: ascend.md 1.1-1.7, targets/ascend/README.md "The machine".
#pragma once

#include "targets/ascend/execution/primitives.hpp"
#include "targets/ascend/execution/refusal.hpp"
#include "targets/ascend/kernel/kernel.hpp"

namespace counterpoint::ascend {

// What has no meaning, or none here, by name: calls of what the core lacks, brackets in each other, ids that there are
// not, an order of instructions that is not the program's. None if it can be executed.
[[nodiscard]] Refusals not_executable(const Kernel& kernel, const Primitives& primitives);

}  // namespace counterpoint::ascend
