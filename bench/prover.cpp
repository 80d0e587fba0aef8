// Speed of terms, scripts and the prover: obligations a second, distinct and remembered, of each solver.
// SPDX-License-Identifier: Apache-2.0
//
// The obligation is the guard of a wait (certification.md 3) with a producer of three instructions: a dozen hypotheses
// on eight variables, a choice for the producer's count, a goal that says when the wait may pass. For distinct ones the
// distance and the increments vary, so that no two have one text; for remembered ones the variables have other names
// each time. Making an obligation's terms is part of each measurement and is measured alone too.
#include "smt/solvers/prover.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <string>
#include <vector>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::bench {
namespace {

using smt::Prover;
using smt::ProverOptions;
using smt::SolverChoice;
using smt::Term;
using smt::Terms;

struct Guard {
  std::vector<Term> hypotheses;
  Term goal;
};

// The wait of a consumer `distance` iterations behind the second of `n` instructions that raise one semaphore by `inc`.
Guard guard(Terms& t, const std::string& name, std::int64_t distance, std::int64_t n, std::int64_t inc) {
  const auto v = [&](const char* of) { return t.variable(name + of); };
  const Term entries = v("E"), trip = v("T"), target = v("N"), count = v("C");
  const Term cursor = v("F"), passed = v("q"), wait = v("W"), ordinal = v("r");
  const Term retired = t.ite(t.at_least(passed, t.number(2)), cursor, t.plus(cursor, -1));
  const Term semaphore = t.scale(inc, t.add(t.scale(n, t.plus(cursor, -1)), passed));
  Guard g;
  g.hypotheses = {
      t.at_least(trip, t.number(1)),
      t.at_least(entries, trip),
      t.equal(ordinal, entries),
      t.implies(t.both(t.at_least(target, t.number(1)), t.less(target, entries)), t.equal(count, target)),
      t.at_least(passed, t.number(0)),
      t.at_most(passed, t.number(n)),
      t.at_least(cursor, t.number(0)),
      t.implies(t.less(passed, t.number(n)), t.at_least(cursor, t.number(1))),
      t.equal(target, t.plus(entries, -distance)),
      t.equal(wait, t.ite(t.greater(trip, t.number(distance)),
                          t.plus(t.scale(inc * n, t.plus(ordinal, -distance)), -inc * (n - 2)), t.number(0)))};
  // Retired counts of a producer are not negative.
  g.hypotheses.push_back(t.at_least(semaphore, t.number(0)));
  g.goal =
      t.iff(t.at_least(semaphore, wait), t.either(t.at_most(trip, t.number(distance)), t.at_least(retired, count)));
  return g;
}

void make_terms(benchmark::State& state) {
  Terms t;
  std::size_t made = 0;
  for (auto _ : state) made += guard(t, "l", 1, 3, 1).hypotheses.size();
  benchmark::DoNotOptimize(made);
  state.SetItemsProcessed(state.iterations());
}

void print_script(benchmark::State& state) {
  Terms t;
  const Guard g = guard(t, "l", 1, 3, 1);
  std::size_t bytes = 0;
  for (auto _ : state) bytes += smt::script_of(t, g.hypotheses, g.goal).text.size();
  state.SetItemsProcessed(state.iterations());
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

void prove_distinct(benchmark::State& state, SolverChoice solvers) {
  Terms t;
  ProverOptions options;
  options.solvers = solvers;
  Prover prover(t, options);
  std::int64_t i = 0;
  for (auto _ : state) {
    const Guard g = guard(t, "l", 1 + i % 50, 2 + i / 50 % 50, 1 + i / 2500);
    ++i;
    require(prover.prove(g.hypotheses, g.goal, "guard").answer == smt::ProofAnswer::proved, "a guard holds");
  }
  require(prover.statistics().remembered == 0, "no two are the same");
  state.SetItemsProcessed(state.iterations());
}

void prove_remembered(benchmark::State& state, SolverChoice solvers) {
  Terms t;
  ProverOptions options;
  options.solvers = solvers;
  Prover prover(t, options);
  std::int64_t i = 0;
  for (auto _ : state) {
    const Guard g = guard(t, "l" + std::to_string(i++), 1, 3, 1);
    require(prover.prove(g.hypotheses, g.goal, "guard").answer == smt::ProofAnswer::proved, "a guard holds");
  }
  require(prover.statistics().distinct == 1, "all are the same");
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(make_terms);
BENCHMARK(print_script);
BENCHMARK_CAPTURE(prove_distinct, z3, SolverChoice::z3)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(prove_distinct, cvc5, SolverChoice::cvc5)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(prove_distinct, both, SolverChoice::both)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(prove_remembered, both, SolverChoice::both)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace counterpoint::bench

BENCHMARK_MAIN();
