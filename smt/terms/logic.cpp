// Booleans and choices: negation normal form.
// SPDX-License-Identifier: Apache-2.0
//
// Negations stand in front of variables and equations only: `x <= 0` has the negation `1 - x <= 0`, conjunctions and
// disjunctions are negated by part, and a choice between booleans is written with them. So `not (a and b)` and
// `not a or not b` are one term. Of a condition and its negation one is used in choices, whichever was given: of `x <=
// 0` and `1 - x <= 0` that whose constant is not positive (exactly one is so), of an equation the equation, of a
// conjunction and a disjunction the conjunction. Negation walks with a stack of its own, and every term remembers its
// negation: linear in the distinct terms, once. Source: terms.hpp.
#include <algorithm>
#include <array>

#include "core/diagnostic/internal_error.hpp"
#include "smt/terms/store.hpp"
#include "smt/terms/terms.hpp"

namespace counterpoint::smt {

Term Terms::negation(Term a) {
  TermStore& s = *store_;
  require(s[a].sort == Sort::boolean, "a boolean was expected");
  if (s[a].opposite.valid()) return s[a].opposite;
  std::vector<Term> open{a};
  while (!open.empty()) {
    const Term t = open.back();
    const Node n = s[t];
    if (n.opposite.valid()) {
      open.pop_back();
      continue;
    }
    const std::size_t before = open.size();
    if (n.kind == TermKind::conjunction || n.kind == TermKind::disjunction) {
      for (std::uint32_t i = 0; i < n.count; ++i) {
        if (!s[n.parts[i]].opposite.valid()) open.push_back(n.parts[i]);
      }
    }
    if (open.size() > before) continue;
    open.pop_back();
    s.tie(t, s.negate_once(*this, t));
  }
  return s[a].opposite;
}

Term TermStore::negate_once(Terms& terms, Term t) {
  const Node n = nodes[t.value];
  switch (n.kind) {
    case TermKind::variable:
    case TermKind::equal_0: return intern(TermKind::negation, Sort::boolean, 0, std::array{t});
    case TermKind::at_most_0: {
      const Term one = intern_sum(1, {});
      combine(1, one, -1, n.parts[0]);
      return sum_at_most_0(terms);
    }
    case TermKind::conjunction:
    case TermKind::disjunction: {
      negations.clear();
      for (std::uint32_t i = 0; i < n.count; ++i) negations.push_back(nodes[n.parts[i].value].opposite);
      return n.kind == TermKind::conjunction ? terms.disjunction(negations) : terms.conjunction(negations);
    }
    default: require(false, "a boolean term of no known kind"); return t;
  }
}

bool TermStore::gather(TermKind kind, std::span<const Term> all, Term neutral, Term absorbing) {
  operands.clear();
  for (const Term t : all) {
    const Node& n = nodes[t.value];
    require(n.sort == Sort::boolean, "a boolean was expected");
    if (t == absorbing) return true;
    if (n.kind == kind) {
      operands.insert(operands.end(), n.parts, n.parts + n.count);
    } else if (t != neutral) {
      operands.push_back(t);
    }
  }
  std::sort(operands.begin(), operands.end());
  operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
  if (operands.size() < 2) return false;
  return std::any_of(operands.begin(), operands.end(), [&](Term t) {
    const Term opposite = nodes[t.value].opposite;
    return opposite.valid() && opposite < t && std::binary_search(operands.begin(), operands.end(), opposite);
  });
}

Term Terms::conjunction(std::span<const Term> all) {
  TermStore& s = *store_;
  if (s.gather(TermKind::conjunction, all, s.truth, s.falsehood)) return s.falsehood;
  if (s.operands.empty()) return s.truth;
  if (s.operands.size() == 1) return s.operands.front();
  return s.intern(TermKind::conjunction, Sort::boolean, 0, s.operands);
}

Term Terms::disjunction(std::span<const Term> any) {
  TermStore& s = *store_;
  if (s.gather(TermKind::disjunction, any, s.falsehood, s.truth)) return s.truth;
  if (s.operands.empty()) return s.falsehood;
  if (s.operands.size() == 1) return s.operands.front();
  return s.intern(TermKind::disjunction, Sort::boolean, 0, s.operands);
}

Term Terms::both(Term a, Term b) { return conjunction(std::array{a, b}); }

Term Terms::either(Term a, Term b) { return disjunction(std::array{a, b}); }

Term Terms::implies(Term a, Term b) { return either(negation(a), b); }

Term Terms::iff(Term a, Term b) {
  if (a == b) return boolean(true);
  const Term not_a = negation(a);
  if (not_a == b) return boolean(false);
  if (is_true(a) || is_false(a)) return is_true(a) ? b : negation(b);
  if (is_true(b) || is_false(b)) return is_true(b) ? a : not_a;
  return both(either(not_a, b), either(a, negation(b)));
}

Term Terms::ite(Term condition, Term then, Term otherwise) {
  TermStore& s = *store_;
  require(s[condition].sort == Sort::boolean, "a condition is boolean");
  require(s[then].sort == s[otherwise].sort, "the branches of a choice have two sorts");
  if (is_true(condition) || then == otherwise) return then;
  if (is_false(condition)) return otherwise;
  if (s[then].sort == Sort::boolean) {
    if (negation(then) == otherwise) return iff(condition, then);
    return both(either(negation(condition), then), either(condition, otherwise));
  }
  const Node& n = s[condition];
  const bool turned = n.kind == TermKind::negation || n.kind == TermKind::disjunction ||
                      (n.kind == TermKind::at_most_0 && s.constant_of(n.parts[0]) > 0);
  if (turned) {
    condition = negation(condition);
    std::swap(then, otherwise);
  }
  return s.intern(TermKind::ite, Sort::integer, 0, std::array{condition, then, otherwise});
}

}  // namespace counterpoint::smt
