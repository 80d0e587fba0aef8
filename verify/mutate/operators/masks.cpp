// Faults of masks: the factors 0 or 1 that switch a threshold off in the first iterations of a trip.
// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "verify/mutate/operators.hpp"

namespace counterpoint::mutation {
namespace {

// The side of gt(a, b) that holds an integer.
void shift_bounds(Sites& sites, std::int64_t by) {
  for (std::size_t n = 0; n < sites.draft.lines.size(); ++n) {
    const RegisterOperation& o = sites.draft.lines[n].operation;
    if (sites.roles.role(n) != Role::bound || (!o.a.is_literal() && !o.b.is_literal())) continue;
    sites.add(n, [n, by](Draft& d) {
      RegisterOperation& x = d.lines[n].operation;
      Operand& integer = x.b.is_literal() ? x.b : x.a;
      integer = d.literal(d.value(integer) + (x.b.is_literal() ? by : -by));
    });
  }
}

// The line that opens the scope in which `line` stands; nothing at the root.
std::optional<std::size_t> opening(const Draft& d, std::size_t line) {
  for (std::size_t n = line; n-- > 0;) {
    if (d.lines[n].kind == Line::Kind::enter && d.lines[n].scope == d.lines[line].scope) return n;
  }
  return std::nullopt;
}

}  // namespace

void bound_plus(Sites& sites) { shift_bounds(sites, 1); }
void bound_minus(Sites& sites) { shift_bounds(sites, -1); }

void mask_dropped(Sites& sites) {
  for (std::size_t n = 0; n < sites.draft.lines.size(); ++n) {
    if (sites.roles.role(n) != Role::masking) continue;
    const bool keep_a = sites.roles.b_is_mask(n);
    sites.add(n, [n, keep_a](Draft& d) {
      RegisterOperation& o = d.lines[n].operation;
      o = {o.target, keep_a ? o.a : o.b, {}, Operation::copy};
    });
  }
}

void mask_inverted(Sites& sites) {
  for (std::size_t n = 0; n < sites.draft.lines.size(); ++n) {
    if (sites.roles.role(n) != Role::bound) continue;
    sites.add(n, [n](Draft& d) {
      const Line line = d.lines[n];
      const RegisterId m = line.operation.target;
      d.insert(n + 1, operation_line(line.engine, {m, d.literal(1), Operand::of(m), Operation::subtract}));
    });
  }
}

void mask_hoisted(Sites& sites) {
  const Tree& tree = sites.draft.original->tree;
  for (std::size_t n = 0; n < sites.draft.lines.size(); ++n) {
    if (sites.roles.role(n) != Role::bound || !tree.scope(sites.draft.lines[n].scope).is_loop()) continue;
    const auto to = opening(sites.draft, n);
    if (!to) continue;
    sites.add(n, [n, to = *to](Draft& d) { d.move(n, to); });
  }
}

}  // namespace counterpoint::mutation
