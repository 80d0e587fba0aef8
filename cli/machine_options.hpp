// The options --machine and --set.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/session.hpp"
#include "core/machine/model.hpp"

namespace counterpoint::cli {

// The machine of --machine, a name or a file, with what --set changes. A wrong name or value ends the command (65), a
// word that is neither a machine nor a file too (66).
[[nodiscard]] MachineModel read_model(Session& session);

}  // namespace counterpoint::cli
