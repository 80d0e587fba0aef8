// The schedule that knows time: discrete events.
// SPDX-License-Identifier: Apache-2.0
//
// Model (kernels.md 3 and 6). An engine reaches its next statement when it has taken the one before, its register
// operations and branches, and what issuing takes. It issues an instruction as soon as it has reached it, its pipe is
// free, its tests hold and the window has room. An instruction with a transfer starts when the transfer bandwidth, one
// for all engines, has served those that issued before it; any other starts at issue. From the start on its pipe is
// taken for `interval`, the bandwidth for `transfer`, and it commits after `cost`; on an inorder engine not before the
// one issued before it. It retires when it has committed, its updates may show and all before it have retired.
// Stand-alone statements need no pipe. With `Times::fair` a transfer starts at issue and shares the bandwidth with
// those of other engines; its pipe is taken until its data is there, and `cost` is longer by as much.
//
// Why this way. All steps go through the machine, so that a timed run is one more schedule; this file only decides
// when. Commits and retirements are events in a queue; whatever happens at one time is done before statements are
// tried again. Invariant: times do not go back. Events of one time come in the order they were put in.
// Cost: O(log events in flight + engines) a step.
#include "core/machine/asap.hpp"

#include <algorithm>
#include <limits>
#include <queue>

#include "core/machine/bandwidth.hpp"
#include "core/machine/ring.hpp"

namespace counterpoint {
namespace {

using Time = std::uint64_t;
constexpr Time never = std::numeric_limits<Time>::max();

Time later(Time t, Time by) { return t > never - by ? never : t + by; }

enum class Due : std::uint8_t { commit, retire, wake, transfer };

struct DueStep {
  Time time = 0;
  std::uint64_t order = 0;
  EngineId engine;
  Due due = Due::wake;
  std::uint64_t entry = 0;
};

struct After {
  bool operator()(const DueStep& a, const DueStep& b) const {
    return a.time != b.time ? a.time > b.time : a.order > b.order;
  }
};

// A test that did not hold when its engine came to wait, and what made it hold.
struct Awaited {
  Unmet test;
  std::optional<Release> release;
};

struct EngineTime {
  Time reached = 0;              // its next statement, register operations done
  std::uint64_t operations = 0;  // register operations and control steps paid for so far
  std::uint64_t control = 0;
  std::uint64_t branches = 0;
  std::uint64_t carriers = 0;  // behind the statement before
  Time pipe = 0;               // free from here on
  bool transferring = false;   // a transfer shares the bandwidth and holds the pipe:
  Time interval_end = 0;       // the pipe is free no earlier,
  Time latency = 0;            // it commits so long after its data is there,
  std::uint64_t moving = 0;    // and this is its entry
  Time committed = 0;          // the last commit, for inorder engines
  Time retired = 0;
  Time wake = never;  // a wake event is in the queue
  bool waiting = false;
  Time waits_since = 0;
  std::vector<Awaited> awaited;
  Ring<std::uint32_t> instances;  // by entry in flight: into TimedRun::instances
  Ring<Time> ready;               // by entry in flight: when it has committed and its updates may show
};

class TimedSchedule {
 public:
  TimedSchedule(Performer& performer, const RunOptions& options)
      : performer_(performer),
        machine_(performer.machine()),
        times_(options.times),
        record_(options.record_times),
        engines_(performer.state().engines.size()) {
    for (const EngineId e : machine_.tree().engines()) {
      engines_[e].reached = work(e);
    }
  }

  [[nodiscard]] TimedRun run() {
    for (;;) {
      do {
        while (!queue_.empty() && queue_.top().time == now_ && !performer_.stopped()) take_event();
      } while (!performer_.stopped() && take_statements());
      if (performer_.stopped() || queue_.empty()) break;
      now_ = queue_.top().time;
    }
    close_pauses();
    return std::move(result_);
  }

 private:
  [[nodiscard]] const EngineState& state(EngineId e) const { return performer_.state().engines[e]; }
  void put(Time time, EngineId e, Due due, std::uint64_t entry) { queue_.push({time, ++order_, e, due, entry}); }

  // The time that an engine needs to come to its next statement: control and register operations since the last time
  // it was asked, carriers, what it takes to issue, and the tests of the statement.
  Time work(EngineId e) {
    EngineTime& engine = engines_[e];
    const EngineState& s = state(e);
    const Time before = (s.operations - engine.operations) * times_.register_operation +
                        (s.control_steps - engine.control) * times_.control_step +
                        (s.branches - engine.branches) * times_.branch;
    engine.operations = s.operations;
    engine.control = s.control_steps;
    engine.branches = s.branches;
    std::uint64_t issues = engine.carriers;
    engine.carriers = 0;
    const std::uint64_t tested = tests(e);
    if (s.status == EngineStatus::ready && takes_issue(machine_.op(performer_.state(), e).code)) {
      issues += 1 + Times::carriers(tested, times_.waits);
    }
    return before + issues * times_.issue + tested * times_.test;
  }

  // Control and barriers have costs of their own, and the end has none.
  static bool takes_issue(OpCode op) {
    return is_event(op) && op != OpCode::visit && op != OpCode::barrier && op != OpCode::end;
  }

  void take_event() {
    const DueStep event = queue_.top();
    queue_.pop();
    const bool visible = event.due == Due::commit || event.due == Due::retire;
    if (visible) result_.makespan = std::max(result_.makespan, now_);
    switch (event.due) {
      case Due::wake: engines_[event.engine].wake = never; break;
      case Due::commit: commit(event.engine, event.entry); break;
      case Due::retire: retire(event.engine); break;
      case Due::transfer: end_transfers(event.entry); break;
    }
  }

  void commit(EngineId e, std::uint64_t entry) {
    performer_.commit(e, entry);
    const std::uint32_t event = state(e).flights[entry].event;
    const MachineCode& code = machine_.code();
    const bool updates = code.events[event].retire_change != code.events[event].last_change &&
                         (!code.specification || times_.guards_signal);
    engines_[e].ready[entry] = later(now_, updates ? times_.signal : 0);
    if (record_) instance(e, entry).commit = now_;
    if (entry == state(e).retired) plan_retirement(e);
  }

  // The oldest entry has become committed: it retires as soon as it may.
  void plan_retirement(EngineId e) {
    if (!performer_.can_retire(e)) return;
    const EngineState& s = state(e);
    put(std::max({now_, engines_[e].ready[s.retired], engines_[e].retired}), e, Due::retire, s.retired);
  }

  void retire(EngineId e) {
    const std::uint64_t entry = state(e).retired;
    const bool signal = state(e).flights[entry].signal;
    if (record_ && !signal) instance(e, entry).retire = now_;
    performer_.retire(e);
    engines_[e].retired = now_;
    note_releases(e, record_ && !signal ? engines_[e].instances[entry] : Release::none);
    plan_retirement(e);
  }

  [[nodiscard]] TimedInstance& instance(EngineId e, std::uint64_t entry) {
    return result_.instances[engines_[e].instances[entry]];
  }

  // Whether some statement was taken.
  bool take_statements() {
    bool moved = false;
    for (const EngineId e : machine_.tree().engines()) {
      while (!performer_.stopped() && try_statement(e)) moved = true;
    }
    return moved;
  }

  bool try_statement(EngineId e) {
    EngineTime& engine = engines_[e];
    const EngineState& s = state(e);
    if (s.status == EngineStatus::ended || s.status == EngineStatus::arrived) return false;
    const bool issue = s.status == EngineStatus::ready && machine_.op(performer_.state(), e).code == OpCode::issue;
    const Time earliest = issue ? std::max(engine.reached, engine.pipe) : engine.reached;
    if (issue && engine.transferring) return false;  // the end of the transfer tries again
    if (earliest > now_) {
      if (earliest < engine.wake) {
        engine.wake = earliest;
        put(earliest, e, Due::wake, 0);
      }
      return false;
    }
    if ((issue && full(e)) || !performer_.can_stream(e)) {
      if (!engine.waiting) start_wait(e, earliest);
      return false;
    }
    take(e, issue, engine.waiting ? engine.waits_since : now_);
    return true;
  }

  // No more instances may be in flight on the engine, whatever the machine allows; a retirement tries again.
  [[nodiscard]] bool full(EngineId e) const {
    if (times_.engines.empty()) return false;
    const std::uint64_t window = times_.engines[e].window;
    return window != 0 && state(e).instances() >= window;
  }

  void start_wait(EngineId e, Time since) {
    EngineTime& engine = engines_[e];
    engine.waiting = true;
    engine.waits_since = since;
    if (!record_) return;
    for (const Unmet& u : machine_.blocked(performer_.state(), e).unmet) engine.awaited.push_back({u, std::nullopt});
  }

  void take(EngineId e, bool issue, Time since) {
    EngineTime& engine = engines_[e];
    const EngineState& s = state(e);
    const OpCode op = s.status == EngineStatus::ready ? machine_.op(performer_.state(), e).code : OpCode::copy;
    const std::uint32_t subject = is_event(op) ? machine_.event(performer_.state(), e).subject : 0;
    const std::uint64_t entry = s.issued;
    const std::uint64_t barriers = s.barriers;
    if (op == OpCode::barrier) {
      resets_ = resets_ || machine_.op(performer_.state(), e).b != 0;
      arrive(e, subject, since);
    }
    if (takes_issue(op)) {
      const auto& event = machine_.event(performer_.state(), e);
      engine.carriers = Times::carriers(event.last_change - event.first_change, times_.updates);
    }
    const bool in_flight = op == OpCode::issue || op == OpCode::signal_at_retire;
    if (in_flight) {
      engine.instances.push(s.retired, entry);
      engine.ready.push(s.retired, entry) = now_;
    }
    const std::uint32_t waiter = record_ ? note_statement(e, op, subject, since) : 0;
    performer_.stream(e);
    result_.makespan = std::max(result_.makespan, now_);
    if (record_) finish_wait(e, op, waiter);
    engine.waiting = false;
    engine.awaited.clear();
    if (op == OpCode::barrier) {
      if (s.barriers != barriers) leave_barrier();
      return;
    }
    engine.reached = later(now_, work(e));
    if (record_ && op != OpCode::end) note_releases(e, issue ? waiter : Release::none);
    if (issue) start(e, InstructionId{std::size_t{subject}}, entry);
    if (op == OpCode::signal_at_retire && entry == s.retired) plan_retirement(e);
  }

  [[nodiscard]] std::uint64_t tests(EngineId e) const {
    if (state(e).status != EngineStatus::ready) return 0;
    const auto& event = machine_.event(performer_.state(), e);
    return event.last_test - event.first_test;
  }

  // Pipe, bandwidth and the end of an instruction that issues now.
  void start(EngineId e, InstructionId i, std::uint64_t entry) {
    EngineTime& engine = engines_[e];
    const Times::Taken timing = times_.taken(e, machine_.tree().timing(i));
    if (times_.fair && timing.transfer != 0) {
      engine.transferring = true;
      engine.interval_end = later(now_, timing.interval);
      engine.latency = std::max(timing.cost, timing.transfer) - timing.transfer;
      engine.moving = entry;
      bandwidth_.start(e, timing.transfer, now_);
      plan_transfers();
      return;
    }
    const Time begin = timing.transfer != 0 ? std::max(now_, bandwidth_free_) : now_;
    if (timing.transfer != 0) bandwidth_free_ = later(begin, timing.transfer);
    engine.pipe = later(begin, timing.interval);
    // It cannot end before what it transfers is there.
    plan_commit(e, later(begin, std::max(timing.cost, timing.transfer)), entry);
  }

  void plan_commit(EngineId e, Time end, std::uint64_t entry) {
    EngineTime& engine = engines_[e];
    if (machine_.tree().engine(e).inorder) end = engine.committed = std::max(end, engine.committed);
    put(end, e, Due::commit, entry);
  }

  // Who shares the bandwidth has changed: earlier plans of the next end are void.
  void plan_transfers() {
    ++shares_;
    if (bandwidth_.next_end() != FairShare::never) put(bandwidth_.next_end(), {}, Due::transfer, shares_);
  }

  void end_transfers(std::uint64_t planned) {
    if (planned != shares_) return;
    for (const EngineId e : bandwidth_.take_ended(now_)) {
      EngineTime& engine = engines_[e];
      engine.transferring = false;
      engine.pipe = std::max(now_, engine.interval_end);
      plan_commit(e, later(now_, engine.latency), engine.moving);
    }
    plan_transfers();
  }

  void arrive(EngineId e, std::uint32_t barrier, Time since) {
    if (record_) result_.pauses.push_back({e, PauseKind::barrier, barrier, since, never});
  }

  // The last engine has arrived; all go on.
  void leave_barrier() {
    const Time open = later(now_, later(times_.barrier, resets_ ? times_.reset : 0));
    resets_ = false;
    for (const EngineId e : machine_.tree().engines()) engines_[e].reached = later(open, work(e));
    for (std::size_t i = result_.pauses.size(); i-- > 0 && open_pauses_ < machine_.tree().engine_count();) {
      TimedPause& p = result_.pauses[i];
      if (p.kind != PauseKind::barrier || p.to != never) continue;
      p.to = open;
      ++open_pauses_;
    }
    open_pauses_ = 0;
  }

  // Barriers that never opened end with the run.
  void close_pauses() {
    for (TimedPause& p : result_.pauses) p.to = std::min(p.to, now_);
  }

  // The record of the statement that is taken now; answers its number among the instances or pauses.
  std::uint32_t note_statement(EngineId e, OpCode op, std::uint32_t subject, Time since) {
    if (op == OpCode::issue) {
      engines_[e].instances[state(e).issued] = static_cast<std::uint32_t>(result_.instances.size());
      result_.instances.push_back({InstructionId{std::size_t{subject}}, e, since, now_, now_, now_});
      return static_cast<std::uint32_t>(result_.instances.size() - 1);
    }
    const bool pauses = op == OpCode::wait || op == OpCode::fence || op == OpCode::visit;
    if (pauses && op != OpCode::fence) {
      result_.stops.push_back({since, now_, static_cast<std::uint32_t>(result_.pauses.size())});
    }
    if (!pauses || since == now_) return Release::none;
    const PauseKind kind = op == OpCode::wait    ? PauseKind::wait
                           : op == OpCode::fence ? PauseKind::fence
                                                 : PauseKind::visit;
    result_.pauses.push_back({e, kind, subject, since, now_});
    return static_cast<std::uint32_t>(result_.pauses.size() - 1);
  }

  // The releases of a wait that is over, in the order of its tests.
  void finish_wait(EngineId e, OpCode op, std::uint32_t waiter) {
    if (waiter == Release::none) return;
    for (Awaited& a : engines_[e].awaited) {
      if (!a.release) continue;
      a.release->pause = op != OpCode::issue;
      a.release->waiter = waiter;
      result_.releases.push_back(*a.release);
    }
  }

  // After a step that may have changed cells: which awaited tests hold now that did not.
  void note_releases(EngineId by, std::uint32_t instance) {
    if (!record_) return;
    const MachineState& s = performer_.state();
    for (EngineTime& engine : engines_) {
      for (Awaited& a : engine.awaited) {
        if (a.release || !machine_.satisfies(a.test.kind, s.cells[a.test.cell], a.test.needed)) continue;
        a.release = Release{now_, a.test.cell, instance, by, false, 0};
      }
    }
  }

  Performer& performer_;
  const Machine& machine_;
  Times times_;
  bool record_;
  IdVector<EngineId, EngineTime> engines_;
  std::priority_queue<DueStep, std::vector<DueStep>, After> queue_;
  std::uint64_t order_ = 0;
  Time now_ = 0;
  Time bandwidth_free_ = 0;   // transfers one after the other
  FairShare bandwidth_;       // transfers at the same time
  std::uint64_t shares_ = 0;  // how often who shares it has changed
  bool resets_ = false;       // an engine has arrived at a barrier that resets
  std::size_t open_pauses_ = 0;
  TimedRun result_;
};

}  // namespace

TimedRun run_asap(Performer& performer, const RunOptions& options) { return TimedSchedule(performer, options).run(); }

}  // namespace counterpoint
