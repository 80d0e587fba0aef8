// Which message belongs to which file.
// SPDX-License-Identifier: Apache-2.0
#include "cli/kernel_messages.hpp"

namespace counterpoint::cli {

void stop_with(Session& session, const ascend::KernelMessages& messages, const KernelSources& sources) {
  if (messages.of_kernel.empty()) session.stop(messages.of_program, sources.program);
  session.show(messages.of_program, sources.program);
  session.stop(messages.of_kernel, sources.kernel);
}

}  // namespace counterpoint::cli
