// Evaluation, parts first, each distinct term once.
// SPDX-License-Identifier: Apache-2.0
#include "smt/terms/evaluate.hpp"

#include <algorithm>
#include <vector>

#include "core/machine/arithmetic.hpp"

namespace counterpoint::smt {

namespace {

// Of a term whose parts have values.
std::optional<std::int64_t> value_from_parts(const Terms& terms, Term t, const TermValues& values) {
  const auto parts = terms.parts(t);
  const auto part = [&](std::size_t i) { return values.at(parts[i]); };
  const auto holds = [&](Term p) { return values.at(p) != 0; };
  switch (terms.kind(t)) {
    case TermKind::variable: return std::nullopt;
    case TermKind::boolean: return terms.truth(t) ? 1 : 0;
    case TermKind::affine: {
      std::int64_t sum = terms.constant(t);
      for (const Summand& s : terms.summands(t)) {
        std::int64_t product = 0;
        if (__builtin_mul_overflow(s.coefficient, values.at(s.atom), &product) ||
            __builtin_add_overflow(sum, product, &sum))
          return std::nullopt;
      }
      return sum;
    }
    case TermKind::ite: return part(0) != 0 ? part(1) : part(2);
    case TermKind::modulo: return modulo(part(0), terms.constant(t)).value;
    case TermKind::quotient: return divide(part(0), terms.constant(t)).value;
    case TermKind::product: {
      std::int64_t product = 0;
      if (__builtin_mul_overflow(part(0), part(1), &product)) return std::nullopt;
      return product;
    }
    case TermKind::at_most_0: return part(0) <= 0 ? 1 : 0;
    case TermKind::equal_0: return part(0) == 0 ? 1 : 0;
    case TermKind::negation: return part(0) == 0 ? 1 : 0;
    case TermKind::conjunction: return std::all_of(parts.begin(), parts.end(), holds) ? 1 : 0;
    case TermKind::disjunction: return std::any_of(parts.begin(), parts.end(), holds) ? 1 : 0;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> evaluate(const Terms& terms, Term root, TermValues& values) {
  std::vector<Term> open{root};
  while (!open.empty()) {
    const Term t = open.back();
    if (values.contains(t)) {
      open.pop_back();
      continue;
    }
    const std::size_t before = open.size();
    const auto need = [&](Term part) {
      if (!values.contains(part)) open.push_back(part);
    };
    if (terms.kind(t) == TermKind::affine) {
      for (const Summand& s : terms.summands(t)) need(s.atom);
    } else {
      for (const Term part : terms.parts(t)) need(part);
    }
    if (open.size() > before) continue;
    open.pop_back();
    const auto value = value_from_parts(terms, t, values);
    if (!value) return std::nullopt;
    values.emplace(t, *value);
  }
  return values.at(root);
}

}  // namespace counterpoint::smt
