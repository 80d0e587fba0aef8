// Random expressions with a meaning of their own: the slow side that terms and solvers are compared with.
// SPDX-License-Identifier: Apache-2.0
//
// An expression is drawn once, as a list of nodes, parts before what they are part of. It can be evaluated by itself,
// with no simplification, and it can be built as a term, under any names and in any order of creation.
// Distribution: integers are one of 4 variables (a third), numbers from -4 to 4, sums, differences, multiples, mod and
// div by 1 to 4, choices, minima and maxima; booleans are one of 2 variables, constants (rarely), the five comparisons,
// negations, conjunctions and disjunctions of 2 or 3, implications, equivalences and choices. Depth is at most as
// asked.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/machine/arithmetic.hpp"
#include "smt/terms/terms.hpp"
#include "tests/core/dependence/choices.hpp"

namespace counterpoint::smt::testing {

using counterpoint::testing::Choices;

constexpr std::uint32_t integer_variables = 4;
constexpr std::uint32_t boolean_variables = 2;

struct Values {
  std::array<std::int64_t, integer_variables> integers{};
  std::array<bool, boolean_variables> booleans{};
};

enum class Op : std::uint8_t {
  integer_variable,
  number,
  add,
  subtract,
  scale,
  modulo,
  quotient,
  choice,
  minimum,
  maximum,
  boolean_variable,
  truth,
  at_most,
  less,
  at_least,
  greater,
  equal,
  negation,
  conjunction,
  disjunction,
  implies,
  iff,
  boolean_choice
};

struct ExpressionNode {
  Op op = Op::number;
  std::int64_t n = 0;  // number, factor, divisor, which variable
  std::vector<std::uint32_t> parts;
};

// Names of the variables of an expression: x0, ... and p0, ..., after a prefix.
struct BuiltVariables {
  std::array<Term, integer_variables> integers;
  std::array<Term, boolean_variables> booleans;
};

inline BuiltVariables make_variables(Terms& terms, const std::string& prefix, bool backwards) {
  BuiltVariables made;
  const auto integer = [&](std::uint32_t i) { made.integers[i] = terms.variable(prefix + "x" + std::to_string(i)); };
  const auto boolean = [&](std::uint32_t i) {
    made.booleans[i] = terms.variable(prefix + "p" + std::to_string(i), Sort::boolean);
  };
  for (std::uint32_t i = 0; i < integer_variables; ++i) integer(backwards ? integer_variables - 1 - i : i);
  for (std::uint32_t i = 0; i < boolean_variables; ++i) boolean(backwards ? boolean_variables - 1 - i : i);
  return made;
}

class Expression {
 public:
  static Expression integer(Choices& c, std::uint32_t depth) {
    Expression e;
    e.draw_integer(c, depth);
    return e;
  }
  static Expression boolean(Choices& c, std::uint32_t depth) {
    Expression e;
    e.draw_boolean(c, depth);
    return e;
  }

  // The last node's value; booleans are 0 or 1.
  [[nodiscard]] std::int64_t value(const Values& values) const {
    std::vector<std::int64_t> of(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) of[i] = value_of(nodes_[i], of, values);
    return of.back();
  }

  [[nodiscard]] Term build(Terms& terms, const BuiltVariables& variables) const {
    std::vector<Term> of(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) of[i] = build_node(terms, nodes_[i], of, variables);
    return of.back();
  }

 private:
  std::uint32_t put(Op op, std::int64_t n, std::vector<std::uint32_t> parts) {
    nodes_.push_back({op, n, std::move(parts)});
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  std::uint32_t draw_integer(Choices& c, std::uint32_t depth) {
    const std::uint32_t kind = c.below(depth == 0 ? 4 : 12);
    switch (kind) {
      case 0: return put(Op::number, static_cast<std::int64_t>(c.below(9)) - 4, {});
      case 1:
      case 2:
      case 3: return put(Op::integer_variable, c.below(integer_variables), {});
      case 6: return put(Op::scale, static_cast<std::int64_t>(c.below(7)) - 3, {draw_integer(c, depth - 1)});
      case 7: return put(Op::modulo, 1 + c.below(4), {draw_integer(c, depth - 1)});
      case 8: return put(Op::quotient, 1 + c.below(4), {draw_integer(c, depth - 1)});
      case 9: {
        const std::uint32_t condition = draw_boolean(c, depth - 1);
        const std::uint32_t then = draw_integer(c, depth - 1);
        return put(Op::choice, 0, {condition, then, draw_integer(c, depth - 1)});
      }
      default: break;
    }
    const std::uint32_t a = draw_integer(c, depth - 1);
    const std::uint32_t b = draw_integer(c, depth - 1);
    const Op op = kind == 4 ? Op::add : kind == 5 ? Op::subtract : kind == 10 ? Op::minimum : Op::maximum;
    return put(op, 0, {a, b});
  }

  std::uint32_t draw_boolean(Choices& c, std::uint32_t depth) {
    const std::uint32_t kind = c.below(depth == 0 ? 3 : 15);
    if (kind < 2) return put(Op::boolean_variable, c.below(boolean_variables), {});
    if (kind == 2) return put(Op::truth, c.below(2), {});
    if (kind < 9) {
      constexpr std::array comparisons{Op::at_most, Op::less, Op::at_least, Op::greater, Op::equal, Op::equal};
      const std::uint32_t a = draw_integer(c, depth - 1);
      const std::uint32_t b = draw_integer(c, depth - 1);
      return put(comparisons[kind - 3], 0, {a, b});
    }
    if (kind == 9) return put(Op::negation, 0, {draw_boolean(c, depth - 1)});
    std::vector<std::uint32_t> parts{draw_boolean(c, depth - 1)};
    parts.push_back(draw_boolean(c, depth - 1));
    constexpr std::array connectives{Op::conjunction, Op::disjunction, Op::implies, Op::iff, Op::boolean_choice};
    const Op op = connectives[kind - 10];
    if (op == Op::boolean_choice || ((op == Op::conjunction || op == Op::disjunction) && c.below(2) == 1))
      parts.push_back(draw_boolean(c, depth - 1));
    return put(op, 0, std::move(parts));
  }

  static std::int64_t value_of(const ExpressionNode& node, const std::vector<std::int64_t>& of, const Values& values) {
    const auto part = [&](std::size_t i) { return of[node.parts[i]]; };
    switch (node.op) {
      case Op::integer_variable: return values.integers[static_cast<std::size_t>(node.n)];
      case Op::number:
      case Op::truth: return node.n;
      case Op::add: return part(0) + part(1);
      case Op::subtract: return part(0) - part(1);
      case Op::scale: return node.n * part(0);
      case Op::modulo: return counterpoint::modulo(part(0), node.n).value;
      case Op::quotient: return counterpoint::divide(part(0), node.n).value;
      case Op::choice:
      case Op::boolean_choice: return part(0) != 0 ? part(1) : part(2);
      case Op::minimum: return std::min(part(0), part(1));
      case Op::maximum: return std::max(part(0), part(1));
      case Op::boolean_variable: return values.booleans[static_cast<std::size_t>(node.n)] ? 1 : 0;
      case Op::at_most: return part(0) <= part(1) ? 1 : 0;
      case Op::less: return part(0) < part(1) ? 1 : 0;
      case Op::at_least: return part(0) >= part(1) ? 1 : 0;
      case Op::greater: return part(0) > part(1) ? 1 : 0;
      case Op::iff:
      case Op::equal: return part(0) == part(1) ? 1 : 0;
      case Op::negation: return 1 - part(0);
      case Op::implies: return std::max(1 - part(0), part(1));
      default: break;
    }
    std::int64_t all = 1, any = 0;
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      all = std::min(all, part(i));
      any = std::max(any, part(i));
    }
    return node.op == Op::conjunction ? all : any;
  }

  static Term build_node(Terms& terms, const ExpressionNode& node, const std::vector<Term>& of,
                         const BuiltVariables& variables) {
    const auto part = [&](std::size_t i) { return of[node.parts[i]]; };
    switch (node.op) {
      case Op::integer_variable: return variables.integers[static_cast<std::size_t>(node.n)];
      case Op::number: return terms.number(node.n);
      case Op::truth: return terms.boolean(node.n != 0);
      case Op::add: return terms.add(part(0), part(1));
      case Op::subtract: return terms.subtract(part(0), part(1));
      case Op::scale: return terms.scale(node.n, part(0));
      case Op::modulo: return terms.modulo(part(0), node.n);
      case Op::quotient: return terms.quotient(part(0), node.n);
      case Op::choice:
      case Op::boolean_choice: return terms.ite(part(0), part(1), part(2));
      case Op::minimum: return terms.minimum(part(0), part(1));
      case Op::maximum: return terms.maximum(part(0), part(1));
      case Op::boolean_variable: return variables.booleans[static_cast<std::size_t>(node.n)];
      case Op::at_most: return terms.at_most(part(0), part(1));
      case Op::less: return terms.less(part(0), part(1));
      case Op::at_least: return terms.at_least(part(0), part(1));
      case Op::greater: return terms.greater(part(0), part(1));
      case Op::equal: return terms.equal(part(0), part(1));
      case Op::iff: return terms.iff(part(0), part(1));
      case Op::negation: return terms.negation(part(0));
      case Op::implies: return terms.implies(part(0), part(1));
      default: break;
    }
    std::vector<Term> parts;
    for (std::size_t i = 0; i < node.parts.size(); ++i) parts.push_back(part(i));
    return node.op == Op::conjunction ? terms.conjunction(parts) : terms.disjunction(parts);
  }

  std::vector<ExpressionNode> nodes_;
};

// Integers from -6 to 6.
inline Values draw_values(Choices& c) {
  Values values;
  for (std::int64_t& v : values.integers) v = static_cast<std::int64_t>(c.below(13)) - 6;
  for (bool& b : values.booleans) b = c.below(2) == 1;
  return values;
}

// Up to three hypotheses and a goal.
struct DrawnObligation {
  std::vector<Expression> hypotheses;
  Expression goal;
};

inline DrawnObligation draw_obligation(Choices& c, std::uint32_t depth) {
  DrawnObligation drawn;
  const std::uint32_t n = c.below(4);
  for (std::uint32_t i = 0; i < n; ++i) drawn.hypotheses.push_back(Expression::boolean(c, depth));
  drawn.goal = Expression::boolean(c, depth);
  return drawn;
}

struct BuiltObligation {
  std::vector<Term> hypotheses;
  Term goal;
};

// Backwards: variables, then the goal, then the hypotheses from the last on, so that all numbers differ.
inline BuiltObligation build_obligation(Terms& terms, const DrawnObligation& drawn, const BuiltVariables& variables,
                                        bool backwards) {
  BuiltObligation built;
  if (backwards) {
    built.goal = drawn.goal.build(terms, variables);
    for (auto h = drawn.hypotheses.rbegin(); h != drawn.hypotheses.rend(); ++h)
      built.hypotheses.push_back(h->build(terms, variables));
  } else {
    for (const Expression& h : drawn.hypotheses) built.hypotheses.push_back(h.build(terms, variables));
    built.goal = drawn.goal.build(terms, variables);
  }
  return built;
}

}  // namespace counterpoint::smt::testing
