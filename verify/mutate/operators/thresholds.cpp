// Faults of the values that waits compare with: thresholds, N, K, minima.
// SPDX-License-Identifier: Apache-2.0
#include "verify/mutate/operators.hpp"

namespace counterpoint::mutation {
namespace {

// Adds `by` to every threshold in turn: to an integer in place, to a register in a new one right before the statement.
void shift_thresholds(Sites& sites, std::int64_t by) {
  for (std::size_t n = 0; n < sites.draft.lines.size(); ++n) {
    const Line& line = sites.draft.lines[n];
    for (std::size_t w = 0; w < line.waits.size(); ++w) {
      sites.add(n, [n, w, by](Draft& d) {
        Operand& value = d.lines[n].waits[w].value;
        if (value.is_literal()) {
          value = d.literal(d.value(value) + by);
          return;
        }
        const EngineId e = d.lines[n].engine;
        const RegisterId shifted = d.add_register(e, "shifted");
        const Operand before = std::exchange(value, Operand::of(shifted));
        d.insert(n, operation_line(e, {shifted, before, d.literal(by), Operation::add}));
      });
    }
  }
}

// Changes the integer in operations of that role so that their result grows by `by` (offset) or `by` times the rest.
void shift_integers(Sites& sites, Role role, std::int64_t by) {
  for (std::size_t n = 0; n < sites.draft.lines.size(); ++n) {
    if (sites.roles.role(n) != role) continue;
    sites.add(n, [n, by](Draft& d) {
      RegisterOperation& o = d.lines[n].operation;
      Operand& integer = o.b.is_literal() ? o.b : o.a;
      const bool falls = o.operation == Operation::subtract && o.b.is_literal();
      integer = d.literal(d.value(integer) + (falls ? -by : by));
    });
  }
}

}  // namespace

void threshold_plus(Sites& sites) { shift_thresholds(sites, 1); }
void threshold_minus(Sites& sites) { shift_thresholds(sites, -1); }
void factor_plus(Sites& sites) { shift_integers(sites, Role::factor, 1); }
void factor_minus(Sites& sites) { shift_integers(sites, Role::factor, -1); }
void offset_plus(Sites& sites) { shift_integers(sites, Role::offset, 1); }
void offset_minus(Sites& sites) { shift_integers(sites, Role::offset, -1); }

void threshold_equal(Sites& sites) {
  for (std::size_t n = 0; n < sites.draft.lines.size(); ++n) {
    for (std::size_t w = 0; w < sites.draft.lines[n].waits.size(); ++w) {
      if (sites.draft.lines[n].waits[w].kind != TestKind::at_least) continue;
      sites.add(n, [n, w](Draft& d) { d.lines[n].waits[w].kind = TestKind::equal; });
    }
  }
}

void minimum_dropped(Sites& sites) {
  for (std::size_t n = 0; n < sites.draft.lines.size(); ++n) {
    if (sites.roles.role(n) != Role::least) continue;
    for (const bool first : {true, false}) {
      sites.add(n, [n, first](Draft& d) {
        RegisterOperation& o = d.lines[n].operation;
        o = {o.target, first ? o.a : o.b, {}, Operation::copy};
      });
    }
  }
}

void compare_unsigned(Sites& sites) {
  if (sites.draft.compare == Comparison::as_unsigned) return;
  sites.add(Edit::everywhere, [](Draft& d) { d.compare = Comparison::as_unsigned; });
}

}  // namespace counterpoint::mutation
