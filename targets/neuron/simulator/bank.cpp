// Events, resets and the text of a bank.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/simulator/bank.hpp"

#include <fmt/format.h>

namespace counterpoint::neuron {

std::string_view bank_fault_name(BankFault fault) {
  switch (fault) {
    case BankFault::none: return "none";
    case BankFault::event_set_twice: return "event-set-twice";
    case BankFault::event_clear_unset: return "event-clear-unset";
    case BankFault::event_left: return "event-left";
    case BankFault::step_value: return "step-value";
    case BankFault::wait_mode: return "wait-mode";
    case BankFault::update_mode: return "update-mode";
    case BankFault::outside: return "outside";
    case BankFault::direction: return "direction";
  }
  return "none";
}

BankFault Bank::take(const Condition& wait) {
  if (on_event(wait.mode)) {
    touched_events_.set(wait.index);
    if (wait.mode == WaitMode::event_set_then_clear) return clear_event(wait.index);
    if (wait.mode == WaitMode::event_clear_then_set) return set_event(wait.index);
    return BankFault::none;
  }
  if (wait.mode == WaitMode::invalid) return BankFault::wait_mode;
  if (wait.mode != WaitMode::none && wait.mode != WaitMode::unordered) touched_.set(wait.index);
  return BankFault::none;
}

BankFault Bank::set_event(std::uint8_t id) {
  touched_events_.set(id);
  if (events_[id]) return BankFault::event_set_twice;
  events_.set(id);
  return BankFault::none;
}

BankFault Bank::clear_event(std::uint8_t id) {
  touched_events_.set(id);
  if (!events_[id]) return BankFault::event_clear_unset;
  events_.reset(id);
  return BankFault::none;
}

void Bank::reset_range(std::uint8_t first, std::uint8_t last) {
  for (unsigned id = first; id <= last; ++id) set_counter(static_cast<std::uint8_t>(id), 0);
}

void Bank::reset_mask(const std::array<std::uint8_t, 32>& mask) {
  for (unsigned id = 0; id < semaphore_count; ++id) {
    if (((mask[id >> 3U] >> (id & 7U)) & 1U) != 0) set_counter(static_cast<std::uint8_t>(id), 0);
  }
}

void Bank::clear_bits(std::uint32_t bits) {
  for (unsigned id = 0; id < semaphore_count; ++id) {
    set_counter(static_cast<std::uint8_t>(id), counters_[id] & ~bits);
  }
}

std::vector<std::uint8_t> Bank::events_set() const {
  std::vector<std::uint8_t> out;
  for (unsigned id = 0; id < event_count; ++id) {
    if (events_[id]) out.push_back(static_cast<std::uint8_t>(id));
  }
  return out;
}

std::string Bank::to_text() const {
  std::string out;
  for (unsigned id = 0; id < semaphore_count; ++id) {
    if (counters_[id] == 0) continue;
    out +=
        fmt::format("{}S{}={}", out.empty() ? "" : " ", id, static_cast<std::int32_t>(counters_[id] << drop_) >> drop_);
  }
  for (const std::uint8_t id : events_set()) out += fmt::format("{}E{}", out.empty() ? "" : " ", id);
  return out.empty() ? "all clear" : out;
}

}  // namespace counterpoint::neuron
