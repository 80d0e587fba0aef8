// Sums of unknowns, each stored once.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/passes/values.hpp"

#include <algorithm>
#include <limits>

namespace counterpoint::passes {
namespace {

constexpr std::uint64_t stir(std::uint64_t h, std::uint64_t v) {
  h ^= v + 0x9e3779b97f4a7c15ULL + (h << 6U) + (h >> 2U);
  return h * 0xff51afd7ed558ccdULL;
}

}  // namespace

std::size_t Values::OpaqueHash::operator()(const Opaque& o) const noexcept {
  return stir(stir(static_cast<std::uint64_t>(o.operation), o.a.value), o.b.value);
}

ValueId Values::store(std::span<const Term> terms, std::int64_t constant) {
  std::uint64_t hash = stir(terms.size(), static_cast<std::uint64_t>(constant));
  for (const Term& t : terms) hash = stir(stir(hash, t.unknown), static_cast<std::uint64_t>(t.scale));
  const auto [from, to] = index_.equal_range(hash);
  for (auto it = from; it != to; ++it) {
    if (offset(it->second) == constant && std::ranges::equal(this->terms(it->second), terms)) return it->second;
  }
  Stored s;
  s.first = static_cast<std::uint32_t>(terms_.size());
  terms_.insert(terms_.end(), terms.begin(), terms.end());
  s.last = static_cast<std::uint32_t>(terms_.size());
  s.constant = constant;
  const ValueId id = stored_.push_back(s);
  index_.emplace(hash, id);
  return id;
}

ValueId Values::fresh() {
  const Term t{unknowns_++, 1};
  return store(std::span(&t, 1), 0);
}

ValueId Values::plus(ValueId v, std::int64_t c) {
  std::int64_t constant = 0;
  if (__builtin_add_overflow(offset(v), c, &constant)) return fresh();
  scratch_.assign(terms(v).begin(), terms(v).end());
  return store(scratch_, constant);
}

std::optional<std::int64_t> Values::difference(ValueId a, ValueId b) const {
  std::int64_t out = 0;
  if (!std::ranges::equal(terms(a), terms(b)) || __builtin_sub_overflow(offset(a), offset(b), &out)) {
    return std::nullopt;
  }
  return out;
}

// scale_a a + scale_b b; nothing beyond 64 bits or with too many terms.
std::optional<ValueId> Values::sum(ValueId a, std::int64_t scale_a, ValueId b, std::int64_t scale_b) {
  const auto weighted = [](std::int64_t x, std::int64_t s, std::int64_t y, std::int64_t t, std::int64_t& out) {
    std::int64_t first = 0;
    std::int64_t second = 0;
    return !__builtin_mul_overflow(x, s, &first) && !__builtin_mul_overflow(y, t, &second) &&
           !__builtin_add_overflow(first, second, &out);
  };
  std::int64_t constant = 0;
  if (!weighted(offset(a), scale_a, offset(b), scale_b, constant)) return std::nullopt;
  scratch_.clear();
  const auto x = terms(a);
  const auto y = terms(b);
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < x.size() || j < y.size()) {
    const bool left = j == y.size() || (i < x.size() && x[i].unknown <= y[j].unknown);
    const bool right = i == x.size() || (j < y.size() && y[j].unknown <= x[i].unknown);
    Term t{left ? x[i].unknown : y[j].unknown, 0};
    if (!weighted(left ? x[i].scale : 0, scale_a, right ? y[j].scale : 0, scale_b, t.scale)) return std::nullopt;
    if (t.scale != 0) scratch_.push_back(t);
    i += left ? 1 : 0;
    j += right ? 1 : 0;
  }
  if (scratch_.size() > most_terms) return std::nullopt;
  return store(scratch_, constant);
}

ValueId Values::opaque(Operation op, ValueId a, ValueId b) {
  const bool either_way =
      op == Operation::add || op == Operation::multiply || op == Operation::minimum || op == Operation::maximum;
  if (either_way && b < a) std::swap(a, b);
  const auto [it, made] = opaques_.try_emplace(Opaque{op, a, b}, ValueId::none());
  if (made) it->second = fresh();
  return it->second;
}

ValueId Values::of(Operation op, ValueId a, ValueId b) {
  if (op == Operation::copy) return a;
  const auto x = number(a);
  const auto y = number(b);
  std::optional<ValueId> out;
  switch (op) {
    case Operation::add: out = sum(a, 1, b, 1); break;
    case Operation::subtract: out = sum(a, 1, b, -1); break;
    case Operation::multiply:
      if (y)
        out = sum(a, *y, b, 0);
      else if (x)
        out = sum(a, 0, b, *x);
      break;
    case Operation::greater:
      if (a == b)
        out = constant(0);
      else if (x && y && comparable(*x) && comparable(*y))
        out = constant(*x > *y ? 1 : 0);
      break;
    case Operation::minimum:
    case Operation::maximum:
      if (a == b)
        out = a;
      else if (x && y && comparable(*x) && comparable(*y)) {
        out = constant(op == Operation::minimum ? std::min(*x, *y) : std::max(*x, *y));
      }
      break;
    default: break;  // modulo and divide may be faults, and do not wrap along
  }
  return out ? *out : opaque(op, a, b);
}

std::int64_t largest_number(const Implementation& implementation) {
  std::int64_t largest = 0;
  const auto look = [&](std::int64_t v) {
    if (v == std::numeric_limits<std::int64_t>::min()) ++v;
    largest = std::max(largest, v < 0 ? -v : v);
  };
  const auto operand = [&](Operand o) {
    if (o.is_literal()) look(implementation.literal(o));
  };
  for (const RegisterOperation& o : implementation.operations) {
    operand(o.a);
    operand(o.b);
  }
  for (const Wait& w : implementation.waits) operand(w.value);
  for (const Wait& w : implementation.alone_waits) operand(w.value);
  for (const Semaphore& s : implementation.semaphores) look(s.initial);
  return largest;
}

}  // namespace counterpoint::passes
