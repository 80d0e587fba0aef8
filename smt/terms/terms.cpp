// Integers and comparisons: affine normal form.
// SPDX-License-Identifier: Apache-2.0
//
// A comparison is divided by what its coefficients share. `constant + g * x <= 0` says x <= -constant / g, so the
// constant is rounded up (x is an integer); `constant + g * x = 0` has no solution unless g divides the constant. An
// equation is kept with its first coefficient positive. A comparison of one choice between two numbers is the
// condition, its negation or a constant: masks vanish there. `x mod n` keeps of every coefficient its rest, `x div n`
// gives up what n divides. Source: terms.hpp.
#include "smt/terms/terms.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/arithmetic.hpp"
#include "smt/terms/store.hpp"

namespace counterpoint::smt {

namespace {

std::int64_t common_divisor(std::span<const Summand> summands) {
  std::int64_t g = 0;
  for (const Summand& s : summands) {
    g = std::gcd(g, s.coefficient);
    if (g == 1) break;
  }
  return g;
}

}  // namespace

Terms::Terms() : store_(std::make_unique<TermStore>()) {
  store_->falsehood = store_->intern(TermKind::boolean, Sort::boolean, 0, {});
  store_->truth = store_->intern(TermKind::boolean, Sort::boolean, 1, {});
  store_->tie(store_->truth, store_->falsehood);
}

Terms::~Terms() = default;

Term Terms::number(std::int64_t n) { return store_->intern_sum(checked_sum(n, 0), {}); }

Term Terms::boolean(bool b) { return b ? store_->truth : store_->falsehood; }

Term Terms::variable(std::string_view name, Sort sort) {
  TermStore& s = *store_;
  if (const auto there = s.named.find(name); there != s.named.end()) {
    require(s[there->second].sort == sort, "a variable is asked for with two sorts");
    return there->second;
  }
  const Term t = s.new_variable(name, sort);
  s.named.emplace(std::string(name), t);
  return t;
}

Term Terms::fresh(std::string_view stem, Sort sort) {
  TermStore& s = *store_;
  const auto tried = s.stems.try_emplace(std::string(stem), 0).first;
  std::string name(stem);
  while (s.named.contains(name)) name = std::string(stem) + "!" + std::to_string(++tried->second);
  // It takes the name, so that the next one gets another; who asks for that name later means this variable.
  return variable(name, sort);
}

Term Terms::add(Term a, Term b) {
  store_->combine(1, a, 1, b);
  return store_->intern_sum(store_->sum.constant, store_->sum.summands);
}

Term Terms::subtract(Term a, Term b) {
  store_->combine(1, a, -1, b);
  return store_->intern_sum(store_->sum.constant, store_->sum.summands);
}

Term Terms::scale(std::int64_t n, Term a) {
  store_->combine(n, a, 0, store_->intern_sum(0, {}));
  return store_->intern_sum(store_->sum.constant, store_->sum.summands);
}

Term Terms::sum(std::int64_t constant, std::span<const Summand> summands) {
  Affine& to = store_->sum;
  to.constant = checked_sum(constant, 0);
  to.summands.clear();
  for (const Summand& given : summands) {
    Summand room;
    to.constant = checked_sum(to.constant, checked_product(given.coefficient, store_->constant_of(given.atom)));
    for (const Summand& s : store_->summands_of(given.atom, room))
      to.summands.push_back({checked_product(given.coefficient, s.coefficient), s.atom});
  }
  std::sort(to.summands.begin(), to.summands.end(), [](const Summand& a, const Summand& b) { return a.atom < b.atom; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < to.summands.size();) {
    Summand s = to.summands[i++];
    while (i < to.summands.size() && to.summands[i].atom == s.atom)
      s.coefficient = checked_sum(s.coefficient, to.summands[i++].coefficient);
    if (s.coefficient != 0) to.summands[kept++] = s;
  }
  to.summands.resize(kept);
  return store_->intern_sum(to.constant, to.summands);
}

Term Terms::modulo(Term a, std::int64_t n) {
  require(n >= 1, "a modulus is positive");
  TermStore& s = *store_;
  s.combine(1, a, 0, s.intern_sum(0, {}));
  s.sum.constant = counterpoint::modulo(s.sum.constant, n).value;
  for (Summand& x : s.sum.summands) x.coefficient = counterpoint::modulo(x.coefficient, n).value;
  std::erase_if(s.sum.summands, [](const Summand& x) { return x.coefficient == 0; });
  if (s.sum.summands.empty()) return number(s.sum.constant);
  const Term rest = s.intern_sum(s.sum.constant, s.sum.summands);
  return s.intern(TermKind::modulo, Sort::integer, n, std::array{rest});
}

Term Terms::quotient(Term a, std::int64_t n) {
  require(n >= 1, "a divisor is positive");
  TermStore& s = *store_;
  s.combine(1, a, 0, s.intern_sum(0, {}));
  s.other.constant = counterpoint::divide(s.sum.constant, n).value;
  s.other.summands.clear();
  s.sum.constant = counterpoint::modulo(s.sum.constant, n).value;
  for (Summand& x : s.sum.summands) {
    if (const std::int64_t whole = counterpoint::divide(x.coefficient, n).value; whole != 0)
      s.other.summands.push_back({whole, x.atom});
    x.coefficient = counterpoint::modulo(x.coefficient, n).value;
  }
  const Term whole = s.intern_sum(s.other.constant, s.other.summands);
  std::erase_if(s.sum.summands, [](const Summand& x) { return x.coefficient == 0; });
  if (s.sum.summands.empty()) return whole;  // a constant below n gives 0
  const Term rest = s.intern_sum(s.sum.constant, s.sum.summands);
  return add(whole, s.intern(TermKind::quotient, Sort::integer, n, std::array{rest}));
}

Term Terms::product(Term a, Term b) {
  if (is_number(a)) return scale(constant(a), b);
  if (is_number(b)) return scale(constant(b), a);
  if (b < a) std::swap(a, b);
  return store_->intern(TermKind::product, Sort::integer, 0, std::array{a, b});
}

Term Terms::at_most(Term a, Term b) {
  store_->combine(1, a, -1, b);
  return store_->sum_at_most_0(*this);
}

Term Terms::less(Term a, Term b) {
  store_->combine(1, a, -1, b);
  store_->sum.constant = checked_sum(store_->sum.constant, 1);
  return store_->sum_at_most_0(*this);
}

Term Terms::at_least(Term a, Term b) { return at_most(b, a); }

Term Terms::greater(Term a, Term b) { return less(b, a); }

Term Terms::equal(Term a, Term b) {
  store_->combine(1, a, -1, b);
  return store_->sum_equal_0(*this);
}

Term TermStore::sum_at_most_0(Terms& terms) {
  if (sum.summands.empty()) return terms.boolean(sum.constant <= 0);
  if (const std::int64_t g = common_divisor(sum.summands); g != 1) {
    for (Summand& s : sum.summands) s.coefficient /= g;
    sum.constant = -counterpoint::divide(-sum.constant, g).value;
  }
  if (const Term folded = compare_choice(terms, TermKind::at_most_0); folded.valid()) return folded;
  const Term x = intern_sum(sum.constant, sum.summands);
  return intern(TermKind::at_most_0, Sort::boolean, 0, std::array{x});
}

Term TermStore::sum_equal_0(Terms& terms) {
  if (sum.summands.empty()) return terms.boolean(sum.constant == 0);
  std::int64_t g = common_divisor(sum.summands);
  if (sum.constant % g != 0) return falsehood;
  if (sum.summands.front().coefficient < 0) g = -g;
  if (g != 1) {
    for (Summand& s : sum.summands) s.coefficient /= g;
    sum.constant /= g;
  }
  if (const Term folded = compare_choice(terms, TermKind::equal_0); folded.valid()) return folded;
  const Term x = intern_sum(sum.constant, sum.summands);
  return intern(TermKind::equal_0, Sort::boolean, 0, std::array{x});
}

Term TermStore::compare_choice(Terms& terms, TermKind comparison) {
  if (sum.summands.size() != 1) return Term::none();
  const Summand only = sum.summands.front();
  const Node& choice = nodes[only.atom.value];
  if (choice.kind != TermKind::ite || !terms.is_number(choice.parts[1]) || !terms.is_number(choice.parts[2]))
    return Term::none();
  const auto holds = [&](Term branch) {
    const std::int64_t v = checked_sum(sum.constant, checked_product(only.coefficient, constant_of(branch)));
    return comparison == TermKind::at_most_0 ? v <= 0 : v == 0;
  };
  const bool then = holds(choice.parts[1]);
  const bool otherwise = holds(choice.parts[2]);
  const Term condition = choice.parts[0];
  if (then == otherwise) return terms.boolean(then);
  return then ? condition : terms.negation(condition);
}

TermKind Terms::kind(Term t) const { return (*store_)[t].kind; }

Sort Terms::sort(Term t) const { return (*store_)[t].sort; }

std::string_view Terms::name(Term variable) const {
  const Node& n = (*store_)[variable];
  require(n.kind == TermKind::variable, "only a variable has a name");
  return store_->names[static_cast<std::size_t>(n.constant)];
}

bool Terms::truth(Term boolean) const {
  const Node& n = (*store_)[boolean];
  require(n.kind == TermKind::boolean, "only a constant has a truth");
  return n.constant != 0;
}

std::int64_t Terms::constant(Term affine) const {
  const Node& n = (*store_)[affine];
  require(n.kind == TermKind::affine || n.kind == TermKind::modulo || n.kind == TermKind::quotient,
          "the constant of a term that has none");
  return n.constant;
}

std::span<const Summand> Terms::summands(Term affine) const {
  const Node& n = (*store_)[affine];
  require(n.kind == TermKind::affine, "the summands of a term that is no sum");
  return {n.summands, n.count};
}

std::span<const Term> Terms::parts(Term t) const {
  const Node& n = (*store_)[t];
  if (n.kind == TermKind::affine) return {};
  return {n.parts, n.count};
}

std::size_t Terms::size() const { return store_->nodes.size(); }

}  // namespace counterpoint::smt
