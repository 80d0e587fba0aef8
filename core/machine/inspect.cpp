// Questions to a machine and its state: steps as data, what an engine waits for, names, snapshots.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/arithmetic.hpp"
#include "core/machine/machine.hpp"

namespace counterpoint {

std::optional<Step> Machine::stream_step(const MachineState& s, EngineId e) const {
  if (!can_stream(s, e)) return std::nullopt;
  if (s.engines[e].status == EngineStatus::control) return Step{StepKind::internal, e, Step::next_statement, 0};
  switch (op(s, e).code) {
    case OpCode::issue: return Step{StepKind::issue, e, event(s, e).subject, 0};
    case OpCode::visit: return Step{StepKind::visit, e, event(s, e).subject, 0};
    case OpCode::end: return Step{StepKind::end, e, 0, 0};
    default: return Step{StepKind::internal, e, Step::next_statement, 0};
  }
}

std::optional<Step> Machine::retire_step(const MachineState& s, EngineId e) const {
  if (!can_retire(s, e)) return std::nullopt;
  const EngineState& engine = s.engines[e];
  const Flight& oldest = engine.flights[engine.retired];
  if (oldest.signal) return Step{StepKind::internal, e, Step::retire_signal, 0};
  return Step{StepKind::retire, e, instruction(oldest).value, 0};
}

void Machine::enabled(const MachineState& s, EngineId e, std::vector<Step>& out) const {
  if (s.fault) return;
  if (const auto step = stream_step(s, e)) out.push_back(*step);
  const EngineState& engine = s.engines[e];
  const bool inorder = tree_->engine(e).inorder;
  std::uint32_t ordinal = 0;
  for (std::uint64_t n = engine.retired; n < engine.issued; ++n) {
    const Flight& f = engine.flights[n];
    if (f.signal) continue;
    if (!f.committed) {
      out.push_back({StepKind::commit, e, instruction(f).value, ordinal});
      if (inorder) break;
    }
    ++ordinal;
  }
  if (const auto step = retire_step(s, e)) out.push_back(*step);
}

std::optional<std::uint64_t> Machine::entry_at(const MachineState& s, EngineId e, std::uint32_t ordinal) const {
  const EngineState& engine = s.engines[e];
  if (ordinal >= engine.instances()) return std::nullopt;
  if (engine.signals == 0) return engine.retired + ordinal;
  std::uint64_t entry = engine.retired;
  for (std::uint32_t left = ordinal;; ++entry) {
    if (engine.flights[entry].signal) continue;
    if (left-- == 0) return entry;
  }
}

std::uint32_t Machine::ordinal_of(const MachineState& s, EngineId e, std::uint64_t entry) const {
  const EngineState& engine = s.engines[e];
  std::uint64_t ordinal = entry - engine.retired;
  for (std::uint64_t n = engine.retired; engine.signals != 0 && n < entry; ++n) {
    if (engine.flights[n].signal) --ordinal;
  }
  return static_cast<std::uint32_t>(ordinal);
}

bool Machine::is_enabled(const MachineState& s, const Step& step) const {
  if (s.fault || step.engine.value >= s.engines.size()) return false;
  if (step.kind == StepKind::commit) {
    const auto entry = entry_at(s, step.engine, step.ordinal);
    if (!entry) return false;
    const EngineState& engine = s.engines[step.engine];
    const Flight& f = engine.flights[*entry];
    if (f.committed || instruction(f).value != step.subject) return false;
    return !tree_->engine(step.engine).inorder || *entry == engine.first_issued;
  }
  const bool retires =
      step.kind == StepKind::retire || (step.kind == StepKind::internal && step.subject == Step::retire_signal);
  const auto now = retires ? retire_step(s, step.engine) : stream_step(s, step.engine);
  return now && now->kind == step.kind && now->subject == step.subject;
}

void Machine::apply(MachineState& s, const Step& step) const {
  switch (step.kind) {
    case StepKind::commit: {
      const auto entry = entry_at(s, step.engine, step.ordinal);
      require(entry.has_value(), "the instance to commit is in flight");
      commit(s, step.engine, *entry);
      break;
    }
    case StepKind::retire: retire(s, step.engine); break;
    case StepKind::internal:
      if (step.subject == Step::retire_signal) {
        retire(s, step.engine);
        break;
      }
      take_stream(s, step.engine);
      break;
    default: take_stream(s, step.engine); break;
  }
}

Blocked Machine::blocked(const MachineState& s, EngineId e) const {
  using Reason = Blocked::Reason;
  const EngineState& engine = s.engines[e];
  if (s.fault) return {Reason::fault, {}};
  if (engine.status == EngineStatus::ended) return {Reason::ended, {}};
  if (engine.status == EngineStatus::arrived) return {Reason::barrier, {}};
  if (engine.status == EngineStatus::control) return {Reason::control, {}};
  const OpCode code = op(s, e).code;
  if (code == OpCode::fence || code == OpCode::barrier || code == OpCode::end) return {Reason::drain, {}};
  Blocked result;
  const Event& at = event(s, e);
  std::vector<Unmet> takes;
  for (std::uint32_t i = at.first_test; i < at.last_test; ++i) {
    const Test& t = code_->tests[i];
    const std::uint32_t c = cell(s, e, t.cell, t.index);
    const std::int64_t needed = value(s, e, t.value);
    if (t.kind == TestKind::take) takes.push_back({c, s.cells[c], needed, TestKind::take});
    if (!satisfies(t.kind == TestKind::equal ? t.kind : TestKind::at_least, s.cells[c], needed)) {
      result.unmet.push_back({c, s.cells[c], needed, t.kind});
    }
  }
  std::ranges::stable_sort(takes, {}, &Unmet::cell);
  for (std::size_t i = 0; i < takes.size();) {
    Unmet together = takes[i];
    TakeSum sum(options_.width, options_.compare == Comparison::as_unsigned);
    const std::size_t first = i;
    for (; i < takes.size() && takes[i].cell == together.cell; ++i) sum.add(takes[i].needed);
    together.needed = sum.value();
    const bool holds = sum.fits() && satisfies(TestKind::at_least, together.value, together.needed);
    if (i > first + 1 && !holds) result.unmet.push_back(together);
  }
  if (result.unmet.empty()) result.reason = Reason::window;
  return result;
}

std::vector<std::uint32_t> Machine::iterations(const MachineState& s, EngineId e) const {
  const EngineCode& engine = code_->engines[e];
  std::vector<std::uint32_t> vector;
  for (std::uint32_t counter = event(s, e).counter;; counter = engine.parents[counter]) {
    vector.push_back(s.counters[engine.first_counter + counter].iteration);
    if (counter == 0) break;
  }
  std::ranges::reverse(vector);
  return vector;
}

std::string Machine::cell_name(std::uint32_t cell) const {
  const std::uint32_t owner = code_->owner[cell];
  if (code_->specification) {
    return fmt::format("retirements of {}", tree_->instruction_name(InstructionId{std::size_t{owner}}));
  }
  const Semaphore& semaphore = code_->semaphores[SemaphoreId{std::size_t{owner}}];
  return semaphore.array ? fmt::format("{}[{}]", semaphore.name, cell - semaphore.first) : semaphore.name;
}

std::string Machine::statement_name(const MachineState& s, EngineId e) const {
  if (s.engines[e].status == EngineStatus::ended) return "its end, which it has reached";
  if (s.engines[e].status == EngineStatus::control) return "a register operation";
  switch (op(s, e).code) {
    case OpCode::issue:
      return fmt::format("issue of {}", tree_->instruction_name(InstructionId{std::size_t{event(s, e).subject}}));
    case OpCode::visit: return fmt::format("visit of {}", tree_->scope_name(ScopeId{std::size_t{event(s, e).subject}}));
    case OpCode::wait: return "a stand-alone wait";
    case OpCode::signal:
    case OpCode::signal_at_retire: return "a stand-alone signal";
    case OpCode::fence: return "a fence";
    case OpCode::barrier: return fmt::format("barrier {}", event(s, e).subject + 1);
    default: return "its end";
  }
}

void Machine::snapshot(const MachineState& s, std::vector<std::uint64_t>& out) const {
  for (const EngineState& e : s.engines) {
    out.push_back(e.position * 4 + static_cast<std::uint64_t>(e.status));
    if (e.status == EngineStatus::control) out.push_back(e.control_steps + e.operations);
    out.push_back(e.in_flight());
    std::uint64_t bits = 0;
    for (std::uint64_t n = e.retired; n < e.issued; ++n) {
      const std::uint64_t at = (n - e.retired) % 64;
      if (e.flights[n].committed) bits |= std::uint64_t{1} << at;
      if (at == 63 || n + 1 == e.issued) {
        out.push_back(bits);
        bits = 0;
      }
    }
  }
  // The retirements of a specification follow from the positions and what is in flight.
  if (code_->specification) return;
  for (const std::int64_t c : s.cells) out.push_back(static_cast<std::uint64_t>(c));
}

}  // namespace counterpoint
