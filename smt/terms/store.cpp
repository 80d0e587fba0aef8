// Finding a term by its content, and making it.
// SPDX-License-Identifier: Apache-2.0
#include "smt/terms/store.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::smt {

namespace {

[[noreturn]] void overflow() { throw TermOverflow("a coefficient or a constant of a term does not fit in 64 bits"); }

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();

}  // namespace

std::int64_t checked_sum(std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  if (__builtin_add_overflow(a, b, &r) || r == lowest) overflow();
  return r;
}

std::int64_t checked_product(std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  if (__builtin_mul_overflow(a, b, &r) || r == lowest) overflow();
  return r;
}

std::uint32_t TermStore::hash_of(const Node& content) {
  std::uint64_t h = mix(static_cast<std::uint64_t>(content.constant) * 31U + static_cast<std::uint64_t>(content.kind));
  if (content.summands != nullptr) {
    for (std::uint32_t i = 0; i < content.count; ++i) {
      const Summand& s = content.summands[i];
      h = (h ^ (static_cast<std::uint64_t>(s.coefficient) * 0x9e3779b97f4a7c15U + s.atom.value)) * 0xbf58476d1ce4e5b9U;
      h ^= h >> 29U;
    }
  } else {
    for (std::uint32_t i = 0; i < content.count; ++i) {
      h = (h ^ content.parts[i].value) * 0xbf58476d1ce4e5b9U;
      h ^= h >> 29U;
    }
  }
  return static_cast<std::uint32_t>(h >> 32U) ^ static_cast<std::uint32_t>(h);
}

bool TermStore::same(const Node& a, const Node& b) const {
  if (a.hash != b.hash || a.kind != b.kind || a.count != b.count || a.constant != b.constant || a.sort != b.sort)
    return false;
  if (a.kind == TermKind::affine) return std::equal(a.summands, a.summands + a.count, b.summands);
  return std::equal(a.parts, a.parts + a.count, b.parts);
}

Term TermStore::find(const Node& content) const {
  Node key = content;
  key.hash = hash_of(content);
  const std::size_t last = table.size() - 1;
  for (std::size_t slot = key.hash & last; table[slot] != empty; slot = (slot + 1) & last) {
    if (same(nodes[table[slot]], key)) return Term{table[slot]};
  }
  return Term::none();
}

Term TermStore::intern(Node content) {
  content.hash = hash_of(content);
  const std::size_t last = table.size() - 1;
  std::size_t slot = content.hash & last;
  for (; table[slot] != empty; slot = (slot + 1) & last) {
    if (same(nodes[table[slot]], content)) return Term{table[slot]};
  }
  require(nodes.size() < empty, "too many terms");
  const Term t{nodes.size()};
  if (content.summands != nullptr) content.summands = summands.keep({content.summands, content.count});
  if (content.parts != nullptr) content.parts = parts.keep({content.parts, content.count});
  nodes.push_back(content);
  table[slot] = t.value;
  if (nodes.size() * 2 > table.size()) grow();
  if (content.kind == TermKind::at_most_0) tie_to_complement(t);
  return t;
}

Term TermStore::intern(TermKind kind, Sort sort, std::int64_t constant, std::span<const Term> of) {
  Node content;
  content.kind = kind;
  content.sort = sort;
  content.constant = constant;
  content.parts = of.data();
  content.count = static_cast<std::uint32_t>(of.size());
  return intern(content);
}

Term TermStore::intern_sum(std::int64_t constant, std::span<const Summand> of) {
  if (constant == 0 && of.size() == 1 && of[0].coefficient == 1) return of[0].atom;
  Node content;
  content.kind = TermKind::affine;
  content.sort = Sort::integer;
  content.constant = constant;
  content.summands = of.empty() ? nullptr : of.data();
  content.count = static_cast<std::uint32_t>(of.size());
  return intern(content);
}

void TermStore::grow() {
  table.assign(table.size() * 2, empty);
  const std::size_t last = table.size() - 1;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    std::size_t slot = nodes[i].hash & last;
    while (table[slot] != empty) slot = (slot + 1) & last;
    table[slot] = i;
  }
}

Term TermStore::new_variable(std::string_view name, Sort sort) {
  names.emplace_back(name);
  return intern(TermKind::variable, sort, static_cast<std::int64_t>(names.size() - 1), {});
}

std::int64_t TermStore::constant_of(Term t) const {
  const Node& n = nodes[t.value];
  return n.kind == TermKind::affine ? n.constant : 0;
}

std::span<const Summand> TermStore::summands_of(Term t, Summand& room) const {
  const Node& n = nodes[t.value];
  require(n.sort == Sort::integer, "an integer term was expected");
  if (n.kind == TermKind::affine) return {n.summands, n.count};
  room = {1, t};
  return {&room, 1};
}

void TermStore::combine(std::int64_t m, Term a, std::int64_t n, Term b) {
  Summand room_a, room_b;
  const auto left = summands_of(a, room_a);
  const auto right = summands_of(b, room_b);
  sum.constant = checked_sum(checked_product(m, constant_of(a)), checked_product(n, constant_of(b)));
  sum.summands.clear();
  std::size_t i = 0, j = 0;
  while (i < left.size() || j < right.size()) {
    if (j == right.size() || (i < left.size() && left[i].atom < right[j].atom)) {
      const std::int64_t c = checked_product(m, left[i].coefficient);
      if (c != 0) sum.summands.push_back({c, left[i].atom});
      ++i;
    } else if (i == left.size() || right[j].atom < left[i].atom) {
      const std::int64_t c = checked_product(n, right[j].coefficient);
      if (c != 0) sum.summands.push_back({c, right[j].atom});
      ++j;
    } else {
      const std::int64_t c =
          checked_sum(checked_product(m, left[i].coefficient), checked_product(n, right[j].coefficient));
      if (c != 0) sum.summands.push_back({c, left[i].atom});
      ++i;
      ++j;
    }
  }
}

void TermStore::tie(Term a, Term b) {
  const auto free_for = [this](Term t, Term negated) {
    const Term known = nodes[t.value].opposite;
    return !known.valid() || known == negated;
  };
  require(free_for(a, b) && free_for(b, a), "two terms have one negation");
  nodes[a.value].opposite = b;
  nodes[b.value].opposite = a;
}

void TermStore::tie_to_complement(Term t) {
  const Term x = nodes[t.value].parts[0];
  Summand room;
  const auto of = summands_of(x, room);
  other.summands.assign(of.begin(), of.end());
  for (Summand& s : other.summands) s.coefficient = -s.coefficient;
  if (constant_of(x) == -std::numeric_limits<std::int64_t>::max()) return;  // its negation would overflow
  other.constant = 1 - constant_of(x);
  Term complement;
  if (other.constant == 0 && other.summands.size() == 1 && other.summands[0].coefficient == 1) {
    complement = other.summands[0].atom;
  } else {
    Node content;
    content.kind = TermKind::affine;
    content.sort = Sort::integer;
    content.constant = other.constant;
    content.summands = other.summands.data();
    content.count = static_cast<std::uint32_t>(other.summands.size());
    complement = find(content);
  }
  if (!complement.valid()) return;
  Node content;
  content.kind = TermKind::at_most_0;
  content.parts = &complement;
  content.count = 1;
  if (const Term there = find(content); there.valid()) tie(t, there);
}

}  // namespace counterpoint::smt
