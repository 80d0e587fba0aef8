// The stream of every engine written out as a list, with all registers, trips and masks worked out.
// SPDX-License-Identifier: Apache-2.0
//
// What an engine meets depends on its own stream only (trips are an oracle, registers are its own), so for given trip
// counts each stream is a fixed list of events with numbers in it. The state of a machine is then how far each engine
// has come, how many of its entries have retired, and the cells. Cost: O(events), about 40 bytes each.
#pragma once

#include <cstdint>
#include <tl/expected.hpp>
#include <vector>

#include "core/machine/machine.hpp"
#include "verify/question.hpp"

namespace counterpoint {

// `gather` follows each `barrier`: the engine has arrived and waits for the others there.
enum class LinearKind : std::uint8_t {
  issue,
  visit,
  wait,
  signal,
  signal_at_retire,
  fence,
  barrier,
  gather,
  end,
  fault  // reaching it is a fault: a register operation, or an index of a test
};

struct LinearTest {
  std::uint32_t cell = 0;
  TestKind kind = TestKind::at_least;
  std::int64_t value = 0;
};

struct LinearChange {
  std::uint32_t cell = 0;
  UpdateKind kind = UpdateKind::add;
  bool flag = false;
  std::int64_t amount = 0;
};

struct LinearEvent {
  LinearKind kind = LinearKind::end;
  bool reset = false;   // barrier, gather
  bool faults = false;  // an index of its changes is out of range: taking it is a fault
  FaultKind fault = FaultKind::index;
  std::uint32_t subject = 0;  // instruction, scope, ordinal of the barrier
  std::uint32_t first_test = 0;
  std::uint32_t last_test = 0;
  std::uint32_t first_change = 0;  // at issue [first_change, retire_change), then at retirement
  std::uint32_t retire_change = 0;
  std::uint32_t last_change = 0;
};

struct LinearStream {
  std::vector<LinearEvent> events;              // the last one is `end` or `fault`
  std::vector<std::uint32_t> entries_before;    // by event: entries put in flight by those before it
  std::vector<std::uint32_t> visible_before;    // by event: issues and visits before it
  std::vector<std::uint32_t> entry_event;       // by entry: the event that put it in flight
  std::vector<std::uint32_t> instances_before;  // by entry, and one more: instances among the entries before it
};

struct LinearStreams {
  IdVector<EngineId, LinearStream> engines;
  std::vector<LinearTest> tests;
  std::vector<LinearChange> changes;
  std::vector<std::int64_t> initial;  // of every cell
  std::vector<bool> flag;             // by cell
};

// Refuses more than `limit` events.
[[nodiscard]] tl::expected<LinearStreams, NotApplicable> write_out(const Machine& machine, std::uint64_t limit);

}  // namespace counterpoint
