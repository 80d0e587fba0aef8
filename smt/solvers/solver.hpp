// One solver of satisfiability, as the prover sees it.
// SPDX-License-Identifier: Apache-2.0
//
// Each solver has a source file of its own, the only one that includes its header. A build without one leaves that file
// out; `solver_makers` lists what is there. A new solver is a file, a line in that list and one in the table of
// choices. Source: certification.md 7.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "smt/terms/script.hpp"
#include "smt/terms/terms.hpp"

namespace counterpoint::smt {

struct SolverLimits {
  std::uint64_t steps = 0;         // for one check, in the solver's own unit; 0: none
  std::uint64_t milliseconds = 0;  // wall clock, for one check; 0: none
  std::uint64_t memory = 0;        // bytes; 0: none
};

enum class Satisfiable : std::uint8_t { no, yes, unknown };

enum class GaveUp : std::uint8_t { no, steps, time, otherwise };

struct SolverAnswer {
  Satisfiable satisfiable = Satisfiable::unknown;
  GaveUp gave_up = GaveUp::no;  // why it is unknown
  std::string reason;           // the solver's own words, if gave_up is `otherwise`
  // Satisfiable: values of the script's variables, in its order (booleans 0 or 1); none where the solver has no value
  // or it does not fit in 64 bits.
  std::vector<std::optional<std::int64_t>> values;
  bool spent = false;  // start anew before the next check
};

class Solver {
 public:
  Solver() = default;
  virtual ~Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  // Whether what the script asserts can hold. It leaves nothing behind that changes a later answer. What it throws
  // leaves it unusable.
  [[nodiscard]] virtual SolverAnswer check(const Terms& terms, const Script& script, const SolverLimits& limits) = 0;
};

struct SolverMaker {
  std::string name;     // "z3", as the command line has it
  std::string version;  // "Z3 4.8.12"
  std::function<std::unique_ptr<Solver>()> make;
};

// Of this build, in the order in which they are asked.
[[nodiscard]] std::vector<SolverMaker> solver_makers();

}  // namespace counterpoint::smt
