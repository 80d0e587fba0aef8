// What a record does when it issues.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "core/diagnostic/internal_error.hpp"
#include "targets/neuron/simulator/simulator.hpp"

namespace counterpoint::neuron {
namespace {

// A register or an immediate as a number: signed, or as it is.
std::int64_t number(std::uint32_t word, bool is_signed, unsigned width) {
  const unsigned drop = 32 - width;
  if (is_signed) return static_cast<std::int32_t>(word << drop) >> drop;
  return word << drop >> drop;
}

bool compares(Compare how, std::int64_t a, std::int64_t b) {
  switch (how) {
    case Compare::always: return true;
    case Compare::less: return a < b;
    case Compare::at_most: return a <= b;
    case Compare::equal: return a == b;
    case Compare::unequal: return a != b;
    case Compare::at_least: return a >= b;
    case Compare::greater: return a > b;
  }
  return false;
}

// Rounds down, as `div` and `mod` of the language do; b is not 0.
std::int64_t divide_down(std::int64_t a, std::int64_t b) {
  const std::int64_t q = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

std::int64_t shift_left(std::int64_t a, std::int64_t b) {
  return b < 0 || b > 31 ? 0 : static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << static_cast<unsigned>(b));
}
std::int64_t shift_right(std::int64_t a, std::int64_t b) {
  return a >> (b < 0 || b > 31 ? 63U : static_cast<unsigned>(b));
}

// Nothing where it divides by zero. Operations that are refused when the code is made are not asked for.
std::optional<std::int64_t> result_of(AluOperation operation, std::int64_t a, std::int64_t b) {
  switch (operation) {
    case AluOperation::bypass: return a;
    case AluOperation::bitwise_not: return ~a;
    case AluOperation::shift_left:
    case AluOperation::logical_shift_left: return shift_left(a, b);
    case AluOperation::shift_right:
    case AluOperation::logical_shift_right: return shift_right(a, b);
    case AluOperation::add: return a + b;
    case AluOperation::subtract: return a - b;
    case AluOperation::multiply:
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
    case AluOperation::divide: return b == 0 ? std::nullopt : std::optional(divide_down(a, b));
    case AluOperation::modulo: return b == 0 ? std::nullopt : std::optional(a - b * divide_down(a, b));
    case AluOperation::maximum: return std::max(a, b);
    case AluOperation::minimum: return std::min(a, b);
    case AluOperation::bitwise_and: return a & b;
    case AluOperation::bitwise_or: return a | b;
    case AluOperation::bitwise_xor: return a ^ b;
    case AluOperation::logical_and: return a != 0 && b != 0 ? 1 : 0;
    case AluOperation::logical_or: return a != 0 || b != 0 ? 1 : 0;
    case AluOperation::logical_xor: return (a != 0) != (b != 0) ? 1 : 0;
    case AluOperation::equal: return a == b ? 1 : 0;
    case AluOperation::unequal: return a != b ? 1 : 0;
    case AluOperation::greater: return a > b ? 1 : 0;
    case AluOperation::at_least: return a >= b ? 1 : 0;
    case AluOperation::less: return a < b ? 1 : 0;
    case AluOperation::at_most: return a <= b ? 1 : 0;
    case AluOperation::absolute_difference: return a > b ? a - b : b - a;
    case AluOperation::absolute_value: return a < 0 ? -a : a;
    default: break;
  }
  require(false, "an operation that is not simulated is refused before it runs");
  return std::nullopt;
}

}  // namespace

void Simulator::perform(CoreState& s, std::uint32_t stream, const Operation& op, std::vector<Visible>* seen) const {
  StreamState& e = s.streams[stream];
  switch (op.effect) {
    case Effect::work:
      if (seen != nullptr) seen->push_back({op.place, false});
      return;
    case Effect::load_trips: e.registers[op.target] = narrow(counts_(op.place, stream, ++e.visits[op.place])); return;
    case Effect::finish: e.place = static_cast<std::uint32_t>(code_->streams[stream].operations.size()); return;
    case Effect::hand_back:
      e.place = static_cast<std::uint32_t>(code_->streams[stream].operations.size());
      if (++s.returned == stream_count()) s.bank.reset_all();
      return;
    case Effect::move: e.registers[op.target] = op.immediate ? narrow(op.value) : e.registers[op.a]; return;
    case Effect::move_pair:
      e.registers[op.target] = narrow(op.value);
      e.registers[op.b] = narrow(op.high);
      return;
    case Effect::alu: return calculate(s, stream, op);
    case Effect::branch: return follow(s, stream, op);
    case Effect::reset_range: return s.bank.reset_range(op.a, op.b);
    case Effect::reset_mask: return s.bank.reset_mask(code_->masks[op.place]);
    case Effect::reset_bits: return s.bank.clear_bits(op.value);
    case Effect::trigger: return fire(s, stream, op, seen);
    case Effect::barrier:
      e.arrived = false;
      if (op.waits == 0 && op.updates == 0) ++e.joins;
      return;
    case Effect::pass:
    case Effect::drain:
    case Effect::refuse: return;
  }
}

void Simulator::calculate(CoreState& s, std::uint32_t stream, const Operation& op) const {
  StreamState& e = s.streams[stream];
  const auto operation = static_cast<AluOperation>(op.kind);
  // An arithmetic shift to the right keeps the sign, a logical one has none.
  const bool is_signed =
      operation == AluOperation::shift_right || (op.is_signed && operation != AluOperation::logical_shift_right);
  const std::int64_t a = number(e.registers[op.a], is_signed, code_->width);
  const std::int64_t b = number(op.immediate ? op.value : e.registers[op.b], is_signed, code_->width);
  const std::optional<std::int64_t> result = result_of(operation, a, b);
  if (result) {
    e.registers[op.target] = narrow(static_cast<std::uint32_t>(*result));
    return;
  }
  CoreFault f;
  f.kind = CoreFaultKind::division;
  f.stream = stream;
  f.place = e.place - 1;
  s.fault = f;
}

void Simulator::follow(CoreState& s, std::uint32_t stream, const Operation& op) const {
  StreamState& e = s.streams[stream];
  const auto how = static_cast<Compare>(op.kind);
  if (how != Compare::always) {
    const std::int64_t a = number(e.registers[op.a], op.is_signed, code_->width);
    const std::int64_t b = number(op.immediate ? op.value : e.registers[op.b], op.is_signed, code_->width);
    if (!compares(how, a, b)) return;
  }
  if (op.place == CoreCode::no_place) {
    CoreFault f;
    f.kind = CoreFaultKind::branch_target;
    f.stream = stream;
    f.place = e.place - 1;
    s.fault = f;
    return;
  }
  e.place = op.place;
}

void Simulator::fire(CoreState& s, std::uint32_t stream, const Operation& op, std::vector<Visible>* seen) const {
  const QueueCode& queue = code_->queues[op.place];
  RingState& ring = s.rings[queue.ring];
  ring.fired.push(ring.first, ring.last) = {op.place, stream};
  ++ring.last;
  ++s.streams[stream].fired;
  if (seen != nullptr) seen->push_back({queue.instruction, false});
}

}  // namespace counterpoint::neuron
