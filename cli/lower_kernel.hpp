// The part of `lower` that synchronises the pipes of an Ascend core.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/session.hpp"

namespace counterpoint::cli {

// Whether --target names an Ascend core.
[[nodiscard]] bool lowers_kernel(const Session& session);
[[nodiscard]] Exit lower_kernel(Session& session);
// Ends the command (64) where a form of kernels is asked of another target.
void refuse_kernel_forms(const Session& session);

}  // namespace counterpoint::cli
