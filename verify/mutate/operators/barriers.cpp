// Faults of barriers and fences.
// SPDX-License-Identifier: Apache-2.0
#include "verify/mutate/operators.hpp"

namespace counterpoint::mutation {
namespace {

template <class Visit>
void each_barrier(Sites& sites, Visit visit) {
  for (std::size_t n = 0; n < sites.draft.lines.size(); ++n) {
    if (sites.draft.lines[n].kind == Line::Kind::barrier) visit(n, sites.draft.lines[n]);
  }
}

}  // namespace

void barrier_dropped(Sites& sites) {
  each_barrier(sites, [&](std::size_t n, const Line&) { sites.add(n, [n](Draft& d) { d.erase(n); }); });
}

void barrier_inside(Sites& sites) {
  each_barrier(sites, [&](std::size_t n, const Line&) {
    const auto& lines = sites.draft.lines;
    if (n + 1 < lines.size() && lines[n + 1].kind == Line::Kind::enter) {
      sites.add(n, [n](Draft& d) { d.move(n, n + 2); });
    }
    if (n > 0 && lines[n - 1].kind == Line::Kind::leave) {
      sites.add(n, [n](Draft& d) { d.move(n, n - 1); });
    }
  });
}

void barrier_resets(Sites& sites) {
  each_barrier(sites, [&](std::size_t n, const Line& line) {
    if (!line.reset) sites.add(n, [n](Draft& d) { d.lines[n].reset = true; });
  });
}

void barrier_keeps(Sites& sites) {
  each_barrier(sites, [&](std::size_t n, const Line& line) {
    if (line.reset) sites.add(n, [n](Draft& d) { d.lines[n].reset = false; });
  });
}

void fence_dropped(Sites& sites) {
  for (std::size_t n = 0; n < sites.draft.lines.size(); ++n) {
    if (sites.draft.lines[n].is(StatementKind::fence)) sites.add(n, [n](Draft& d) { d.erase(n); });
  }
}

}  // namespace counterpoint::mutation
