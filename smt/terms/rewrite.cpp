// Walks over terms in the order of their numbers.
// SPDX-License-Identifier: Apache-2.0
#include "smt/terms/rewrite.hpp"

#include <algorithm>
#include <unordered_set>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/arithmetic.hpp"

namespace counterpoint::smt {
namespace {

template <class Visit>
void each_part(const Terms& terms, Term t, Visit visit) {
  if (terms.kind(t) == TermKind::affine) {
    for (const Summand& s : terms.summands(t)) visit(s.atom);
  } else {
    for (const Term p : terms.parts(t)) visit(p);
  }
}

}  // namespace

std::vector<Term> parts_of(const Terms& terms, std::span<const Term> roots) {
  std::vector<Term> found(roots.begin(), roots.end());
  std::unordered_set<Term> seen(roots.begin(), roots.end());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Term t = found[i];
    each_part(terms, t, [&](Term p) {
      if (seen.insert(p).second) found.push_back(p);
    });
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<Term> variables_of(const Terms& terms, std::span<const Term> roots) {
  std::vector<Term> all = parts_of(terms, roots);
  std::erase_if(all, [&](Term t) { return terms.kind(t) != TermKind::variable; });
  return all;
}

Term multiply(Terms& terms, Term a, Term b) {
  const auto is_mask = [&terms](Term t) {
    return terms.kind(t) == TermKind::ite && terms.is_number(terms.parts(t)[1]) && terms.is_number(terms.parts(t)[2]);
  };
  if (!is_mask(a)) std::swap(a, b);
  if (!is_mask(a)) return terms.product(a, b);
  const Term condition = terms.parts(a)[0];
  const std::int64_t then = terms.constant(terms.parts(a)[1]);
  const std::int64_t otherwise = terms.constant(terms.parts(a)[2]);
  return terms.ite(condition, terms.scale(then, b), terms.scale(otherwise, b));
}

Term rebuild(Terms& terms, Term t, const std::function<Term(Term)>& change) {
  std::vector<Term> parts;
  if (terms.kind(t) != TermKind::affine) {
    for (const Term p : terms.parts(t)) parts.push_back(p);
    for (Term& p : parts) p = change(p);
  }
  const auto affine = [&] {
    std::vector<Summand> summands(terms.summands(t).begin(), terms.summands(t).end());
    for (Summand& s : summands) s.atom = change(s.atom);
    return summands;
  };
  switch (terms.kind(t)) {
    case TermKind::variable:
    case TermKind::boolean: return t;
    case TermKind::affine: return terms.sum(terms.constant(t), affine());
    case TermKind::ite: return terms.ite(parts[0], parts[1], parts[2]);
    case TermKind::modulo: return terms.modulo(parts[0], terms.constant(t));
    case TermKind::quotient: return terms.quotient(parts[0], terms.constant(t));
    case TermKind::product: return multiply(terms, parts[0], parts[1]);
    case TermKind::at_most_0: return terms.at_most(parts[0], terms.number(0));
    case TermKind::equal_0: return terms.equal(parts[0], terms.number(0));
    case TermKind::negation: return terms.negation(parts[0]);
    case TermKind::conjunction: return terms.conjunction(parts);
    case TermKind::disjunction: return terms.disjunction(parts);
  }
  require(false, "a kind of term that is not known");
  return t;
}

Term Substitution::operator()(Term t) {
  if (const auto it = made_.find(t); it != made_.end()) return it->second;
  // What still has to be made: parts of t not met before, each after its own parts.
  std::vector<Term> found{t};
  std::unordered_set<Term> seen{t};
  for (std::size_t i = 0; i < found.size(); ++i) {
    each_part(terms_, found[i], [&](Term p) {
      if (!made_.contains(p) && seen.insert(p).second) found.push_back(p);
    });
  }
  std::sort(found.begin(), found.end());
  for (const Term x : found) {
    made_.emplace(x, rebuild(terms_, x, [this](Term p) { return made_.at(p); }));
  }
  return made_.at(t);
}

Evaluation::Evaluation(const Terms& terms, Term t) {
  std::unordered_map<Term, std::uint32_t> place;
  for (const Term x : parts_of(terms, std::span(&t, 1))) {
    place.emplace(x, static_cast<std::uint32_t>(steps_.size()));
    Step s{.kind = terms.kind(x), .constant = 0, .parts = {}, .coefficients = {}};
    if (s.kind == TermKind::variable) {
      s.constant = static_cast<std::int64_t>(variables_.size());
      variables_.push_back(x);
    } else if (s.kind == TermKind::boolean) {
      s.constant = terms.truth(x) ? 1 : 0;
    } else if (s.kind == TermKind::affine || s.kind == TermKind::modulo || s.kind == TermKind::quotient) {
      s.constant = terms.constant(x);
    }
    if (s.kind == TermKind::affine) {
      for (const Summand& y : terms.summands(x)) {
        s.parts.push_back(place.at(y.atom));
        s.coefficients.push_back(y.coefficient);
      }
    } else {
      for (const Term y : terms.parts(x)) s.parts.push_back(place.at(y));
    }
    steps_.push_back(std::move(s));
  }
  results_.resize(steps_.size());
}

std::int64_t Evaluation::operator()(std::span<const std::int64_t> values) {
  wrapped_ = false;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& s = steps_[i];
    results_[i] = s.kind == TermKind::variable ? values[static_cast<std::size_t>(s.constant)] : compute(s);
  }
  return results_.back();
}

std::int64_t Evaluation::times(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) wrapped_ = true;
  return product;
}

std::int64_t Evaluation::plus(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) wrapped_ = true;
  return sum;
}

std::int64_t Evaluation::compute(const Step& s) {
  const auto value = [&](std::size_t i) { return results_[s.parts[i]]; };
  switch (s.kind) {
    case TermKind::boolean: return s.constant;
    case TermKind::affine: {
      std::int64_t sum = s.constant;
      for (std::size_t i = 0; i < s.parts.size(); ++i) sum = plus(sum, times(s.coefficients[i], value(i)));
      return sum;
    }
    case TermKind::ite: return value(0) != 0 ? value(1) : value(2);
    case TermKind::modulo: {
      const std::int64_t rest = value(0) % s.constant;
      return rest < 0 ? rest + s.constant : rest;
    }
    case TermKind::quotient: return floor_divide(value(0), s.constant);
    case TermKind::product: return times(value(0), value(1));
    case TermKind::at_most_0: return value(0) <= 0 ? 1 : 0;
    case TermKind::equal_0:
    case TermKind::negation: return value(0) == 0 ? 1 : 0;
    case TermKind::conjunction:
      for (std::size_t i = 0; i < s.parts.size(); ++i) {
        if (value(i) == 0) return 0;
      }
      return 1;
    case TermKind::disjunction:
      for (std::size_t i = 0; i < s.parts.size(); ++i) {
        if (value(i) != 0) return 1;
      }
      return 0;
    case TermKind::variable: break;
  }
  require(false, "a kind of term that has no value");
  return 0;
}

}  // namespace counterpoint::smt
