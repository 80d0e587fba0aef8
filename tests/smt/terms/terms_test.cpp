// Normal forms: what is one term, what folds, what is refused; and that none of it changes a value.
// SPDX-License-Identifier: Apache-2.0
#include "smt/terms/terms.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "core/diagnostic/internal_error.hpp"
#include "smt/terms/evaluate.hpp"
#include "smt/terms/rewrite.hpp"
#include "smt/terms/script.hpp"
#include "tests/smt/drawn_expression.hpp"

namespace counterpoint::smt {
namespace {

using counterpoint::testing::check_choices;
using namespace testing;

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

class NormalForms : public ::testing::Test {
 protected:
  Term n(std::int64_t value) { return t.number(value); }
  Terms t;
  Term x = t.variable("x"), y = t.variable("y"), z = t.variable("z");
  Term p = t.variable("p", Sort::boolean), q = t.variable("q", Sort::boolean);
};

TEST_F(NormalForms, SumsDoNotDependOnTheOrderTheyAreMadeIn) {
  EXPECT_EQ(t.add(t.add(x, y), z), t.add(z, t.add(y, x)));
  EXPECT_EQ(t.subtract(t.add(x, y), y), x);
  EXPECT_EQ(t.subtract(x, x), n(0));
  EXPECT_EQ(t.scale(3, t.plus(x, 2)), t.add(t.scale(3, x), n(6)));
  EXPECT_EQ(t.scale(0, x), n(0));
  EXPECT_EQ(t.sum(1, std::vector<Summand>{{2, t.plus(x, 1)}, {1, y}, {-2, x}}), t.plus(y, 3));
  EXPECT_EQ(t.kind(t.sum(0, std::vector<Summand>{{1, x}})), TermKind::variable);
}

TEST_F(NormalForms, ComparisonsAreDividedAndTightened) {
  EXPECT_EQ(t.at_most(t.scale(2, x), n(5)), t.at_most(x, n(2)));
  EXPECT_EQ(t.at_least(t.scale(2, x), n(5)), t.at_least(x, n(3)));
  EXPECT_EQ(t.at_most(t.scale(-3, x), n(-7)), t.at_least(x, n(3)));
  EXPECT_EQ(t.at_most(t.scale(6, x), t.scale(-4, y)), t.at_most(t.scale(3, x), t.scale(-2, y)));
  EXPECT_EQ(t.less(x, y), t.at_most(t.plus(x, 1), y));
  EXPECT_EQ(t.greater(x, y), t.less(y, x));
  EXPECT_EQ(t.equal(t.scale(2, x), t.scale(2, y)), t.equal(y, x));
  EXPECT_TRUE(t.is_false(t.equal(t.scale(2, x), n(5))));
  EXPECT_TRUE(t.is_false(t.equal(t.scale(2, x), t.plus(t.scale(4, y), 1))));
  EXPECT_TRUE(t.is_true(t.at_most(x, x)));
  EXPECT_TRUE(t.is_false(t.less(x, x)));
  EXPECT_TRUE(t.is_true(t.equal(x, x)));
}

TEST_F(NormalForms, AFactAndItsNegationKnowEachOther) {
  const Term low = t.at_most(x, n(0));
  EXPECT_EQ(t.negation(low), t.at_least(x, n(1)));
  EXPECT_EQ(t.negation(t.negation(p)), p);
  EXPECT_EQ(t.negation(t.negation(t.equal(x, y))), t.equal(x, y));
  EXPECT_TRUE(t.is_false(t.both(low, t.at_least(x, n(1)))));
  EXPECT_TRUE(t.is_true(t.either(t.greater(x, y), t.at_most(x, y))));
  EXPECT_TRUE(t.is_false(t.conjunction(std::vector{p, q, t.negation(p)})));
  EXPECT_EQ(t.negation(t.both(p, low)), t.either(t.negation(p), t.at_least(x, n(1))));
  EXPECT_EQ(t.negation(t.negation(t.both(p, t.either(q, low)))), t.both(p, t.either(q, low)));
}

TEST_F(NormalForms, AFactAndItsNegationMadeSeparatelyFindEachOther) {
  const Term a = t.both(p, q);
  const Term b = t.either(t.negation(p), t.negation(q));
  EXPECT_EQ(t.negation(b), a);
  EXPECT_EQ(t.negation(a), b);
  const Term odd = t.both(t.either(a, b), t.at_most(x, y));
  EXPECT_EQ(t.negation(t.negation(odd)), odd);
  EXPECT_TRUE(t.is_false(t.negation(t.boolean(true))));
  EXPECT_TRUE(t.is_true(t.negation(t.boolean(false))));
}

TEST_F(NormalForms, ConjunctionsAreFlatSortedAndWithoutCopies) {
  EXPECT_EQ(t.both(t.both(p, q), p), t.both(q, p));
  EXPECT_EQ(t.both(p, t.boolean(true)), p);
  EXPECT_TRUE(t.is_false(t.both(p, t.boolean(false))));
  EXPECT_TRUE(t.is_true(t.conjunction({})));
  EXPECT_TRUE(t.is_false(t.disjunction({})));
  EXPECT_EQ(t.implies(t.both(p, q), p), t.boolean(true));
  EXPECT_TRUE(t.is_true(t.iff(p, p)));
  EXPECT_TRUE(t.is_false(t.iff(t.negation(p), p)));
  EXPECT_EQ(t.iff(p, t.boolean(false)), t.negation(p));
}

TEST_F(NormalForms, ChoicesFold) {
  const Term low = t.at_most(x, n(0));
  EXPECT_EQ(t.ite(t.boolean(true), x, y), x);
  EXPECT_EQ(t.ite(low, x, x), x);
  EXPECT_EQ(t.ite(t.at_least(x, n(1)), x, y), t.ite(low, y, x));
  EXPECT_EQ(t.ite(t.negation(p), x, y), t.ite(p, y, x));
  EXPECT_EQ(t.ite(low, t.boolean(true), t.boolean(false)), low);
  EXPECT_EQ(t.ite(p, q, t.negation(q)), t.iff(p, q));
  // A mask, compared, is its condition.
  const Term mask = t.ite(t.greater(x, n(3)), n(1), n(0));
  EXPECT_EQ(t.equal(mask, n(1)), t.greater(x, n(3)));
  EXPECT_EQ(t.at_most(mask, n(0)), t.at_most(x, n(3)));
  EXPECT_TRUE(t.is_true(t.at_most(mask, n(1))));
  EXPECT_TRUE(t.is_false(t.equal(t.scale(2, mask), n(4))));
}

TEST_F(NormalForms, ModAndDivKeepTheRestOnly) {
  EXPECT_EQ(t.modulo(n(-7), 3), n(2));
  EXPECT_EQ(t.quotient(n(-7), 3), n(-3));
  EXPECT_EQ(t.modulo(t.add(t.scale(3, x), n(7)), 3), n(1));
  EXPECT_EQ(t.modulo(t.add(t.scale(4, x), y), 3), t.modulo(t.add(x, y), 3));
  EXPECT_EQ(t.quotient(t.add(t.scale(6, x), n(7)), 3), t.plus(t.scale(2, x), 2));
  EXPECT_EQ(t.quotient(t.add(t.scale(3, x), y), 3), t.add(x, t.quotient(y, 3)));
  EXPECT_EQ(t.modulo(x, 1), n(0));
  EXPECT_EQ(t.quotient(x, 1), x);
  EXPECT_THROW((void)t.modulo(x, 0), InternalError);
}

TEST_F(NormalForms, AProductWithANumberIsLinear) {
  EXPECT_EQ(t.product(n(3), x), t.scale(3, x));
  EXPECT_EQ(t.product(x, y), t.product(y, x));
  EXPECT_EQ(t.kind(t.product(x, y)), TermKind::product);
}

TEST_F(NormalForms, WhatDoesNotFitIn64BitsThrows) {
  EXPECT_THROW((void)t.add(n(largest), n(1)), TermOverflow);
  EXPECT_THROW((void)t.scale(largest, t.scale(2, x)), TermOverflow);
  EXPECT_THROW((void)t.number(std::numeric_limits<std::int64_t>::min()), TermOverflow);
  EXPECT_THROW((void)t.add(t.scale(largest, x), x), TermOverflow);
  EXPECT_THROW((void)t.sum(0, std::vector<Summand>{{largest, x}, {1, x}}), TermOverflow);
  EXPECT_THROW((void)t.negation(t.at_most(t.plus(x, -largest), n(0))), TermOverflow);
  // And leaves everything as it was.
  EXPECT_EQ(t.add(x, y), t.add(y, x));
  EXPECT_EQ(t.number(largest), t.number(largest));
}

TEST_F(NormalForms, AVariableHasOneSort) {
  EXPECT_EQ(t.variable("x"), x);
  EXPECT_THROW((void)t.variable("x", Sort::boolean), InternalError);
  EXPECT_THROW((void)t.add(p, x), InternalError);
  EXPECT_THROW((void)t.negation(x), InternalError);
  EXPECT_THROW((void)t.ite(p, x, q), InternalError);
  const Term first = t.fresh("x");
  const Term second = t.fresh("x");
  EXPECT_NE(first, x);
  EXPECT_NE(first, second);
  EXPECT_EQ(t.name(t.fresh("new")), "new");
}

TEST_F(NormalForms, SpansStayGoodWhileTermsAreAdded) {
  const Term sum = t.add(t.scale(2, x), t.scale(3, y));
  const Term pair = t.both(p, q);
  const auto summands = t.summands(sum);
  const auto parts = t.parts(pair);
  for (std::int64_t i = 0; i < 100'000; ++i) (void)t.at_most(t.plus(z, i), x);
  EXPECT_EQ(summands.data(), t.summands(sum).data());
  EXPECT_EQ(summands[1], (Summand{3, y}));
  EXPECT_EQ(parts[1], q);
}

TEST_F(NormalForms, NegationWalksDeepTermsWithoutTheStack) {
  Term deep = p;
  for (std::int64_t i = 0; i < 200'000; ++i) {
    const Term at = t.at_most(x, t.plus(y, i));
    deep = i % 2 == 0 ? t.both(deep, at) : t.either(deep, at);
  }
  EXPECT_EQ(t.negation(t.negation(deep)), deep);
}

TEST_F(NormalForms, MessagesUseTheVariablesOwnNames) {
  EXPECT_EQ(to_text(t, t.at_most(t.add(x, t.scale(-2, y)), n(3))), "x - 2 * y - 3 <= 0");
  const Term not_p = t.negation(p);
  EXPECT_EQ(to_text(t, t.both(not_p, t.equal(x, t.modulo(y, 4)))), "not p and (x - (y mod 4) = 0)");
  Term doubled = x;
  for (std::int64_t i = 0; i < 60; ++i) doubled = t.ite(t.at_most(doubled, n(i)), t.plus(doubled, i), doubled);
  EXPECT_LT(to_text(t, doubled).size(), 10'000U);
}

TEST(Evaluate, a_number_beyond_64_bits_or_a_variable_without_value_is_none) {
  Terms t;
  const Term x = t.variable("x");
  const Term sum = t.plus(x, 1);
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(evaluate(t, sum, {{x, most - 1}}), most);
  EXPECT_EQ(evaluate(t, sum, {{x, most}}), std::nullopt);
  EXPECT_EQ(evaluate(t, t.scale(2, x), {{x, most / 2 + 1}}), std::nullopt);
  EXPECT_EQ(evaluate(t, sum, {}), std::nullopt);
  EXPECT_EQ(evaluate(t, t.modulo(x, 7), {{x, std::numeric_limits<std::int64_t>::min()}}), 6);
  Evaluation wrapping(t, sum);
  EXPECT_EQ(wrapping(std::array{most}), std::numeric_limits<std::int64_t>::min());
  EXPECT_TRUE(wrapping.wrapped());
  EXPECT_EQ(wrapping(std::array{std::int64_t{1}}), 2);
  EXPECT_FALSE(wrapping.wrapped());
}

// Every case is a random expression of depth 0 to 5 at random values.
TEST(NormalFormProperties, NormalisingDoesNotChangeAValue) {
  check_choices(20'000, 120, [](Choices& c) {
    const bool boolean = c.below(2) == 1;
    const std::uint32_t depth = c.below(6);
    const Expression drawn = boolean ? Expression::boolean(c, depth) : Expression::integer(c, depth);
    Terms terms;
    const BuiltVariables variables = make_variables(terms, "", c.below(2) == 1);
    const Term built = drawn.build(terms, variables);
    const Values values = draw_values(c);
    TermValues of;
    for (std::uint32_t i = 0; i < integer_variables; ++i) of[variables.integers[i]] = values.integers[i];
    for (std::uint32_t i = 0; i < boolean_variables; ++i) of[variables.booleans[i]] = values.booleans[i] ? 1 : 0;
    const auto got = evaluate(terms, built, of);
    RC_ASSERT(got.has_value());
    RC_ASSERT(*got == drawn.value(values));
    if (boolean) {
      RC_ASSERT(evaluate(terms, terms.negation(built), of) == 1 - *got);
      RC_ASSERT(terms.negation(terms.negation(built)) == built);
    }
  });
}

TEST(NormalFormProperties, ATermIsMadeOfTermsBeforeIt) {
  check_choices(2'000, 120, [](Choices& c) {
    Terms terms;
    const BuiltVariables variables = make_variables(terms, "", false);
    (void)Expression::boolean(c, 5).build(terms, variables);
    for (std::uint32_t i = 0; i < terms.size(); ++i) {
      const Term t{i};
      for (const Term part : terms.parts(t)) RC_ASSERT(part < t);
      if (terms.kind(t) != TermKind::affine) continue;
      const auto summands = terms.summands(t);
      for (std::size_t k = 0; k < summands.size(); ++k) {
        RC_ASSERT(summands[k].atom < t);
        RC_ASSERT(summands[k].coefficient != 0);
        RC_ASSERT(terms.kind(summands[k].atom) != TermKind::affine);
        if (k > 0) RC_ASSERT(summands[k - 1].atom < summands[k].atom);
      }
    }
  });
}

}  // namespace
}  // namespace counterpoint::smt
