// Pieces of the vendor's pipeline: dominance of waits, rotation, padding, carriers.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/text/text.hpp"
#include "targets/neuron/lowering/lower_sync.hpp"
#include "targets/neuron/lowering/padding.hpp"
#include "targets/neuron/lowering/rotation.hpp"

namespace counterpoint::neuron {
namespace {

SyncWait at_least(std::uint8_t semaphore, std::uint32_t value) {
  SyncWait out;
  out.wait = {WaitMode::at_least, semaphore, value, {}, true, {}};
  return out;
}

SyncWait of_queue(std::uint64_t queue, std::uint32_t block) {
  SyncWait out = at_least(static_cast<std::uint8_t>(block), 16);
  out.queue = queue;
  out.block = block;
  return out;
}

std::vector<std::pair<int, int>> pairs(const std::vector<SyncWait>& waits) {
  std::vector<std::pair<int, int>> out;
  for (const SyncWait& w : waits) out.emplace_back(w.wait.index, w.wait.value);
  return out;
}

TEST(LowerSync, TheHighestWaitOfEachSemaphoreStays) {
  std::vector<SyncWait> waits = {at_least(3, 2), at_least(3, 5), at_least(4, 1)};
  keep_highest(waits);
  EXPECT_EQ(pairs(waits), (std::vector<std::pair<int, int>>{{3, 5}, {4, 1}}));
}

TEST(LowerSync, ARegisterIsComparedWithNothing) {
  std::vector<SyncWait> waits = {at_least(3, 2), at_least(3, 0)};
  waits[1].wait.mode = WaitMode::at_least_register;
  waits[1].wait.threshold = DraftRegister{std::size_t{0}};
  keep_highest(waits);
  EXPECT_EQ(waits.size(), 2U);
}

TEST(LowerSync, OfAQueueTheWaitForTheLastBlockStays) {
  std::vector<SyncWait> waits = {of_queue(7, 1), of_queue(7, 3), of_queue(8, 2), at_least(9, 1)};
  keep_last_of_queue(waits);
  EXPECT_EQ(pairs(waits), (std::vector<std::pair<int, int>>{{3, 16}, {2, 16}, {9, 1}}));
}

TEST(Rotation, ATransferWaitsForTheOneBeforeItOnItsSemaphore) {
  const std::vector<RotatedTransfer> turns = rotate(5, 2, 16);
  ASSERT_EQ(turns.size(), 5U);
  EXPECT_EQ(turns[0].semaphore, 0U);
  EXPECT_FALSE(turns[1].before.has_value());
  EXPECT_EQ(turns[2].semaphore, 0U);
  EXPECT_EQ(turns[2].before, 16);
  EXPECT_EQ(turns[2].count, 32);
  EXPECT_EQ(turns[4].before, 32);
  EXPECT_EQ(turns[4].count, 48);
}

TEST(Rotation, WithASemaphoreForEachNothingIsWaitedFor) {
  for (const RotatedTransfer& t : rotate(4, 4, 16)) {
    EXPECT_FALSE(t.before.has_value());
    EXPECT_EQ(t.count, 16);
  }
}

std::string padded(const std::string& text) {
  const auto read = parse_implementation("implementation p\n" + text, "i.cp");
  if (!read) return to_string(read.error().front());
  const Padded out = pad_paths(*read);
  const std::string printed = print(out.implementation);
  return std::to_string(out.padded) + printed.substr(printed.find("\n\n") + 1);
}

TEST(Padding, TheShorterPathSignalsWhatIsMissing) {
  EXPECT_EQ(
      padded("engine a b\nsemaphore s\nif c {\n  a: x signal s += 1\n  a: y signal s += 1\n} else {\n  b: z\n}\n"),
      "1\nif c {\n  a: x  signal s += 1\n  a: y  signal s += 1\n} else {\n  b: z\n  a: signal s += 2 at retire\n}\n");
}

TEST(Padding, InnerConditionalsAreEvenedOutFirstAndLoopsWithANumberCounted) {
  EXPECT_EQ(padded("engine a b\nsemaphore s\nif c {\n  loop l trips 3 {\n    if d {\n      a: x signal s += 2\n    }\n"
                   "  }\n}\n"),
            "2\nif c {\n  loop l trips 3 {\n    if d {\n      a: x  signal s += 2\n    } else {\n"
            "      a: signal s += 2 at retire\n    }\n  }\n} else {\n  a: signal s += 6 at retire\n}\n");
}

TEST(Padding, WhatTheTextDoesNotCountIsLeft) {
  const std::string unknown = "if c {\n  loop l trips dynamic {\n    a: x  signal s += 1\n  }\n}\n";
  EXPECT_EQ(padded("engine a\nsemaphore s\n" + unknown), "0\n" + unknown);
  const std::string two = "if c {\n  a: x  signal s += 1\n  b: y  signal s += 1\n}\n";
  EXPECT_EQ(padded("engine a b\nsemaphore s\n" + two), "0\n" + two);
}

}  // namespace
}  // namespace counterpoint::neuron
