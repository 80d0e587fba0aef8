// A program and an implementation of it, run together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/files.hpp"
#include "cli/session.hpp"
#include "core/machine/machine.hpp"
#include "core/program/pairing.hpp"
#include "report/run.hpp"

namespace counterpoint::cli {

// Gives the implementation, read from `source`, what it leaves out of the program. Ends the command (65) if it is no
// implementation of the program.
Pairing complete_from(Session& session, const Program& program, Implementation& implementation, const Source& source);

// Facts that bound what a run says: window, width, comparison, resized scopes.
void add_bounds(const Session& session, const Machine& machine, report::OutcomeLine& line);

// `run PROGRAM --against IMPL`: random runs of each, taken step by step on the other.
Exit run_pair(Session& session);

}  // namespace counterpoint::cli
