// What a kernel's synchronisation costs, beside what counters and barriers cost the same program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "targets/ascend/execution/judge.hpp"

namespace counterpoint::cli {

// A table: calls in the text, ids at once, orders that nobody asked for, and the time of a run with these trips. Rows
// that cannot be had are left out.
[[nodiscard]] std::string kernel_costs(const ascend::Kernel& kernel, const ascend::KernelJudge& judge,
                                       const Trips& trips);

}  // namespace counterpoint::cli
