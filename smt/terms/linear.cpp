// Replaces products, innermost first.
// SPDX-License-Identifier: Apache-2.0
#include "smt/terms/linear.hpp"

#include <vector>

#include "smt/terms/rewrite.hpp"

namespace counterpoint::smt {

Term Linear::operator()(Term t) {
  if (const auto it = made_.find(t); it != made_.end()) return it->second;
  const std::vector<Term> all = parts_of(terms_, std::span(&t, 1));
  bool any = false;
  for (const Term x : all) any = any || terms_.kind(x) == TermKind::product;
  if (!any) {
    made_.emplace(t, t);
    return t;
  }
  for (const Term x : all) {
    if (made_.contains(x)) continue;
    if (terms_.kind(x) != TermKind::product) {
      made_.emplace(x, rebuild(terms_, x, [this](Term p) { return made_.at(p); }));
      continue;
    }
    const Term a = made_.at(terms_.parts(x)[0]);
    const Term b = made_.at(terms_.parts(x)[1]);
    const Term zero = terms_.number(0);
    const Term one = terms_.number(1);
    const Term rest = terms_.fresh("product");
    const Term by_b = terms_.ite(terms_.equal(b, zero), zero, terms_.ite(terms_.equal(b, one), a, rest));
    made_.emplace(x, terms_.ite(terms_.equal(a, zero), zero, terms_.ite(terms_.equal(a, one), b, by_b)));
  }
  return made_.at(t);
}

}  // namespace counterpoint::smt
