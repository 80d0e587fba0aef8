// The pipeline: which steps are enabled, and what they do.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/machine.hpp"

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/arithmetic.hpp"
#include "core/machine/element.hpp"
#include "core/machine/stream.hpp"

namespace counterpoint {

Machine::Machine(const Tree& tree, MachineCode code, Trips trips, MachineOptions options)
    : tree_(&tree),
      code_(std::make_shared<const MachineCode>(std::move(code))),
      trips_(std::move(trips)),
      options_(std::move(options)) {
  require(options_.width == 0 || (options_.width >= 2 && options_.width <= 64), "a width is 2 to 64 bits");
  require(code_->engines.size() == tree.engine_count(), "the code is that of the tree");
}

MachineState Machine::start() const {
  MachineState s;
  s.engines.resize(code_->engines.size());
  s.counters.resize(code_->counter_count);
  s.registers.assign(code_->register_count, 0);
  s.cells = code_->initial;
  s.owed.assign(code_->queries.size(), 0);
  s.chain_entries.assign(code_->chain.size(), 0);
  s.ledgers.resize(code_->queries.size());
  for (const EngineId e : tree_->engines()) {
    if (!s.fault) advance(*code_, trips_, options_.width, s, e);
  }
  return s;
}

bool Machine::satisfies(TestKind kind, std::int64_t value, std::int64_t needed) const {
  if (kind == TestKind::equal) return value == needed;
  switch (options_.compare) {
    case Comparison::as_signed: return value >= needed;
    case Comparison::as_unsigned: return as_unsigned(value, options_.width) >= as_unsigned(needed, options_.width);
    case Comparison::difference: break;
  }
  const auto gap = static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(needed);
  return wrap(static_cast<std::int64_t>(gap), options_.width) >= 0;
}

std::int64_t Machine::value(const MachineState& s, EngineId e, ValueSource p) const {
  switch (static_cast<ValueSource::File>(p.file())) {
    case ValueSource::File::registers: return s.registers[code_->engines[e].first_register + p.index()];
    case ValueSource::File::constants: return code_->constants[p.index()];
    case ValueSource::File::owed: return s.owed[p.index()];
    case ValueSource::File::none: break;
  }
  return 0;
}

std::uint32_t Machine::cell(const MachineState& s, EngineId e, std::uint32_t first, ValueSource index) const {
  if (index.is_none()) return first;
  const std::int64_t i = value(s, e, index);
  const std::uint32_t size = code_->semaphores[SemaphoreId{std::size_t{code_->owner[first]}}].size;
  require(i >= 0 && i < size, "an index is in range where it is used");
  return first + static_cast<std::uint32_t>(i);
}

bool Machine::tests_hold(const MachineState& s, EngineId e, const Event& event, Hint& hint) const {
  if (!event.plain || options_.compare != Comparison::as_signed) [[unlikely]]
    return general_tests_hold(s, e, event);
  const std::int64_t* const files[3] = {s.registers.data() + code_->engines[e].first_register, code_->constants.data(),
                                        s.owed.data()};
  const Test* const end = code_->tests.data() + event.last_test;
  for (const Test* t = code_->tests.data() + event.first_test; t != end; ++t) {
    const std::int64_t needed = files[t->value.file()][t->value.index()];
    if (s.cells[t->cell] >= needed) continue;
    hint = {t->cell, needed};
    return false;
  }
  return true;
}

bool Machine::general_tests_hold(const MachineState& s, EngineId e, const Event& event) const {
  std::vector<std::pair<std::uint32_t, std::int64_t>> takes;
  for (std::uint32_t i = event.first_test; i < event.last_test; ++i) {
    const Test& t = code_->tests[i];
    const std::uint32_t at = cell(s, e, t.cell, t.index);
    const std::int64_t needed = value(s, e, t.value);
    if (t.kind == TestKind::take) takes.emplace_back(at, needed);
    if (!satisfies(t.kind == TestKind::equal ? t.kind : TestKind::at_least, s.cells[at], needed)) return false;
  }
  // All are tested on the values before, each by itself; and two takes of one cell need their sum.
  std::ranges::sort(takes);
  for (std::size_t i = 0; i < takes.size();) {
    TakeSum sum(options_.width, options_.compare == Comparison::as_unsigned);
    const std::uint32_t at = takes[i].first;
    for (; i < takes.size() && takes[i].first == at; ++i) sum.add(takes[i].second);
    if (!sum.fits() || !satisfies(TestKind::at_least, s.cells[at], sum.value())) return false;
  }
  return true;
}

bool Machine::can_stream(const MachineState& s, EngineId e, Hint& hint) const {
  if (s.fault) return false;
  const EngineState& engine = s.engines[e];
  if (engine.status != EngineStatus::ready) return engine.status == EngineStatus::control;
  const Op& o = code_->engines[e].ops[engine.pc];
  switch (o.code) {
    case OpCode::issue:
      if (options_.window != 0 && engine.instances() >= options_.window) return false;
      return tests_hold(s, e, code_->events[o.a], hint);
    case OpCode::visit:
    case OpCode::wait: return tests_hold(s, e, code_->events[o.a], hint);
    case OpCode::fence:
    case OpCode::barrier:
    case OpCode::end: return engine.in_flight() == 0;
    default: return true;  // signals
  }
}

void Machine::put_in_flight(MachineState& s, EngineId e, std::uint32_t event, bool signal) const {
  EngineState& engine = s.engines[e];
  engine.flights.push(engine.retired, engine.issued) = Flight{event, signal, signal};
  if (signal) {
    ++engine.signals;
    if (engine.first_issued == engine.issued) ++engine.first_issued;
  }
  ++engine.issued;
  if (!signal) ++engine.instances_issued;
}

void Machine::change(MachineState& s, EngineId e, const Change& c, std::uint32_t cell) const {
  std::int64_t& value = s.cells[cell];
  const std::uint32_t width = options_.width;
  const bool sets = c.kind == UpdateKind::set ? c.amount != 0 : c.kind == UpdateKind::add && c.amount > 0;
  if (c.flag && sets && value != 0) {
    s.fault = Fault{FaultKind::double_set, e, s.engines[e].pc, value, c.amount, cell};
    return;
  }
  const Computed r = c.kind == UpdateKind::set   ? Computed{wrap(c.amount, width)}
                     : c.kind == UpdateKind::add ? add(value, c.amount, width)
                                                 : subtract(value, c.amount, width);
  if (r.fault || (c.flag && (r.value < 0 || r.value > 1))) {
    s.fault = Fault{FaultKind::overflow, e, s.engines[e].pc, value, c.amount, cell};
    return;
  }
  value = r.value;
}

void Machine::take(MachineState& s, EngineId e, const Event& event) const {
  for (std::uint32_t i = event.first_test; i < event.last_test; ++i) {
    const Test& t = code_->tests[i];
    if (t.kind != TestKind::take) continue;
    const std::uint32_t at = cell(s, e, t.cell, t.index);
    const std::int64_t amount = value(s, e, t.value);
    const bool flag = code_->semaphores[SemaphoreId{std::size_t{code_->owner[at]}}].flag;
    const Computed r = subtract(s.cells[at], amount, options_.width);
    if (r.fault || (flag && (r.value < 0 || r.value > 1))) {
      s.fault = Fault{FaultKind::overflow, e, s.engines[e].pc, s.cells[at], amount, at};
      return;
    }
    s.cells[at] = r.value;
  }
}

// Changes at issue are made now; the elements of those at retirement are fixed now, since registers may change.
void Machine::latch(MachineState& s, EngineId e, const Event& event) const {
  for (std::uint32_t i = event.first_change; i < event.last_change && !s.fault; ++i) {
    const Change& c = code_->changes[i];
    const auto at = changed_cell(*this, s, e, c);
    if (!at) return;
    if (i < event.retire_change) {
      change(s, e, c, *at);
    } else if (!c.index.is_none()) {
      s.engines[e].latched.push_back(*at);
    }
  }
}

void Machine::pass(MachineState& s, EngineId e) const {
  if (s.fault) return;
  EngineState& engine = s.engines[e];
  ++engine.position;
  ++engine.pc;
  advance(*code_, trips_, options_.width, s, e);
}

void Machine::arrive(MachineState& s, EngineId e) const {
  s.engines[e].status = EngineStatus::arrived;
  if (++s.arrived < s.engines.size()) return;
  s.arrived = 0;
  bool reset = false;
  const EngineId first{std::size_t{0}};
  const std::uint32_t item = event(s, first).subject;
  for (const EngineId other : tree_->engines()) {
    reset = reset || op(s, other).b != 0;
    const std::uint32_t met = event(s, other).subject;
    if (met != item && !s.mixed) s.mixed = Meeting{s.engines[e].barriers + 1, first, other, item, met};
  }
  if (reset) std::ranges::fill(s.cells, 0);
  for (const EngineId other : tree_->engines()) {
    ++s.engines[other].barriers;
    pass(s, other);
  }
}

void Machine::take_stream(MachineState& s, EngineId e) const {
  EngineState& engine = s.engines[e];
  if (engine.status == EngineStatus::control) {
    advance(*code_, trips_, options_.width, s, e);
    return;
  }
  const Op& o = op(s, e);
  const Event& event = code_->events[o.a];
  switch (o.code) {
    case OpCode::issue:
      if (!event.plain) {
        if (event.takes) take(s, e, event);
        if (!s.fault) latch(s, e, event);
      } else if (event.first_change != event.retire_change) {
        latch(s, e, event);
      }
      if (s.fault) return;
      put_in_flight(s, e, o.a, false);
      break;
    case OpCode::wait:
      if (event.takes) take(s, e, event);
      break;
    case OpCode::signal: latch(s, e, event); break;
    case OpCode::signal_at_retire:
      latch(s, e, event);
      if (!s.fault) put_in_flight(s, e, o.a, true);
      break;
    case OpCode::barrier: arrive(s, e); return;
    case OpCode::end:
      engine.status = EngineStatus::ended;
      ++s.ended;
      return;
    default: break;  // visit, fence
  }
  pass(s, e);
}

void Machine::commit(MachineState& s, EngineId e, std::uint64_t entry) const {
  EngineState& engine = s.engines[e];
  engine.flights[entry].committed = true;
  while (engine.first_issued < engine.issued && engine.flights[engine.first_issued].committed) ++engine.first_issued;
}

void Machine::retire(MachineState& s, EngineId e) const {
  EngineState& engine = s.engines[e];
  const Flight flight = engine.flights[engine.retired];
  ++engine.retired;
  if (flight.signal) --engine.signals;
  const Event& event = code_->events[flight.event];
  if (event.plain) [[likely]] {
    for (std::uint32_t i = event.retire_change; i < event.last_change; ++i) {
      const Change& c = code_->changes[i];
      const Computed r = add(s.cells[c.cell], c.amount, options_.width);
      if (r.fault) [[unlikely]] {
        s.fault = Fault{FaultKind::overflow, e, engine.pc, s.cells[c.cell], c.amount, c.cell};
        return;
      }
      s.cells[c.cell] = r.value;
    }
    return;
  }
  for (std::uint32_t i = event.retire_change; i < event.last_change && !s.fault; ++i) {
    const Change& c = code_->changes[i];
    std::uint32_t at = c.cell;
    if (!c.index.is_none()) {
      at = engine.latched.front();
      engine.latched.pop_front();
    }
    change(s, e, c, at);
  }
}

}  // namespace counterpoint
