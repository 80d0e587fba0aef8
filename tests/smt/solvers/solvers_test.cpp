// Z3 and cvc5 against each other, against values, and against their limits.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "smt/solvers/prover.hpp"
#include "smt/solvers/solver.hpp"
#include "smt/terms/evaluate.hpp"
#include "tests/smt/drawn_expression.hpp"

namespace counterpoint::smt {
namespace {

using counterpoint::testing::check_choices;
using namespace testing;

// n + 1 pigeons with a hole of n each, no two in one: unsatisfiable, and hard from n = 9 or so.
std::vector<Term> pigeons(Terms& t, std::int64_t holes) {
  std::vector<Term> at, facts;
  for (std::int64_t i = 0; i <= holes; ++i) {
    at.push_back(t.variable("at" + std::to_string(i)));
    facts.push_back(t.at_least(at.back(), t.number(1)));
    facts.push_back(t.at_most(at.back(), t.number(holes)));
    for (std::size_t j = 0; j + 1 < at.size(); ++j) facts.push_back(t.negation(t.equal(at[j], at.back())));
  }
  return facts;
}

class EachSolver : public ::testing::Test {
 protected:
  // Of every solver that the build has.
  static void each(const std::function<void(const std::string& name, Solver&)>& visit) {
    const auto makers = solver_makers();
    ASSERT_FALSE(makers.empty());
    for (const SolverMaker& m : makers) {
      SCOPED_TRACE(m.name);
      const auto solver = m.make();
      visit(m.name, *solver);
    }
  }
  [[nodiscard]] Script unsatisfiable(const std::vector<Term>& facts) { return script_of(t, facts, t.boolean(false)); }

  Terms t;
};

TEST_F(EachSolver, ATinyBudgetOfStepsGivesUpAndNeverAnswers) {
  const Script hard = unsatisfiable(pigeons(t, 5));
  each([&](const std::string&, Solver& solver) {
    for (const std::uint64_t steps : {1, 2, 5, 20}) {
      const SolverAnswer answer = solver.check(t, hard, {steps, 0, 0});
      EXPECT_EQ(answer.satisfiable, Satisfiable::unknown) << steps;
      EXPECT_EQ(answer.gave_up, GaveUp::steps) << steps << " " << answer.reason;
      EXPECT_TRUE(answer.spent);
      break;  // spent
    }
  });
  for (const std::uint64_t steps : {2, 5, 20}) {
    each([&](const std::string&, Solver& solver) {
      EXPECT_EQ(solver.check(t, hard, {steps, 0, 0}).gave_up, GaveUp::steps) << steps;
    });
  }
  each([&](const std::string&, Solver& solver) {
    EXPECT_EQ(solver.check(t, hard, {0, 0, 0}).satisfiable, Satisfiable::no);
  });
}

TEST_F(EachSolver, TheSameBudgetGivesTheSameAnswerEveryTime) {
  const Script hard = unsatisfiable(pigeons(t, 6));
  for (const std::uint64_t steps : {100, 3'000, 30'000}) {
    std::vector<std::vector<Satisfiable>> rounds;
    for (int round = 0; round < 3; ++round) {
      rounds.emplace_back();
      each([&](const std::string&, Solver& solver) {
        rounds.back().push_back(solver.check(t, hard, {steps, 0, 0}).satisfiable);
      });
    }
    EXPECT_EQ(rounds[0], rounds[1]) << steps;
    EXPECT_EQ(rounds[0], rounds[2]) << steps;
  }
}

TEST_F(EachSolver, TheWallClockIsASafetyNet) {
  const Script hard = unsatisfiable(pigeons(t, 14));
  each([&](const std::string&, Solver& solver) {
    const SolverAnswer answer = solver.check(t, hard, {0, 100, 0});
    EXPECT_EQ(answer.satisfiable, Satisfiable::unknown);
    EXPECT_EQ(answer.gave_up, GaveUp::time) << answer.reason;
  });
}

TEST_F(EachSolver, NothingOfACheckIsLeftForTheNext) {
  const Term x = t.variable("x"), p = t.variable("p", Sort::boolean);
  const Script low = unsatisfiable({t.at_most(x, t.number(0)), p});
  const Script high = unsatisfiable({t.at_least(x, t.number(1)), t.negation(p)});
  const Script never = unsatisfiable({t.at_least(t.scale(2, x), t.number(1)), t.less(x, t.number(1))});
  each([&](const std::string&, Solver& solver) {
    for (int round = 0; round < 20; ++round) {
      EXPECT_EQ(solver.check(t, low, {}).satisfiable, Satisfiable::yes);
      EXPECT_EQ(solver.check(t, high, {}).satisfiable, Satisfiable::yes);
      EXPECT_EQ(solver.check(t, never, {}).satisfiable, Satisfiable::no);
    }
  });
}

TEST_F(EachSolver, AValueThatDoesNotFitIsLeftOut) {
  constexpr std::int64_t large = std::int64_t{1} << 62;
  const Term x = t.variable("x"), y = t.variable("y"), p = t.variable("p", Sort::boolean);
  const Script beyond = unsatisfiable({t.equal(x, t.scale(large, y)), t.equal(y, t.number(16)), p});
  each([&](const std::string&, Solver& solver) {
    const SolverAnswer answer = solver.check(t, beyond, {});
    ASSERT_EQ(answer.satisfiable, Satisfiable::yes);
    ASSERT_EQ(answer.values.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
      const Term v = beyond.variables[i];
      EXPECT_EQ(answer.values[i], v == x   ? std::nullopt
                                  : v == y ? std::optional<std::int64_t>(16)
                                           : std::optional<std::int64_t>(1));
    }
  });
}

TEST_F(EachSolver, ProductsAreDecidedWhereTheyCanBe) {
  const Term x = t.variable("x"), y = t.variable("y");
  const Script positive = script_of(t, std::vector{t.at_least(x, t.number(1)), t.at_least(y, t.number(1))},
                                    t.at_least(t.product(x, y), t.number(1)));
  ASSERT_FALSE(positive.linear);
  each([&](const std::string&, Solver& solver) {
    EXPECT_EQ(solver.check(t, positive, {}).satisfiable, Satisfiable::no);
  });
}

// 600 obligations of up to three hypotheses; about a third of them hold. The prover stops if the solvers disagree or a
// model is none, so that this also says that the text given to Z3 and the terms given to cvc5 are the same.
TEST(SolverProperties, BothAgreeWithEachOtherAndWithValues) {
  std::size_t proved = 0, refuted = 0;
  Terms terms;
  Prover prover(terms, {});
  const auto variables = make_variables(terms, "", false);
  check_choices(600, 160, [&](Choices& c) {
    const DrawnObligation drawn = draw_obligation(c, 3);
    const BuiltObligation built = build_obligation(terms, drawn, variables, false);
    const ProofResult result = prover.prove(built.hypotheses, built.goal, "a random obligation");
    RC_ASSERT(result.answer != ProofAnswer::unknown);
    const auto fails_at = [&](const Values& values) {
      for (const Expression& h : drawn.hypotheses) {
        if (h.value(values) == 0) return false;
      }
      return drawn.goal.value(values) == 0;
    };
    if (result.answer == ProofAnswer::proved) {
      ++proved;
      for (int i = 0; i < 50; ++i) RC_ASSERT(!fails_at(draw_values(c)));
      return;
    }
    ++refuted;
    Values values;
    for (const auto& [variable, value] : result.model) {
      for (std::uint32_t i = 0; i < integer_variables; ++i) {
        if (variables.integers[i] == variable) values.integers[i] = value;
      }
      for (std::uint32_t i = 0; i < boolean_variables; ++i) {
        if (variables.booleans[i] == variable) values.booleans[i] = value != 0;
      }
    }
    RC_ASSERT(fails_at(values));
  });
  EXPECT_GT(proved, 100U);
  EXPECT_GT(refuted, 100U);
}

// A random integer expression has one value where its variables have theirs: 200 of each.
TEST(SolverProperties, SolversComputeTheValueOfAnExpression) {
  Terms terms;
  Prover prover(terms, {});
  const auto variables = make_variables(terms, "", false);
  check_choices(200, 120, [&](Choices& c) {
    const Expression drawn = Expression::integer(c, 4);
    const Term built = drawn.build(terms, variables);
    const Values values = draw_values(c);
    std::vector<Term> known;
    for (std::uint32_t i = 0; i < integer_variables; ++i)
      known.push_back(terms.equal(variables.integers[i], terms.number(values.integers[i])));
    for (std::uint32_t i = 0; i < boolean_variables; ++i)
      known.push_back(values.booleans[i] ? variables.booleans[i] : terms.negation(variables.booleans[i]));
    const std::int64_t value = drawn.value(values);
    RC_ASSERT(prover.prove(known, terms.equal(built, terms.number(value)), "value").answer == ProofAnswer::proved);
    RC_ASSERT(prover.prove(known, terms.equal(built, terms.number(value + 1)), "wrong").answer == ProofAnswer::refuted);
  });
}

}  // namespace
}  // namespace counterpoint::smt
