// The bank: counters, events, resets, the device view, and the vectors on them.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/simulator/bank.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "targets/neuron/simulator/device_view.hpp"

namespace counterpoint::neuron {
namespace {

constexpr WaitReading signed_words{false, true};
constexpr WaitReading unsigned_words{true, true};

TEST(Bank, StartsClear) {
  const Bank bank;
  for (unsigned id = 0; id < semaphore_count; ++id) {
    EXPECT_EQ(bank.counter(id), 0U);
    EXPECT_FALSE(bank.event(id));
  }
  EXPECT_EQ(bank.to_text(), "all clear");
}

// Vector 25.
TEST(Bank, DecrementingZeroWrapsAndTheReadingOfBit31DecidesTheWait) {
  Bank bank;
  EXPECT_EQ(bank.apply({UpdateMode::decrement, 9, 0}), BankFault::none);
  EXPECT_EQ(bank.counter(9), 0xFFFFFFFFU);
  const Condition wait{WaitMode::at_least, 9, 0};
  EXPECT_FALSE(bank.holds(wait, signed_words));
  EXPECT_TRUE(bank.holds(wait, unsigned_words));
  EXPECT_TRUE(bank.readings_differ(wait));
  EXPECT_FALSE(bank.readings_differ({WaitMode::equal, 9, 0}));
  EXPECT_FALSE(bank.readings_differ({WaitMode::at_least, 9, 0x80000000U}));
}

TEST(Bank, EveryUpdateWrapsModulo32Bits) {
  Bank bank;
  EXPECT_EQ(bank.apply({UpdateMode::write, 1, 0xFFFFFFFFU}), BankFault::none);
  EXPECT_EQ(bank.apply({UpdateMode::increment, 1, 1}), BankFault::none);
  EXPECT_EQ(bank.counter(1), 0U);
  EXPECT_EQ(bank.apply({UpdateMode::subtract, 1, 0x7FFFFFFFU}), BankFault::none);
  EXPECT_EQ(bank.counter(1), 0x80000001U);
  EXPECT_EQ(bank.apply({UpdateMode::add, 1, 0xFFFFFFFFU}), BankFault::none);
  EXPECT_EQ(bank.counter(1), 0x80000000U);
}

TEST(Bank, EveryWaitModeComparesAsItsNameSays) {
  struct Row {
    WaitMode mode;
    bool below, at, above;  // for a counter of 4, 5, 6 and the value 5
  };
  const std::vector<Row> rows = {
      {WaitMode::none, true, true, true},
      {WaitMode::unordered, true, true, true},
      {WaitMode::invalid, false, false, false},
      {WaitMode::equal, false, true, false},
      {WaitMode::less, true, false, false},
      {WaitMode::at_most, true, true, false},
      {WaitMode::greater, false, false, true},
      {WaitMode::at_least, false, true, true},
      {WaitMode::equal_register, false, true, false},
      {WaitMode::less_register, true, false, false},
      {WaitMode::at_most_register, true, true, false},
      {WaitMode::greater_register, false, false, true},
      {WaitMode::at_least_register, false, true, true},
  };
  Bank bank;
  for (const Row& row : rows) {
    for (std::uint32_t n = 4; n <= 6; ++n) {
      bank.set_counter(7, n);
      const bool wanted = n == 4 ? row.below : n == 5 ? row.at : row.above;
      EXPECT_EQ(bank.holds({row.mode, 7, 5}, signed_words), wanted) << static_cast<int>(row.mode) << " at " << n;
      EXPECT_EQ(bank.holds({row.mode, 7, 5}, unsigned_words), wanted) << static_cast<int>(row.mode) << " at " << n;
    }
  }
}

TEST(Bank, ASwitchMakesWaitFourAPoll) {
  Bank bank;
  bank.set_counter(3, 2);
  EXPECT_TRUE(bank.holds({WaitMode::greater, 3, 2}, {false, false}));
  EXPECT_FALSE(bank.holds({WaitMode::greater, 3, 2}, {false, true}));
  EXPECT_FALSE(bank.holds({WaitMode::greater_register, 3, 2}, {false, false}));
  EXPECT_FALSE(WaitReading::of(Profile::page()).four_is_strict);
  EXPECT_TRUE(WaitReading::of(Profile::device()).four_is_strict);
}

TEST(Bank, ANarrowCounterWrapsInEveryUpdate) {
  struct Row {
    UpdateMode mode;
    std::uint32_t value, from, to;
  };
  const Row rows[] = {
      {UpdateMode::increment, 0, 63, 0},       {UpdateMode::decrement, 0, 0, 63},         {UpdateMode::add, 5, 60, 1},
      {UpdateMode::add_register, 64, 7, 7},    {UpdateMode::subtract, 3, 1, 62},          {UpdateMode::write, 70, 0, 6},
      {UpdateMode::write_register, 128, 9, 0}, {UpdateMode::subtract_register, 1, 0, 63},
  };
  for (const Row& row : rows) {
    Bank bank(6);
    bank.set_counter(2, row.from);
    EXPECT_EQ(bank.apply({row.mode, 2, row.value}), BankFault::none);
    EXPECT_EQ(bank.counter(2), row.to) << static_cast<int>(row.mode);
  }
  Bank bank(6);
  bank.set_counter(2, 64 + 5);
  EXPECT_EQ(bank.counter(2), 5U);
}

TEST(Bank, AStepByOneThatNamesAnotherNumberIsAFault) {
  for (const UpdateMode mode :
       {UpdateMode::increment, UpdateMode::decrement, UpdateMode::increment_read, UpdateMode::decrement_read}) {
    Bank bank;
    EXPECT_EQ(bank.apply({mode, 1, 0}), BankFault::none);
    EXPECT_EQ(bank.apply({mode, 1, 1}), BankFault::none);
    EXPECT_EQ(bank.apply({mode, 1, 2}), BankFault::step_value);
  }
}

TEST(Bank, AnUpdateModeThatDoesNotExistIsAFault) {
  Bank bank;
  EXPECT_EQ(bank.apply({UpdateMode::invalid, 1, 0}), BankFault::update_mode);
  EXPECT_EQ(bank.apply({static_cast<UpdateMode>(0x0B), 1, 0}), BankFault::update_mode);
}

// Vector 28.
TEST(Bank, AnEventIsSetOnceAndTakenOnce) {
  Bank bank;
  EXPECT_EQ(bank.apply({UpdateMode::event_set, 8, 0}), BankFault::none);
  EXPECT_EQ(bank.apply({UpdateMode::event_set, 8, 0}), BankFault::event_set_twice);
  const Condition wait{WaitMode::event_set_then_clear, 8, 0};
  EXPECT_TRUE(bank.holds(wait, signed_words));
  EXPECT_EQ(bank.take(wait), BankFault::none);
  EXPECT_FALSE(bank.event(8));
  EXPECT_FALSE(bank.holds(wait, signed_words));
  EXPECT_EQ(bank.take(wait), BankFault::event_clear_unset);
  EXPECT_EQ(bank.apply({UpdateMode::event_clear, 8, 0}), BankFault::event_clear_unset);
  EXPECT_EQ(bank.apply({UpdateMode::event_clear_read, 8, 0}), BankFault::event_clear_unset);
}

TEST(Bank, PlainEventWaitsChangeNothing) {
  Bank bank;
  EXPECT_TRUE(bank.holds({WaitMode::event_clear, 2, 0}, signed_words));
  EXPECT_EQ(bank.take({WaitMode::event_clear, 2, 0}), BankFault::none);
  EXPECT_EQ(bank.take({WaitMode::event_clear_then_set, 2, 0}), BankFault::none);
  EXPECT_TRUE(bank.event(2));
  EXPECT_EQ(bank.take({WaitMode::event_set, 2, 0}), BankFault::none);
  EXPECT_TRUE(bank.event(2));
  EXPECT_EQ(bank.take({WaitMode::event_clear_then_set, 2, 0}), BankFault::event_set_twice);
}

TEST(Bank, AnEventLeftAtTheEndOfABlockIsAFaultAndACounterIsNot) {
  Bank bank;
  EXPECT_EQ(bank.apply({UpdateMode::increment, 4, 0}), BankFault::none);
  EXPECT_EQ(bank.end_block(), BankFault::none);
  EXPECT_EQ(bank.apply({UpdateMode::event_set_read, 4, 0}), BankFault::none);
  EXPECT_EQ(bank.end_block(), BankFault::event_left);
  EXPECT_EQ(bank.events_set(), std::vector<std::uint8_t>{4});
  EXPECT_EQ(bank.to_text(), "S4=1 E4");
}

TEST(Bank, ResetsClearTheirGroupAndNoStranger) {
  const auto fill = [] {
    Bank bank;
    for (unsigned id = 0; id < semaphore_count; ++id) bank.set_counter(static_cast<std::uint8_t>(id), 0xF0 + id);
    return bank;
  };
  Bank range = fill();
  range.reset_range(250, 255);
  Bank mask = fill();
  std::array<std::uint8_t, 32> bits{};
  for (const unsigned id : {0U, 9U, 255U}) bits[id >> 3U] = static_cast<std::uint8_t>(bits[id >> 3U] | 1U << (id & 7U));
  mask.reset_mask(bits);
  Bank empty = fill();
  empty.reset_range(5, 4);
  EXPECT_EQ(empty, fill());
  for (unsigned id = 0; id < semaphore_count; ++id) {
    EXPECT_EQ(range.counter(id), id >= 250 ? 0 : 0xF0 + id);
    EXPECT_EQ(mask.counter(id), id == 0 || id == 9 || id == 255 ? 0 : 0xF0 + id);
  }
  Bank lost = fill();
  lost.clear_bits(0xF0);
  EXPECT_EQ(lost.counter(0), 0U);
  EXPECT_EQ(lost.counter(0x1F), 0x10FU);
}

TEST(Bank, RemembersWhatWasTouched) {
  Bank bank;
  EXPECT_EQ(bank.take({WaitMode::at_least, 3, 0}), BankFault::none);
  EXPECT_EQ(bank.apply({UpdateMode::add, 5, 0}), BankFault::none);
  EXPECT_EQ(bank.apply({UpdateMode::event_set, 6, 0}), BankFault::none);
  bank.reset_range(7, 7);
  EXPECT_EQ(bank.touched().count(), 3U);
  EXPECT_TRUE(bank.touched()[3] && bank.touched()[5] && bank.touched()[7]);
  EXPECT_EQ(bank.touched_events().count(), 1U);
  Bank other;
  EXPECT_EQ(other.apply({UpdateMode::event_set, 6, 0}), BankFault::none);
  EXPECT_EQ(bank, other) << "what was touched is no part of the state";
}

TEST(DeviceView, TheFourSemaphoreWindowsAreOneArray) {
  Bank bank;
  DeviceView view(bank);
  EXPECT_EQ(view.write(0x1400 + 4 * 17, 40), BankFault::none);
  EXPECT_EQ(view.write(0x1800 + 4 * 17, 5), BankFault::none);
  EXPECT_EQ(view.write(0x1C00 + 4 * 17, 3), BankFault::none);
  EXPECT_EQ(view.read(0x1000 + 4 * 17).value(), 42U);
  EXPECT_EQ(bank.counter(17), 42U);
}

TEST(DeviceView, EventsAreReadAndWrittenByBitZero) {
  Bank bank;
  DeviceView view(bank);
  EXPECT_EQ(view.write(Window::events, 255, 3), BankFault::none);
  EXPECT_EQ(view.write(Window::events, 255, 1), BankFault::none) << "a plain write is no edge";
  EXPECT_EQ(view.read(4 * 255).value(), 1U);
  EXPECT_EQ(view.write(Window::events, 255, 2), BankFault::none);
  EXPECT_EQ(view.read(Window::events, 255).value(), 0U);
}

TEST(DeviceView, NumbersFrom256OnFallOutside) {
  Bank bank;
  DeviceView view(bank);
  for (const Window w : {Window::events, Window::read}) {
    EXPECT_EQ(view.read(w, 256).error(), BankFault::outside);
  }
  for (const Window w : {Window::events, Window::set, Window::add, Window::subtract}) {
    EXPECT_EQ(view.write(w, 256, 1), BankFault::outside);
  }
  EXPECT_EQ(view.read(offset_of(Window::events, 256)).error(), BankFault::outside);
  EXPECT_EQ(view.write(offset_of(Window::subtract, 256), 1), BankFault::outside);
  EXPECT_EQ(view.read(0x1002).error(), BankFault::outside) << "not aligned";
  EXPECT_EQ(bank, Bank{});
}

TEST(DeviceView, AWindowHasOneDirection) {
  Bank bank;
  DeviceView view(bank);
  EXPECT_EQ(view.write(Window::read, 1, 1), BankFault::direction);
  for (const Window w : {Window::set, Window::add, Window::subtract}) {
    EXPECT_EQ(view.read(w, 1).error(), BankFault::direction);
  }
}

}  // namespace
}  // namespace counterpoint::neuron
