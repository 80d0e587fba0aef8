// Which solvers this build has.
// SPDX-License-Identifier: Apache-2.0
#include "smt/solvers/solver.hpp"
#include "smt/solvers/z3_solver.hpp"
#ifdef COUNTERPOINT_WITH_CVC5
#include "smt/solvers/cvc5_solver.hpp"
#endif

namespace counterpoint::smt {

std::vector<SolverMaker> solver_makers() {
  std::vector<SolverMaker> makers{z3_maker()};
#ifdef COUNTERPOINT_WITH_CVC5
  makers.push_back(cvc5_maker());
#endif
  return makers;
}

}  // namespace counterpoint::smt
