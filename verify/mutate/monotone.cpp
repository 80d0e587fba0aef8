// Maximal runs of an implementation in which nothing disables anything.
// SPDX-License-Identifier: Apache-2.0
#include "verify/mutate/monotone.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "verify/explore/linear.hpp"
#include "verify/machines.hpp"
#include "verify/order/recorded.hpp"

namespace counterpoint::mutation {
namespace {

constexpr std::uint64_t most_events = 20'000;
constexpr std::uint32_t no_limit = std::numeric_limits<std::uint32_t>::max();

// What a run may do on one engine.
struct Bounds {
  std::uint32_t events = no_limit;   // of its stream, internal ones too
  std::uint32_t visible = no_limit;  // issues and visits
  std::uint32_t retired = no_limit;  // instances
};

// How far one engine has come.
struct Progress {
  std::uint32_t position = 0;
  std::uint32_t entries = 0;  // retired
  std::uint32_t arrivals = 0;
};

class MaximalRun {
 public:
  MaximalRun(const LinearStreams& streams, const std::vector<Bounds>& bounds)
      : s_(streams), bounds_(bounds), engines_(streams.engines.size()), cells_(streams.initial) {
    for (bool more = true; more;) {
      more = false;
      for (std::size_t e = 0; e < engines_.size(); ++e) {
        while (retire(e) || step(e)) more = true;
      }
    }
  }

  [[nodiscard]] std::uint32_t visible(std::size_t e) const {
    return stream(e).visible_before[std::min<std::size_t>(engines_[e].position, stream(e).events.size() - 1)];
  }
  [[nodiscard]] bool ended(std::size_t e) const { return engines_[e].position == stream(e).events.size(); }
  // Whether engine e stands at its visible event `k` (its end, if it has no more) and could take it.
  [[nodiscard]] bool at_enabled(std::size_t e) const { return enabled(e); }
  [[nodiscard]] bool at_visible(std::size_t e) const {
    if (ended(e)) return false;
    const LinearKind kind = stream(e).events[engines_[e].position].kind;
    return kind == LinearKind::issue || kind == LinearKind::visit || kind == LinearKind::end;
  }
  [[nodiscard]] std::int64_t cell(std::uint32_t c) const { return cells_[c]; }

 private:
  [[nodiscard]] const LinearStream& stream(std::size_t e) const { return s_.engines[EngineId{e}]; }

  [[nodiscard]] bool drained(std::size_t e) const {
    return engines_[e].entries == stream(e).entries_before[engines_[e].position];
  }

  [[nodiscard]] bool enabled(std::size_t e) const {
    const LinearEvent& event = stream(e).events[engines_[e].position];
    switch (event.kind) {
      case LinearKind::fence:
      case LinearKind::barrier:
      case LinearKind::end: return drained(e);
      case LinearKind::gather: return met_ >= engines_[e].arrivals;
      default: break;
    }
    for (std::uint32_t t = event.first_test; t < event.last_test; ++t) {
      if (cells_[s_.tests[t].cell] < s_.tests[t].value) return false;
    }
    return true;
  }

  [[nodiscard]] bool allowed(std::size_t e) const {
    const Progress& p = engines_[e];
    if (p.position >= bounds_[e].events) return false;
    const LinearKind kind = stream(e).events[p.position].kind;
    if (kind == LinearKind::end) return bounds_[e].visible == no_limit;
    const bool visible = kind == LinearKind::issue || kind == LinearKind::visit;
    return !visible || stream(e).visible_before[p.position] < bounds_[e].visible;
  }

  bool step(std::size_t e) {
    if (ended(e) || !allowed(e) || !enabled(e)) return false;
    const LinearEvent& event = stream(e).events[engines_[e].position];
    add(event.first_change, event.retire_change);
    ++engines_[e].position;
    if (event.kind == LinearKind::barrier) {
      ++engines_[e].arrivals;
      meet();
    }
    return true;
  }

  // Once all have arrived: every engine then stands at its `gather`, and one that resets is enough.
  void meet() {
    bool reset = false;
    for (std::size_t e = 0; e < engines_.size(); ++e) {
      if (engines_[e].arrivals <= met_) return;
      reset = reset || stream(e).events[engines_[e].position].reset;
    }
    ++met_;
    if (reset) std::ranges::fill(cells_, 0);
  }

  bool retire(std::size_t e) {
    Progress& p = engines_[e];
    const LinearStream& mine = stream(e);
    const std::uint32_t in_flight =
        ended(e) ? static_cast<std::uint32_t>(mine.entry_event.size()) : mine.entries_before[p.position];
    if (p.entries >= in_flight) return false;
    const std::uint32_t before = mine.instances_before[p.entries];
    const bool instance = mine.instances_before[p.entries + 1] != before;
    if (instance && before >= bounds_[e].retired) return false;
    const LinearEvent& event = mine.events[mine.entry_event[p.entries]];
    add(event.retire_change, event.last_change);
    ++p.entries;
    return true;
  }

  void add(std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t c = first; c < last; ++c) cells_[s_.changes[c].cell] += s_.changes[c].amount;
  }

  const LinearStreams& s_;
  const std::vector<Bounds>& bounds_;
  std::vector<Progress> engines_;
  std::vector<std::int64_t> cells_;
  std::uint32_t met_ = 0;  // meetings at barriers
};

class Monotone {
 public:
  Monotone(const Question& q, const LinearStreams& streams, const RecordedClocks& program)
      : q_(q), s_(streams), p_(program), bounds_(streams.engines.size()) {}

  std::optional<MonotoneAnswer> run() {
    if (!monotone()) return std::nullopt;
    const auto passed = equality_that_is_passed();
    if (auto early = unsafe()) return passed ? std::nullopt : std::optional(answer(VerdictWord::unsafe, *early));
    if (passed) {
      const bool complete = std::ranges::all_of(p_.engines, &EngineClocks::ended);
      return complete ? std::optional(answer(VerdictWord::deadlock, *passed)) : std::nullopt;
    }
    const MaximalRun all(s_, bounds_);
    for (const EngineId e : q_.program.tree.engines()) {
      const std::size_t mine = other(e);
      const bool stuck = all.visible(mine) < p_.engines[e].events.size() || (p_.engines[e].ended && !all.ended(mine));
      if (stuck) return answer(VerdictWord::deadlock, bounds_);
    }
    for (const EngineId e : q_.program.tree.engines()) {
      const EngineClocks& mine = p_.engines[e];
      for (std::size_t k = 0; k < mine.events.size(); ++k) {
        if (late(e, k, mine.events[k])) return answer(VerdictWord::refines, bounds_);
      }
      if (mine.ended && late(e, mine.events.size(), mine.end)) return answer(VerdictWord::refines, bounds_);
    }
    return answer(VerdictWord::equivalent, bounds_);
  }

 private:
  static MonotoneAnswer answer(VerdictWord word, const std::vector<Bounds>& within) {
    MonotoneAnswer said{word, {}};
    const auto widened = [](std::uint32_t n) { return n == no_limit ? MonotoneAnswer::unbounded : std::uint64_t{n}; };
    for (const Bounds& b : within) {
      said.within.stream.push_back(widened(b.visible));
      said.within.retired.push_back(widened(b.retired));
    }
    return said;
  }

  [[nodiscard]] std::size_t other(EngineId e) const { return q_.pairing.engine_to_implementation[e].value; }

  [[nodiscard]] bool monotone() const {
    for (const LinearTest& t : s_.tests) {
      if (t.kind == TestKind::take) return false;
    }
    for (const LinearChange& c : s_.changes) {
      if (c.flag || c.kind != UpdateKind::add || c.amount < 0 || c.amount > (std::int64_t{1} << 32U)) return false;
    }
    for (const std::int64_t v : s_.initial) {
      if (v > (std::int64_t{1} << 32U) || v < -(std::int64_t{1} << 32U)) return false;
    }
    for (const LinearStream& mine : s_.engines) {
      for (const LinearEvent& e : mine.events) {
        if (e.faults || e.kind == LinearKind::fault) return false;
      }
    }
    return true;
  }

  // Bounds within which the value of some `==` is passed for good: its engine stays before it.
  std::optional<std::vector<Bounds>> equality_that_is_passed() {
    for (std::size_t e = 0; e < s_.engines.size(); ++e) {
      const auto& events = s_.engines[EngineId{e}].events;
      for (std::size_t n = 0; n < events.size(); ++n) {
        const bool any = std::any_of(s_.tests.begin() + events[n].first_test, s_.tests.begin() + events[n].last_test,
                                     [](const LinearTest& t) { return t.kind == TestKind::equal; });
        if (!any) continue;
        bounds_[e].events = static_cast<std::uint32_t>(n);
        const MaximalRun without(s_, bounds_);
        bounds_[e] = {};
        for (std::uint32_t t = events[n].first_test; t < events[n].last_test; ++t) {
          const LinearTest& test = s_.tests[t];
          if (test.kind != TestKind::equal || without.cell(test.cell) <= test.value) continue;
          std::vector<Bounds> before = bounds_;
          before[e].visible = s_.engines[EngineId{e}].visible_before[n];
          return before;
        }
      }
    }
    return std::nullopt;
  }

  // Whether some event of the implementation is taken without a retirement that the program asks for. A dead event of
  // the program asks for one that never comes: the bound is then what lives. Gives bounds within which that happens.
  std::optional<std::vector<Bounds>> unsafe() {
    const std::size_t count = p_.engine_count;
    for (const EngineId f : q_.program.tree.engines()) {
      // By retirements asked for: how many events of each engine may be taken with one less.
      std::map<std::uint32_t, std::vector<std::uint32_t>> most;
      const auto ask = [&](std::uint32_t retired, EngineId e, std::size_t event) {
        if (retired == 0) return;
        auto& all = most[retired];
        all.resize(count, no_limit);
        all[e.value] = std::min(all[e.value], static_cast<std::uint32_t>(event));
      };
      for (const EngineId e : q_.program.tree.engines()) {
        const EngineClocks& mine = p_.engines[e];
        std::uint32_t before = 0;
        for (std::size_t k = 0; k < mine.events.size(); ++k) {
          const ClockedEvent& x = mine.events[k];
          const std::uint32_t asked = e == f ? x.retired : p_.version(x.version)[count + f.value];
          if (asked > before) ask(asked, e, k);
          before = std::max(before, asked);
        }
      }
      for (const auto& [retired, all] : most) {
        bounds_[other(f)].retired = retired - 1;
        const MaximalRun without(s_, bounds_);
        bounds_[other(f)] = {};
        for (const EngineId e : q_.program.tree.engines()) {
          if (without.visible(other(e)) <= all[e.value]) continue;
          std::vector<Bounds> within = bounds_;
          within[other(f)].retired = retired - 1;
          within[other(e)].visible = all[e.value] + 1;
          return within;
        }
      }
    }
    const MaximalRun run(s_, bounds_);
    for (const EngineId e : q_.program.tree.engines()) {
      if (run.visible(other(e)) > p_.engines[e].events.size()) return bounds_;
      if (run.ended(other(e)) && !p_.engines[e].ended) return bounds_;
    }
    return std::nullopt;
  }

  // Whether the implementation cannot take the event where the program first can.
  bool late(EngineId e, std::size_t k, const ClockedEvent& x) {
    const auto past = p_.version(x.version);
    std::vector<Bounds> within(bounds_.size());
    for (const EngineId f : q_.program.tree.engines()) {
      within[other(f)].visible = f == e ? static_cast<std::uint32_t>(k) : past[f.value];
      within[other(f)].retired = f == e ? x.retired : past[p_.engine_count + f.value];
    }
    const bool end = k == p_.engines[e].events.size();
    if (end) within[other(e)].retired = no_limit;
    const MaximalRun run(s_, within);
    const std::size_t mine = other(e);
    return run.visible(mine) != k || !run.at_visible(mine) || !run.at_enabled(mine);
  }

  const Question& q_;
  const LinearStreams& s_;
  const RecordedClocks& p_;
  std::vector<Bounds> bounds_;  // of the engines of the implementation; all free between two runs
};

}  // namespace

std::optional<MonotoneAnswer> decide_monotone(const Question& q) {
  if (q.window != 0 || q.width != 0 || q.compare != Comparison::as_signed || q.property != Property::all) {
    return std::nullopt;
  }
  const Machines machines = machines_of(q);
  const auto program = closed_clocks(machines.program, most_events);
  if (!program || program->fault) return std::nullopt;
  const auto streams = write_out(machines.implementation, most_events);
  if (!streams) return std::nullopt;
  return Monotone(q, *streams, *program).run();
}

}  // namespace counterpoint::mutation
