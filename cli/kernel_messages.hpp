// Shows why a kernel cannot be executed, and ends the command.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/files.hpp"
#include "cli/session.hpp"
#include "targets/ascend/synchronise/synchronise.hpp"

namespace counterpoint::cli {

// The texts that messages speak of. That of the kernel is the program's where the kernel was made of it.
struct KernelSources {
  Source program;
  Source kernel;
};

[[noreturn]] void stop_with(Session& session, const ascend::KernelMessages& messages, const KernelSources& sources);

}  // namespace counterpoint::cli
