// Faults of updates and of the semaphores themselves.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "verify/mutate/operators.hpp"

namespace counterpoint::mutation {
namespace {

template <class Visit>
void each_update(Sites& sites, Visit visit) {
  for (std::size_t n = 0; n < sites.draft.lines.size(); ++n) {
    const Line& line = sites.draft.lines[n];
    for (std::size_t u = 0; u < line.updates.size(); ++u) visit(n, u, line.updates[u]);
  }
}

}  // namespace

void update_dropped(Sites& sites) {
  each_update(sites, [&](std::size_t n, std::size_t u, const Update&) {
    sites.add(n, [n, u](Draft& d) {
      Line& line = d.lines[n];
      line.updates.erase(line.updates.begin() + static_cast<std::ptrdiff_t>(u));
      if (line.is(StatementKind::signal) && line.updates.empty()) d.erase(n);
    });
  });
}

void update_doubled(Sites& sites) {
  each_update(sites, [&](std::size_t n, std::size_t u, const Update& update) {
    const Semaphore& s = sites.draft.semaphores[update.semaphore];
    if (update.kind == UpdateKind::set || s.flag || sites.draft.value(update.amount) == 0) return;
    sites.add(n, [n, u](Draft& d) {
      Operand& amount = d.lines[n].updates[u].amount;
      amount = d.literal(2 * d.value(amount));
    });
  });
}

void update_at_issue(Sites& sites) {
  each_update(sites, [&](std::size_t n, std::size_t u, const Update& update) {
    if (update.time == UpdateTime::issue) return;
    sites.add(n, [n, u](Draft& d) { d.lines[n].updates[u].time = UpdateTime::issue; });
  });
}

void update_wrong(Sites& sites) {
  each_update(sites, [&](std::size_t n, std::size_t u, const Update& update) {
    const auto other = another_semaphore(sites.draft, update.semaphore);
    if (!other) return;
    sites.add(n, [n, u, other = *other](Draft& d) { d.lines[n].updates[u].semaphore = other; });
  });
}

void update_moved(Sites& sites) {
  each_update(sites, [&](std::size_t n, std::size_t u, const Update&) {
    const auto to = next_instruction(sites.draft, n);
    if (!to) return;
    sites.add(n, [n, u, to = *to](Draft& d) {
      Line& line = d.lines[n];
      d.lines[to].updates.push_back(line.updates[u]);
      line.updates.erase(line.updates.begin() + static_cast<std::ptrdiff_t>(u));
      if (line.is(StatementKind::signal) && line.updates.empty()) d.erase(n);
    });
  });
}

void semaphores_merged(Sites& sites) {
  IdVector<SemaphoreId, bool> used(sites.draft.semaphores.size(), false);
  for (const Line& line : sites.draft.lines) {
    for (const Wait& w : line.waits) used[w.semaphore] = true;
    for (const Update& u : line.updates) used[u.semaphore] = true;
  }
  for (std::size_t s = 0; s < used.size(); ++s) {
    const SemaphoreId from{s};
    const auto other = another_semaphore(sites.draft, from);
    if (!other || !used[from] || !used[*other]) continue;
    // Two that are alone of their kind are merged once.
    if (other->value < s && another_semaphore(sites.draft, *other) == from) continue;
    sites.add(Edit::everywhere, [from, to = *other](Draft& d) {
      for (Line& line : d.lines) {
        for (Wait& w : line.waits) w.semaphore = w.semaphore == from ? to : w.semaphore;
        for (Update& u : line.updates) u.semaphore = u.semaphore == from ? to : u.semaphore;
      }
    });
  }
}

void initial_plus(Sites& sites) {
  for (std::size_t s = 0; s < sites.draft.semaphores.size(); ++s) {
    sites.add(Edit::everywhere, [id = SemaphoreId{s}](Draft& d) {
      Semaphore& x = d.semaphores[id];
      x.initial = x.flag ? 1 - x.initial : x.initial + 1;
    });
  }
}

void initial_minus(Sites& sites) {
  for (std::size_t s = 0; s < sites.draft.semaphores.size(); ++s) {
    if (sites.draft.semaphores[SemaphoreId{s}].flag) continue;
    sites.add(Edit::everywhere, [id = SemaphoreId{s}](Draft& d) { --d.semaphores[id].initial; });
  }
}

}  // namespace counterpoint::mutation
