// Which steps are enabled, and how a step goes.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/simulator/simulator.hpp"

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::neuron {
namespace {

CoreFault bank_fault(BankFault fault, std::uint32_t stream, std::uint32_t place, std::uint8_t index) {
  CoreFault f;
  f.bank = fault;
  f.stream = stream;
  f.place = place;
  f.index = index;
  return f;
}

bool joins(const Operation& op) { return op.waits == 0 && op.updates == 0; }

}  // namespace

CoreState Simulator::initial() const {
  CoreState s;
  s.bank = Bank(code_->width);
  s.streams.resize(code_->streams.size());
  for (StreamState& e : s.streams) {
    e.registers.fill(0xffffffffU >> (32 - code_->width));
    e.visits.assign(code_->scopes.size(), 0);
  }
  s.rings.resize(code_->rings.size());
  return s;
}

bool Simulator::waits_hold(const CoreState& s, std::uint32_t stream, const Operation& op,
                           std::optional<ReadingsDiffer>* differ) const {
  const StreamState& e = s.streams[stream];
  bool hold = true;
  for (unsigned n = 0; n < op.waits; ++n) {
    const Condition wait = resolved(e, op.wait[n]);
    if (differ != nullptr && s.bank.readings_differ(wait) && !*differ) {
      *differ = ReadingsDiffer{stream, e.place, wait, s.bank.counter(wait.index)};
    }
    hold = hold && s.bank.holds(wait, code_->comparison);
  }
  return hold;
}

bool Simulator::may_issue(const CoreState& s, std::uint32_t stream, std::optional<ReadingsDiffer>* differ) const {
  const StreamState& e = s.streams[stream];
  const auto& operations = code_->streams[stream].operations;
  if (e.place >= operations.size()) return false;
  const Operation& op = operations[e.place];
  switch (op.effect) {
    case Effect::refuse: return true;
    case Effect::drain:
    case Effect::hand_back:
      if (!e.quiet()) return false;
      break;
    case Effect::barrier:
      if (!e.arrived) return false;
      if (joins(op)) return s.joined >= join_threshold(e);
      break;
    default: break;
  }
  return waits_hold(s, stream, op, differ);
}

bool Simulator::may_arrive(const CoreState& s, std::uint32_t stream) const {
  const StreamState& e = s.streams[stream];
  const auto& operations = code_->streams[stream].operations;
  return e.place < operations.size() && operations[e.place].effect == Effect::barrier && !e.arrived && e.quiet();
}

bool Simulator::enabled(const CoreState& s, CoreStep step, std::optional<ReadingsDiffer>* differ) const {
  if (s.fault) return false;
  if (step.kind == StepOf::transfer) {
    return step.unit < s.rings.size() && s.rings[step.unit].first != s.rings[step.unit].last;
  }
  if (step.unit >= s.streams.size()) return false;
  switch (step.kind) {
    case StepOf::issue: return may_issue(s, step.unit, differ);
    case StepOf::arrive: return may_arrive(s, step.unit);
    default: return s.streams[step.unit].first != s.streams[step.unit].last;
  }
}

void Simulator::enabled(const CoreState& s, std::vector<CoreStep>& out, std::optional<ReadingsDiffer>* differ) const {
  out.clear();
  if (s.fault) return;
  for (std::uint32_t e = 0; e < stream_count(); ++e) {
    if (may_arrive(s, e)) out.push_back({StepOf::arrive, e});
    if (may_issue(s, e, differ)) out.push_back({StepOf::issue, e});
    if (s.streams[e].first != s.streams[e].last) out.push_back({StepOf::complete, e});
  }
  for (std::uint32_t r = 0; r < ring_count(); ++r) {
    if (s.rings[r].first != s.rings[r].last) out.push_back({StepOf::transfer, r});
  }
}

void Simulator::take(CoreState& s, CoreStep step, std::vector<Visible>* seen) const {
  switch (step.kind) {
    case StepOf::issue: return issue(s, step.unit, seen);
    case StepOf::arrive: return arrive(s, step.unit);
    case StepOf::complete: return complete(s, step.unit, seen);
    case StepOf::transfer: return transfer(s, step.unit, seen);
  }
}

void Simulator::update(CoreState& s, std::uint32_t stream, std::uint32_t place, const Operation& op,
                       const std::array<std::uint32_t, 2>& operand, bool at_completion) const {
  for (unsigned n = 0; n < op.updates && !s.fault; ++n) {
    Change change = op.update[n];
    if (on_completion(change.mode) != at_completion) continue;
    if (has_register(change.mode)) change.value = operand[n];
    const BankFault fault = s.bank.apply(change);
    if (fault != BankFault::none) s.fault = bank_fault(fault, stream, place, change.index);
  }
}

void Simulator::issue(CoreState& s, std::uint32_t stream, std::vector<Visible>* seen) const {
  StreamState& e = s.streams[stream];
  const std::uint32_t place = e.place;
  const Operation& op = code_->streams[stream].operations[place];
  if (op.effect == Effect::refuse) {
    CoreFault f;
    f.kind = CoreFaultKind::refused;
    f.refusal = static_cast<Refusal>(op.place);
    f.stream = stream;
    f.place = place;
    s.fault = f;
    return;
  }
  for (unsigned n = 0; n < op.waits; ++n) {
    const BankFault fault = s.bank.take(op.wait[n]);
    if (fault != BankFault::none) {
      s.fault = bank_fault(fault, stream, place, op.wait[n].index);
      return;
    }
  }
  // Before the record changes a register.
  std::array<std::uint32_t, 2> operand{};
  if (op.registers_in_waits) {
    for (unsigned n = 0; n < op.updates; ++n) {
      if (has_register(op.update[n].mode)) operand[n] = e.registers[op.update[n].value];
    }
  }
  ++e.issued;
  ++e.place;
  perform(s, stream, op, seen);
  if (s.fault) return;
  if (op.effect == Effect::barrier) return;  // has updated when it arrived
  if (op.updates_at_issue) update(s, stream, place, op, operand, false);
  const bool waits_for_completion = op.effect == Effect::work || e.first != e.last;
  if (!waits_for_completion) {
    if (op.updates_at_completion) update(s, stream, place, op, operand, true);
  } else if (op.effect == Effect::work || op.updates_at_completion) {
    e.queue.push(e.first, e.last) = {place, operand};
    ++e.last;
  }
}

void Simulator::arrive(CoreState& s, std::uint32_t stream) const {
  StreamState& e = s.streams[stream];
  const Operation& op = code_->streams[stream].operations[e.place];
  e.arrived = true;
  if (joins(op)) {
    ++s.joined;
    return;
  }
  std::array<std::uint32_t, 2> operand{};
  for (unsigned n = 0; n < op.updates; ++n) {
    if (has_register(op.update[n].mode)) operand[n] = e.registers[op.update[n].value];
  }
  update(s, stream, e.place, op, operand, false);
  update(s, stream, e.place, op, operand, true);
}

void Simulator::complete(CoreState& s, std::uint32_t stream, std::vector<Visible>* seen) const {
  StreamState& e = s.streams[stream];
  const auto& operations = code_->streams[stream].operations;
  ++e.completed;
  // The oldest is a datapath record; what follows up to the next one was only waiting for it.
  bool first = true;
  while (e.first != e.last && !s.fault) {
    const StreamState::Incomplete entry = e.queue[e.first];
    const Operation& op = operations[entry.place];
    if (op.effect == Effect::work) {
      if (!first) return;
      if (seen != nullptr) seen->push_back({op.place, true});
    }
    first = false;
    ++e.first;
    if (op.updates_at_completion) update(s, stream, entry.place, op, entry.operand, true);
  }
}

void Simulator::transfer(CoreState& s, std::uint32_t ring, std::vector<Visible>* seen) const {
  RingState& r = s.rings[ring];
  const RingState::Fired fired = r.fired[r.first];
  ++r.first;
  --s.streams[fired.stream].fired;
  const QueueCode& queue = code_->queues[fired.queue];
  if (seen != nullptr) seen->push_back({queue.instruction, true});
  if (!queue.updates) return;
  const BankFault fault = s.bank.apply(queue.completion);
  require(fault == BankFault::none, "an addition is no fault");
}

bool Simulator::all_ended(const CoreState& s) const {
  for (std::uint32_t e = 0; e < stream_count(); ++e) {
    if (!ended(s, e)) return false;
  }
  return true;
}

std::optional<CoreFault> Simulator::fault_at_end(const CoreState& s) const {
  const BankFault fault = s.bank.end_block();
  if (fault == BankFault::none) return std::nullopt;
  CoreFault f = bank_fault(fault, 0, 0, s.bank.events_set().front());
  f.at_end = true;
  return f;
}

void Simulator::snapshot(const CoreState& s, std::vector<std::uint32_t>& out) const {
  out.clear();
  const auto add = [&out](std::uint64_t v) {
    out.push_back(static_cast<std::uint32_t>(v));
    require(v >> 32U == 0, "fewer than 2^32 records of a stream in a search");
  };
  for (const StreamState& e : s.streams) {
    add(e.issued);
    add(e.completed * 2 + (e.arrived ? 1 : 0));
  }
  for (const RingState& r : s.rings) add(r.first);
  for (const std::uint8_t id : code_->written) out.push_back(s.bank.counter(id));
  if (!code_->uses_events) return;
  for (unsigned word = 0; word < event_count / 32; ++word) {
    std::uint32_t bits = 0;
    for (unsigned bit = 0; bit < 32; ++bit) bits |= (s.bank.event(32 * word + bit) ? 1U : 0U) << bit;
    out.push_back(bits);
  }
}

}  // namespace counterpoint::neuron
