// Z3, given the text of each script.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "smt/solvers/solver.hpp"

namespace counterpoint::smt {

[[nodiscard]] SolverMaker z3_maker();

}  // namespace counterpoint::smt
