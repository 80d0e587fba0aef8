// Deadlocks and faults in words: who is stuck, on what, and who could have released it.
// SPDX-License-Identifier: Apache-2.0
//
// What. For each engine that has not ended: the statement it stands at, the tests that do not hold with the value now
// and the value needed, and every statement of the code that updates such a cell, with where its engine stands.
// Cost: one pass over the code of all engines, only when a run is stuck.
#include <fmt/format.h>

#include <map>
#include <set>
#include <span>

#include "core/machine/run.hpp"

namespace counterpoint {
namespace {

std::string where(const Machine& machine, const MachineState& s, EngineId e) {
  if (s.engines[e].status == EngineStatus::ended) return "has ended";
  if (s.engines[e].status == EngineStatus::arrived) {
    return fmt::format("waits at {}", machine.statement_name(s, e));
  }
  return fmt::format("stuck at {}", machine.statement_name(s, e));
}

std::string writer_name(const Machine& machine, const Op& op, bool at_issue) {
  const Event& event = machine.code().events[op.a];
  if (op.code == OpCode::signal) return "a stand-alone signal";
  if (op.code == OpCode::signal_at_retire) return "a stand-alone signal at retire";
  return fmt::format("{} of {}", at_issue ? "issue" : "retirement",
                     machine.tree().instruction_name(InstructionId{std::size_t{event.subject}}));
}

// Everything that updates one of the owners of cells wanted; a cell that only some element of an array could be counts.
using Writers = std::map<std::uint32_t, std::vector<Releaser>>;
void collect(const Machine& machine, const MachineState& s, EngineId e, Writers& writers) {
  const MachineCode& code = machine.code();
  std::set<std::pair<std::uint32_t, std::string>> seen;
  for (const Op& op : code.engines[e].ops) {
    if (!is_event(op.code)) continue;
    const Event& event = code.events[op.a];
    for (std::uint32_t i = event.first_change; i < event.last_change; ++i) {
      const Change& c = code.changes[i];
      const auto wanted = writers.find(code.owner[c.cell]);
      if (wanted == writers.end() || wanted->second.size() >= Stuck::most_releasers) continue;
      if (c.kind == UpdateKind::add ? c.amount <= 0 : c.kind == UpdateKind::subtract && c.amount >= 0) continue;
      std::string name = writer_name(machine, op, i < event.retire_change);
      if (seen.emplace(wanted->first, name).second) {
        const InstructionId by =
            op.code == OpCode::issue ? InstructionId{std::size_t{event.subject}} : InstructionId::none();
        wanted->second.push_back({e, std::move(name), where(machine, s, e), by});
      }
    }
  }
}

// What the engine stands at, without who could release it.
Stuck at_statement(const Machine& machine, const MachineState& s, EngineId e, const Blocked& blocked) {
  Stuck stuck;
  stuck.engine = e;
  stuck.statement = machine.statement_name(s, e);
  stuck.reason = blocked.reason;
  if (s.engines[e].status != EngineStatus::control) {
    stuck.scope = machine.code().engines[e].scopes[machine.event(s, e).counter];
    stuck.iterations = machine.iterations(s, e);
  }
  if (s.engines[e].status == EngineStatus::ready) {
    const std::uint32_t subject = machine.event(s, e).subject;
    const OpCode code = machine.op(s, e).code;
    if (code == OpCode::issue) stuck.instruction = InstructionId{std::size_t{subject}};
    if (code == OpCode::visit) stuck.visit = ScopeId{std::size_t{subject}};
    if (code == OpCode::wait) stuck.condition = subject;
  }
  for (const Unmet& u : blocked.unmet) {
    stuck.tests.push_back({machine.cell_name(u.cell), u.value, u.needed, u.kind, {}, machine.code().owner[u.cell]});
  }
  return stuck;
}

// Of engines that have not ended.
std::vector<Stuck> explain_engines(const Machine& machine, const MachineState& s, std::span<const EngineId> engines) {
  std::vector<Stuck> result;
  Writers writers;
  for (const EngineId e : engines) {
    result.push_back(at_statement(machine, s, e, machine.blocked(s, e)));
    for (const StuckTest& t : result.back().tests) writers[t.owner];
  }
  for (const EngineId e : machine.tree().engines()) collect(machine, s, e, writers);
  for (Stuck& stuck : result) {
    for (StuckTest& t : stuck.tests) t.releasers = writers[t.owner];
    if (stuck.reason != Blocked::Reason::barrier) continue;
    for (const EngineId e : machine.tree().engines()) {
      if (s.engines[e].status != EngineStatus::arrived) {
        stuck.absent.push_back({e, "arrival at its next barrier", where(machine, s, e), {}});
      }
    }
  }
  return result;
}

}  // namespace

std::vector<Stuck> explain_deadlock(const Machine& machine, const MachineState& s) {
  std::vector<EngineId> engines;
  for (const EngineId e : machine.tree().engines()) {
    if (s.engines[e].status != EngineStatus::ended) engines.push_back(e);
  }
  return explain_engines(machine, s, engines);
}

Stuck explain_held(const Machine& machine, const MachineState& s, EngineId e) {
  return explain_engines(machine, s, std::span(&e, 1)).front();
}

std::string_view fault_name(FaultKind k) {
  switch (k) {
    case FaultKind::double_set: return "double-set";
    case FaultKind::overflow: return "overflow";
    case FaultKind::index: return "index";
    case FaultKind::division: break;
  }
  return "division";
}

std::string explain_fault(const Machine& machine, const Fault& fault) {
  const std::string_view engine = machine.tree().engine_name(fault.engine);
  switch (fault.kind) {
    case FaultKind::double_set:
      return fmt::format("double-set: engine {} sets '{}', which is set already", engine,
                         machine.cell_name(fault.cell));
    case FaultKind::index:
      return fmt::format("index: engine {} uses index {} of '{}', which has {} elements", engine, fault.left,
                         machine.cell_name(fault.cell), fault.right);
    case FaultKind::division:
      return fmt::format("division: engine {} divides {} by {}", engine, fault.left, fault.right);
    case FaultKind::overflow: break;
  }
  if (fault.cell == Fault::no_cell) {
    return fmt::format("overflow: engine {} computes with {} and {} beyond 64 bits", engine, fault.left, fault.right);
  }
  return fmt::format("overflow: engine {} updates '{}', which is {}, by {}", engine, machine.cell_name(fault.cell),
                     fault.left, fault.right);
}

}  // namespace counterpoint
