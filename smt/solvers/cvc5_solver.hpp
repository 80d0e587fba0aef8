// cvc5, given the terms of each script.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "smt/solvers/solver.hpp"

namespace counterpoint::smt {

[[nodiscard]] SolverMaker cvc5_maker();

}  // namespace counterpoint::smt
