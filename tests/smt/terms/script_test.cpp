// Scripts: one text for one question, whatever the names and the order of work; another question, another text.
// SPDX-License-Identifier: Apache-2.0
#include "smt/terms/script.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "smt/terms/evaluate.hpp"
#include "tests/smt/drawn_expression.hpp"

namespace counterpoint::smt {
namespace {

using counterpoint::testing::check_choices;
using namespace testing;

TEST(Scripts, AnObligationIsReadable) {
  Terms t;
  const Term waits = t.variable("w"), done = t.variable("done"), last = t.variable("last", Sort::boolean);
  const Term step = t.ite(last, t.number(2), t.scale(3, done));
  const std::vector hypotheses{t.equal(waits, t.add(step, done)), t.at_least(done, t.number(1))};
  EXPECT_EQ(script_of(t, hypotheses, t.less(done, waits)).text,
            "(set-logic QF_LIA)\n"
            "(declare-const v0 Int)\n"
            "(declare-const v1 Int)\n"
            "(declare-const b0 Bool)\n"
            "(assert (<= 1 v0))\n"
            "(assert (= (+ v0 (ite b0 2 (* 3 v0))) v1))\n"
            "(assert (<= v1 v0))\n"
            "(check-sat)\n");
}

TEST(Scripts, NumbersAndSignsArePrintedAsTheLanguageHasThem) {
  Terms t;
  const Term x = t.variable("x"), y = t.variable("y");
  const auto goal = [&](Term g) { return script_of(t, {}, t.negation(g)).text; };
  EXPECT_NE(goal(t.at_most(t.add(t.scale(2, x), t.scale(-3, y)), t.number(-4))).find("(assert (<= (+ (* 2 v"),
            std::string::npos);
  EXPECT_NE(goal(t.at_most(x, t.number(-4))).find("(<= (+ v0 4) 0)"), std::string::npos);
  EXPECT_NE(goal(t.at_most(t.modulo(t.subtract(x, t.number(1)), 4), t.number(2))).find("(mod (+ v0 3) 4)"),
            std::string::npos);
  EXPECT_NE(goal(t.equal(t.quotient(t.scale(2, x), 3), y)).find("(div (* 2 v"), std::string::npos);
  const std::string product = goal(t.at_most(t.product(x, y), t.number(1)));
  EXPECT_NE(product.find("QF_NIA"), std::string::npos);
  EXPECT_NE(product.find("(* v0 v1)"), std::string::npos);
}

TEST(Scripts, HypothesesThatSayNothingNewAreLeftOut) {
  Terms t;
  const Term x = t.variable("x"), p = t.variable("p", Sort::boolean);
  const Term positive = t.at_least(x, t.number(1));
  const std::vector more{t.boolean(true), positive, t.both(positive, p), positive};
  const std::vector less{p, positive};
  const Script script = script_of(t, more, t.at_least(x, t.number(0)));
  EXPECT_EQ(script.text, script_of(t, less, t.at_least(x, t.number(0))).text);
  EXPECT_EQ(script.asserted.size(), 3U);
  EXPECT_EQ(script.asserted.back(), t.less(x, t.number(0)));
  EXPECT_EQ(script.variables, (std::vector{x, p}));
}

// 5,000 obligations of up to three hypotheses; the second time with other names and every term made in another order.
TEST(ScriptProperties, TextDependsNeitherOnNamesNorOnTheOrderOfWork) {
  check_choices(5'000, 160, [](Choices& c) {
    const DrawnObligation drawn = draw_obligation(c, 4);
    Terms there, back;
    const auto there_variables = make_variables(there, "", false);
    for (std::int64_t i = c.below(50); i > 0; --i) (void)back.at_most(back.fresh("noise"), back.number(i));
    const auto back_variables = make_variables(back, "other", true);
    const BuiltObligation a = build_obligation(there, drawn, there_variables, false);
    const BuiltObligation b = build_obligation(back, drawn, back_variables, true);
    const Script first = script_of(there, a.hypotheses, a.goal);
    const Script second = script_of(back, b.hypotheses, b.goal);
    RC_ASSERT(first.text == second.text);
    RC_ASSERT(first.text == script_of(there, a.hypotheses, a.goal).text);
  });
}

// Of many small obligations many share a text: those must mean the same when variables are matched by their place.
TEST(ScriptProperties, ObligationsWithOneTextMeanTheSame) {
  Terms terms;
  std::map<std::string, Script> seen;
  std::size_t shared = 0;
  const auto variables = make_variables(terms, "", false);
  check_choices(20'000, 60, [&](Choices& c) {
    const DrawnObligation drawn = draw_obligation(c, 2);
    const BuiltObligation built = build_obligation(terms, drawn, variables, false);
    const Script script = script_of(terms, built.hypotheses, built.goal);
    const auto [other, added] = seen.try_emplace(script.text, script);
    if (added) return;
    const Script& before = other->second;
    RC_ASSERT(before.variables.size() == script.variables.size());
    if (before.asserted != script.asserted) ++shared;
    for (int round = 0; round < 4; ++round) {
      TermValues here, there;
      for (std::size_t i = 0; i < script.variables.size(); ++i) {
        const auto value = static_cast<std::int64_t>(c.below(13)) - 6;
        const bool boolean = terms.sort(script.variables[i]) == Sort::boolean;
        RC_ASSERT(terms.sort(before.variables[i]) == terms.sort(script.variables[i]));
        here[script.variables[i]] = there[before.variables[i]] = boolean ? value & 1 : value;
      }
      RC_ASSERT(before.asserted.size() == script.asserted.size());
      for (std::size_t i = 0; i < script.asserted.size(); ++i)
        RC_ASSERT(evaluate(terms, script.asserted[i], here) == evaluate(terms, before.asserted[i], there));
    }
  });
  // Else this would test nothing.
  EXPECT_GT(shared, 500U);
}

TEST(Scripts, OneCoefficientMoreIsAnotherText) {
  Terms t;
  std::map<std::string, int> texts;
  const Term x = t.variable("x"), y = t.variable("y"), p = t.variable("p", Sort::boolean);
  for (std::int64_t a = -3; a <= 3; ++a) {
    for (std::int64_t b = -3; b <= 3; ++b) {
      const Term choice = t.ite(p, t.add(t.scale(5, x), t.number(a)), t.add(t.scale(7, y), t.number(b)));
      ++texts[script_of(t, {}, t.at_most(choice, t.number(11))).text];
    }
  }
  EXPECT_EQ(texts.size(), 49U);
}

TEST(Scripts, TextIsLinearInSharedAndInDeepTerms) {
  const auto size_of = [](std::int64_t n) {
    Terms t;
    const Term limit = t.variable("limit");
    Term x = t.variable("x");
    // Each is used three times by the next.
    for (std::int64_t i = 0; i < n; ++i) x = t.ite(t.at_most(x, t.plus(limit, i)), t.plus(x, 1), t.scale(2, x));
    return script_of(t, {}, t.at_most(x, limit)).text.size();
  };
  const std::size_t some = size_of(1'000);
  const std::size_t many = size_of(10'000);
  EXPECT_LT(many, 12 * some);

  Terms t;
  Term deep = t.variable("p", Sort::boolean);
  const Term x = t.variable("x"), y = t.variable("y");
  std::size_t deepest = 0, open = 0;
  for (std::int64_t i = 0; i < 5'000; ++i) {
    const Term at = t.at_most(x, t.plus(y, i));
    deep = i % 2 == 0 ? t.both(deep, at) : t.either(deep, at);
  }
  for (const char ch : script_of(t, {}, deep).text) {
    if (ch == '(') deepest = std::max(deepest, ++open);
    if (ch == ')') --open;
  }
  EXPECT_LT(deepest, 16U);
}

TEST(Scripts, InterchangeableVariablesDoNotMakeTheTextDependOnTheirOrder) {
  const auto text = [](bool backwards) {
    Terms t;
    std::vector<Term> x;
    for (int i = 0; i < 6; ++i) x.push_back(t.variable("x" + std::to_string(backwards ? 5 - i : i)));
    std::vector<Term> hypotheses;
    for (std::size_t i = 0; i < 6; ++i) hypotheses.push_back(t.less(x[i], x[(i + 1) % 6]));
    if (backwards) std::rotate(hypotheses.begin(), hypotheses.begin() + 2, hypotheses.end());
    return script_of(t, hypotheses, t.boolean(false)).text;
  };
  EXPECT_EQ(text(false), text(true));
}

}  // namespace
}  // namespace counterpoint::smt
