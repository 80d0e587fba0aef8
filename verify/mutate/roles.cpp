// Tells what register operations are for.
// SPDX-License-Identifier: Apache-2.0
#include "verify/mutate/roles.hpp"

#include <algorithm>

namespace counterpoint::mutation {
namespace {

IdVector<EngineId, std::vector<bool>> by_register(const Draft& d, bool value) {
  IdVector<EngineId, std::vector<bool>> result(d.original->tree.engine_count());
  for (std::size_t e = 0; e < d.registers.size(); ++e) {
    result[EngineId{e}].assign(d.registers[EngineId{e}].size(), value);
  }
  return result;
}

}  // namespace

Roles::Roles(const Draft& draft)
    : d_(draft),
      sources_(draft.lines.size()),
      roles_(draft.lines.size(), Role::none),
      masks_(draft.lines.size()),
      sets_mask_(draft.lines.size(), false),
      always_mask_(by_register(draft, true)),
      needed_(by_register(draft, false)),
      counters_(by_register(draft, false)) {
  find_sources();
  find_needed();
  find_masks();
  find_roles();
}

void Roles::find_sources() {
  IdVector<EngineId, std::vector<std::size_t>> last(d_.original->tree.engine_count());
  for (std::size_t e = 0; e < d_.registers.size(); ++e) last[EngineId{e}].resize(d_.registers[EngineId{e}].size());
  // A line counts only if it is in the block that began at `block`; lines are kept with 1 added.
  std::size_t block = 0;
  for (std::size_t n = 0; n < d_.lines.size(); ++n) {
    const Line& line = d_.lines[n];
    if (line.kind != Line::Kind::statement) block = n + 1;
    if (!line.is(StatementKind::operation)) continue;
    auto& mine = last[line.engine];
    const auto source = [&](Operand o) {
      if (!o.is_register()) return no_line;
      const std::size_t found = mine[o.reg().value];
      return found > block ? found - 1 : no_line;
    };
    sources_[n] = {source(line.operation.a), source(line.operation.b)};
    mine[line.operation.target.value] = n + 1;
  }
}

void Roles::find_needed() {
  const auto need = [&](EngineId e, Operand o) {
    if (!o.is_register() || needed_[e][o.reg().value]) return false;
    needed_[e][o.reg().value] = true;
    return true;
  };
  for (const Line& line : d_.lines) {
    for (const Wait& w : line.waits) {
      (void)need(line.engine, w.value);
      (void)need(line.engine, w.index);
    }
  }
  for (bool more = true; more;) {
    more = false;
    for (std::size_t n = d_.lines.size(); n-- > 0;) {
      const Line& line = d_.lines[n];
      if (!line.is(StatementKind::operation) || !needed_[line.engine][line.operation.target.value]) continue;
      const bool a = need(line.engine, line.operation.a);
      const bool b = need(line.engine, line.operation.b);
      more = more || a || b;
    }
  }
}

bool Roles::mask(std::size_t line, Operand o, std::size_t source) const {
  if (!o.is_register()) return false;
  if (source != no_line) return sets_mask_[source];
  return always_mask_[d_.lines[line].engine][o.reg().value];
}

// A greatest fixed point: every register is a mask until a line puts something else into it.
void Roles::find_masks() {
  for (bool more = true; more;) {
    more = false;
    for (std::size_t n = 0; n < d_.lines.size(); ++n) {
      const Line& line = d_.lines[n];
      if (!line.is(StatementKind::operation)) continue;
      const RegisterOperation& o = line.operation;
      masks_[n] = {mask(n, o.a, sources_[n].a), mask(n, o.b, sources_[n].b)};
      sets_mask_[n] = o.operation == Operation::greater || (o.operation == Operation::copy && masks_[n].a) ||
                      (o.operation == Operation::multiply && masks_[n].a && masks_[n].b);
      if (sets_mask_[n] || !always_mask_[line.engine][o.target.value]) continue;
      always_mask_[line.engine][o.target.value] = false;
      more = true;
    }
  }
}

Role Roles::role_of(std::size_t n) const {
  const RegisterOperation& o = d_.lines[n].operation;
  const bool with_literal = o.a.is_literal() || o.b.is_literal();
  switch (o.operation) {
    case Operation::copy: return o.a.is_literal() ? Role::reset : Role::history;
    case Operation::add:
    case Operation::subtract: {
      if (!with_literal) return Role::other;
      const bool on_a = o.a.is_register() && o.a.reg() == o.target;
      const bool on_b = o.operation == Operation::add && o.b.is_register() && o.b.reg() == o.target;
      if (!on_a && !on_b) return Role::offset;
      const std::size_t before = on_a ? sources_[n].a : sources_[n].b;
      return before == no_line || roles_[before] == Role::increment ? Role::increment : Role::offset;
    }
    case Operation::multiply:
      if (masks_[n].a || masks_[n].b) return Role::masking;
      return with_literal ? Role::factor : Role::other;
    case Operation::greater: return Role::bound;
    case Operation::minimum:
    case Operation::maximum: return Role::least;
    case Operation::modulo:
    case Operation::divide: return Role::other;
  }
  return Role::other;
}

void Roles::find_roles() {
  for (std::size_t n = 0; n < d_.lines.size(); ++n) {
    const Line& line = d_.lines[n];
    if (!line.is(StatementKind::operation) || !needed_[line.engine][line.operation.target.value]) continue;
    roles_[n] = role_of(n);
    if (roles_[n] == Role::increment) counters_[line.engine][line.operation.target.value] = true;
  }
}

std::size_t Roles::block_end(std::size_t line) const {
  std::size_t n = line;
  while (n < d_.lines.size() && d_.lines[n].kind == Line::Kind::statement) ++n;
  return n;
}

}  // namespace counterpoint::mutation
