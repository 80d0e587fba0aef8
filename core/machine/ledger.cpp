// Equation 1, evaluated from its definition.
// SPDX-License-Identifier: Apache-2.0
//
// What. c may issue iff some t_j <= 0 or R(p) >= the sum over i <=lex t of H_e(i, P), where t = v - distance, v is the
// iteration vector of c over the common scopes (down to G: the innermost common scope, or M where the distances end in
// `*`), and H_e(i, P) the entries of P on c's engine during the whole common iteration i (semantics.md 1).
//
// Why this way. The sum depends on v only, so it is evaluated once, when an iteration of G starts, and not for every
// consumer. H_e(v, P) of the iteration that starts is asked of the trips, scope by scope down to P, which is the same
// as walking a copy of the control to the end of the iteration: it also serves the producer that comes after c at
// distance 0. No class of the dependency and no closed form enters.
//
// Invariant. A row of the ledger is (v, sum of H over all iterations <=lex v); rows are in lexicographic order, since
// an engine runs its iterations in that order. Targets never go back, because v does not and the distance is fixed:
// rows before the last one that is <=lex t are dropped.
//
// Cost. O(chain + levels) an iteration of G and amortised O(levels) for the search; memory: the rows between the
// target and the current iteration.
#include <algorithm>

#include "core/machine/stream.hpp"

namespace counterpoint {
namespace {

// Entries of the last scope of the chain during the iteration of G that starts; all counts go forward.
std::int64_t entries_so_far(const MachineCode& code, const Trips& trips, MachineState& state, const Query& q,
                            std::uint64_t entries_of_common) {
  std::uint64_t first = entries_of_common;  // visits of the next scope: the entries of its parent
  std::uint64_t last = entries_of_common;
  for (std::uint32_t i = q.first_chain; i < q.last_chain; ++i) {
    std::uint64_t& entries = state.chain_entries[i];
    const std::uint64_t added = trips.total(code.chain[i], q.engine, first, last);
    first = entries + 1;
    entries = std::min(entries + added, Trips::largest_total);
    last = entries;
  }
  return static_cast<std::int64_t>(last);
}

// The iteration vector of a row against the target v - distance, lexicographically.
bool at_most(const std::int64_t* row, const std::int64_t* target, std::size_t levels) {
  for (std::size_t i = 0; i < levels; ++i) {
    if (row[i] != target[i]) return row[i] < target[i];
  }
  return true;
}

// What is owed at a distance, with the row of the current iteration appended.
std::int64_t look_back(const Query& q, const MachineCode& code, const Counter* counters, Ledger& ledger,
                       std::int64_t entries) {
  const std::size_t levels = q.last_level - q.first_level;
  const std::size_t width = levels + 1;
  const Level* const level = code.levels.data() + q.first_level;
  bool void_target = false;
  const std::size_t end = ledger.rows.size();
  ledger.rows.resize(end + 2 * width);  // the new row, and the target behind it for the search
  std::int64_t* const target = ledger.rows.data() + end + width;
  for (std::size_t i = 0; i < levels; ++i) {
    const std::int64_t v = counters[level[i].counter].iteration;
    ledger.rows[end + i] = v;
    target[i] = v - level[i].distance;
    void_target = void_target || target[i] <= 0;
  }
  ledger.rows[end + levels] = entries;
  // The newest row is above the target, since the distance is lexicographically positive.
  std::size_t& head = ledger.head;
  while (head + width < end && at_most(ledger.rows.data() + head + width, target, levels)) head += width;
  const bool reached = head < end && at_most(ledger.rows.data() + head, target, levels);
  const std::int64_t owed = reached && !void_target ? ledger.rows[head + levels] : 0;
  ledger.rows.resize(end + width);
  if (head > 64 * width && head > ledger.rows.size() / 2) {
    ledger.rows.erase(ledger.rows.begin(), ledger.rows.begin() + static_cast<std::ptrdiff_t>(head));
    head = 0;
  }
  return owed;
}

}  // namespace

void start_iteration(const MachineCode& code, const Trips& trips, MachineState& state, std::uint32_t first,
                     std::uint32_t last) {
  for (std::uint32_t i = first; i < last; ++i) {
    const Query& q = code.queries[i];
    const Counter* const counters = state.counters.data() + code.engines[q.engine].first_counter;
    const std::int64_t entries = entries_so_far(code, trips, state, q, counters[q.counter].entries);
    state.owed[i] = q.first_level == q.last_level ? entries : look_back(q, code, counters, state.ledgers[i], entries);
  }
}

}  // namespace counterpoint
