// Takes the steps of a run again and notes when each engine stood still, and which retirement let it go on.
// SPDX-License-Identifier: Apache-2.0
//
// What. The machine takes the steps in order. After a step of an engine's stream the engine stands before its next
// statement; if a test, the window, a fence or a barrier holds it there, a stall opens. After each step that may change
// something the open stalls are looked at again; one that is no longer held closes at that time, and if the step was a
// retirement, the retired instance is what released it.
// Why this way. The machine itself says what holds an engine, so the picture cannot differ from the run.
// Invariant. An engine has at most one open stall; slices of an engine are in the order of their issue.
#include "report/run_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::report {
namespace {

class Recorder {
 public:
  static constexpr std::uint32_t nobody = 0xffffffffU;

  explicit Recorder(const Machine& machine)
      : machine_(machine), state_(machine.start()), engines_(machine.tree().engine_count()) {
    ordinal_.resize(machine.tree().instruction_count(), 0);
    for (const EngineId e : machine.tree().engines()) stand(e, 0);
  }

  void take(const Step& step, std::uint64_t now) {
    require(machine_.is_enabled(state_, step), "a timeline is made of steps that are enabled");
    machine_.apply(state_, step);
    std::uint32_t released_by = nobody;
    if (step.kind == StepKind::issue) issue(step, now);
    if (step.kind == StepKind::retire) released_by = retire(step.engine, now);
    look_again(released_by, now);
    const bool of_stream = step.kind == StepKind::issue || step.kind == StepKind::visit || step.kind == StepKind::end ||
                           (step.kind == StepKind::internal && step.subject != Step::retire_signal);
    if (of_stream) stand(step.engine, now);
  }

  Timeline finish(std::uint64_t now) {
    for (const EngineId e : machine_.tree().engines()) {
      Engine& engine = engines_[e];
      for (const std::uint32_t slice : engine.in_flight) timeline_.slices[slice].end = now;
      if (engine.stall) close(e, nobody, now);
    }
    return std::move(timeline_);
  }

 private:
  struct Open {
    std::uint64_t begin = 0;
    std::uint64_t position = 0;  // of the engine
    Blocked held;
    InstructionId instruction;  // whose issue is held, if it is one
  };
  struct Engine {
    std::deque<std::uint32_t> in_flight;  // into slices, the oldest first
    std::optional<Open> stall;
  };

  void issue(const Step& step, std::uint64_t now) {
    const InstructionId i{std::size_t{step.subject}};
    Engine& engine = engines_[step.engine];
    engine.in_flight.push_back(static_cast<std::uint32_t>(timeline_.slices.size()));
    timeline_.slices.push_back({i, ++ordinal_[i], now, now});
  }

  std::uint32_t retire(EngineId e, std::uint64_t now) {
    std::deque<std::uint32_t>& in_flight = engines_[e].in_flight;
    const std::uint32_t slice = in_flight.front();
    in_flight.pop_front();
    timeline_.slices[slice].end = now;
    return slice;
  }

  // The engine stands before its next statement: a stall opens if something holds it.
  void stand(EngineId e, std::uint64_t now) {
    Engine& engine = engines_[e];
    if (machine_.can_stream(state_, e)) return;
    const bool issue = state_.engines[e].status == EngineStatus::ready && machine_.op(state_, e).code == OpCode::issue;
    engine.stall = Open{now, state_.engines[e].position, machine_.blocked(state_, e),
                        issue ? InstructionId{std::size_t{machine_.event(state_, e).subject}} : InstructionId::none()};
  }

  void look_again(std::uint32_t released_by, std::uint64_t now) {
    for (const EngineId e : machine_.tree().engines()) {
      if (!engines_[e].stall) continue;
      if (state_.engines[e].position != engines_[e].stall->position) {  // through a barrier, with all others
        close(e, nobody, now);
        stand(e, now);
      } else if (machine_.can_stream(state_, e)) {
        close(e, released_by, now);
      } else {
        engines_[e].stall->held = machine_.blocked(state_, e);
      }
    }
  }

  // The engine still stands before the statement that held it, but for a barrier.
  void close(EngineId e, std::uint32_t released_by, std::uint64_t now) {
    const Open open = std::move(*engines_[e].stall);
    engines_[e].stall.reset();
    std::string what = name(e, open.held);
    if (what.empty() || open.begin == now) return;
    if (released_by != nobody) timeline_.releases.push_back({released_by, timeline_.stalls.size(), now});
    timeline_.stalls.push_back(
        {e, open.begin, now, std::move(what), open.held.reason == Blocked::Reason::barrier, open.instruction});
  }

  // "issue of qk: s >= 3", "" where an engine only waits for its own end.
  std::string name(EngineId e, const Blocked& held) const {
    using Reason = Blocked::Reason;
    if (held.reason == Reason::barrier) return "barrier: waits for the others";
    const std::string statement = machine_.statement_name(state_, e);
    switch (held.reason) {
      case Reason::tests: {
        // The last one: the others were true before it.
        const Unmet& unmet = held.unmet.back();
        return fmt::format("{}: {} {} {}", statement, machine_.cell_name(unmet.cell),
                           unmet.kind == TestKind::equal ? "==" : ">=", unmet.needed);
      }
      case Reason::window: return statement + ": the window is full";
      case Reason::drain: return machine_.op(state_, e).code == OpCode::end ? "" : statement + ": drains";
      default: return "";
    }
  }

  const Machine& machine_;
  MachineState state_;
  IdVector<EngineId, Engine> engines_;
  IdVector<InstructionId, std::uint64_t> ordinal_;
  Timeline timeline_;
};

std::string pause_name(const Machine& machine, const TimedPause& pause) {
  switch (pause.kind) {
    case PauseKind::wait: return "stand-alone wait";
    case PauseKind::fence: return "fence";
    case PauseKind::barrier: return fmt::format("barrier {}", pause.subject + 1);
    case PauseKind::visit: break;
  }
  return fmt::format("visit of {}", machine.tree().scope_name(ScopeId{std::size_t{pause.subject}}));
}

}  // namespace

std::string alone_wait_key(std::uint32_t condition) { return fmt::format("wait {}", condition); }
std::string visit_key(std::uint32_t scope, EngineId e) { return fmt::format("visit {} {}", scope, e.value); }

Timeline timeline_of(const Machine& machine, std::span<const Step> steps) {
  Recorder recorder(machine);
  std::uint64_t now = 0;
  for (const Step& step : steps) recorder.take(step, ++now);
  return recorder.finish(now);
}

Timeline timeline_of(const Machine& machine, const TimedRun& run, std::string unit) {
  constexpr std::size_t none = static_cast<std::size_t>(-1);
  Timeline timeline;
  timeline.unit = std::move(unit);
  IdVector<InstructionId, std::uint64_t> ordinal(machine.tree().instruction_count(), 0);
  std::vector<std::size_t> stall_of(run.instances.size(), none);
  for (std::size_t i = 0; i < run.instances.size(); ++i) {
    const TimedInstance& x = run.instances[i];
    timeline.slices.push_back({x.instruction, ++ordinal[x.instruction], x.issue, x.retire});
    if (x.wait == x.issue) continue;
    stall_of[i] = timeline.stalls.size();
    timeline.stalls.push_back({x.engine, x.wait, x.issue,
                               fmt::format("issue of {}", machine.tree().instruction_name(x.instruction)), false,
                               x.instruction});
  }
  const std::size_t first_pause = timeline.stalls.size();
  for (const TimedPause& p : run.pauses) {
    timeline.stalls.push_back({p.engine, p.from, p.to, pause_name(machine, p), p.kind == PauseKind::barrier, {}});
    if (p.kind == PauseKind::wait) timeline.stalls.back().alone = alone_wait_key(p.subject);
    if (p.kind == PauseKind::visit) timeline.stalls.back().alone = visit_key(p.subject, p.engine);
  }
  for (const Release& r : run.releases) {
    const std::size_t stall = r.pause ? first_pause + r.waiter : stall_of[r.waiter];
    if (stall == none) continue;
    Timeline::Stall& waits = timeline.stalls[stall];
    waits.what +=
        fmt::format("{}{}", waits.what.find(": ") == std::string::npos ? ": " : ", ", machine.cell_name(r.cell));
    if (r.by != Release::none) timeline.releases.push_back({r.by, stall, r.time});
  }
  return timeline;
}

}  // namespace counterpoint::report
