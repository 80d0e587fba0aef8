// The slow reference of the simulator.
// SPDX-License-Identifier: Apache-2.0
#include "tests/targets/neuron/simulator/core_reference.hpp"

#include <algorithm>

namespace counterpoint::neuron::testing {
namespace {

using State = CoreReference::State;

// A number as the profile reads it: as it is, or with bit 31 as a sign.
std::int64_t number(std::uint32_t word, bool is_signed) {
  return is_signed && word >= 0x80000000U ? static_cast<std::int64_t>(word) - 0x100000000 : word;
}

bool compare(Compare how, std::int64_t a, std::int64_t b) {
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

}  // namespace

std::string State::key() const {
  std::string k;
  const auto add = [&k](std::uint64_t v) { k += std::to_string(v) + ","; };
  for (const auto& [id, v] : counters) {
    if (v != 0) add(id), add(v);
  }
  for (const unsigned id : events) k += "E", add(id);
  for (const Engine& e : engines) {
    k += "|", add(e.place), add(e.arrived), add(e.gone), add(e.joins);
    for (const Queued& q : e.queue) add(q.place), add(q.operand[0]), add(q.operand[1]);
    for (const std::uint32_t r : e.registers) add(r);
    for (const auto& [scope, n] : e.visits) add(scope), add(n);
  }
  for (const auto& ring : rings) {
    k += "R";
    for (const std::uint32_t q : ring) add(q);
  }
  return k + std::to_string(joined) + "/" + std::to_string(returned);
}

State CoreReference::initial() const {
  State s;
  s.engines.resize(records_.size());
  s.rings.resize(image_.rings.size());
  return s;
}

std::vector<CoreReference::Wait> CoreReference::waits(const Record& r) {
  std::vector<Wait> out;
  if (r.band.wait_mode != WaitMode::none) out.push_back({r.band.wait_mode, r.band.wait_index, r.band.value});
  if (const auto* e = std::get_if<EventSemaphore>(&r.payload); e != nullptr && e->wait_mode != WaitMode::none) {
    out.push_back({e->wait_mode, e->wait_index, e->wait_value});
  }
  return out;
}

std::vector<CoreReference::Update> CoreReference::updates(const Record& r) {
  std::vector<Update> out;
  const WaitMode wait = r.band.wait_mode;
  const bool waits_for_number = wait != WaitMode::none && !on_event(wait);
  if (r.band.update_mode != UpdateMode::none) {
    out.push_back({r.band.update_mode, r.band.update_index, r.band.value, !waits_for_number});
  }
  if (const auto* e = std::get_if<EventSemaphore>(&r.payload); e != nullptr && e->update_mode != UpdateMode::none) {
    out.push_back({e->update_mode, e->update_index, e->update_value, true});
  }
  return out;
}

bool CoreReference::holds(const State& s, const State::Engine& e, const Wait& w) const {
  if (on_event(w.mode)) {
    const bool wants_set = w.mode == WaitMode::event_set || w.mode == WaitMode::event_set_then_clear;
    return s.events.contains(w.index) == wants_set;
  }
  const bool is_signed = !image_.profile.compares_unsigned();
  const auto found = s.counters.find(w.index);
  const std::int64_t counter = number(found == s.counters.end() ? 0 : found->second, is_signed);
  const unsigned mode = static_cast<unsigned>(w.mode);
  const std::int64_t value = number((mode & 0x80U) != 0 ? e.registers[w.value] : w.value, is_signed);
  switch (mode & 0x0FU) {
    case 1: return counter == value;
    case 2: return counter < value;
    case 3: return counter <= value;
    case 4: return counter > value || (mode == 4 && !image_.profile.wait_4_is_strict() && counter == value);
    default: return counter >= value;
  }
}

void CoreReference::apply(State& s, const Update& u, std::uint32_t operand) const {
  std::uint32_t& counter = s.counters[u.index];
  switch (static_cast<unsigned>(u.mode) & 0x0FU) {
    case 1:
      if (!s.events.insert(u.index).second) s.fault = "event-set-twice";
      return;
    case 2:
      if (s.events.erase(u.index) == 0) s.fault = "event-clear-unset";
      return;
    case 3:
    case 4:
      if (u.is_value && u.value > 1) {
        s.fault = "step-value";
      } else {
        counter += (static_cast<unsigned>(u.mode) & 0x0FU) == 3 ? 1U : 0xffffffffU;
      }
      return;
    case 5: counter += operand; return;
    case 7: counter -= operand; return;
    default: counter = operand; return;
  }
}

void CoreReference::apply_all(State& s, const Record& r, const std::array<std::uint32_t, 2>& operand,
                              bool at_completion) const {
  const auto all = updates(r);
  for (std::size_t n = 0; n < all.size() && s.fault.empty(); ++n) {
    if (on_completion(all[n].mode) == at_completion) apply(s, all[n], operand[n]);
  }
}

const Record* CoreReference::head(const State& s, std::uint32_t n) const {
  const State::Engine& e = s.engines[n];
  return e.gone || e.place >= records_[n].size() ? nullptr : &records_[n][e.place];
}

bool CoreReference::drained(const State& s, std::uint32_t n) const {
  if (!s.engines[n].queue.empty()) return false;
  for (std::size_t r = 0; r < s.rings.size(); ++r) {
    if (image_.rings[r].trigger == image_.streams[n].engine && !s.rings[r].empty()) return false;
  }
  return true;
}

std::string CoreReference::refusal(std::uint32_t n, const Record& r) const {
  if (r.opcode == Opcode::poll_semaphore) return "not-simulated";
  if (const auto* t = std::get_if<DmaTrigger>(&r.payload)) {
    for (const Queue& q : image_.queues) {
      if (q.name != t->name) continue;
      return image_.rings[q.ring].trigger == image_.streams[n].engine ? "" : "foreign-ring";
    }
    return "unknown-queue";
  }
  return "";
}

std::vector<CoreStep> CoreReference::enabled(const State& s) const {
  std::vector<CoreStep> out;
  if (!s.fault.empty()) return out;
  for (std::uint32_t n = 0; n < s.engines.size(); ++n) {
    const State::Engine& e = s.engines[n];
    if (const Record* r = head(s, n)) {
      const auto all = waits(*r);
      bool ready = std::all_of(all.begin(), all.end(), [&](const Wait& w) { return holds(s, e, w); });
      if (r->opcode == Opcode::all_engine_barrier) {
        if (!e.arrived && drained(s, n)) out.push_back({StepOf::arrive, n});
        const bool counted = all.empty() && updates(*r).empty();
        const auto needed = static_cast<std::uint32_t>(records_.size()) * (e.joins + 1);
        ready = e.arrived && (counted ? s.joined >= needed : ready);
      }
      if (r->opcode == Opcode::drain || r->opcode == Opcode::function_return) ready = ready && drained(s, n);
      if (!refusal(n, *r).empty()) ready = true;
      if (ready) out.push_back({StepOf::issue, n});
    }
    if (!e.queue.empty()) out.push_back({StepOf::complete, n});
  }
  for (std::uint32_t r = 0; r < s.rings.size(); ++r) {
    if (!s.rings[r].empty()) out.push_back({StepOf::transfer, r});
  }
  return out;
}

void CoreReference::execute_register(State& s, State::Engine& e, const Record& r) const {
  if (const auto* m = std::get_if<RegisterMove>(&r.payload)) {
    e.registers[m->target] = m->immediate ? static_cast<std::uint32_t>(m->value) : e.registers[m->source];
    if (m->count == 2) e.registers[m->target_high] = static_cast<std::uint32_t>(m->value >> 32U);
    return;
  }
  const auto& alu = std::get<RegisterAlu>(r.payload);
  const std::int64_t a = number(e.registers[alu.a], alu.data_type == 8);
  const std::int64_t b = number(alu.immediate ? alu.value : e.registers[alu.b], alu.data_type == 8);
  std::int64_t result = 0;
  switch (alu.operation) {
    case AluOperation::add: result = a + b; break;
    case AluOperation::subtract: result = a - b; break;
    case AluOperation::multiply:  // of the words, since the product of two numbers may not fit
      result = static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
      break;
    case AluOperation::divide:
    case AluOperation::modulo:
      if (b == 0) {
        s.fault = "division";
        return;
      }
      // Rounds down.
      result = a / b - ((a % b != 0) && ((a < 0) != (b < 0)) ? 1 : 0);
      if (alu.operation == AluOperation::modulo) result = a - b * result;
      break;
    case AluOperation::maximum: result = std::max(a, b); break;
    case AluOperation::minimum: result = std::min(a, b); break;
    default: result = a > b ? 1 : 0; break;
  }
  e.registers[alu.target] = static_cast<std::uint32_t>(result);
}

void CoreReference::execute(State& s, std::uint32_t n, const Record& r) const {
  State::Engine& e = s.engines[n];
  if (const auto* w = std::get_if<Work>(&r.payload)) {
    s.seen.push_back({w->instruction, false});
  } else if (const auto* l = std::get_if<LoadTrips>(&r.payload)) {
    e.registers[l->target] = counts_(l->scope, n, ++e.visits[l->scope]);
  } else if (r.opcode == Opcode::halt || r.opcode == Opcode::pseudo_instruction) {
    e.gone = true;
  } else if (r.opcode == Opcode::function_return) {
    e.gone = true;
    if (++s.returned == records_.size()) s.counters.clear();
  } else if (r.opcode == Opcode::register_move || r.opcode == Opcode::register_alu) {
    execute_register(s, e, r);
  } else if (const auto* b = std::get_if<Branch>(&r.payload)) {
    const bool is_signed = b->data_type != 9;
    const std::uint32_t right = b->register_form ? e.registers[b->b] : b->value;
    if (compare(b->compare, number(e.registers[b->a], is_signed), number(right, is_signed))) {
      if (b->target >= image_.streams[n].block_starts.size()) {
        s.fault = "branch-target";
      } else {
        e.place = image_.streams[n].block_starts[b->target];
      }
    }
  } else if (const auto* g = std::get_if<GroupReset>(&r.payload)) {
    for (unsigned id = 0; id < 256; ++id) {
      const bool in =
          g->mode == ClearMode::range ? id >= g->first && id <= g->last : ((g->mask[id / 8] >> (id % 8)) & 1U) != 0;
      if (in) s.counters.erase(id);
    }
  } else if (const auto* t = std::get_if<DmaTrigger>(&r.payload)) {
    for (std::uint32_t q = 0; q < image_.queues.size(); ++q) {
      if (image_.queues[q].name != t->name) continue;
      s.rings[image_.queues[q].ring].push_back(q);
      s.seen.push_back({image_.queues[q].instruction, false});
      break;
    }
  }
}

void CoreReference::take(State& s, CoreStep step) const {
  if (step.kind == StepOf::transfer) {
    const Queue& q = image_.queues[s.rings[step.unit].front()];
    s.rings[step.unit].pop_front();
    s.seen.push_back({q.instruction, true});
    if (q.updates) s.counters[q.semaphore] += q.increment;
    return;
  }
  State::Engine& e = s.engines[step.unit];
  const auto& records = records_[step.unit];
  if (step.kind != StepOf::complete) {
    const Record& r = records[e.place];
    std::array<std::uint32_t, 2> operand{};
    const auto all = updates(r);
    for (std::size_t n = 0; n < all.size(); ++n) {
      operand[n] = has_register(all[n].mode) ? e.registers[all[n].value] : all[n].value;
    }
    const bool joins = all.empty() && waits(r).empty();
    if (step.kind == StepOf::arrive) {
      e.arrived = true;
      if (joins) ++s.joined;
      apply_all(s, r, operand, false);
      apply_all(s, r, operand, true);
      return;
    }
    s.fault = refusal(step.unit, r);
    for (const Wait& w : waits(r)) {
      if (!s.fault.empty()) return;
      if (w.mode == WaitMode::event_set_then_clear && s.events.erase(w.index) == 0) s.fault = "event-clear-unset";
      if (w.mode == WaitMode::event_clear_then_set && !s.events.insert(w.index).second) s.fault = "event-set-twice";
    }
    if (!s.fault.empty()) return;
    const std::uint32_t place = e.place++;
    execute(s, step.unit, r);
    if (!s.fault.empty()) return;
    if (r.opcode == Opcode::all_engine_barrier) {
      e.arrived = false;
      if (joins) ++e.joins;
      return;
    }
    apply_all(s, r, operand, false);
    e.queue.push_back({place, operand});
  } else {
    s.seen.push_back({std::get<Work>(records[e.queue.front().place].payload).instruction, true});
    apply_all(s, records[e.queue.front().place], e.queue.front().operand, true);
    e.queue.pop_front();
  }
  // All but datapath records are complete as soon as all before them are.
  while (s.fault.empty() && !e.queue.empty() && records[e.queue.front().place].opcode != Opcode::work) {
    apply_all(s, records[e.queue.front().place], e.queue.front().operand, true);
    e.queue.pop_front();
  }
}

bool CoreReference::all_ended(const State& s) const {
  for (std::uint32_t n = 0; n < s.engines.size(); ++n) {
    if (head(s, n) != nullptr || !s.engines[n].queue.empty()) return false;
  }
  return true;
}

CoreReference::Counts CoreReference::all_orders(std::uint64_t most) const {
  Counts counts;
  std::vector<State> open = {initial()};
  std::set<std::string> known = {open.front().key()};
  while (!open.empty()) {
    if (known.size() > most) {
      counts.cut = true;
      return counts;
    }
    const State s = std::move(open.back());
    open.pop_back();
    ++counts.states;
    const auto steps = enabled(s);
    const bool left = steps.empty() && all_ended(s) && !s.events.empty();
    if (left) ++counts.faults, counts.fault_words.insert("event-left");
    if (steps.empty() && !left) ++(all_ended(s) ? counts.completed : counts.deadlocks);
    for (const CoreStep step : steps) {
      ++counts.transitions;
      State next = s;
      next.seen.clear();
      take(next, step);
      if (!next.fault.empty()) {
        ++counts.faults;
        counts.fault_words.insert(next.fault);
      } else if (known.insert(next.key()).second) {
        open.push_back(std::move(next));
      }
    }
  }
  return counts;
}

}  // namespace counterpoint::neuron::testing
