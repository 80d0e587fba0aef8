// Closed clocks along a run.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/clocks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/arithmetic.hpp"

namespace counterpoint {
namespace {

void join(std::span<const std::uint64_t> from, std::span<std::uint64_t> into) {
  for (std::size_t k = 0; k < into.size(); ++k) into[k] = std::max(into[k], from[k]);
}

bool updates_in_stream(const MachineCode& code) {
  return std::ranges::any_of(code.events, [](const Event& e) { return e.first_change != e.retire_change; });
}

}  // namespace

ClosedClocks::ClosedClocks(const Machine& machine)
    : machine_(&machine), cells_(machine.code().initial.size()), in_stream_(updates_in_stream(machine.code())) {
  const std::size_t components = 2 * machine.tree().engine_count();
  for (const EngineId e : machine.tree().engines()) {
    Engine engine;
    engine.stream.assign(components, 0);
    engine.retired.assign(components, 0);
    engine.stream_history = ClockHistory({2 * e.value});
    engine.retire_history = ClockHistory({2 * e.value, 2 * e.value + 1});
    engines_.push_back(std::move(engine));
  }
}

void ClosedClocks::give_up(std::string reason) {
  if (reason_.empty()) reason_ = std::move(reason);
}

void ClosedClocks::remember(ClockHistory& history, std::span<const std::uint64_t> clock) {
  const std::size_t corners = history.corners();
  history.push(clock);
  if (history.corners() == corners) return;
  memory_ += clock.size_bytes() + 64;
  if (memory_ > most_memory) give_up(fmt::format("the history of updates grew beyond {} MiB", most_memory >> 20U));
}

void ClosedClocks::join_cell(std::uint32_t cell, std::int64_t needed, std::int64_t now,
                             std::span<std::uint64_t> clock) {
  const Cell& c = cells_[cell];
  const bool written = c.segment == segment_;
  // Values do not decrease in a segment: if the first and the threshold are not negative, every comparison says what
  // the signed one says, whatever the value is by the time the wait is looked at.
  const std::int64_t start = written ? c.start : now;
  if (machine_->options().compare != Comparison::as_signed && (start < 0 || needed < 0)) {
    give_up(fmt::format("'{}' is negative, or compared with a negative value, where the comparison is not signed",
                        machine_->cell_name(cell)));
    return;
  }
  require(now >= needed, "a wait that was passed holds");
  if (!written || start >= needed) return;
  const auto first = std::ranges::lower_bound(c.written, needed, {}, &Written::value);
  const Engine& writer = engines_[c.writer];
  const ClockHistory& history = c.kind == Writes::in_stream ? writer.stream_history : writer.retire_history;
  history.join_into(first->entry, clock);
}

void ClosedClocks::join_tests(const MachineState& s, EngineId e, const Event& event) {
  const MachineCode& code = machine_->code();
  for (std::uint32_t i = event.first_test; i < event.last_test && decided(); ++i) {
    const Test& t = code.tests[i];
    const std::uint32_t cell = machine_->cell(s, e, t.cell, t.index);
    if (t.kind != TestKind::at_least) {
      give_up(fmt::format("'{}' is {}", machine_->cell_name(cell),
                          t.kind == TestKind::take ? "taken from" : "tested by =="));
      return;
    }
    join_cell(cell, machine_->value(s, e, t.value), s.cells[cell], engines_[e].stream);
  }
}

void ClosedClocks::write(const MachineState& s, EngineId e, const Change& change, std::uint32_t cell, Writes kind,
                         std::uint64_t entry) {
  Cell& c = cells_[cell];
  if (c.segment != segment_) {
    c.segment = segment_;
    c.kind = kind;
    c.writer = e;
    c.start = s.cells[cell];
    c.written.clear();
  }
  const std::int64_t before = c.written.empty() ? c.start : c.written.back().value;
  const Computed after = change.kind == UpdateKind::set   ? Computed{change.amount}
                         : change.kind == UpdateKind::add ? add(before, change.amount, 0)
                                                          : subtract(before, change.amount, 0);
  const auto refuse = [&](const char* why) { give_up(fmt::format("'{}' {}", machine_->cell_name(cell), why)); };
  if (change.flag) return refuse("is a flag");
  if (c.writer != e) return refuse("is updated by two engines");
  if (c.kind != kind) return refuse("is updated both at retirement and in stream order");
  if (after.value < before) return refuse("decreases");
  if (after.fault || wrap(after.value, machine_->options().width) != after.value) return refuse("wraps around");
  c.written.push_back({after.value, entry});
  memory_ += sizeof(Written);
}

void ClosedClocks::stream(const MachineState& s, EngineId e) {
  const EngineState& state = s.engines[e];
  if (state.status == EngineStatus::control || !decided()) return;
  const MachineCode& code = machine_->code();
  const Event& event = machine_->event(s, e);
  const OpCode op = machine_->op(s, e).code;
  Engine& engine = engines_[e];
  join_tests(s, e, event);
  if (op == OpCode::fence || op == OpCode::barrier || op == OpCode::end) join(engine.retired, engine.stream);
  if (op == OpCode::barrier && s.arrived + 1 == s.engines.size()) meet(s);
  if (op != OpCode::issue && op != OpCode::signal && op != OpCode::signal_at_retire) return;
  if (op == OpCode::issue) {
    if (const std::uint64_t window = machine_->options().window; window != 0) {
      if (engine.last_instances.size() == window) {
        engine.retire_history.join_into(engine.last_instances.front(), engine.stream);
        engine.last_instances.pop_front();
      }
      engine.last_instances.push_back(state.issued);
    }
    ++engine.stream[2 * e.value];
  }
  const std::uint64_t position = engine.stream_history.size();
  remember(engine.stream_history, engine.stream);
  if (op != OpCode::signal) engine.positions.push(state.retired, state.issued) = position;
  for (std::uint32_t i = event.first_change; i < event.retire_change && decided(); ++i) {
    const Change& c = code.changes[i];
    if (!c.index.is_none()) {
      const std::int64_t index = machine_->value(s, e, c.index);
      const std::uint32_t size = code.semaphores[SemaphoreId{std::size_t{code.owner[c.cell]}}].size;
      if (index < 0 || index >= size) return;  // the step faults
      write(s, e, c, c.cell + static_cast<std::uint32_t>(index), Writes::in_stream, position);
    } else {
      write(s, e, c, c.cell, Writes::in_stream, position);
    }
  }
}

void ClosedClocks::retire(const MachineState& s, EngineId e) {
  if (!decided()) return;
  const EngineState& state = s.engines[e];
  const Flight& flight = state.flights[state.retired];
  const MachineCode& code = machine_->code();
  const Event& event = code.events[flight.event];
  Engine& engine = engines_[e];
  const std::uint64_t position = engine.positions[state.retired];
  engine.stream_history.join_into(position, engine.retired);
  if (!in_stream_) engine.stream_history.forget_before(position);
  if (!flight.signal) ++engine.retired[2 * e.value + 1];
  const std::uint64_t entry = engine.retire_history.size();
  remember(engine.retire_history, engine.retired);
  auto latched = state.latched.begin();
  for (std::uint32_t i = event.retire_change; i < event.last_change && decided(); ++i) {
    const Change& c = code.changes[i];
    write(s, e, c, c.index.is_none() ? c.cell : *latched++, Writes::at_retirement, entry);
  }
}

// All engines are here: each knows what any knows, and what was written before needs no looking up.
void ClosedClocks::meet(const MachineState& s) {
  std::vector<std::uint64_t> all(2 * s.engines.size(), 0);
  for (const Engine& engine : engines_) join(engine.stream, all);
  for (Engine& engine : engines_) {
    engine.stream = all;
    engine.stream_history.forget_before(engine.stream_history.size());
    engine.retire_history.forget_before(engine.retire_history.size());
  }
  ++segment_;
}

}  // namespace counterpoint
