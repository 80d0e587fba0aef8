// Obligations as files, one each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "smt/solvers/prover.hpp"

namespace counterpoint::cli {

// Makes the folder if it is missing. Ends the command (64) if it holds anything but files that an earlier call wrote.
void check_dump_folder(const std::string& folder);

// Writes obligation-0001.smt2, ..., each in one step, and removes those that an earlier call left beyond the last.
void dump_obligations(const std::string& folder, const std::vector<smt::DistinctObligation>& obligations);

}  // namespace counterpoint::cli
