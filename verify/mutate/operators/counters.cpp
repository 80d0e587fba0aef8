// Faults of counters: increments, resets at the start of a trip, registers that are overwritten.
// SPDX-License-Identifier: Apache-2.0
#include "verify/mutate/operators.hpp"

namespace counterpoint::mutation {
namespace {

// Calls `visit` for every line of that role.
template <class Visit>
void each(Sites& sites, Role role, Visit visit) {
  for (std::size_t n = 0; n < sites.draft.lines.size(); ++n) {
    if (sites.roles.role(n) == role) visit(n, sites.draft.lines[n]);
  }
}

// The line that ends the body in which `line` stands.
std::size_t body_end(const Draft& d, std::size_t line) {
  for (std::size_t n = line; n < d.lines.size(); ++n) {
    if (d.lines[n].kind == Line::Kind::leave && d.lines[n].scope == d.lines[line].scope) return n;
  }
  return d.lines.size();
}

// Whether the line sets a register that another line counts with: the start of a trip.
bool resets_counter(const Sites& sites, const Line& line) {
  return sites.roles.counts(line.engine, line.operation.target);
}

}  // namespace

void reset_dropped(Sites& sites) {
  each(sites, Role::reset, [&](std::size_t n, const Line& line) {
    if (resets_counter(sites, line)) sites.add(n, [n](Draft& d) { d.erase(n); });
  });
}

void reset_hoisted(Sites& sites) {
  each(sites, Role::reset, [&](std::size_t n, const Line& line) {
    if (!resets_counter(sites, line)) return;
    for (std::size_t to = n; to-- > 0;) {
      const Line& opens = sites.draft.lines[to];
      if (opens.kind != Line::Kind::enter || opens.scope != line.scope) continue;
      sites.add(n, [n, to](Draft& d) { d.move(n, to); });
      return;
    }
  });
}

void reset_inside(Sites& sites) {
  each(sites, Role::reset, [&](std::size_t n, const Line& line) {
    if (!resets_counter(sites, line)) return;
    // Before the first increment of the register inside the body of the reset.
    const std::size_t end = body_end(sites.draft, n);
    for (std::size_t to = n + 1; to < end; ++to) {
      const Line& other = sites.draft.lines[to];
      if (sites.roles.role(to) != Role::increment || !other.on(line.engine)) continue;
      if (other.operation.target != line.operation.target || other.scope == line.scope) continue;
      sites.add(n, [n, to](Draft& d) { d.move(n, to); });
      return;
    }
  });
}

void counter_dropped(Sites& sites) {
  each(sites, Role::increment, [&](std::size_t n, const Line&) {
    // The register must still be assigned somewhere, or reading it is an error.
    sites.add(n, [n](Draft& d) {
      RegisterOperation& o = d.lines[n].operation;
      o = {o.target, Operand::of(o.target), {}, Operation::copy};
    });
  });
}

void counter_doubled(Sites& sites) {
  each(sites, Role::increment,
       [&](std::size_t n, const Line&) { sites.add(n, [n](Draft& d) { d.insert(n, Line(d.lines[n])); }); });
}

void counter_last(Sites& sites) {
  each(sites, Role::increment, [&](std::size_t n, const Line& line) {
    const std::size_t end = sites.roles.block_end(n);
    bool passes = false;
    for (std::size_t k = n + 1; k < end; ++k) passes = passes || sites.draft.lines[k].on(line.engine);
    if (passes) sites.add(n, [n, end](Draft& d) { d.move(n, end); });
  });
}

void counter_after_nested(Sites& sites) {
  each(sites, Role::increment, [&](std::size_t n, const Line&) {
    const std::size_t end = body_end(sites.draft, n);
    std::size_t to = n;
    for (std::size_t k = n; k < end; ++k) {
      if (sites.draft.lines[k].kind == Line::Kind::leave) to = k + 1;
    }
    // Not between the branches of a conditional: `to` follows the last scope of the body.
    if (to != n) sites.add(n, [n, to](Draft& d) { d.move(n, to); });
  });
}

void register_clobbered(Sites& sites) {
  // Before an operation reads a register that lives across blocks: what it held is lost.
  for (std::size_t n = 0; n < sites.draft.lines.size(); ++n) {
    const Line& line = sites.draft.lines[n];
    if (sites.roles.role(n) == Role::none) continue;
    const auto clobber = [&](Operand o, std::size_t source) {
      if (!o.is_register() || source != Roles::no_line) return;
      sites.add(n, [n, o](Draft& d) {
        const Line& reader = d.lines[n];
        d.insert(n, operation_line(reader.engine, {o.reg(), d.literal(0), {}, Operation::copy}));
      });
    };
    clobber(line.operation.a, sites.roles.source_a(n));
    if (!(line.operation.b == line.operation.a)) clobber(line.operation.b, sites.roles.source_b(n));
  }
}

}  // namespace counterpoint::mutation
