// Walks the streams of a machine, engine by engine.
// SPDX-License-Identifier: Apache-2.0
#include "tests/oracle/waits.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::rocq {
namespace {

// More than any threshold of a small run.
constexpr std::int64_t full = std::int64_t{1} << 40U;

// One engine's stream. `why` is set where a statement is not one of a list.
class StreamWalk {
 public:
  StreamWalk(const Machine& machine, EngineId engine) : machine_(machine), engine_(engine), state_(machine.start()) {
    std::ranges::fill(state_.cells, full);
  }

  std::vector<Waiting> run(std::string& why) {
    while (why.empty()) {
      if (state_.engines[engine_].status == EngineStatus::control) {
        machine_.take_stream(state_, engine_);
        continue;
      }
      const OpCode code = machine_.op(state_, engine_).code;
      if (code == OpCode::end) {
        if (!needs_.empty()) why = "a wait alone with nothing after it";
        break;
      }
      pass(code);
    }
    return std::move(found_);
  }

 private:
  void pass(OpCode code) {
    require(code == OpCode::issue || code == OpCode::visit || code == OpCode::wait, "a statement of a list");
    const Event& event = machine_.event(state_, engine_);
    for (std::uint32_t i = event.first_test; i < event.last_test; ++i) {
      const Test& t = machine_.code().tests[i];
      needs_.emplace_back(t.cell, machine_.value(state_, engine_, t.value));
    }
    if (code != OpCode::wait) {
      Waiting w;
      w.engine = engine_;
      w.visit = code == OpCode::visit;
      w.subject = event.subject;
      w.scope = machine_.code().engines[engine_].scopes[event.counter];
      w.iterations = machine_.iterations(state_, engine_);
      w.iterations.erase(w.iterations.begin());  // of the root
      w.needs = std::exchange(needs_, {});
      found_.push_back(std::move(w));
    }
    machine_.take_stream(state_, engine_);
    if (code == OpCode::issue) {
      machine_.commit(state_, engine_, state_.engines[engine_].issued - 1);
      machine_.retire(state_, engine_);
    }
    require(!state_.fault, "a small run has no fault");
  }

  const Machine& machine_;
  EngineId engine_;
  MachineState state_;
  std::vector<std::pair<std::uint32_t, std::int64_t>> needs_;
  std::vector<Waiting> found_;
};

// Why an update is none of a list; "" if it is one.
std::string not_listed(const Semaphore& semaphore, const Update& u, std::int64_t amount) {
  if (semaphore.flag || semaphore.array) return "a flag or array";
  if (u.kind != UpdateKind::add || amount < 0) return "a semaphore that does not only grow";
  if (u.time != UpdateTime::retire && amount != 0) return "an update at issue";
  return "";
}

// Why a text holds what no list has, also where no run comes by; "" if it does not.
std::string not_listed(const Implementation& text) {
  for (const std::span<const Wait> waits : {std::span(text.waits), std::span(text.alone_waits)}) {
    for (const Wait& w : waits) {
      if (w.kind != TestKind::at_least || !w.index.is_none()) return "a take, '==' or array";
    }
  }
  for (const Statement& s : text.statements) {
    if (s.kind() == StatementKind::signal || s.kind() == StatementKind::fence) return "a signal alone or a fence";
  }
  return text.tree.barrier_count() == 0 ? "" : "a barrier";
}

}  // namespace

std::vector<Waiting> waits_of_program(const Question& question, const Machine& program) {
  std::vector<Waiting> all;
  std::string why;
  for (const EngineId e : question.program.tree.engines()) {
    for (Waiting& w : StreamWalk(program, e).run(why)) {
      for (auto& need : w.needs) need.first = program.code().owner[need.first];
      all.push_back(std::move(w));
    }
  }
  require(why.empty(), "a program only issues and visits");
  return all;
}

std::optional<ListedWaits> listed_waits(const Question& question, const Machine& implementation, std::string& why) {
  const Implementation& text = question.implementation;
  const Pairing& pairing = question.pairing;
  why = not_listed(text);
  ListedWaits out;
  IdVector<SemaphoreId, EngineId> writer(text.semaphores.size());
  for (const InstructionId i : text.tree.instructions()) {
    const EngineId e = text.tree.engine_of(i);
    for (const Update& u : text.updates_of(i)) {
      const std::int64_t amount = text.literal(u.amount);
      if (why.empty()) why = not_listed(text.semaphores[u.semaphore], u, amount);
      if (!why.empty()) return std::nullopt;
      if (amount == 0) continue;
      if (writer[u.semaphore].valid() && writer[u.semaphore] != e) why = "a semaphore of two engines";
      writer[u.semaphore] = e;
      out.increments.insert(out.increments.end(), static_cast<std::size_t>(amount),
                            {pairing.to_program[i], u.semaphore.value});
    }
  }
  for (const EngineId e : text.tree.engines()) {
    if (!why.empty()) return std::nullopt;
    for (Waiting& w : StreamWalk(implementation, e).run(why)) {
      w.engine = pairing.engine_to_program[e];
      if (!w.visit) w.subject = pairing.to_program[InstructionId{std::size_t{w.subject}}].value;
      for (auto& [cell, value] : w.needs) {
        cell = implementation.code().owner[cell];
        value -= text.semaphores[SemaphoreId{std::size_t{cell}}].initial;
      }
      out.waiting.push_back(std::move(w));
    }
  }
  if (!why.empty()) return std::nullopt;
  return out;
}

}  // namespace counterpoint::rocq
