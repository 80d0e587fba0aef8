// Makes clocks in one pass over all streams, and reads double sets and orders off them.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/execution/clocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/diagnostic/internal_error.hpp"
#include "targets/ascend/execution/cross_flags.hpp"
#include "targets/ascend/execution/flags.hpp"

namespace counterpoint::ascend {

StreamClocks::StreamClocks(const LinearStreams& streams)
    : streams_(streams), count_(streams.engines.size()), reached_(count_, 0), now_(2 * count_, 0) {
  find_raises();
  clocks_.resize(count_);
  for (std::size_t e = 0; e < count_; ++e) {
    clocks_[e].resize(streams_.engines[EngineId{e}].events.size() * 2 * count_, 0);
  }
  bool progress = true;
  while (progress) {
    progress = false;
    for (std::size_t e = 0; e < count_; ++e) {
      while (pass(e)) progress = true;
    }
    if (!progress) progress = join_barrier();
  }
  complete_ = true;
  for (std::size_t e = 0; e < count_; ++e) {
    complete_ = complete_ && reached_[e] == streams_.engines[EngineId{e}].events.size();
  }
}

void StreamClocks::find_raises() {
  cells_.resize(streams_.initial.size());
  for (std::size_t c = 0; c < cells_.size(); ++c) cells_[c].start = streams_.initial[c];
  for (std::size_t e = 0; e < count_; ++e) {
    const LinearStream& s = streams_.engines[EngineId{e}];
    std::uint32_t resets = 0;
    for (std::uint32_t n = 0; n < s.events.size(); ++n) {
      if (s.events[n].kind == LinearKind::gather && s.events[n].reset) ++resets;
      raise(static_cast<std::uint32_t>(e), n, s.events[n], false, resets);
      raise(static_cast<std::uint32_t>(e), n, s.events[n], true, resets);
    }
  }
}

void StreamClocks::raise(std::uint32_t engine, std::uint32_t event, const LinearEvent& e, bool at_retirement,
                         std::uint32_t resets) {
  const std::uint32_t first = at_retirement ? e.retire_change : e.first_change;
  const std::uint32_t last = at_retirement ? e.last_change : e.retire_change;
  for (std::uint32_t c = first; c < last; ++c) {
    const LinearChange& change = streams_.changes[c];
    Cell& cell = cells_[change.cell];
    cell.engine = engine;
    const bool fresh = cell.raises.empty() || cell.raises.back().resets != resets;
    const std::int64_t before = !fresh ? cell.raises.back().value : resets == 0 ? cell.start : 0;
    cell.raises.push_back({resets, before + change.amount, event,
                           streams_.engines[EngineId{std::size_t{engine}}].entries_before[event] + 1, at_retirement});
  }
}

// What is known once that statement of `from` is gone past and so many of its entries have retired.
void StreamClocks::join(std::size_t from, std::uint32_t event, std::uint32_t entries) {
  const auto row = at(EngineId{from}, event);
  for (std::size_t k = 0; k < row.size(); ++k) now_[k] = std::max(now_[k], row[k]);
  now_[from] = std::max(now_[from], event + 1);
  now_[count_ + from] = std::max(now_[count_ + from], entries);
}

bool StreamClocks::join_tests(std::size_t engine, const LinearEvent& e) {
  for (std::uint32_t t = e.first_test; t < e.last_test; ++t) {
    const LinearTest& test = streams_.tests[t];
    const Cell& cell = cells_[test.cell];
    if ((resets_ == 0 ? cell.start : 0) >= test.value) continue;
    const auto found = std::ranges::lower_bound(cell.raises, std::pair{resets_, test.value}, {},
                                                [](const Raise& r) { return std::pair{r.resets, r.value}; });
    if (found == cell.raises.end() || found->resets != resets_) return false;
    if (reached_[cell.engine] <= found->event) return false;
    if (cell.engine == engine && !found->at_retirement) continue;
    join(cell.engine, found->event, found->at_retirement ? found->entry : 0);
  }
  return true;
}

// The next statement of a stream, if its clock can be known now.
bool StreamClocks::pass(std::size_t engine) {
  const LinearStream& s = streams_.engines[EngineId{engine}];
  const std::uint32_t n = reached_[engine];
  if (n == s.events.size()) return false;
  const LinearEvent& e = s.events[n];
  if (e.kind == LinearKind::gather || e.kind == LinearKind::fault) return false;
  std::fill(now_.begin(), now_.end(), 0U);
  if (n > 0) {
    const auto before = at(EngineId{engine}, n - 1);
    std::copy(before.begin(), before.end(), now_.begin());
  }
  now_[engine] = n;
  if (!join_tests(engine, e)) return false;
  if (e.kind == LinearKind::fence || e.kind == LinearKind::barrier || e.kind == LinearKind::end) {
    now_[count_ + engine] = s.entries_before[n];
  }
  std::copy(now_.begin(), now_.end(), clocks_[engine].begin() + static_cast<std::ptrdiff_t>(n * 2 * count_));
  ++reached_[engine];
  return true;
}

// Every engine stands behind its n-th barrier: all go on, knowing what each of them knows.
bool StreamClocks::join_barrier() {
  if (count_ == 0) return false;
  std::fill(now_.begin(), now_.end(), 0U);
  bool reset = false;
  for (std::size_t e = 0; e < count_; ++e) {
    const LinearStream& s = streams_.engines[EngineId{e}];
    const std::uint32_t n = reached_[e];
    if (n == s.events.size() || s.events[n].kind != LinearKind::gather) return false;
    reset = reset || s.events[n].reset;
    join(e, n - 1, s.entries_before[n]);
  }
  if (reset) ++resets_;
  for (std::size_t e = 0; e < count_; ++e) {
    std::copy(now_.begin(), now_.end(), clocks_[e].begin() + static_cast<std::ptrdiff_t>(reached_[e] * 2 * count_));
    ++reached_[e];
  }
  return true;
}

namespace {

// How often each cell of the flags is set and taken, and by which statements.
struct FlagUse {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sets;  // engine, statement
  std::vector<std::pair<std::uint32_t, std::uint32_t>> takes;
};

// A flag is an array of the counting form; buffer ids and what is dispatched are single cells.
std::vector<FlagUse> flag_uses(const Implementation& counting, const LinearStreams& streams) {
  std::vector<bool> flag(counting.element_count(), false);
  for (const Semaphore& s : counting.semaphores) {
    for (std::uint32_t i = 0; holds_flags(s) && i < s.size; ++i) flag[s.first + i] = true;
  }
  std::vector<FlagUse> uses(counting.element_count());
  std::vector<std::int64_t> waited(counting.element_count(), 0);
  for (std::size_t e = 0; e < streams.engines.size(); ++e) {
    const LinearStream& s = streams.engines[EngineId{e}];
    for (std::uint32_t n = 0; n < s.events.size(); ++n) {
      const LinearEvent& x = s.events[n];
      const std::pair here{static_cast<std::uint32_t>(e), n};
      for (std::uint32_t t = x.first_test; t < x.last_test; ++t) {
        const LinearTest& test = streams.tests[t];
        if (!flag[test.cell] || test.value <= waited[test.cell]) continue;
        waited[test.cell] = test.value;
        uses[test.cell].takes.push_back(here);
      }
      for (std::uint32_t c = x.first_change; c < x.last_change; ++c) {
        if (flag[streams.changes[c].cell]) uses[streams.changes[c].cell].sets.push_back(here);
      }
    }
  }
  return uses;
}

const Semaphore& owner_of(const Implementation& x, std::size_t cell) {
  const auto found = std::ranges::find_if(
      x.semaphores, [&](const Semaphore& s) { return cell >= s.first && cell < s.first + s.size; });
  require(found != x.semaphores.end(), "a cell is of a semaphore");
  return *found;
}

std::string cell_text(const Implementation& x, std::size_t cell) {
  const Semaphore& s = owner_of(x, cell);
  return fmt::format("{}[{}]", s.name, cell - s.first);
}

}  // namespace

std::optional<DoubleSet> find_double_set(const Implementation& counting, const StreamClocks& clocks,
                                         const FlagLimits& limits) {
  const std::vector<FlagUse> uses = flag_uses(counting, clocks.streams());
  for (std::size_t cell = 0; cell < uses.size(); ++cell) {
    const FlagUse& u = uses[cell];
    const bool cross = of_cores(owner_of(counting, cell));
    if (limits.flags_count && !cross) continue;
    const std::size_t most = cross ? limits.cross_count : 1;
    for (std::size_t n = most; n < u.sets.size(); ++n) {
      const auto [from, set] = u.sets[n];
      if (clocks.reached(EngineId{std::size_t{from}}) <= set) break;
      const std::size_t before = n - most;
      const bool taken = before < u.takes.size();
      const auto past = clocks.at(EngineId{std::size_t{from}}, set);
      if (taken && past[u.takes[before].first] > u.takes[before].second) continue;
      DoubleSet out;
      out.engine = EngineId{std::size_t{from}};
      out.statement = set;
      out.text = fmt::format("{} may have its set {} before its set {} is taken", cell_text(counting, cell), n + 1,
                             before + 1);
      out.of_cores = cross;
      return out;
    }
  }
  return std::nullopt;
}

std::vector<std::string> flags_left(const Implementation& counting, const LinearStreams& streams) {
  const std::vector<FlagUse> uses = flag_uses(counting, streams);
  std::vector<std::string> out;
  for (std::size_t cell = 0; cell < uses.size(); ++cell) {
    if (uses[cell].sets.size() <= uses[cell].takes.size()) continue;
    out.push_back(fmt::format("{}:{}", cell_text(counting, cell), uses[cell].sets.size() - uses[cell].takes.size()));
  }
  return out;
}

namespace {

// The statements of a stream that issue an instance, in their order.
std::vector<std::uint32_t> issues(const LinearStream& s) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t n = 0; n < s.events.size(); ++n) {
    if (s.events[n].kind == LinearKind::issue) out.push_back(n);
  }
  return out;
}

// Instances of `of` that must have retired before that statement of `e`.
std::uint32_t known(const StreamClocks& clocks, EngineId e, std::uint32_t statement, EngineId of) {
  const LinearStreams& streams = clocks.streams();
  return streams.engines[of].instances_before[clocks.at(e, statement)[streams.engines.size() + of.value]];
}

}  // namespace

// What is known of a pipe is how many of its instances have retired, so that two numbers say which pairs differ.
OrderedPairs compare_orders(const StreamClocks& asked, const StreamClocks& made,
                            const IdVector<EngineId, EngineId>& engines) {
  OrderedPairs out;
  for (std::size_t e = 0; e < engines.size(); ++e) {
    const EngineId engine{e};
    const std::vector<std::uint32_t> a = issues(asked.streams().engines[engine]);
    const std::vector<std::uint32_t> m = issues(made.streams().engines[engines[engine]]);
    require(a.size() == m.size(), "a pipe runs the same instances on both sides");
    for (std::size_t n = 0; n < a.size(); ++n) {
      for (std::size_t f = 0; f < engines.size(); ++f) {
        const EngineId of{f};
        const std::uint32_t want = known(asked, engine, a[n], of);
        const std::uint32_t have = known(made, engines[engine], m[n], engines[of]);
        out.asked += want;
        out.made += have;
        out.surplus += have > want ? have - want : 0;
        out.missing += want > have ? want - have : 0;
      }
    }
  }
  return out;
}

}  // namespace counterpoint::ascend
