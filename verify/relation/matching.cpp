// Compares waits with dependencies.
// SPDX-License-Identifier: Apache-2.0
#include "verify/relation/matching.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace counterpoint::relation {
namespace {

bool counts_entries(const Base& b) {
  return (b.kind == BaseKind::entries || b.kind == BaseKind::trip) && !b.anchor.valid();
}

// Whether [a] on makes [b] on: of one scope, and all entries are at least those of the current trip.
bool makes_on(const Mask& a, const Mask& b) {
  if (b.bound > a.bound || !counts_entries(a.base) || !counts_entries(b.base)) return a == b;
  return a.base.subject == b.base.subject && (a.base.kind == b.base.kind || b.base.kind == BaseKind::entries);
}

Mask entered(ScopeId scope) { return {entries_of(scope).terms.front().base, 0}; }

}  // namespace

// `form` where every mask is on, in counts of entries, with one name for equal counts.
MaybeForm Matching::with_all(const Form& form, const std::vector<Mask>& masks, const Spot& z) const {
  Mapping mapping;
  mapping.base = [](const Base& b) { return of(b); };
  mapping.mask = [&](const Mask& m) {
    const bool on = std::ranges::any_of(masks, [&](const Mask& given) { return makes_on(given, m); });
    return on ? Form{1, {}} : of(m);
  };
  const MaybeForm on = map(form, mapping, minima_);
  return on ? carrier_.settle(*on, z) : std::nullopt;
}

// Whether a form is never positive where a mask is off.
bool Matching::silent_without(const Form& form, const Mask& mask, const Spot& z) const {
  Mapping mapping;
  mapping.base = [](const Base& b) { return of(b); };
  mapping.mask = [&](const Mask& m) { return makes_on(m, mask) ? Form{} : of(m); };
  const MaybeForm off = map(form, mapping, minima_);
  const Assumption assumption{ScopeId{std::size_t{mask.base.subject}}, mask.bound, mask.base.kind == BaseKind::entries};
  return off && never_positive(without_maximum(*off), assumption, z, layout_, minima_);
}

// e for max(c, e), c <= 0, which as a form is e - min(0, e - c).
Form Matching::without_maximum(const Form& form) const {
  const auto minimum = std::ranges::find(form.terms, BaseKind::minimum, [](const Term& t) { return t.base.kind; });
  if (minimum == form.terms.end() || minimum->scale > 0 || !minimum->masks.empty()) return form;
  const MaybeForm d = scaled(minima_.operand(minimum->base), -minimum->scale);
  Form rest = form;
  rest.terms.erase(rest.terms.begin() + (minimum - form.terms.begin()));
  const MaybeForm left = d ? subtract(rest, *d) : std::nullopt;
  if (left && left->is_constant() && left->constant <= 0) return rest;
  if (!rest.is_constant() || rest.constant > 0 || !d) return form;
  const MaybeForm other = subtract(rest, *d);
  return other ? *other : form;
}

bool Matching::same(const MaybeForm& value, const MaybeForm& threshold, const std::vector<Mask>& masks,
                    const Spot& z) const {
  if (!value || !threshold) return false;
  const MaybeForm on = with_all(*value, masks, z);
  const MaybeForm asked = with_all(*threshold, masks, z);
  if (!on || !asked || without_maximum(*on) != *asked) return false;
  return std::ranges::all_of(masks, [&](const Mask& m) { return silent_without(*value, m, z); });
}

// The threshold as a snapshot, by the counter that the value speaks of.
MaybeForm Matching::noted(const Owed& o, const Asked& wait, const Spot& z) {
  const auto noting = [](const Term& t) { return t.base.kind == BaseKind::counter || t.base.kind == BaseKind::mark; };
  const auto found = std::ranges::find_if(wait.value->terms, noting);
  if (found == wait.value->terms.end() || !thresholds_.why_no_snapshot(o, wait.cell).empty()) return std::nullopt;
  if (!thresholds_.counts_like(found->base.subject, wait.cell)) return std::nullopt;
  return thresholds_.noted(o, wait.cell, found->base.subject, z);
}

bool Matching::says_the_same(const Candidate& c, const Asked& wait, const Spot& z) {
  const Owed& o = c.owed;
  if (!wait.value || !o.classified.exact || !adds_to(o, wait.cell)) return false;
  std::vector<Mask> masks = thresholds_.masks(o);
  std::vector<Mask> with_entered = masks;
  // Nothing is owed of a scope that was never entered, unless its entries are yet to come. That is the one mask beside
  // those of the dependency: `same` takes a mask of V only if one of `masks` makes it 1, and asks V to be silent
  // without each of them.
  const bool passed = Thresholds::target_passed(o) && o.classified.producer_scope != Tree::root();
  if (passed) with_entered.push_back(entered(o.classified.producer_scope));
  const auto fits = [&](const MaybeForm& value, const MaybeForm& threshold) {
    return same(value, threshold, masks, z) || same(value, threshold, with_entered, z);
  };
  if (thresholds_.why_no_sum(o, wait.cell).empty()) {
    const MaybeForm value = carrier_.expand(*wait.value, z);
    const MaybeForm settled = value ? carrier_.settle(*value, z) : std::nullopt;
    if (fits(settled, thresholds_.counted(o, wait.cell, z))) return true;
  }
  return fits(wait.value, noted(o, wait, z));
}

// Whether no instance of the consumer owes anything.
bool Matching::never_owed(const Owed& o, const Spot& z) const {
  if (o.classified.never_owed) return true;
  if (!o.classified.exact) return false;
  const std::vector<Mask> masks = thresholds_.masks(o);
  for (const Mask& m : masks) {
    const MaybeForm mask = carrier_.settle(of(m), z);
    if (mask && *mask == Form{}) return true;
  }
  const MaybeForm entries = thresholds_.entries(o);
  const MaybeForm settled = entries ? carrier_.settle(*entries, z) : std::nullopt;
  return settled && never_positive(*settled, {}, z, layout_, minima_);
}

// Whether a wait that another dependency asks for never is below what this one asks, where this one asks anything.
bool Matching::implied(const Owed& o, const Asked& wait, const Spot& z) {
  if (!wait.value || !o.classified.exact || !adds_to(o, wait.cell)) return false;
  const std::vector<Mask> masks = thresholds_.masks(o);
  const MaybeForm on = with_all(*wait.value, masks, z);
  if (!on) return false;
  const auto below = [&](const MaybeForm& threshold) {
    const MaybeForm asked = threshold ? with_all(*threshold, masks, z) : std::nullopt;
    const MaybeForm over = asked ? subtract(*asked, *on) : std::nullopt;
    return over && never_positive(*over, {}, z, layout_, minima_);
  };
  if (thresholds_.why_no_sum(o, wait.cell).empty() && below(thresholds_.counted(o, wait.cell, z))) return true;
  return below(noted(o, wait, z));
}

bool Matching::holds_always(const Asked& wait, const Spot& z) const {
  return wait.value && never_positive(*wait.value, {}, z, layout_, minima_);
}

// Whether a wait holds whenever another does.
bool Matching::says_less(const Asked& wait, const Asked& than, const Spot& z) const {
  if (!wait.value || !than.value || wait.cell != than.cell) return false;
  const MaybeForm over = subtract(*wait.value, *than.value);
  return over && never_positive(*over, {}, z, layout_, minima_);
}

// Looks for a dependency that a wait says the same as: the next in order, then the others.
bool Matching::match(const Asked& wait, std::size_t& next, const Spot& z) {
  std::size_t tried = 0;
  for (std::size_t i = 0; i < std::min(candidates_.size(), 16 * most_candidates) && tried < most_candidates; ++i) {
    const std::size_t at = (next + i) % candidates_.size();
    if (!adds_to(candidates_[at].owed, wait.cell)) continue;
    ++tried;
    if (!says_the_same(candidates_[at], wait, z)) continue;
    candidates_[at].met = true;
    next = (at + 1) % candidates_.size();
    return true;
  }
  return false;
}

Failure Matching::unmatched(const Consumer& consumer, const Asked& wait) {
  Failure f{Clause::waits, "", "", ""};
  if (consumer.instruction.valid()) {
    f.statement = words_.instruction(consumer.instruction);
    f.where = words_.place(consumer.instruction);
  } else {
    f.statement =
        fmt::format("{}: {}", layout_.tree().engine_name(consumer.engine), words_.wait(consumer.engine, wait.wait));
    f.where = fmt::format("before {}", layout_.tree().scope_name(consumer.visit));
  }
  const std::string text =
      fmt::format("'{}' asks for {}", words_.wait(consumer.engine, wait.wait), words_.form(wait.value));
  // The nearest is one that has no wait yet.
  const Candidate* nearest = nullptr;
  for (const Candidate& c : candidates_) {
    if (adds_to(c.owed, wait.cell) && (nearest == nullptr || (nearest->met && !c.met))) nearest = &c;
  }
  if (nearest == nullptr) {
    f.why = fmt::format("{}; no producer of this consumer adds to '{}'", text, cells_.name(wait.cell));
    return f;
  }
  const Owed& o = nearest->owed;
  const std::string producer(layout_.tree().instruction_name(o.producer));
  if (!o.classified.exact) {
    f.why = fmt::format("{}; a dependency on {} of class {} has no exact threshold", text, producer,
                        class_name(o.classified.kind));
    return f;
  }
  const std::string_view no_sum = thresholds_.why_no_sum(o, wait.cell);
  const std::string_view no_note = thresholds_.why_no_snapshot(o, wait.cell);
  std::string masks;
  for (const Mask& m : thresholds_.masks(o)) masks += fmt::format(" * {}", words_.form(of(m)));
  if (no_sum.empty()) {
    f.why = fmt::format("{}; the dependency on {} ({}) asks for ({}){}", text, producer, class_name(o.classified.kind),
                        words_.form(thresholds_.counted(o, wait.cell, consumer.z)), masks);
  } else {
    f.why =
        fmt::format("{}; for the dependency on {} ({}) no sum is exact, since {}{}{}", text, producer,
                    class_name(o.classified.kind), no_sum, no_note.empty() ? "" : ", and no snapshot, since ", no_note);
  }
  return f;
}

std::optional<Failure> Matching::check(const Consumer& consumer, IdRange<DependencyId> dependencies,
                                       std::span<Asked> waits, std::vector<DependencyId>& left_over) {
  candidates_.clear();
  for (const DependencyId d : dependencies) candidates_.push_back({thresholds_.owed(d, consumer.engine), false});
  std::vector<bool> good(waits.size(), false);
  std::size_t next = 0;
  for (std::size_t w = 0; w < waits.size(); ++w) good[w] = match(waits[w], next, consumer.z);
  for (std::size_t w = 0; w < waits.size(); ++w) {
    if (good[w] || holds_always(waits[w], consumer.z)) continue;
    bool weaker = false;
    for (std::size_t other = 0; !weaker && other < std::min(waits.size(), most_candidates); ++other) {
      weaker = good[other] && says_less(waits[w], waits[other], consumer.z);
    }
    if (!weaker) return unmatched(consumer, waits[w]);
  }
  for (Candidate& c : candidates_) {
    if (c.met || never_owed(c.owed, consumer.z)) continue;
    for (std::size_t w = 0; !c.met && w < std::min(waits.size(), most_candidates); ++w) {
      c.met = implied(c.owed, waits[w], consumer.z);
    }
    if (!c.met) left_over.push_back(c.owed.dependency);
  }
  return std::nullopt;
}

}  // namespace counterpoint::relation
