// The semaphore hardware of a core: 256 counters, 256 events, and what waits and updates do to them.
// SPDX-License-Identifier: Apache-2.0
//
// Source: neuron.md 1.2 to 1.5. A wait is a predicate and changes no counter; a wait on an event that clears takes the
// event when its record issues. Counters have 32 bits and wrap; how they compare is the profile's. Events are strict: a
// second set, and a clear of what is not set, are faults. Every touch is remembered, for dumps; it is no part of what
// two banks are compared by. All operations take constant time, a reset that of its group.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "targets/neuron/isa/profile.hpp"
#include "targets/neuron/isa/record.hpp"

namespace counterpoint::neuron {

// A wait whose threshold is known: `value` is the content of the register where the mode names one.
struct Condition {
  WaitMode mode = WaitMode::none;
  std::uint8_t index = 0;
  std::uint32_t value = 0;
  friend bool operator==(const Condition&, const Condition&) = default;
};

// An update whose operand is known.
struct Change {
  UpdateMode mode = UpdateMode::none;
  std::uint8_t index = 0;
  std::uint32_t value = 0;
  friend bool operator==(const Change&, const Change&) = default;
};

// What the profile says of comparisons.
struct WaitReading {
  bool is_unsigned = false;
  bool four_is_strict = false;  // is wait byte 0x04 "greater", or "at least"

  [[nodiscard]] static WaitReading of(const Profile& profile) {
    return {profile.compares_unsigned(), profile.wait_4_is_strict()};
  }
};

enum class BankFault : std::uint8_t {
  none,
  event_set_twice,
  event_clear_unset,  // also a wait that takes an event that another wait of its record took
  event_left,         // at the end of a block
  step_value,         // +1 or -1 that names another number
  wait_mode,          // no mode of the instruction set
  update_mode,
  outside,    // an address of the device view beyond its windows, or not of a word
  direction,  // a read of a window that is written, or the reverse
};
// "double set of an event", ...
[[nodiscard]] std::string_view bank_fault_name(BankFault fault);

class Bank {
 public:
  // Counters of `width` bits, 2 to 32: a narrower bank shows earlier what wraps.
  explicit Bank(unsigned width = 32) : mask_(0xffffffffU >> (32 - width)), drop_(32 - width) {}

  [[nodiscard]] std::uint32_t counter(unsigned id) const { return counters_[id & 0xFFU]; }
  [[nodiscard]] bool event(unsigned id) const { return events_[id & 0xFFU]; }
  void set_counter(std::uint8_t id, std::uint32_t value) {
    touched_.set(id);
    counters_[id] = value & mask_;
  }

  // Does the record that waits so have to wait no longer? `unordered` and `none` always hold; an unknown mode never.
  [[nodiscard]] bool holds(const Condition& wait, WaitReading how) const;
  // Would the other reading of bit 31 answer differently now? True if the wait orders two words that differ in it.
  [[nodiscard]] bool readings_differ(const Condition& wait) const;
  // What the issue of the record does for this wait: takes, or sets, the event of a mode that does.
  [[nodiscard]] BankFault take(const Condition& wait);
  [[nodiscard]] BankFault apply(const Change& update);

  // What the reset of a group does. `first` > `last` is an empty group.
  void reset_range(std::uint8_t first, std::uint8_t last);
  void reset_mask(const std::array<std::uint8_t, 32>& mask);
  // The other reading of a reset's mask: its first word names bits, which all counters lose.
  void clear_bits(std::uint32_t bits);
  void reset_all() { counters_.fill(0); }

  // The events that are set, ascending: at the end of a block there must be none.
  [[nodiscard]] std::vector<std::uint8_t> events_set() const;
  [[nodiscard]] BankFault end_block() const { return events_.none() ? BankFault::none : BankFault::event_left; }

  [[nodiscard]] const std::bitset<semaphore_count>& touched() const { return touched_; }
  [[nodiscard]] const std::bitset<event_count>& touched_events() const { return touched_events_; }
  // "S3=2 S10=-1 E7", what is not zero; "all clear". Counters read as signed.
  [[nodiscard]] std::string to_text() const;

  friend bool operator==(const Bank& a, const Bank& b) { return a.counters_ == b.counters_ && a.events_ == b.events_; }

 private:
  [[nodiscard]] BankFault set_event(std::uint8_t id);
  [[nodiscard]] BankFault clear_event(std::uint8_t id);

  std::uint32_t mask_;
  unsigned drop_;  // bits of a word that a counter does not have
  std::array<std::uint32_t, semaphore_count> counters_{};
  std::bitset<event_count> events_;
  std::bitset<semaphore_count> touched_;
  std::bitset<event_count> touched_events_;
};

// --- inline, for every record that runs asks them ---

inline bool Bank::holds(const Condition& wait, WaitReading how) const {
  if (wait.mode == WaitMode::none) return true;
  // A signed comparison is an unsigned one of words whose uppermost bit is the other way.
  const std::uint32_t bias = how.is_unsigned ? 0 : 0x80000000U;
  const std::uint32_t counter = counters_[wait.index] << drop_ ^ bias;
  const std::uint32_t value = wait.value << drop_ ^ bias;
  switch (wait.mode) {
    case WaitMode::equal:
    case WaitMode::equal_register: return counter == value;
    case WaitMode::less:
    case WaitMode::less_register: return counter < value;
    case WaitMode::at_most:
    case WaitMode::at_most_register: return counter <= value;
    case WaitMode::greater: return how.four_is_strict ? counter > value : counter >= value;
    case WaitMode::greater_register: return counter > value;
    case WaitMode::at_least:
    case WaitMode::at_least_register: return counter >= value;
    case WaitMode::event_set:
    case WaitMode::event_set_then_clear: return events_[wait.index];
    case WaitMode::event_clear:
    case WaitMode::event_clear_then_set: return !events_[wait.index];
    case WaitMode::none:
    case WaitMode::unordered: return true;
    case WaitMode::invalid: return false;
  }
  return false;
}

inline bool Bank::readings_differ(const Condition& wait) const {
  if (((counters_[wait.index] ^ wait.value) << drop_ & 0x80000000U) == 0) return false;
  const unsigned order = static_cast<unsigned>(wait.mode) & 0x7FU;
  return order >= static_cast<unsigned>(WaitMode::less) && order <= static_cast<unsigned>(WaitMode::at_least);
}

inline BankFault Bank::apply(const Change& update) {
  if (update.mode == UpdateMode::none) return BankFault::none;
  if (on_event(update.mode)) {
    return (static_cast<unsigned>(update.mode) & 0x0FU) == 1 ? set_event(update.index) : clear_event(update.index);
  }
  std::uint32_t& counter = counters_[update.index];
  touched_.set(update.index);
  switch (update.mode) {
    case UpdateMode::increment_read:
    case UpdateMode::increment:
      if (update.value > 1) return BankFault::step_value;  // 0 is "not said"
      counter = (counter + 1) & mask_;
      return BankFault::none;
    case UpdateMode::decrement_read:
    case UpdateMode::decrement:
      if (update.value > 1) return BankFault::step_value;
      counter = (counter - 1) & mask_;
      return BankFault::none;
    case UpdateMode::add_read:
    case UpdateMode::add:
    case UpdateMode::add_register_read:
    case UpdateMode::add_register: counter = (counter + update.value) & mask_; return BankFault::none;
    case UpdateMode::subtract_read:
    case UpdateMode::subtract:
    case UpdateMode::subtract_register_read:
    case UpdateMode::subtract_register: counter = (counter - update.value) & mask_; return BankFault::none;
    case UpdateMode::write_read:
    case UpdateMode::write:
    case UpdateMode::write_register_read:
    case UpdateMode::write_register: counter = update.value & mask_; return BankFault::none;
    default: return BankFault::update_mode;
  }
}

}  // namespace counterpoint::neuron
