// Colour refinement over the distinct terms of an obligation.
// SPDX-License-Identifier: Apache-2.0
#include "smt/terms/shape.hpp"

#include <algorithm>
#include <utility>

#include "core/machine/random.hpp"

namespace counterpoint::smt {

namespace {

constexpr std::uint32_t most_rounds = 48;
constexpr std::uint32_t absent = 0xffffffffU;

std::uint64_t blend(std::uint64_t a, std::uint64_t b) { return mix(a ^ (b * 0x9e3779b97f4a7c15U)); }

std::uint64_t bits(std::int64_t n) { return static_cast<std::uint64_t>(n); }

// Local numbers of terms: a table of open addressing, since an obligation has few of very many terms.
class Numbering {
 public:
  Numbering() : slots_(64, {Term::none(), absent}) {}
  [[nodiscard]] std::uint32_t find(Term t) const {
    std::size_t at = mix(t.value) & (slots_.size() - 1);
    while (slots_[at].first.valid() && slots_[at].first != t) at = (at + 1) & (slots_.size() - 1);
    return slots_[at].second;
  }
  void add(Term t, std::uint32_t number) {
    if (++used_ * 2 > slots_.size()) {
      std::vector<std::pair<Term, std::uint32_t>> old(slots_.size() * 2, {Term::none(), absent});
      old.swap(slots_);
      for (const auto& [term, n] : old) {
        if (term.valid()) put(term, n);
      }
    }
    put(t, number);
  }

 private:
  void put(Term t, std::uint32_t number) {
    std::size_t at = mix(t.value) & (slots_.size() - 1);
    while (slots_[at].first.valid()) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = {t, number};
  }
  std::vector<std::pair<Term, std::uint32_t>> slots_;
  std::size_t used_ = 0;
};

class Refinement {
 public:
  Refinement(const Terms& terms, Shape& shape) : terms_(terms), shape_(shape) {}

  void collect(std::span<const Term> roots);
  void refine();
  void sort_sets();

 private:
  // The parts of a term as its shape has them: a comparison has those of its sum.
  template <class Visit>
  void each_part(Term t, Visit visit) const;
  void append(Term t);
  void rise();
  void fall();
  [[nodiscard]] std::uint64_t fingerprint(std::uint32_t t) const;
  // What the occurrence of a part in `t` looks like from the part.
  void hand_down(std::uint32_t t);
  [[nodiscard]] std::size_t classes();
  void single_out();

  const Terms& terms_;
  Shape& shape_;
  Numbering numbers_;
  std::vector<std::uint64_t> contexts_;
  std::vector<std::uint32_t> variables_;
  std::vector<std::uint64_t> colours_;  // of variables_
  std::vector<std::uint64_t> sorted_;
};

template <class Visit>
void Refinement::each_part(Term t, Visit visit) const {
  const TermKind kind = terms_.kind(t);
  Term sum = t;
  if (kind == TermKind::at_most_0 || kind == TermKind::equal_0) sum = terms_.parts(t)[0];
  if (terms_.kind(sum) == TermKind::affine) {
    for (const Summand& s : terms_.summands(sum)) visit(s.atom, s.coefficient);
  } else if (sum != t) {
    visit(sum, std::int64_t{1});
  } else {
    std::int64_t place = 0;
    for (const Term part : terms_.parts(t)) visit(part, kind == TermKind::ite ? ++place : 0);
  }
}

void Refinement::append(Term t) {
  ShapeTerm made;
  made.term = t;
  made.kind = terms_.kind(t);
  made.sort = terms_.sort(t);
  Term sum = t;
  if (made.kind == TermKind::at_most_0 || made.kind == TermKind::equal_0) sum = terms_.parts(t)[0];
  switch (terms_.kind(sum)) {
    case TermKind::affine:
    case TermKind::modulo:
    case TermKind::quotient:
      if (sum == t || terms_.kind(sum) == TermKind::affine) made.constant = terms_.constant(sum);
      break;
    case TermKind::boolean: made.constant = terms_.truth(t) ? 1 : 0; break;
    default: break;
  }
  made.first = static_cast<std::uint32_t>(shape_.parts.size());
  each_part(t, [&](Term part, std::int64_t c) { shape_.parts.push_back({numbers_.find(part), c}); });
  made.count = static_cast<std::uint32_t>(shape_.parts.size()) - made.first;
  const auto number = static_cast<std::uint32_t>(shape_.terms.size());
  if (made.kind == TermKind::variable) {
    variables_.push_back(number);
    colours_.push_back(mix(static_cast<std::uint64_t>(made.sort)));
  }
  shape_.terms.push_back(made);
  numbers_.add(t, number);
}

void Refinement::collect(std::span<const Term> roots) {
  std::vector<Term> open;
  for (const Term root : roots) {
    open.push_back(root);
    while (!open.empty()) {
      const Term t = open.back();
      if (numbers_.find(t) != absent) {
        open.pop_back();
        continue;
      }
      const std::size_t before = open.size();
      each_part(t, [&](Term part, std::int64_t) {
        if (numbers_.find(part) == absent) open.push_back(part);
      });
      if (open.size() > before) continue;
      open.pop_back();
      append(t);
    }
    shape_.roots.push_back(numbers_.find(root));
  }
}

std::uint64_t Refinement::fingerprint(std::uint32_t t) const {
  const ShapeTerm& x = shape_.terms[t];
  const std::uint64_t head = mix(bits(x.constant) * 31U + static_cast<std::uint64_t>(x.kind));
  const auto sum_of = [&](std::int64_t sign) {
    std::uint64_t sum = 0;
    for (const ShapePart& p : shape_.parts_of(t))
      sum += blend(shape_.terms[p.part].fingerprint, bits(sign * p.coefficient));
    return sum;
  };
  if (x.kind != TermKind::equal_0) return blend(head, sum_of(1));
  // Either sign says the same.
  const std::uint64_t plus = blend(bits(x.constant), sum_of(1));
  const std::uint64_t minus = blend(bits(-x.constant), sum_of(-1));
  return blend(blend(static_cast<std::uint64_t>(x.kind), std::min(plus, minus)), std::max(plus, minus));
}

void Refinement::rise() {
  for (std::size_t i = 0; i < variables_.size(); ++i) shape_.terms[variables_[i]].fingerprint = colours_[i];
  for (std::uint32_t t = 0; t < shape_.terms.size(); ++t) {
    if (shape_.terms[t].kind != TermKind::variable) shape_.terms[t].fingerprint = fingerprint(t);
  }
}

void Refinement::hand_down(std::uint32_t t) {
  const ShapeTerm& x = shape_.terms[t];
  const std::uint64_t from = blend(x.fingerprint, contexts_[t]);
  std::int64_t sign = 1;
  if (x.kind == TermKind::equal_0) {
    std::uint64_t plus = bits(x.constant), minus = bits(-x.constant);
    for (const ShapePart& p : shape_.parts_of(t)) {
      plus += blend(shape_.terms[p.part].fingerprint, bits(p.coefficient));
      minus += blend(shape_.terms[p.part].fingerprint, bits(-p.coefficient));
    }
    sign = plus == minus ? 0 : plus < minus ? 1 : -1;
  }
  for (const ShapePart& p : shape_.parts_of(t)) {
    const std::int64_t role = sign == 0 ? std::abs(p.coefficient) : sign * p.coefficient;
    contexts_[p.part] += blend(from, bits(role));
  }
}

void Refinement::fall() {
  contexts_.assign(shape_.terms.size(), 0);
  for (const std::uint32_t root : shape_.roots) contexts_[root] += mix(1);
  contexts_[shape_.roots.back()] += mix(2);
  for (auto t = static_cast<std::uint32_t>(shape_.terms.size()); t-- > 0;) {
    if (shape_.terms[t].count > 0) hand_down(t);
  }
  for (std::size_t i = 0; i < variables_.size(); ++i) colours_[i] = blend(colours_[i], contexts_[variables_[i]]);
}

std::size_t Refinement::classes() {
  sorted_ = colours_;
  std::sort(sorted_.begin(), sorted_.end());
  return static_cast<std::size_t>(std::unique(sorted_.begin(), sorted_.end()) - sorted_.begin());
}

void Refinement::single_out() {
  sorted_ = colours_;
  std::sort(sorted_.begin(), sorted_.end());
  const auto shared = std::adjacent_find(sorted_.begin(), sorted_.end());
  const auto first = std::find(colours_.begin(), colours_.end(), *shared);
  *first = blend(*first, 7);
}

void Refinement::refine() {
  std::size_t known = classes();
  for (std::uint32_t round = 0; round < most_rounds; ++round) {
    rise();
    fall();
    const std::size_t now = classes();
    if (now == variables_.size()) break;
    if (now == known && round > 0) {
      single_out();
      known = now + 1;
    } else {
      known = now;
    }
  }
  rise();
}

void Refinement::sort_sets() {
  const auto& terms = shape_.terms;
  for (std::uint32_t t = 0; t < terms.size(); ++t) {
    if (!is_set(terms[t].kind)) continue;
    const auto parts = shape_.parts_of(t);
    std::sort(parts.begin(), parts.end(), [&](const ShapePart& a, const ShapePart& b) {
      const bool a_compound = terms[a.part].kind != TermKind::variable;
      const bool b_compound = terms[b.part].kind != TermKind::variable;
      if (a_compound != b_compound) return b_compound;
      if (terms[a.part].fingerprint != terms[b.part].fingerprint)
        return terms[a.part].fingerprint < terms[b.part].fingerprint;
      return a.part < b.part;
    });
  }
}

}  // namespace

bool is_set(TermKind kind) {
  switch (kind) {
    case TermKind::affine:
    case TermKind::product:
    case TermKind::at_most_0:
    case TermKind::equal_0:
    case TermKind::conjunction:
    case TermKind::disjunction: return true;
    default: return false;
  }
}

Shape shape_of(const Terms& terms, std::span<const Term> roots) {
  Shape shape;
  Refinement refinement(terms, shape);
  refinement.collect(roots);
  refinement.refine();
  refinement.sort_sets();
  return shape;
}

}  // namespace counterpoint::smt
