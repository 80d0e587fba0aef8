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

// --- waits

const ElementPlace* StreamWriter::element(SemaphoreId s, Operand index, const Place& at) {
  const Semaphore& x = all_.from.semaphores[s];
  std::int64_t place = 0;
  if (index.is_register()) {
    refuse(at, fmt::format("an element of '{}' chosen by a register: a record names one semaphore", x.name),
           "write a statement for each element, in a conditional or in an unrolled loop");
    return nullptr;
  }
  if (index.is_literal()) place = all_.from.literal(index);
  if (place < 0 || place >= x.size) {
    refuse(at, fmt::format("'{}' has no element {}", x.name, place), fmt::format("it has {}", x.size));
    return nullptr;
  }
  return &all_.identifiers.elements[x.first + static_cast<std::uint32_t>(place)];
}

std::vector<PlannedWait> StreamWriter::plan(EngineId e, std::span<const Wait> waits, const Place& at) {
  queues_.clear();
  std::vector<SyncWait> all;
  for (std::size_t i = 0; i < waits.size(); ++i) {
    std::optional<SyncWait> planned = plan(waits[i], at);
    if (!planned) continue;
    planned->source = i;
    all.push_back(*planned);
  }
  keep_last_of_queue(all);
  for (SyncWait& w : all) {
    if (w.wait.mode == WaitMode::none) plan_threshold(e, waits[w.source], at, w.wait);
  }
  keep_highest(all);
  std::vector<PlannedWait> out;
  for (const SyncWait& w : all) out.push_back(w.wait);
  if (!polled_at_once(out)) {
    refuse(at, "more tests in one step than a record makes: of two, and what one of them takes",
           "wait for what only rises, or in a statement of its own");
  }
  return out;
}

std::optional<SyncWait> StreamWriter::plan(const Wait& w, const Place& at) {
  const ElementPlace* x = element(w.semaphore, w.index, at);
  if (x == nullptr) return std::nullopt;
  if (x->event) {
    const std::optional<PlannedWait> event = plan_event(w, *x, at);
    return event ? std::optional<SyncWait>({*event, std::nullopt, 0}) : std::nullopt;
  }
  SyncWait sync;
  PlannedWait& out = sync.wait;
  out.index = x->id;
  out.lasts = !x->falls;
  if (w.kind == TestKind::equal) {
    if (!hardware(at, fmt::format("a test of '{}' for equality", semaphore_name(w.semaphore)))) return std::nullopt;
    out.lasts = false;
  }
  if (w.kind == TestKind::take) {
    if (!hardware(at, fmt::format("a take of '{}'", semaphore_name(w.semaphore)))) return std::nullopt;
    if (w.value.is_register()) {
      refuse(at, fmt::format("a take of '{}' by a register", semaphore_name(w.semaphore)), "take a number");
      return std::nullopt;
    }
    const std::int64_t amount = number(w.value, x->scale, at);
    out.take = {amount == 1 ? UpdateMode::decrement_read : UpdateMode::subtract_read, x->id,
                amount == 1 ? 0 : static_cast<std::uint32_t>(amount)};
    out.lasts = false;
  }
  // What starts at 0 or above and only rises is not below 0.
  const bool rises = w.kind == TestKind::at_least && !x->falls;
  if (rises && w.value.is_literal() && all_.from.literal(w.value) <= std::min<std::int64_t>(0, x->initial)) {
    return std::nullopt;
  }
  if (rises) {
    sync.queue = queue_of(w, *x);
    sync.block = x->producer.value;
  }
  return sync;
}

// The instructions of one engine in one block retire in order and equally often, so of those that are waited for with
// one threshold the last is enough.
std::optional<std::uint64_t> StreamWriter::queue_of(const Wait& w, const ElementPlace& x) {
  if (!x.producer.valid() || x.initial != 0) return std::nullopt;
  const Tree& tree = all_.tree();
  const std::int64_t threshold =
      w.value.is_register() ? (std::int64_t{1} << 40U) + w.value.reg().value : all_.from.literal(w.value);
  if (w.value.is_literal() && threshold >= (std::int64_t{1} << 40U)) return std::nullopt;
  const auto [it, fresh] = queues_.try_emplace(
      {tree.block_of(x.producer).value, tree.engine_of(x.producer).value, threshold}, queues_.size());
  return it->second;
}

void StreamWriter::plan_threshold(EngineId e, const Wait& w, const Place& at, PlannedWait& out) {
  const ElementPlace& x = *element(w.semaphore, w.index, at);
  const bool equal = w.kind == TestKind::equal;
  if (w.value.is_literal()) {
    out.mode = equal ? WaitMode::equal : WaitMode::at_least;
    out.value = static_cast<std::uint32_t>(number(w.value, x.scale, at));
    return;
  }
  out.mode = equal ? WaitMode::equal_register : WaitMode::at_least_register;
  const RegisterId r = w.value.reg();
  out.threshold = x.scale == 1 || is_scaled(e, r) ? reg(e, r) : multiplied(e, r, x.scale);
  // Thresholds are often below 0, where nothing is owed; an unsigned comparison takes them for large ones.
  if (all_.profile.compares_unsigned() && !equal) {
    const DraftRegister clipped = draft_.fresh();
    draft_.add(alu_value(AluOperation::maximum, clipped, out.threshold, 0));
    out.threshold = clipped;
  }
}

std::optional<PlannedWait> StreamWriter::plan_event(const Wait& w, const ElementPlace& x, const Place& at) {
  if (!w.value.is_literal() || all_.from.literal(w.value) != 1 || w.kind == TestKind::equal) {
    refuse(at, fmt::format("a test of the flag '{}' that is not for 1", semaphore_name(w.semaphore)),
           "an event is waited for until it is set: take it, or wait for >= 1");
    return std::nullopt;
  }
  PlannedWait out;
  out.index = x.id;
  out.lasts = false;
  out.mode = WaitMode::event_set_then_clear;
  if (w.kind == TestKind::take) return out;
  if (!hardware(at, fmt::format("a wait for the flag '{}' that does not take it", semaphore_name(w.semaphore)))) {
    return std::nullopt;
  }
  out.mode = WaitMode::event_set;
  return out;
}

// --- updates

std::optional<PlannedUpdate> StreamWriter::plan(const Update& u, const Place& at) {
  const ElementPlace* x = element(u.semaphore, u.index, at);
  if (x == nullptr) return std::nullopt;
  if (x->event) return plan_event(u, *x, at);
  std::int64_t amount = number(u.amount, x->scale, at);
  UpdateKind kind = u.kind;
  if (kind != UpdateKind::set && amount < 0) {
    kind = kind == UpdateKind::add ? UpdateKind::subtract : UpdateKind::add;
    amount = -amount;
  }
  PlannedUpdate out{UpdateMode::add, x->id, static_cast<std::uint32_t>(amount)};
  if (kind != UpdateKind::add) {
    const std::string what = fmt::format("'{}' {}", semaphore_name(u.semaphore),
                                         kind == UpdateKind::set ? "is set to a value" : "is counted down");
    if (!hardware(at, what)) return std::nullopt;
    out.mode = kind == UpdateKind::set ? UpdateMode::write : UpdateMode::subtract;
  }
  if (kind != UpdateKind::set && amount == 1) {
    out.mode = kind == UpdateKind::add ? UpdateMode::increment : UpdateMode::decrement;
    out.value = 0;
  }
  return out;
}

std::optional<PlannedUpdate> StreamWriter::plan_event(const Update& u, const ElementPlace& x, const Place& at) {
  const std::int64_t amount = all_.from.literal(u.amount);
  const bool sets = u.kind != UpdateKind::subtract && amount == 1;
  const bool clears = u.kind == UpdateKind::set && amount == 0;
  if (sets) return PlannedUpdate{UpdateMode::event_set, x.id, 0};
  const std::string name(semaphore_name(u.semaphore));
  if (!clears) {
    refuse(at, fmt::format("an update of the flag '{}' that an event does not have", name),
           fmt::format("write {} += 1, and take it", name));
    return std::nullopt;
  }
  if (!hardware(at, fmt::format("the flag '{}' is cleared", name))) return std::nullopt;
  return PlannedUpdate{UpdateMode::event_clear, x.id, 0};
}

std::optional<PlannedUpdate> StreamWriter::issued(const PlannedUpdate& u, const Place& at) {
  if (nothing_incomplete()) return u;
  if (all_.legality == Legality::hardware) return PlannedUpdate{at_issue(u.mode), u.index, u.value};
  refuse(at, "an update at issue: what the compiler emits happens when everything before it is complete",
         "update at retire, put a fence before a stand-alone signal, or --legality hardware");
  return std::nullopt;
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
