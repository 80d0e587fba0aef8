// Performs a list of steps one by one on a machine.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/replay.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/machine/performer.hpp"

namespace counterpoint {
namespace {

// Takes internal steps until none is enabled on any engine. A step may enable those of engines before it.
void settle(Performer& performer) {
  const Machine& machine = performer.machine();
  for (bool moved = true; moved;) {
    moved = false;
    for (const EngineId e : machine.tree().engines()) {
      while (!performer.stopped()) {
        auto step = machine.stream_step(performer.state(), e);
        if (!step || step->kind != StepKind::internal) step = machine.retire_step(performer.state(), e);
        if (!step || step->kind != StepKind::internal) break;
        performer.apply(*step);
        moved = true;
      }
    }
  }
}

bool any_enabled(const Machine& machine, const MachineState& s) {
  std::vector<Step> steps;
  for (const EngineId e : machine.tree().engines()) {
    machine.enabled(s, e, steps);
    if (!steps.empty()) return true;
  }
  return false;
}

std::string explain_blocked(const Machine& machine, const MachineState& s, EngineId e) {
  const Blocked blocked = machine.blocked(s, e);
  switch (blocked.reason) {
    case Blocked::Reason::tests: break;
    case Blocked::Reason::window: return fmt::format("waits for room in the window of {}", machine.options().window);
    case Blocked::Reason::drain: return fmt::format("waits for its {} entries in flight", s.engines[e].in_flight());
    case Blocked::Reason::barrier: return "waits for the other engines";
    case Blocked::Reason::ended: return "has ended";
    case Blocked::Reason::fault: return "has faulted";
    case Blocked::Reason::control: return "has register operations to do";
  }
  std::string text = "waits for ";
  for (std::size_t i = 0; i < blocked.unmet.size(); ++i) {
    const Unmet& u = blocked.unmet[i];
    if (i != 0) text += " and for ";
    text += explain_test(machine.cell_name(u.cell), u.kind, u.value, u.needed);
  }
  return text;
}

}  // namespace

std::string explain_test(std::string_view cell, TestKind kind, std::int64_t value, std::int64_t needed) {
  return fmt::format("{} {} {}, which is {}", cell, kind == TestKind::equal ? "==" : ">=", needed, value);
}

std::string explain_refusal(const Machine& machine, const MachineState& s, const Step& step) {
  const Tree& tree = machine.tree();
  if (s.fault) return explain_fault(machine, *s.fault);
  const EngineId e = step.engine;
  const std::string_view name = tree.engine_name(e);
  const EngineState& engine = s.engines[e];
  if (step.kind == StepKind::commit) {
    const auto entry = machine.entry_at(s, e, step.ordinal);
    if (!entry) return fmt::format("{} has {} instances in flight", name, engine.instances());
    const Flight& f = engine.flights[*entry];
    if (machine.instruction(f).value != step.subject) {
      return fmt::format("instance {} in flight on {} is of {}", step.ordinal, name,
                         tree.instruction_name(machine.instruction(f)));
    }
    if (f.committed) return "it has committed already";
    return fmt::format("{} is in order and an earlier instance has not committed", name);
  }
  const bool retires =
      step.kind == StepKind::retire || (step.kind == StepKind::internal && step.subject == Step::retire_signal);
  if (retires) {
    if (engine.in_flight() == 0) return fmt::format("{} has nothing in flight", name);
    const Flight& oldest = engine.flights[engine.retired];
    if (oldest.signal) return fmt::format("the oldest entry in flight on {} is a stand-alone signal", name);
    const std::string_view of = tree.instruction_name(machine.instruction(oldest));
    if (oldest.committed) return fmt::format("the oldest instance in flight on {} is of {}", name, of);
    return fmt::format("the oldest instance in flight on {}, of {}, has not committed", name, of);
  }
  const auto next = machine.stream_step(s, e);
  if (next) return fmt::format("{} stands at {}", name, machine.statement_name(s, e));
  return fmt::format("{} stands at {} and {}", name, machine.statement_name(s, e), explain_blocked(machine, s, e));
}

Replayed replay(const Machine& machine, std::span<const Step> steps, const RunOptions& options,
                InternalSteps internal) {
  Performer performer(machine, options);
  Replayed replayed;
  const bool follows = internal == InternalSteps::listed ||
                       std::ranges::any_of(steps, [](const Step& s) { return s.kind == StepKind::internal; });
  const bool specification = machine.code().specification;
  for (const Step& step : steps) {
    if (specification && step.kind == StepKind::internal) {
      ++replayed.performed;
      continue;
    }
    if (!follows && !machine.is_enabled(performer.state(), step)) settle(performer);
    if (performer.exhausted()) break;
    if (!machine.is_enabled(performer.state(), step)) {
      replayed.refused = replayed.performed;
      replayed.reason = explain_refusal(machine, performer.state(), step);
      break;
    }
    performer.apply(step);
    ++replayed.performed;
  }
  if (!follows && !replayed.refused) settle(performer);
  const bool open = any_enabled(machine, performer.state());
  replayed.result = performer.finish();
  if (open && replayed.result.outcome == Outcome::deadlock) {
    replayed.result.outcome = replayed.result.race ? Outcome::racy : Outcome::limit;
    replayed.result.stuck.clear();
  }
  return replayed;
}

}  // namespace counterpoint
