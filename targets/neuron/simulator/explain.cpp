// Deadlocks, faults and refused steps, in words.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "targets/neuron/simulator/run.hpp"

namespace counterpoint::neuron {
namespace {

std::string_view relation(WaitMode mode, WaitReading how) {
  switch (mode) {
    case WaitMode::equal:
    case WaitMode::equal_register: return "==";
    case WaitMode::less:
    case WaitMode::less_register: return "<";
    case WaitMode::at_most:
    case WaitMode::at_most_register: return "<=";
    case WaitMode::greater: return how.four_is_strict ? ">" : ">=";
    case WaitMode::greater_register: return ">";
    default: return ">=";
  }
}

std::string number(const CoreCode& code, std::uint32_t value) {
  const unsigned drop = 32 - code.width;
  if (code.comparison.is_unsigned) return std::to_string(value << drop >> drop);
  return std::to_string(static_cast<std::int32_t>(value << drop) >> drop);
}

std::string condition_text(const CoreCode& code, const Condition& wait) {
  if (on_event(wait.mode)) {
    const bool wants_set = wait.mode == WaitMode::event_set || wait.mode == WaitMode::event_set_then_clear;
    return fmt::format("event {} to be {}", wait.index, wants_set ? "set" : "clear");
  }
  return fmt::format("{} {} {}", code.semaphores[wait.index], relation(wait.mode, code.comparison),
                     number(code, wait.value));
}

std::string where(const Simulator& simulator, std::uint32_t stream, std::uint32_t place) {
  const CoreCode& code = simulator.code();
  return fmt::format("{}, record {}, {}", code.streams[stream].name, place, code.describe(stream, place));
}

bool changes(const Operation& op, const Condition& wait) {
  return std::any_of(op.update.begin(), op.update.begin() + op.updates,
                     [&](const Change& u) { return u.index == wait.index && on_event(u.mode) == on_event(wait.mode); });
}

// Who has a record that changes what the wait looks at, wherever it stands in the stream.
std::string changers(const Simulator& simulator, const CoreState& s, const Condition& wait) {
  const CoreCode& code = simulator.code();
  std::string out;
  for (std::uint32_t e = 0; e < simulator.stream_count(); ++e) {
    const auto& operations = code.streams[e].operations;
    if (std::none_of(operations.begin(), operations.end(), [&](const Operation& op) { return changes(op, wait); })) {
      continue;
    }
    const std::string at = simulator.ended(s, e) ? "has ended" : fmt::format("at record {}", s.streams[e].place);
    out += fmt::format("{}{} ({})", out.empty() ? "" : ", ", code.streams[e].name, at);
  }
  for (const QueueCode& queue : code.queues) {
    if (on_event(wait.mode) || !queue.updates || queue.completion.index != wait.index) continue;
    const std::string text =
        fmt::format("ring {}", queue.ring < code.rings.size() ? code.rings[queue.ring] : std::string("?"));
    if (out.find(text) == std::string::npos) out += (out.empty() ? "" : ", ") + text;
  }
  return out.empty() ? "nothing changes it" : "changed by " + out;
}

std::string held_text(const Simulator& simulator, const CoreState& s, std::uint32_t stream) {
  const StreamState& e = s.streams[stream];
  const CoreCode& code = simulator.code();
  const Operation& op = code.streams[stream].operations[e.place];
  std::string out = where(simulator, stream, e.place) + ":";
  if (!e.quiet() && (op.effect == Effect::drain || op.effect == Effect::hand_back || op.effect == Effect::barrier)) {
    return out + fmt::format(" drains {} records and {} transfers", e.last - e.first, e.fired);
  }
  if (op.effect == Effect::barrier && op.waits == 0) {
    return out + fmt::format(" {} of {} arrivals", s.joined, simulator.join_threshold(e));
  }
  std::string_view mark = " waits for ";
  for (unsigned n = 0; n < op.waits; ++n) {
    const Condition wait = simulator.resolved(e, op.wait[n]);
    if (s.bank.holds(wait, code.comparison)) continue;
    out += fmt::format("{}{}", mark, condition_text(code, wait));
    if (!on_event(wait.mode)) out += fmt::format(", which is {}", number(code, s.bank.counter(wait.index)));
    out += fmt::format(" ({})", changers(simulator, s, wait));
    mark = "; for ";
  }
  return out;
}

}  // namespace

std::vector<HeldStream> explain_held_streams(const Simulator& simulator, const CoreState& s) {
  std::vector<HeldStream> out;
  for (std::uint32_t e = 0; e < simulator.stream_count(); ++e) {
    if (simulator.ended(s, e)) continue;
    const std::uint32_t place = s.streams[e].place;
    if (place >= simulator.code().streams[e].operations.size()) {
      out.push_back({e, place, fmt::format("{}, the end: records are incomplete", simulator.code().streams[e].name)});
    } else {
      out.push_back({e, place, held_text(simulator, s, e)});
    }
  }
  return out;
}

std::string_view core_fault_word(const CoreFault& fault) {
  switch (fault.kind) {
    case CoreFaultKind::bank: return bank_fault_name(fault.bank);
    case CoreFaultKind::refused: return refusal_name(fault.refusal);
    case CoreFaultKind::division: return "division";
    case CoreFaultKind::branch_target: return "branch-target";
  }
  return "bank";
}

namespace {

std::string bank_fault_text(const CoreFault& fault) {
  switch (fault.bank) {
    case BankFault::event_set_twice: return fmt::format("sets event {}, which is set", fault.index);
    case BankFault::event_clear_unset: return fmt::format("clears event {}, which is not set", fault.index);
    case BankFault::event_left: return fmt::format("event {} is set at the end", fault.index);
    case BankFault::step_value:
      return fmt::format("S{} changes by one, and the record names another number", fault.index);
    case BankFault::wait_mode: return "waits in a mode that does not exist";
    case BankFault::update_mode: return "updates in a mode that does not exist";
    default: return std::string(bank_fault_name(fault.bank));
  }
}

std::string_view refusal_text(Refusal r) {
  switch (r) {
    case Refusal::not_simulated: return "is not simulated: the sources do not say what it does";
    case Refusal::other_cores: return "meets other cores, and an image is of one";
    case Refusal::queue: return "fires a queue that the image does not have";
    case Refusal::ring: return "fires a queue whose ring is another engine's, or none";
    case Refusal::instruction: return "names an instruction that the image does not have";
    case Refusal::scope: return "names a scope that the image does not have";
    case Refusal::operation: return "names an operation that does not exist";
    case Refusal::register_number: return "names a register above 63";
  }
  return "is not simulated";
}

}  // namespace

std::string explain_core_fault(const Simulator& simulator, const CoreFault& fault) {
  if (fault.at_end) return bank_fault_text(fault);
  const std::string at = where(simulator, fault.stream, fault.place);
  switch (fault.kind) {
    case CoreFaultKind::bank: return fmt::format("{}: {}", at, bank_fault_text(fault));
    case CoreFaultKind::refused: return fmt::format("{}: {}", at, refusal_text(fault.refusal));
    case CoreFaultKind::division: return fmt::format("{}: divides by zero", at);
    case CoreFaultKind::branch_target: return fmt::format("{}: branches to no block of its stream", at);
  }
  return at;
}

std::string explain_core_refusal(const Simulator& simulator, const CoreState& s, CoreStep step) {
  const CoreCode& code = simulator.code();
  if (s.fault) return "the core has faulted: " + explain_core_fault(simulator, *s.fault);
  if (step.kind == StepOf::transfer) return fmt::format("ring {} has no transfer in flight", code.rings[step.unit]);
  const StreamState& e = s.streams[step.unit];
  const std::string& name = code.streams[step.unit].name;
  if (step.kind == StepOf::complete) return fmt::format("{} has no incomplete record", name);
  if (e.place >= code.streams[step.unit].operations.size()) return fmt::format("{} is at its end", name);
  const Operation& op = code.streams[step.unit].operations[e.place];
  if (step.kind == StepOf::arrive && op.effect != Effect::barrier) {
    return fmt::format("{} is at no barrier", where(simulator, step.unit, e.place));
  }
  if (step.kind == StepOf::arrive && e.arrived) {
    return fmt::format("{} has arrived", where(simulator, step.unit, e.place));
  }
  if (step.kind == StepOf::issue && op.effect == Effect::barrier && !e.arrived && e.quiet()) {
    return fmt::format("{} has not arrived", where(simulator, step.unit, e.place));
  }
  return held_text(simulator, s, step.unit);
}

std::string explain_differ(const Simulator& simulator, const ReadingsDiffer& differ) {
  Bank bank(simulator.code().width);
  bank.set_counter(differ.wait.index, differ.counter);
  WaitReading how = simulator.code().comparison;
  how.is_unsigned = true;
  const bool holds_unsigned = bank.holds(differ.wait, how);
  return fmt::format("{}: {} with {:#010x} and {:#010x} {} unsigned and {} signed",
                     where(simulator, differ.stream, differ.place), relation(differ.wait.mode, how), differ.counter,
                     differ.wait.value, holds_unsigned ? "holds" : "does not hold",
                     holds_unsigned ? "does not" : "does");
}

}  // namespace counterpoint::neuron
