// Takes a value apart.
// SPDX-License-Identifier: Apache-2.0
//
// Every form bounds from above; what is below is the form above the negated value. Counts are not negative, so a count
// with a negative factor is at most nothing. E of a scope at the value's place is what a form speaks of: variables of
// the cut point are behind it by what happened since.
#include "smt/range/linear_bound.hpp"

#include <algorithm>

namespace counterpoint::smt {
namespace {

constexpr int deepest = 48;
constexpr std::int64_t largest = std::int64_t{1} << 60;

using Form = std::optional<LinearBound>;

bool fits(const LinearBound& b) {
  if (b.constant > largest || b.constant < -largest) return false;
  return std::all_of(b.factors.begin(), b.factors.end(), [](const auto& f) { return f.second <= largest; });
}

Form number(std::int64_t n) { return LinearBound{n, {}}; }

Form plus(const Form& a, const Form& b) {
  if (!a || !b) return std::nullopt;
  LinearBound sum = *a;
  sum.constant += b->constant;
  for (const auto& [scope, factor] : b->factors) sum.factors[scope] += factor;
  return fits(sum) ? Form(sum) : std::nullopt;
}

Form times(const Form& a, std::int64_t n) {
  if (!a || n > largest) return std::nullopt;
  LinearBound product;
  if (__builtin_mul_overflow(a->constant, n, &product.constant)) return std::nullopt;
  for (const auto& [scope, factor] : a->factors) {
    if (__builtin_mul_overflow(factor, n, &product.factors[scope])) return std::nullopt;
  }
  return fits(product) ? Form(product) : std::nullopt;
}

// Above both: entries are not negative.
Form larger(const Form& a, const Form& b) {
  if (!a || !b) return std::nullopt;
  LinearBound both = *a;
  both.constant = std::max(a->constant, b->constant);
  for (const auto& [scope, factor] : b->factors) both.factors[scope] = std::max(both.factors[scope], factor);
  return both;
}

}  // namespace

void LinearBound::add(ScopeId scope, std::int64_t factor) {
  if (factor != 0) factors[scope] += factor;
}

void LinearBound::drop_root(ScopeId root) {
  const auto it = factors.find(root);
  if (it == factors.end()) return;
  constant += it->second;
  factors.erase(it);
}

Bounds::Bounds(Terms& terms, const Walk& walk, const View& view, bool trips) : terms_(terms), view_(view) {
  const auto& variables = walk.following().variables;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const bool entries = variables[i].kind == VariableKind::entries && !trips;
    if (!entries && variables[i].kind != VariableKind::trip) continue;
    const Term now = view.state[i];
    if (terms.kind(now) == TermKind::variable) counts_.try_emplace(now, Count{variables[i].scope, 0});
    if (terms.kind(now) != TermKind::affine || terms.summands(now).size() != 1) continue;
    const Summand s = terms.summands(now).front();
    if (s.coefficient == 1 && terms.kind(s.atom) == TermKind::variable) {
      counts_.try_emplace(s.atom, Count{variables[i].scope, terms.constant(now)});
    }
  }
}

std::optional<LinearBound> Bounds::upper(Term t) {
  Form f = above(t, 1, 0);
  if (f) f->drop_root(Tree::root());
  return f;
}

Form Bounds::above(Term t, int sign, int depth) {
  if (depth > deepest) return std::nullopt;
  switch (terms_.kind(t)) {
    case TermKind::affine: return above_sum(t, sign, depth);
    case TermKind::variable: return above_variable(t, sign, depth);
    case TermKind::ite:
      return larger(above(terms_.parts(t)[1], sign, depth + 1), above(terms_.parts(t)[2], sign, depth + 1));
    case TermKind::modulo: return number(sign > 0 ? terms_.constant(t) - 1 : 0);
    // Between 0 and the dividend, whichever side of 0 that is; rounded down, one further below.
    case TermKind::quotient: return plus(larger(above(terms_.parts(t)[0], sign, depth + 1), number(0)), number(1));
    case TermKind::product: return above_product(t, sign, depth);
    default: return std::nullopt;
  }
}

Form Bounds::above_sum(Term t, int sign, int depth) {
  Form sum = number(sign * terms_.constant(t));
  for (const Summand& s : terms_.summands(t)) {
    const int side = s.coefficient > 0 ? sign : -sign;
    const std::int64_t size = s.coefficient > 0 ? s.coefficient : -s.coefficient;
    sum = plus(sum, times(above(s.atom, side, depth + 1), size));
  }
  return sum;
}

// A mask times something: nothing, or that.
Form Bounds::above_product(Term t, int sign, int depth) {
  const Term a = terms_.parts(t)[0];
  const Term b = terms_.parts(t)[1];
  const auto mask = [&](Term x) {
    const Form high = above(x, 1, depth + 1);
    const Form low = above(x, -1, depth + 1);
    return high && low && high->factors.empty() && low->factors.empty() && high->constant <= 1 && low->constant <= 0;
  };
  if (mask(a)) return larger(number(0), above(b, sign, depth + 1));
  if (mask(b)) return larger(number(0), above(a, sign, depth + 1));
  return std::nullopt;
}

Form Bounds::above_variable(Term t, int sign, int depth) {
  if (const auto it = counts_.find(t); it != counts_.end()) {
    LinearBound b;
    b.constant = -sign * it->second.since;
    if (sign > 0) b.add(it->second.scope, 1);
    return b;
  }
  // A register: what is known to be no smaller, or no larger, than it alone.
  Form best;
  for (const Known::One& k : view_.known.facts) {
    if (!std::binary_search(k.variables.begin(), k.variables.end(), t)) continue;
    if (terms_.kind(k.term) != TermKind::at_most_0) continue;
    const Term side = terms_.parts(k.term)[0];
    std::int64_t factor = 0;
    if (side == t) factor = 1;
    if (terms_.kind(side) == TermKind::affine) {
      for (const Summand& s : terms_.summands(side)) {
        if (s.atom == t) factor = s.coefficient;
      }
    }
    // sign * t + rest <= 0: sign * t is at most -rest.
    if (factor != sign) continue;
    const Term rest = terms_.subtract(terms_.scale(sign, t), side);
    const std::vector<Term> others = variables_of(terms_, std::span(&rest, 1));
    const bool plain = std::all_of(others.begin(), others.end(), [&](Term x) { return counts_.contains(x); });
    if (!plain) continue;
    const Form f = above(rest, 1, depth + 1);
    if (!f) continue;
    const auto size = [](const LinearBound& b) {
      std::int64_t sum = 0;
      for (const auto& [scope, n] : b.factors) sum += n;
      return std::pair{sum, b.constant};
    };
    if (!best || size(*f) < size(*best)) best = f;
  }
  return best;
}

}  // namespace counterpoint::smt
