// Upper bounds of forms.
// SPDX-License-Identifier: Apache-2.0
#include "verify/relation/bounds.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace counterpoint::relation {
namespace {

using Bound = std::optional<std::int64_t>;
constexpr std::size_t most_minima = 3;

class Bounds {
 public:
  Bounds(const Assumption& assumption, const Spot& z, const Layout& layout, Minima& minima)
      : assumed_(assumption), z_(z), layout_(layout), tree_(layout.tree()), minima_(minima) {}

  // What stands under the same masks is on or off together, so each such part must not exceed 0.
  [[nodiscard]] bool never_positive(const Form& form) const {
    Form plain{form.constant, {}};
    std::map<std::vector<Mask>, Form> parts;
    for (const Term& t : form.terms) {
      if (t.masks.empty()) {
        plain.terms.push_back(t);
      } else if (t.base.kind == BaseKind::one) {
        parts[t.masks].constant += t.scale;
      } else {
        parts[t.masks].terms.push_back({{}, t.base, t.scale});
      }
    }
    const auto good = [&](const auto& part) { return plain_never_positive(part.second); };
    if (plain_never_positive(plain) && std::ranges::all_of(parts, good)) return true;
    const Bound bound = upper(form);
    return bound && *bound <= 0;
  }

 private:
  [[nodiscard]] bool plain_never_positive(const Form& form) const {
    const auto minimum = std::ranges::find_if(
        form.terms, [](const Term& t) { return t.base.kind == BaseKind::minimum && t.scale > 0 && t.masks.empty(); });
    if (minimum == form.terms.end()) {
      const auto at_most_0 = [](const Bound& bound) { return bound && *bound <= 0; };
      if (at_most_0(upper(form))) return true;
      const MaybeForm apart = split(form);
      return apart && at_most_0(upper(*apart));
    }
    // min(0, d) is at most 0 and at most d.
    Form rest = form;
    rest.terms.erase(rest.terms.begin() + (minimum - form.terms.begin()));
    if (plain_never_positive(rest)) return true;
    const MaybeForm d = scaled(minima_.operand(minimum->base), minimum->scale);
    const MaybeForm sum = d ? add(rest, *d) : std::nullopt;
    const auto left = [](const Form& f) {
      return std::ranges::count(f.terms, BaseKind::minimum, [](const Term& t) { return t.base.kind; });
    };
    return sum && left(*sum) < static_cast<std::ptrdiff_t>(most_minima) && left(*sum) <= left(form) &&
           plain_never_positive(*sum);
  }

  // The entries of a child of L are those before this iteration of L and those in it: the first may have a bound.
  [[nodiscard]] MaybeForm split(const Form& form) const {
    if (!assumed_.in_all || !tree_.encloses(assumed_.scope, z_.scope)) return std::nullopt;
    Mapping mapping;
    mapping.base = [&](const Base& b) -> MaybeForm {
      const ScopeId s{std::size_t{b.subject}};
      const bool child = b.kind == BaseKind::entries && !b.anchor.valid() && tree_.scope(s).parent == assumed_.scope;
      return child ? add(entries_at(s, assumed_.scope, 0), trip_of(layout_, s)) : of(b);
    };
    mapping.mask = [](const Mask& m) { return of(m); };
    return map(form, mapping, minima_);
  }

  [[nodiscard]] Bound upper(const Form& form) const {
    std::int64_t sum = form.constant;
    for (const Term& t : form.terms) {
      const Bound part = upper(t);
      if (!part || __builtin_add_overflow(sum, *part, &sum)) return std::nullopt;
    }
    return sum;
  }

  // A term under masks may be switched off.
  [[nodiscard]] Bound upper(const Term& t) const {
    Bound bound;
    if (t.base.kind == BaseKind::one) {
      bound = t.scale;
    } else if (t.base.kind == BaseKind::minimum) {
      if (t.scale > 0) bound = 0;
    } else if (t.scale < 0) {
      bound = t.scale * least(t.base);
    } else if (const Bound m = most(t.base)) {
      std::int64_t product = 0;
      if (!__builtin_mul_overflow(t.scale, *m, &product)) bound = product;
    }
    if (bound && !t.masks.empty()) bound = std::max<std::int64_t>(*bound, 0);
    return bound;
  }

  [[nodiscard]] std::int64_t least(const Base& b) const {
    const bool scope = b.kind == BaseKind::entries || b.kind == BaseKind::trip;
    return scope && !b.anchor.valid() && tree_.encloses(ScopeId{std::size_t{b.subject}}, z_.scope) ? 1 : 0;
  }

  [[nodiscard]] Bound most(const Base& b) const {
    Bound bound;
    if (assumed_.scope.valid()) bound = assumed_most(b);
    if (b.kind != BaseKind::trip || b.anchor.valid()) return bound;
    const Scope& x = tree_.scope(ScopeId{std::size_t{b.subject}});
    if (x.trip_kind == TripKind::constant) bound = std::min<std::int64_t>(bound.value_or(x.trips), x.trips);
    if (x.is_branch()) bound = std::min<std::int64_t>(bound.value_or(1), 1);
    return bound;
  }

  [[nodiscard]] Bound assumed_most(const Base& b) const {
    const ScopeId subject{std::size_t{b.subject}};
    if (b.kind == BaseKind::trip && !b.anchor.valid() && subject == assumed_.scope) return assumed_.most;
    if (!assumed_.in_all) return std::nullopt;
    if (b.anchor.valid()) return at_start(b);
    switch (b.kind) {
      case BaseKind::entries: return entries(subject);
      case BaseKind::trip: return entries(subject);
      case BaseKind::mark: {
        const Bound passed = passes(b);
        if (passed && *passed <= b.index) return 0;
        return std::nullopt;
      }
      default: return std::nullopt;
    }
  }

  // Of a scope in L, or passes of a block of it. A loop may run any number of times in one iteration of L, but none in
  // none.
  [[nodiscard]] Bound runs(ScopeId s, bool not_yet) const {
    if (!tree_.encloses(assumed_.scope, s)) return std::nullopt;
    const std::int64_t iterations = assumed_.most - (not_yet ? 1 : 0);
    if (iterations <= 0) return 0;
    if (layout_.only_branches(assumed_.scope, s)) return iterations;
    return std::nullopt;
  }
  [[nodiscard]] Bound entries(ScopeId s) const {
    const bool within = s != assumed_.scope && tree_.encloses(assumed_.scope, z_.scope);
    return runs(s, within && layout_.not_yet(assumed_.scope, s, z_));
  }
  // How often a block has been passed, itself at hand included.
  [[nodiscard]] Bound passes(const Base& mark) const {
    const ScopeId s = layout_.scope_of_block(mark.block);
    const bool within = tree_.encloses(assumed_.scope, z_.scope) && tree_.encloses(assumed_.scope, s);
    return runs(s, within && layout_.block_not_yet(assumed_.scope, s, mark.block, z_));
  }

  [[nodiscard]] Bound at_start(const Base& b) const {
    if (b.anchor != assumed_.scope || !tree_.encloses(b.anchor, z_.scope)) return std::nullopt;
    // Whole iterations of L before the one that started there.
    const std::int64_t before = assumed_.most - 1 - std::int64_t{b.back};
    if (before <= 0) return 0;
    const ScopeId subject{std::size_t{b.subject}};
    if (b.kind == BaseKind::entries && layout_.only_branches(assumed_.scope, subject)) return before;
    return std::nullopt;
  }

  const Assumption& assumed_;
  const Spot& z_;
  const Layout& layout_;
  const Tree& tree_;
  Minima& minima_;
};

}  // namespace

bool never_positive(const Form& form, const Assumption& assumption, const Spot& z, const Layout& layout,
                    Minima& minima) {
  return Bounds(assumption, z, layout, minima).never_positive(form);
}

}  // namespace counterpoint::relation
