// Statements of one stream: register operations, instructions, waits, signals.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/diagnostic/internal_error.hpp"
#include "targets/neuron/lowering/stream_writer.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::size_t longest_queue_name = 31;

std::uint64_t register_key(EngineId e, RegisterId r) { return std::uint64_t{e.value} << 32U | r.value; }

AluOperation alu_of(Operation o) {
  switch (o) {
    case Operation::add: return AluOperation::add;
    case Operation::subtract: return AluOperation::subtract;
    case Operation::multiply: return AluOperation::multiply;
    case Operation::modulo: return AluOperation::modulo;
    case Operation::divide: return AluOperation::divide;
    case Operation::greater: return AluOperation::greater;
    case Operation::minimum: return AluOperation::minimum;
    case Operation::maximum: return AluOperation::maximum;
    case Operation::copy: break;
  }
  require(false, "a copy is no operation of the ALU");
  return AluOperation::add;
}

bool commutes(AluOperation o) {
  return o == AluOperation::add || o == AluOperation::multiply || o == AluOperation::minimum ||
         o == AluOperation::maximum;
}

}  // namespace

StreamWriter::Place StreamWriter::place_of(EngineId e, InstructionId i) const {
  const Tree& tree = all_.tree();
  return {fmt::format("{}: {}", tree.engine_name(e), tree.instruction_name(i)), {tree.line_of(i), 0}};
}

StreamWriter::Place StreamWriter::place_of(EngineId e, ScopeId scope, std::string_view what) const {
  const Tree& tree = all_.tree();
  return {fmt::format("{}: {} in {}", tree.engine_name(e), what, tree.scope_name(scope)), {tree.scope(scope).line, 0}};
}

void StreamWriter::refuse(const Place& at, const std::string& why, std::string help) {
  Diagnostic d = diagnose(Code::not_lowered, at.position, fmt::format("{}: {}", at.who, why));
  d.help = std::move(help);
  all_.refused.push_back(std::move(d));
}

bool StreamWriter::hardware(const Place& at, std::string_view what) {
  if (all_.legality == Legality::hardware) return true;
  refuse(at, fmt::format("{}, which the compiler never emits", what),
         "--legality hardware allows what the ISA defines");
  return false;
}

std::int64_t StreamWriter::number(Operand literal, std::int64_t scale, const Place& at) {
  const std::int64_t v = all_.from.literal(literal);
  const std::int64_t most = std::numeric_limits<std::int32_t>::max() / scale;
  const std::int64_t least = std::numeric_limits<std::int32_t>::min() / scale;
  if (v <= most && v >= least) return v * scale;
  Diagnostic d = diagnose(Code::number_range, at.position,
                          fmt::format("{}: {} does not fit in the 32 bits of a register", at.who, v));
  if (scale != 1) d.help = fmt::format("transfers count in steps of {}", scale);
  all_.refused.push_back(std::move(d));
  return 0;
}

DraftRegister StreamWriter::reg(EngineId e, RegisterId r) {
  const auto [it, fresh] = registers_.try_emplace(register_key(e, r));
  if (fresh) it->second = draft_.fresh();
  return it->second;
}

DraftRegister StreamWriter::multiplied(EngineId e, RegisterId r, std::uint32_t scale) {
  const auto [it, fresh] = multiplied_.try_emplace(register_key(e, r));
  if (fresh) {
    it->second = draft_.fresh();
    draft_.add(alu_value(AluOperation::multiply, it->second, reg(e, r), scale));
  }
  return it->second;
}

// --- register operations

void StreamWriter::compute(EngineId e, AluOperation op, DraftRegister target, Operand a, Operand b,
                           std::int64_t scale_a, std::int64_t scale_b, const Place& at) {
  if (a.is_literal() && b.is_register() && commutes(op)) {
    std::swap(a, b);
    std::swap(scale_a, scale_b);
  }
  DraftRegister left;
  if (a.is_register()) {
    left = reg(e, a.reg());
  } else {
    const bool in_the_way = b.is_register() && reg(e, b.reg()) == target;
    left = in_the_way ? draft_.fresh() : target;
    draft_.add(move_value(left, number(a, scale_a, at)));
  }
  if (b.is_register()) {
    draft_.add(alu_register(op, target, left, reg(e, b.reg())));
    return;
  }
  const std::int64_t right = number(b, scale_b, at);
  if (right <= 0 && (op == AluOperation::modulo || op == AluOperation::divide)) {
    refuse(at, fmt::format("a division by {} ends the run", right), "divide by a number above 0");
  }
  draft_.add(alu_value(op, target, left, right));
}

void StreamWriter::operation(EngineId e, const RegisterOperation& o, ScopeId scope) {
  const Place at = place_of(e, scope, "a register operation");
  multiplied_.erase(register_key(e, o.target));
  const DraftRegister target = reg(e, o.target);
  const std::int64_t scale = is_scaled(e, o.target) ? all_.profile.dma_increment() : 1;
  if (o.operation == Operation::copy) {
    draft_.add(o.a.is_register() ? move_register(target, reg(e, o.a.reg()))
                                 : move_value(target, number(o.a, scale, at)));
    return;
  }
  std::int64_t scale_a = scale;
  std::int64_t scale_b = scale;
  if (o.operation == Operation::multiply) {
    // One factor carries the scale: a register of the set, else a literal.
    const auto carries = [&](Operand x) { return x.is_register() && is_scaled(e, x.reg()); };
    if (carries(o.a) || o.b.is_literal()) scale_a = 1;
    if (scale_a != 1 || carries(o.a)) scale_b = 1;
    if (carries(o.b)) scale_a = scale_b = 1;
  }
  compute(e, alu_of(o.operation), target, o.a, o.b, scale_a, scale_b, at);
}

// --- statements

void StreamWriter::wait(EngineId e, std::span<const Wait> waits, ScopeId scope) {
  carry_waits(draft_, plan(e, waits, place_of(e, scope, "a stand-alone wait")));
}

void StreamWriter::signal(EngineId e, std::span<const Update> updates, ScopeId scope) {
  const Place at = place_of(e, scope, "a stand-alone signal");
  for (const Update& u : updates) {
    std::optional<PlannedUpdate> planned = plan(u, at);
    if (!planned) continue;
    if (u.time == UpdateTime::issue) {
      planned = issued(*planned, at);
    } else if (all_.places[e].is_ring()) {
      refuse(at, "no record waits for a ring's transfers without holding its stream",
             "write a fence before it, and signal without `at retire`");
      planned.reset();
    }
    if (planned) carry_update(draft_, *planned);
  }
}

void StreamWriter::start_value(const ElementPlace& x) {
  if (x.event) {
    carry_update(draft_, {UpdateMode::event_set, x.id, 0});
  } else {
    carry_update(draft_, {UpdateMode::write, x.id, static_cast<std::uint32_t>(x.initial * x.scale)});
  }
}

std::string StreamWriter::queue_name(InstructionId i) const {
  const std::string_view name = all_.tree().instruction_name(i);
  if (name.size() <= longest_queue_name) return std::string(name);
  // No name holds a '#', so this one is nobody else's.
  const std::string number = fmt::format("#{}", all_.pairing.to_program[i].value);
  return std::string(name.substr(0, longest_queue_name - number.size())) + number;
}

void StreamWriter::instruction(EngineId e, InstructionId i) {
  const Place at = place_of(e, i);
  std::vector<PlannedWait> waits = plan(e, all_.from.waits_of(i), at);
  if (all_.places[e].is_ring()) {
    transfer(e, i, at, std::move(waits));
    return;
  }
  DraftRecord core;
  core.record.opcode = Opcode::work;
  core.record.payload = Work{all_.pairing.to_program[i].value};
  quiet_ = false;
  std::vector<PlannedUpdate> updates;
  for (const Update& u : all_.from.updates_of(i)) {
    std::optional<PlannedUpdate> planned = plan(u, at);
    if (planned && u.time == UpdateTime::issue) planned = issued(*planned, at);
    if (planned) updates.push_back(*planned);
  }
  carry(draft_, core, all_.profile.compute_carries_band(), std::move(waits), updates);
}

void StreamWriter::transfer(EngineId e, InstructionId i, const Place& at, std::vector<PlannedWait> waits) {
  Queue queue;
  queue.name = queue_name(i);
  queue.ring = all_.ring_of[e.value];
  queue.instruction = all_.pairing.to_program[i].value;
  std::vector<PlannedUpdate> updates;
  for (const Update& u : all_.from.updates_of(i)) {
    std::optional<PlannedUpdate> planned = plan(u, at);
    if (!planned) continue;
    if (u.time == UpdateTime::issue) {
      if (const auto now = issued(*planned, at)) updates.push_back(*now);
      continue;
    }
    const bool adds = planned->mode == UpdateMode::add || planned->mode == UpdateMode::increment;
    if (!adds || queue.updates) {
      refuse(at,
             queue.updates ? "a transfer that updates two semaphores: its completion updates one"
                           : "a transfer whose completion does something else than add to a semaphore",
             "let a stand-alone signal behind a wait for it do the rest");
      continue;
    }
    queue.updates = true;
    queue.semaphore = planned->index;
    queue.increment = planned->mode == UpdateMode::increment ? 1 : planned->value;
  }
  DraftRecord core;
  core.record.opcode = Opcode::dma_trigger;
  core.record.payload = DmaTrigger{queue.name, 1};
  all_.image.queues.push_back(std::move(queue));
  carry(draft_, core, true, std::move(waits), updates);
}

}  // namespace counterpoint::neuron
