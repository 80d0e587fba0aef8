// Faults of histories: what a counter was some iterations ago, kept by shifts h1 := h0, h0 := r.
// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "verify/mutate/operators.hpp"

namespace counterpoint::mutation {
namespace {

// Replaces one register by another wherever an operation that is no shift, or a wait, reads it.
void redirect(Sites& sites, bool older) {
  for (std::size_t n = 0; n < sites.draft.lines.size(); ++n) {
    if (sites.roles.role(n) != Role::history) continue;
    const Line& shift = sites.draft.lines[n];
    const EngineId e = shift.engine;
    const Operand newer = shift.operation.a;
    const Operand kept = Operand::of(shift.operation.target);
    const Operand from = older ? newer : kept;
    const Operand to = older ? kept : newer;
    for (std::size_t k = 0; k < sites.draft.lines.size(); ++k) {
      const Line& line = sites.draft.lines[k];
      if (!line.on(e)) continue;
      const Role role = sites.roles.role(k);
      if (role != Role::none && role != Role::history && role != Role::increment) {
        if (line.operation.a == from) sites.add(k, [k, to](Draft& d) { d.lines[k].operation.a = to; });
        if (line.operation.b == from) sites.add(k, [k, to](Draft& d) { d.lines[k].operation.b = to; });
      }
      for (std::size_t w = 0; w < line.waits.size(); ++w) {
        if (line.waits[w].value == from) sites.add(k, [k, w, to](Draft& d) { d.lines[k].waits[w].value = to; });
      }
    }
  }
}

}  // namespace

void history_older(Sites& sites) { redirect(sites, true); }
void history_newer(Sites& sites) { redirect(sites, false); }

void history_reordered(Sites& sites) {
  // By engine and register, the last shift that reads it in the block at hand.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> reads;
  for (std::size_t n = 0; n < sites.draft.lines.size(); ++n) {
    const Line& line = sites.draft.lines[n];
    if (line.kind != Line::Kind::statement) reads.clear();
    if (sites.roles.role(n) != Role::history) continue;
    const auto found = reads.find({line.engine.value, line.operation.target.value});
    if (found != reads.end()) {
      sites.add(n, [n, k = found->second](Draft& d) { std::swap(d.lines[n].operation, d.lines[k].operation); });
    }
    reads[{line.engine.value, line.operation.a.reg().value}] = n;
  }
}

void history_last(Sites& sites) {
  for (std::size_t n = 0; n < sites.draft.lines.size(); ++n) {
    const Line& line = sites.draft.lines[n];
    if (sites.roles.role(n) != Role::history) continue;
    const std::size_t end = sites.roles.block_end(n);
    bool passes = false;
    for (std::size_t k = n + 1; k < end; ++k) passes = passes || sites.draft.lines[k].on(line.engine);
    if (passes) sites.add(n, [n, end](Draft& d) { d.move(n, end); });
  }
}

}  // namespace counterpoint::mutation
