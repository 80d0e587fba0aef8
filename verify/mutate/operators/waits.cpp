// Faults of waits and takes.
// SPDX-License-Identifier: Apache-2.0
#include "verify/mutate/operators.hpp"

namespace counterpoint::mutation {
namespace {

template <class Visit>
void each_wait(Sites& sites, Visit visit) {
  for (std::size_t n = 0; n < sites.draft.lines.size(); ++n) {
    const Line& line = sites.draft.lines[n];
    for (std::size_t w = 0; w < line.waits.size(); ++w) visit(n, w, line.waits[w]);
  }
}

void erase_wait(Draft& d, std::size_t n, std::size_t w) {
  Line& line = d.lines[n];
  line.waits.erase(line.waits.begin() + static_cast<std::ptrdiff_t>(w));
  if (line.is(StatementKind::wait) && line.waits.empty()) d.erase(n);
}

}  // namespace

void wait_dropped(Sites& sites) {
  each_wait(sites, [&](std::size_t n, std::size_t w, const Wait&) {
    sites.add(n, [n, w](Draft& d) { erase_wait(d, n, w); });
  });
}

void wait_wrong(Sites& sites) {
  each_wait(sites, [&](std::size_t n, std::size_t w, const Wait& wait) {
    const auto other = another_semaphore(sites.draft, wait.semaphore);
    if (!other) return;
    sites.add(n, [n, w, other = *other](Draft& d) { d.lines[n].waits[w].semaphore = other; });
  });
}

void wait_moved(Sites& sites) {
  each_wait(sites, [&](std::size_t n, std::size_t w, const Wait&) {
    const auto to = next_instruction(sites.draft, n);
    if (!to) return;
    sites.add(n, [n, w, to = *to](Draft& d) {
      d.lines[to].waits.push_back(d.lines[n].waits[w]);
      erase_wait(d, n, w);
    });
  });
}

void take_not_taken(Sites& sites) {
  each_wait(sites, [&](std::size_t n, std::size_t w, const Wait& wait) {
    if (wait.kind != TestKind::take) return;
    sites.add(n, [n, w](Draft& d) { d.lines[n].waits[w].kind = TestKind::at_least; });
  });
}

}  // namespace counterpoint::mutation
