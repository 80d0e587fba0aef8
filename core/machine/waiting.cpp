// How long engines work and wait in a timed run, and how much time each wait had to spare.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/waiting.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <utility>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {
namespace {

using Time = std::uint64_t;

// When a cell reached its values, since it was last lowered.
class ValuesReached {
 public:
  void note(Time now, std::int64_t value) {
    if (!reached_.empty() && value < reached_.back().first) reached_.clear();
    if (reached_.empty() || value > reached_.back().first) reached_.emplace_back(value, now);
  }
  // The first time from which on a test for `needed` held.
  [[nodiscard]] Time since(std::int64_t needed) const {
    const auto at = std::ranges::lower_bound(reached_, needed, {}, &std::pair<std::int64_t, Time>::first);
    return at == reached_.end() ? reached_.back().second : at->second;
  }

 private:
  std::vector<std::pair<std::int64_t, Time>> reached_;
};

class TestMeter {
 public:
  TestMeter(const Machine& machine, const TimedRun& run)
      : machine_(machine),
        run_(run),
        state_(machine.start()),
        cells_(state_.cells.size()),
        in_flight_(machine.tree().engine_count()) {
    note_cells(0);
    for (const Release& r : run.releases) {
      if (r.by != Release::none) releases_[{r.pause, r.waiter, r.cell}] = r.by;
    }
  }

  void take(const Step& step) {
    if (step.kind == StepKind::issue) issue(step.engine);
    if (stops(step)) stop(step.engine);
    const Event* event = event_of(step);
    const Time now = time_of(step);
    machine_.apply(state_, step);
    if (step.kind == StepKind::internal || (event != nullptr && (event->indexed_changes || event->indexed_tests))) {
      note_cells(now);
    } else if (event != nullptr) {
      for (std::uint32_t c = event->first_change; c < event->last_change; ++c) {
        const std::uint32_t cell = machine_.code().changes[c].cell;
        cells_[cell].note(now, state_.cells[cell]);
      }
      for (std::uint32_t t = event->first_test; t < event->last_test; ++t) {  // a take lowers it
        const std::uint32_t cell = machine_.code().tests[t].cell;
        cells_[cell].note(now, state_.cells[cell]);
      }
    }
  }

  std::vector<TestRecord> finish() {
    std::vector<TestRecord> result;
    for (auto& [key, record] : records_) {
      std::uint64_t most = 0;
      for (const auto& [by, times] : released_[key]) {
        if (times > most) record.released_by = by;
        most = std::max(most, times);
      }
      result.push_back(record);
    }
    return result;
  }

 private:
  // Whether a step goes past a stand-alone wait or a visit.
  [[nodiscard]] bool stops(const Step& step) const {
    const bool of_stream =
        step.kind == StepKind::visit || (step.kind == StepKind::internal && step.subject != Step::retire_signal);
    if (!of_stream || state_.engines[step.engine].status != EngineStatus::ready) return false;
    const OpCode op = machine_.op(state_, step.engine).code;
    return op == OpCode::wait || op == OpCode::visit;
  }

  void issue(EngineId e) {
    require(next_ < run_.instances.size(), "a run with times has each of its issues");
    const TimedInstance& instance = run_.instances[next_];
    TestRecord record;
    record.engine = e;
    record.instruction = instance.instruction;
    measure(record, {0, instance.instruction.value, 0, 0}, instance.wait,
            {false, static_cast<std::uint32_t>(next_), 0});
  }

  void stop(EngineId e) {
    require(stopped_ < run_.stops.size(), "a run with times has each of its stops");
    const TimedStop& stop = run_.stops[stopped_++];
    const bool visit = machine_.op(state_, e).code == OpCode::visit;
    const std::uint32_t subject = machine_.event(state_, e).subject;
    TestRecord record;
    record.engine = e;
    if (visit) {
      record.scope = ScopeId{std::size_t{subject}};
    } else {
      record.condition = subject;
    }
    measure(record, {visit ? 2 : 1, subject, visit ? e.value : 0, 0}, stop.from, {true, stop.pause, 0});
    now_ = stop.to;
  }

  using Key = std::tuple<int, std::uint32_t, std::uint32_t, std::uint32_t>;  // kind, subject, engine, test
  using Waiter = std::tuple<bool, std::uint32_t, std::uint32_t>;             // a pause or an instance; its cell

  // The tests of the statement that the engine stands at, against when it came there.
  void measure(const TestRecord& fresh, Key key, Time came, Waiter waiter) {
    const EngineId e = fresh.engine;
    const Event& event = machine_.event(state_, e);
    TestRecord* last = nullptr;
    Key last_key;
    Time last_time = came;
    for (std::uint32_t t = event.first_test; t < event.last_test; ++t) {
      const Test& test = machine_.code().tests[t];
      const std::uint32_t cell = machine_.cell(state_, e, test.cell, test.index);
      const Time holds = cells_[cell].since(machine_.value(state_, e, test.value));
      std::get<3>(key) = t - event.first_test;
      TestRecord& record = records_.try_emplace(key, fresh).first->second;
      record.test = t - event.first_test;
      ++record.instances;
      const auto slack = static_cast<std::int64_t>(came) - static_cast<std::int64_t>(holds);
      if (record.instances == 1 || slack < record.least_slack) {
        record.least_slack = slack;
        record.least_ordinal = record.instances;
      }
      if (holds > last_time) {
        last = &record;
        last_key = key;
        std::get<2>(waiter) = cell;
        last_time = holds;
      }
    }
    if (last == nullptr) return;
    ++last->held;
    last->waited += last_time - came;
    last->longest = std::max(last->longest, last_time - came);
    const auto release = releases_.find(waiter);
    if (release == releases_.end()) return;
    ++released_[last_key][run_.instances[release->second].instruction];
  }

  Time time_of(const Step& step) {
    if (step.kind == StepKind::issue) {
      in_flight_[step.engine].push_back(next_);
      now_ = run_.instances[next_++].issue;
    } else if (step.kind == StepKind::retire) {
      now_ = run_.instances[in_flight_[step.engine].front()].retire;
      in_flight_[step.engine].pop_front();
    } else if (step.kind == StepKind::commit) {
      now_ = run_.instances[in_flight_[step.engine][step.ordinal]].commit;
    }
    return now_;
  }

  // What an issue or a retirement changes; null for other steps. An index of a test is looked at with all cells.
  [[nodiscard]] const Event* event_of(const Step& step) const {
    if (step.kind == StepKind::issue) return &machine_.event(state_, step.engine);
    if (step.kind != StepKind::retire) return nullptr;
    const EngineState& engine = state_.engines[step.engine];
    return &machine_.code().events[engine.flights[engine.retired].event];
  }

  void note_cells(Time now) {
    for (std::size_t c = 0; c < cells_.size(); ++c) cells_[c].note(now, state_.cells[c]);
  }

  const Machine& machine_;
  const TimedRun& run_;
  MachineState state_;
  std::vector<ValuesReached> cells_;
  IdVector<EngineId, std::deque<std::size_t>> in_flight_;
  std::map<Key, TestRecord> records_;
  std::map<Key, std::map<InstructionId, std::uint64_t>> released_;  // by whom, how often
  std::map<Waiter, std::uint32_t> releases_;                        // the instance
  std::size_t stopped_ = 0;
  std::size_t next_ = 0;
  Time now_ = 0;
};

struct Interval {
  Time from = 0;
  Time to = 0;
};

// In ascending order, overlaps joined.
std::vector<Interval> joined(std::vector<Interval> spans) {
  std::ranges::sort(spans, {}, &Interval::from);
  std::vector<Interval> result;
  for (const Interval& s : spans) {
    if (!result.empty() && s.from <= result.back().to) {
      result.back().to = std::max(result.back().to, s.to);
    } else {
      result.push_back(s);
    }
  }
  return result;
}

Time length(const std::vector<Interval>& spans) {
  Time sum = 0;
  for (const Interval& s : spans) sum += s.to - s.from;
  return sum;
}

// What of `spans` is not in `other`; both joined.
Time outside(const std::vector<Interval>& spans, const std::vector<Interval>& other) {
  Time common = 0;
  for (std::size_t i = 0, j = 0; i < spans.size() && j < other.size();) {
    const Time from = std::max(spans[i].from, other[j].from);
    const Time to = std::min(spans[i].to, other[j].to);
    if (from < to) common += to - from;
    spans[i].to < other[j].to ? ++i : ++j;
  }
  return length(spans) - common;
}

}  // namespace

std::vector<TestRecord> measure_tests(const Machine& machine, const RunResult& result) {
  TestMeter meter(machine, result.timed);
  for (const Step& step : result.steps_taken) meter.take(step);
  return meter.finish();
}

IdVector<EngineId, EngineUse> measure_engines(const Tree& tree, const TimedRun& run) {
  struct Spans {
    std::vector<Interval> busy;
    std::vector<Interval> waiting;
    std::vector<Interval> barriers;
  };
  IdVector<EngineId, Spans> engines(tree.engine_count());
  for (const TimedInstance& x : run.instances) {
    engines[x.engine].busy.push_back({x.issue, x.commit});
    engines[x.engine].waiting.push_back({x.wait, x.issue});
  }
  for (const TimedPause& p : run.pauses) {
    Spans& spans = engines[p.engine];
    (p.kind == PauseKind::barrier ? spans.barriers : spans.waiting).push_back({p.from, p.to});
  }
  IdVector<EngineId, EngineUse> result(tree.engine_count());
  for (const EngineId e : tree.engines()) {
    const std::vector<Interval> busy = joined(std::move(engines[e].busy));
    result[e] = {length(busy), outside(joined(std::move(engines[e].waiting)), busy),
                 outside(joined(std::move(engines[e].barriers)), busy)};
  }
  return result;
}

}  // namespace counterpoint
