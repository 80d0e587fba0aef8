// What a record does when it issues.
// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "targets/neuron/isa/arithmetic.hpp"
#include "targets/neuron/simulator/simulator.hpp"

namespace counterpoint::neuron {

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
  const std::optional<std::uint32_t> result =
      calculate_word(static_cast<AluOperation>(op.kind), op.is_signed, e.registers[op.a],
                     op.immediate ? op.value : e.registers[op.b], code_->width);
  if (result) {
    e.registers[op.target] = *result;
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
  if (how != Compare::always &&
      !branch_goes(how, op.is_signed, e.registers[op.a], op.immediate ? op.value : e.registers[op.b], code_->width)) {
    return;
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
