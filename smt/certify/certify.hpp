// Decides a pair for all trip counts.
// SPDX-License-Identifier: Apache-2.0
//
// What. `equivalent` if for every consumer all safe and live obligations are proved; `refines` if all safe ones are and
// every wait holds in sequential order (uniform trips). What is not proved is no refutation: a bounded search for a
// real run then decides between `unsafe`, `deadlock` and `undecided`, or shows how much `refines` over-waits. It does
// not ask who made the implementation. Everything that a proof leans on is in the prover's obligations. Source:
// certification.md 5, semantics.md 3.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/machine/verdict.hpp"
#include "core/program/implementation.hpp"
#include "core/program/pairing.hpp"
#include "core/program/program.hpp"
#include "smt/certify/lag.hpp"
#include "smt/obligations/consumer.hpp"
#include "smt/range/range.hpp"
#include "smt/solvers/prover.hpp"
#include "smt/solvers/solver.hpp"
#include "verify/refute/refute.hpp"

namespace counterpoint::smt {

struct CertifyOptions {
  std::uint32_t width = 0;  // bits of registers and semaphores, 0: unbounded
  Comparison compare = Comparison::as_signed;
  ProverOptions prover;
  std::vector<SolverMaker> makers;  // ask these instead of the solvers that `prover` chooses, unless empty
  bool keep_invariants = false;     // for certificates
  // What is asked of the prover before the rest is left undecided, and so much more for each consumer: the same on
  // every machine. Looked at after each consumer. Enough for a hundred times what a kernel needs; what needs more are
  // bodies of hundreds of loops in each other, or that share one semaphore.
  std::uint64_t most_asked = 32'000'000;
  std::uint64_t most_asked_each = 256;
  // Told how many consumers of how many are done, for what refines once more; returns false to stop.
  std::function<bool(std::size_t done, std::size_t of)> progress;
};

// What was proved of a pair; no search yet.
struct Proof {
  VerdictWord word = VerdictWord::undecided;  // equivalent, refines or undecided
  std::string reason;                         // undecided: "construct", "obligation", "budget", "interrupted"
  std::vector<std::string> assumptions;       // "no-overflow", "uniform"
  std::vector<std::string> refusals;          // constructs that are not covered
  std::vector<OpenObligation> open;           // what is not proved (equivalent: none)
  std::size_t consumers = 0;
  std::size_t terms = 0;  // distinct ones that were made: what memory grows with
  std::vector<DistinctObligation> obligations;
  bool wrapped = false;          // waits compare by wrapped difference: the ranges are over trips, else over entries
  std::optional<Ranges> ranges;  // with a width: up to where its proofs about integers hold
  std::vector<Invariant> invariants;  // of every walk, if they were to be kept
  ProverStatistics statistics;
};

[[nodiscard]] Proof prove_pair(const Program& program, const Implementation& implementation, const Pairing& pairing,
                               const CertifyOptions& options);

// Who proves, as verdicts name it: "z3+cvc5", "z3".
[[nodiscard]] std::string solvers_of(SolverChoice c);

// Past a bound on entries numbers wrap: at a width so small that the first trip counts that show it can be run.
struct Beyond {
  std::uint32_t width = 0;
  std::int64_t entries = 0;                // the bound at that width
  VerdictWord word = VerdictWord::unsafe;  // of the run past it
  std::vector<std::string> trip_options;   // what to type after --trips to see it
};

// The proof, and the search where it is needed.
struct Certification {
  Verdict verdict;  // by "z3+cvc5" or the engine whose run refutes; bound "trips=all", or
                    // that of the run which refutes; undecided: none
  Proof proof;
  std::optional<RefuteResult> search;
  std::optional<Beyond> beyond;   // with a width, where a small one shows what happens past the bound
  std::optional<GrowingLag> lag;  // by wrapped difference: a run that breaks what is assumed, once it is long enough
};

// Only up to where numbers fit, as `prove_pair` proves it of a pair that is not refused.
[[nodiscard]] Ranges prove_bounds(const Program& program, const Implementation& implementation, const Pairing& pairing,
                                  const CertifyOptions& options);

struct SearchOptions {
  bool search = true;                            // whether to look for a run where something is not proved
  std::uint64_t work = std::uint64_t{1} << 26U;  // see RefuteOptions
  std::function<bool()> stop;
};

// Throws InternalError if a run contradicts what was proved: nothing that either says can then be trusted.
[[nodiscard]] Certification certify(const Program& program, const Implementation& implementation,
                                    const Pairing& pairing, const CertifyOptions& options,
                                    const SearchOptions& search = {});

}  // namespace counterpoint::smt
