// Judges a kernel of an Ascend core against its program, and shows what was found.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/kernel_messages.hpp"
#include "cli/session.hpp"
#include "targets/ascend/kernel/kernel.hpp"
#include "targets/ascend/machine/parameters.hpp"

namespace counterpoint::cli {

// For the trips given; without --trips and the options beside it for a set of assignments. The last line is a verdict.
[[nodiscard]] Exit judge_kernel(Session& session, const ascend::Kernel& kernel, const ascend::Machine& machine,
                                const KernelSources& sources);

}  // namespace counterpoint::cli
