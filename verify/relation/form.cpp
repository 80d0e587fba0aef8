// Arithmetic on symbolic values.
// SPDX-License-Identifier: Apache-2.0
#include "verify/relation/form.hpp"

#include <algorithm>
#include <numeric>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/arithmetic.hpp"

namespace counterpoint::relation {
namespace {

bool fits(std::int64_t v) { return v >= -largest && v <= largest; }

bool same_product(const Term& a, const Term& b) { return a.base == b.base && a.masks == b.masks; }

bool earlier_product(const Term& a, const Term& b) {
  if (a.base != b.base) return a.base < b.base;
  return a.masks < b.masks;
}

// Sorts, merges, drops zeros; nothing if it is too large.
MaybeForm normal(Form f) {
  std::ranges::sort(f.terms, earlier_product);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < f.terms.size(); ++i) {
    if (kept > 0 && same_product(f.terms[kept - 1], f.terms[i])) {
      f.terms[kept - 1].scale += f.terms[i].scale;
    } else {
      if (kept != i) f.terms[kept] = std::move(f.terms[i]);
      ++kept;
    }
    if (!fits(f.terms[kept - 1].scale)) return std::nullopt;
    if (f.terms[kept - 1].scale == 0) --kept;
  }
  f.terms.resize(kept);
  if (f.terms.size() > most_terms || !fits(f.constant)) return std::nullopt;
  return f;
}

// Both masks: of two about one base the stricter says it all.
bool join_masks(std::vector<Mask>& into, const std::vector<Mask>& from) {
  for (const Mask& m : from) {
    const auto at = std::ranges::lower_bound(into, m.base, {}, &Mask::base);
    if (at != into.end() && at->base == m.base) {
      at->bound = std::max(at->bound, m.bound);
    } else {
      into.insert(at, m);
    }
  }
  return into.size() <= most_masks;
}

// [n * product + c > 0] for a product of masks.
MaybeForm greater_product(const Term& t, std::int64_t c) {
  const std::int64_t off = c > 0 ? 1 : 0;
  const std::int64_t on = t.scale + c > 0 ? 1 : 0;
  Term product = t;
  product.scale = on - off;
  Form f;
  f.constant = off;
  if (product.scale != 0) f.terms.push_back(std::move(product));
  return f;
}

}  // namespace

MaybeForm constant(std::int64_t value) {
  if (!fits(value)) return std::nullopt;
  return Form{value, {}};
}

Form of(const Base& base) {
  if (base.kind == BaseKind::one) return {1, {}};
  return {0, {Term{{}, base, 1}}};
}

Form of(const Mask& mask) {
  if (mask.bound < 0) return {1, {}};
  return {0, {Term{{mask}, Base{}, 1}}};
}

MaybeForm add(const Form& a, const Form& b) {
  Form f = a;
  f.constant += b.constant;
  f.terms.insert(f.terms.end(), b.terms.begin(), b.terms.end());
  return normal(std::move(f));
}

MaybeForm scaled(const Form& a, std::int64_t factor) {
  if (factor == 0) return Form{};
  if (!fits(factor)) return std::nullopt;
  Form f = a;
  bool overflow = __builtin_mul_overflow(f.constant, factor, &f.constant);
  for (Term& t : f.terms) overflow |= __builtin_mul_overflow(t.scale, factor, &t.scale) || !fits(t.scale);
  if (overflow || !fits(f.constant)) return std::nullopt;
  return f;
}

MaybeForm subtract(const Form& a, const Form& b) {
  const MaybeForm negative = scaled(b, -1);
  return negative ? add(a, *negative) : std::nullopt;
}

MaybeForm multiply(const Form& a, const Form& b) {
  if (a.is_constant()) return scaled(b, a.constant);
  if (b.is_constant()) return scaled(a, b.constant);
  if ((a.terms.size() + 1) * (b.terms.size() + 1) > 4 * most_terms) return std::nullopt;
  const MaybeForm left = scaled(b, a.constant);
  const MaybeForm right = scaled(Form{0, a.terms}, b.constant);
  if (!left || !right) return std::nullopt;
  MaybeForm start = add(*left, *right);
  if (!start) return std::nullopt;
  Form f = std::move(*start);
  for (const Term& x : a.terms) {
    for (const Term& y : b.terms) {
      if (x.base.kind != BaseKind::one && y.base.kind != BaseKind::one) return std::nullopt;
      Term t = x;
      if (x.base.kind == BaseKind::one) t.base = y.base;
      if (__builtin_mul_overflow(x.scale, y.scale, &t.scale) || !fits(t.scale)) return std::nullopt;
      if (!join_masks(t.masks, y.masks)) return std::nullopt;
      f.terms.push_back(std::move(t));
    }
  }
  return normal(std::move(f));
}

MaybeForm greater(const Form& a, const Form& b) {
  const MaybeForm difference = subtract(a, b);
  if (!difference) return std::nullopt;
  const Form& d = *difference;
  if (d.is_constant()) return Form{d.constant > 0 ? 1 : 0, {}};
  if (d.terms.size() != 1) return std::nullopt;
  const Term& t = d.terms.front();
  if (t.base.kind == BaseKind::one) return greater_product(t, d.constant);
  if (!t.masks.empty() || t.base.kind == BaseKind::minimum) return std::nullopt;
  if (t.scale > 0) return of(Mask{t.base, floor_divide(-d.constant, t.scale)});
  // constant > m * base: base is at most ceil(constant / m) - 1.
  const std::int64_t m = -t.scale;
  const std::int64_t most = -floor_divide(-d.constant, m) - 1;
  return subtract(Form{1, {}}, of(Mask{t.base, most}));
}

MaybeForm Minima::minimum(const Form& a, const Form& b) {
  MaybeForm difference = subtract(b, a);
  if (!difference) return std::nullopt;
  if (difference->is_constant()) return difference->constant <= 0 ? b : a;
  // min(0, d) = -e + min(0, e) with e = -d.
  const bool turn = difference->terms.front().scale < 0;
  Form e = turn ? *scaled(*difference, -1) : *difference;
  const Form whole = e;
  std::int64_t factor = std::abs(e.constant);
  std::uint32_t depth = 1;
  for (const Term& t : e.terms) {
    factor = std::gcd(factor, t.scale);
    if (t.base.kind == BaseKind::minimum) depth = std::max(depth, depth_[t.base.subject] + 1);
  }
  if (depth > deepest_minimum) return std::nullopt;
  e.constant /= factor;
  for (Term& t : e.terms) t.scale /= factor;
  const auto [at, fresh] = index_.try_emplace(std::move(e), static_cast<std::uint32_t>(forms_.size()));
  if (fresh) {
    forms_.push_back(&at->first);
    depth_.push_back(depth);
  }
  Base base;
  base.kind = BaseKind::minimum;
  base.subject = at->second;
  const MaybeForm least = scaled(of(base), factor);
  const MaybeForm start = turn ? subtract(a, whole) : MaybeForm(a);
  if (!least || !start) return std::nullopt;
  return add(*start, *least);
}

MaybeForm Minima::maximum(const Form& a, const Form& b) {
  const MaybeForm least = minimum(a, b);
  const MaybeForm sum = add(a, b);
  if (!least || !sum) return std::nullopt;
  return subtract(*sum, *least);
}

namespace {

MaybeForm map_mask(const Mask& m, const Mapping& mapping) {
  if (mapping.mask) {
    if (MaybeForm decided = mapping.mask(m)) return decided;
  }
  const MaybeForm base = mapping.base(m.base);
  if (!base) return std::nullopt;
  return greater(*base, Form{m.bound, {}});
}

MaybeForm map_term(const Term& t, const Mapping& mapping, Minima& minima) {
  MaybeForm product = Form{1, {}};
  if (t.base.kind == BaseKind::minimum) {
    const Form operand = minima.operand(t.base);
    const MaybeForm inner = map(operand, mapping, minima);
    product = inner ? minima.minimum(Form{}, *inner) : std::nullopt;
  } else if (t.base.kind != BaseKind::one) {
    product = mapping.base(t.base);
  }
  for (const Mask& m : t.masks) {
    if (!product) return std::nullopt;
    const MaybeForm mask = map_mask(m, mapping);
    product = mask ? multiply(*product, *mask) : std::nullopt;
  }
  return product ? scaled(*product, t.scale) : std::nullopt;
}

}  // namespace

// The depth of minima in minima is bounded by `deepest_minimum`, and with it the recursion.
MaybeForm map(const Form& form, const Mapping& mapping, Minima& minima) {
  MaybeForm sum = scaled(mapping.unit, form.constant);
  for (const Term& t : form.terms) {
    if (!sum) return std::nullopt;
    const MaybeForm term = map_term(t, mapping, minima);
    sum = term ? add(*sum, *term) : std::nullopt;
  }
  return sum;
}

}  // namespace counterpoint::relation
