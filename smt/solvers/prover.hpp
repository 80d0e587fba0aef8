// Proves obligations with the solvers at hand, each distinct text once.
// SPDX-License-Identifier: Apache-2.0
//
// What. One incremental solver of each kind lives as long as the prover; an obligation is a push, its assertions and a
// pop. Z3 is given the script's text, cvc5 the terms through its programming interface (libcvc5 1.0.3 has no parser to
// call). Answers are remembered by text.
// Verdicts. `proved` only if every solver asked says unsat. One says sat: `refuted`, with its model. One gives up:
// `unknown`, with which and why. One says unsat and the other sat: InternalError, with the text.
// Budgets are solver steps (Z3's rlimit, cvc5's resource limit), the same on every machine; wall-clock time is a safety
// net, and an answer that it cut off says so. Memory is limited too. A solver that throws is `unknown`, and is started
// anew. Source: certification.md 5 to 7.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smt/terms/script.hpp"
#include "smt/terms/terms.hpp"

namespace counterpoint::smt {

enum class SolverChoice : std::uint8_t { both, z3, cvc5 };

// One line of the table of choices: parser, help and documents read it.
struct SolverEntry {
  SolverChoice choice;
  std::string_view name;
  std::string_view summary;
};
[[nodiscard]] std::span<const SolverEntry> all_solver_choices();
// "Z3 4.8.12", "cvc5 1.0.3": of a choice, what this build would ask; empty if it was built without that solver.
[[nodiscard]] std::vector<std::string> solver_versions(SolverChoice choice);

struct ProverOptions {
  SolverChoice solvers = SolverChoice::both;
  std::uint64_t steps = 2'000'000;                 // of a solver, for one obligation
  std::uint64_t milliseconds = 10'000;             // wall clock, for one obligation and solver
  std::uint64_t memory = std::uint64_t{2} << 30U;  // bytes, of a solver
  // All obligations together, wall clock; past it every one is `unknown`.
  std::optional<std::uint64_t> total_milliseconds;
  // Whether the hypotheses of everything that is proved are asked about, too: what follows from hypotheses that cannot
  // hold together is worth nothing where the program can get (certification.md 5, vacuity).
  bool vacuity = false;
};

enum class ProofAnswer : std::uint8_t { proved, refuted, unknown };

struct ProofResult {
  ProofAnswer answer = ProofAnswer::unknown;
  std::string reason;  // unknown: "z3 gave up after 2000000 steps", "cvc5 gave up after 10000 ms", ...
  // refuted: of the variables of this obligation, also when the answer was remembered; booleans 0 or 1. A value that
  // does not fit in 64 bits is left out.
  std::vector<std::pair<Term, std::int64_t>> model;
};

// An obligation as it was asked first.
struct DistinctObligation {
  std::string what;          // of the first that had this text
  std::string text;          // SMT-LIB
  bool satisfiable = false;  // what is expected: sat (asked by `consistent`), else unsat
  ProofAnswer answer = ProofAnswer::unknown;
  std::uint64_t uses = 0;
};

struct ProverStatistics {
  std::uint64_t asked = 0;    // calls
  std::uint64_t trivial = 0;  // decided by the terms themselves
  std::uint64_t remembered = 0;
  std::uint64_t distinct = 0;
  std::vector<std::string> vacuous;  // `what` of those; empty unless asked for
  double z3_seconds = 0;
  double cvc5_seconds = 0;
};

struct SolverMaker;  // smt/solvers/solver.hpp
struct ProverState;

class Prover {
 public:
  Prover(Terms& terms, ProverOptions options);
  // Asks these solvers, whatever the options choose.
  Prover(Terms& terms, ProverOptions options, std::vector<SolverMaker> makers);
  ~Prover();
  Prover(const Prover&) = delete;
  Prover& operator=(const Prover&) = delete;

  // Whether the hypotheses imply the goal. `what` names it in the program's words.
  [[nodiscard]] ProofResult prove(std::span<const Term> hypotheses, Term goal, std::string_view what);
  // Whether all of them can hold together: `proved` if every solver asked says sat (vacuity).
  [[nodiscard]] ProofResult consistent(std::span<const Term> facts, std::string_view what);

  [[nodiscard]] const std::vector<DistinctObligation>& distinct() const;  // in the order asked
  [[nodiscard]] const ProverStatistics& statistics() const;

 private:
  std::unique_ptr<ProverState> state_;
};

}  // namespace counterpoint::smt
