// What each wait and update of the text is on the core, or why it is nothing there.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "targets/neuron/lowering/stream_writer.hpp"

namespace counterpoint::neuron {

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

}  // namespace counterpoint::neuron
