// The prover above solvers that say what a test wants: verdicts, memory, disagreement, exceptions, budgets.
// SPDX-License-Identifier: Apache-2.0
#include "smt/solvers/prover.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "core/diagnostic/internal_error.hpp"
#include "smt/solvers/solver.hpp"
#include "tests/core/dependence/choices.hpp"

namespace counterpoint::smt {
namespace {

using counterpoint::testing::check_choices;
using counterpoint::testing::Choices;

enum class Line : std::uint8_t { unsat, sat, gives_up, throws, is_wrong };

// Says one line to everything; counts how often it was started and asked.
struct Actor {
  Line line = Line::unsat;
  int started = 0;
  int asked = 0;
};

class PlayedSolver final : public Solver {
 public:
  explicit PlayedSolver(Actor& actor) : actor_(actor) { ++actor_.started; }
  SolverAnswer check(const Terms&, const Script& script, const SolverLimits&) override {
    ++actor_.asked;
    SolverAnswer answer;
    switch (actor_.line) {
      case Line::unsat: answer.satisfiable = Satisfiable::no; break;
      case Line::sat:
        answer.satisfiable = Satisfiable::yes;
        answer.values.resize(script.variables.size());  // no value for any
        break;
      case Line::is_wrong:
        answer.satisfiable = Satisfiable::yes;
        answer.values.assign(script.variables.size(), -1);
        break;
      case Line::gives_up:
        answer.gave_up = GaveUp::steps;
        answer.spent = true;
        break;
      case Line::throws: throw std::runtime_error("out of ideas");
    }
    return answer;
  }

 private:
  Actor& actor_;
};

std::vector<SolverMaker> cast_of(Actor& z3, Actor& cvc5) {
  return {{"z3", "Z3 0", [&] { return std::make_unique<PlayedSolver>(z3); }},
          {"cvc5", "cvc5 0", [&] { return std::make_unique<PlayedSolver>(cvc5); }}};
}

class ProverWithActors : public ::testing::Test {
 protected:
  ProofResult prove_with(Line first, Line second) {
    z3.line = first;
    cvc5.line = second;
    Prover prover(t, {}, cast_of(z3, cvc5));
    return prover.prove({}, positive, "x is positive");
  }
  Terms t;
  Term x = t.variable("x");
  Term positive = t.at_least(x, t.number(1));
  Actor z3, cvc5;
};

TEST_F(ProverWithActors, ProvedMeansThatEverySolverSaysUnsat) {
  EXPECT_EQ(prove_with(Line::unsat, Line::unsat).answer, ProofAnswer::proved);
  const ProofResult result = prove_with(Line::unsat, Line::gives_up);
  EXPECT_EQ(result.answer, ProofAnswer::unknown);
  EXPECT_EQ(result.reason, "cvc5 gave up after 2000000 steps");
  EXPECT_EQ(prove_with(Line::gives_up, Line::unsat).answer, ProofAnswer::unknown);
  EXPECT_EQ(prove_with(Line::gives_up, Line::sat).answer, ProofAnswer::refuted);
  EXPECT_EQ(prove_with(Line::sat, Line::sat).answer, ProofAnswer::refuted);
}

TEST_F(ProverWithActors, DisagreementIsAFaultOfOurOwnAndShowsTheText) {
  for (const bool turned : {false, true}) {
    try {
      (void)(turned ? prove_with(Line::sat, Line::unsat) : prove_with(Line::unsat, Line::sat));
      FAIL() << "nothing was thrown";
    } catch (const InternalError& e) {
      const std::string what = e.what();
      EXPECT_NE(what.find("says sat"), std::string::npos);
      EXPECT_NE(what.find("(assert (<= v0 0))"), std::string::npos);
    }
  }
}

TEST_F(ProverWithActors, AModelThatIsNoneIsAFault) {
  // x = -1 is not positive: it does refute.
  EXPECT_EQ(prove_with(Line::is_wrong, Line::sat).answer, ProofAnswer::refuted);
  z3.line = Line::is_wrong;
  cvc5.line = Line::sat;
  Prover prover(t, {}, cast_of(z3, cvc5));
  EXPECT_THROW((void)prover.prove({}, t.less(x, t.number(0)), "x is negative"), InternalError);
}

TEST_F(ProverWithActors, AModelWithoutValuesIsAnswered) {
  const ProofResult result = prove_with(Line::sat, Line::sat);
  EXPECT_EQ(result.answer, ProofAnswer::refuted);
  EXPECT_TRUE(result.model.empty());
}

TEST_F(ProverWithActors, ASolverThatThrowsIsUnknownAndIsStartedAnew) {
  z3.line = Line::throws;
  cvc5.line = Line::unsat;
  Prover prover(t, {}, cast_of(z3, cvc5));
  const ProofResult first = prover.prove({}, positive, "x is positive");
  EXPECT_EQ(first.answer, ProofAnswer::unknown);
  EXPECT_EQ(first.reason, "z3 gave up: out of ideas");
  z3.line = Line::unsat;
  EXPECT_EQ(prover.prove({}, t.at_least(x, t.number(2)), "x is large").answer, ProofAnswer::proved);
  EXPECT_EQ(z3.started, 2);
  EXPECT_EQ(cvc5.started, 1);
}

TEST_F(ProverWithActors, OneTextIsAskedOnce) {
  Prover prover(t, {}, cast_of(z3, cvc5));
  const Term y = t.variable("y");
  EXPECT_EQ(prover.prove(std::vector{t.at_least(x, t.number(5))}, positive, "of x").answer, ProofAnswer::proved);
  EXPECT_EQ(prover.prove(std::vector{t.at_least(y, t.number(5))}, t.at_least(y, t.number(1)), "of y").answer,
            ProofAnswer::proved);
  EXPECT_EQ(prover.prove({}, t.boolean(true), "nothing").answer, ProofAnswer::proved);
  EXPECT_EQ(prover.prove(std::vector{positive}, positive, "itself").answer, ProofAnswer::proved);
  EXPECT_EQ(prover.prove(std::vector{t.boolean(false)}, positive, "anything").answer, ProofAnswer::proved);
  EXPECT_EQ(z3.asked, 1);
  EXPECT_EQ(cvc5.asked, 1);
  const ProverStatistics& s = prover.statistics();
  EXPECT_EQ(s.asked, 5U);
  EXPECT_EQ(s.trivial, 3U);
  EXPECT_EQ(s.remembered, 1U);
  EXPECT_EQ(s.distinct, 1U);
  ASSERT_EQ(prover.distinct().size(), 1U);
  EXPECT_EQ(prover.distinct()[0].what, "of x");
  EXPECT_EQ(prover.distinct()[0].uses, 2U);
}

TEST_F(ProverWithActors, WhatIsExpectedIsPartOfWhatIsRemembered) {
  cvc5.line = z3.line = Line::sat;
  Prover prover(t, {}, cast_of(z3, cvc5));
  EXPECT_EQ(prover.consistent(std::vector{positive}, "facts").answer, ProofAnswer::proved);
  EXPECT_EQ(prover.prove(std::vector{positive}, t.boolean(false), "nonsense").answer, ProofAnswer::refuted);
  EXPECT_EQ(prover.distinct().size(), 2U);
  EXPECT_TRUE(prover.distinct()[0].satisfiable);
  EXPECT_EQ(prover.consistent(std::vector{t.boolean(false)}, "none").answer, ProofAnswer::refuted);
  EXPECT_EQ(prover.consistent({}, "all").answer, ProofAnswer::proved);
}

TEST_F(ProverWithActors, WithoutSolversNothingIsProved) {
  Prover prover(t, {}, std::vector<SolverMaker>{});
  const ProofResult result = prover.prove({}, positive, "x is positive");
  EXPECT_EQ(result.answer, ProofAnswer::unknown);
  EXPECT_EQ(result.reason, "this build has none of the solvers asked for");
}

TEST_F(ProverWithActors, TheTotalIsWallClockOfAllTogether) {
  ProverOptions options;
  options.total_milliseconds = 0;
  Prover prover(t, options, cast_of(z3, cvc5));
  const ProofResult result = prover.prove({}, positive, "x is positive");
  EXPECT_EQ(result.answer, ProofAnswer::unknown);
  EXPECT_EQ(result.reason, "the 0 ms for all obligations are over");
  EXPECT_EQ(z3.asked, 0);
}

// Two solvers, each with one of five lines (uniform), in 500 casts: every pair occurs about 20 times.
TEST(ProverProperties, NeverProvesWhatOneSolverDidNotCallUnsat) {
  check_choices(500, 4, [](Choices& c) {
    Terms t;
    Actor z3, cvc5;
    z3.line = static_cast<Line>(c.below(5));
    cvc5.line = static_cast<Line>(c.below(5));
    Prover prover(t, {}, cast_of(z3, cvc5));
    const auto is = [&](Line line) { return z3.line == line || cvc5.line == line; };
    const auto satisfied = is(Line::sat) || is(Line::is_wrong);
    try {
      const ProofResult result = prover.prove({}, t.at_least(t.variable("x"), t.number(1)), "x is positive");
      RC_ASSERT(!(is(Line::unsat) && satisfied));
      const ProofAnswer expected = satisfied                                ? ProofAnswer::refuted
                                   : is(Line::gives_up) || is(Line::throws) ? ProofAnswer::unknown
                                                                            : ProofAnswer::proved;
      RC_ASSERT(result.answer == expected);
      RC_ASSERT(result.reason.empty() == (result.answer != ProofAnswer::unknown));
    } catch (const InternalError&) {
      RC_ASSERT(is(Line::unsat) && satisfied);
    }
  });
}

TEST(ProverWithSolvers, AModelIsOfTheObligationThatWasAskedAlsoWhenRemembered) {
  Terms t;
  Prover prover(t, {});
  for (const char* name : {"x", "y", "z"}) {
    const Term v = t.variable(name);
    const ProofResult result = prover.prove(std::vector{t.at_least(v, t.number(7))}, t.at_least(v, t.number(8)), name);
    EXPECT_EQ(result.answer, ProofAnswer::refuted);
    ASSERT_EQ(result.model.size(), 1U);
    EXPECT_EQ(result.model[0], std::pair(v, std::int64_t{7}));
  }
  EXPECT_EQ(prover.statistics().distinct, 1U);
}

TEST(ProverWithSolvers, AnswersStayRightAfterOneGaveUp) {
  Terms t;
  ProverOptions options;
  options.steps = 3'000;
  Prover prover(t, options);
  std::vector<Term> hard;
  std::vector<Term> at;
  for (int i = 0; i < 9; ++i) {
    at.push_back(t.variable("at" + std::to_string(i)));
    hard.push_back(t.at_least(at.back(), t.number(1)));
    hard.push_back(t.at_most(at.back(), t.number(8)));
    for (std::size_t j = 0; j + 1 < at.size(); ++j) hard.push_back(t.negation(t.equal(at[j], at.back())));
  }
  for (std::int64_t round = 1; round < 5; ++round) {
    hard.push_back(t.at_most(at[0], t.number(round)));
    const ProofResult result = prover.prove(hard, t.boolean(false), "pigeons");
    EXPECT_EQ(result.answer, ProofAnswer::unknown);
    EXPECT_NE(result.reason.find("gave up after 3000 steps"), std::string::npos) << result.reason;
    const std::vector easy{t.at_least(at[0], t.number(round))};
    EXPECT_EQ(prover.prove(easy, t.at_least(at[0], t.number(round - 1)), "easy").answer, ProofAnswer::proved);
    EXPECT_EQ(prover.prove(easy, t.at_least(at[0], t.number(round + 1)), "wrong").answer, ProofAnswer::refuted);
    hard.pop_back();
  }
}

TEST(ProverWithSolvers, TheVersionsOfABuildAreTold) {
  const auto both = solver_versions(SolverChoice::both);
  ASSERT_FALSE(both.empty());
  EXPECT_EQ(both[0].substr(0, 3), "Z3 ");
  EXPECT_EQ(solver_versions(SolverChoice::z3), std::vector{both[0]});
  EXPECT_EQ(solver_versions(SolverChoice::cvc5), std::vector(both.begin() + 1, both.end()));
  EXPECT_EQ(all_solver_choices().size(), 3U);
}

}  // namespace
}  // namespace counterpoint::smt
