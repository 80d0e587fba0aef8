// set and wait of the event flags of one core, as statements of the implementation.
// SPDX-License-Identifier: Apache-2.0
//
// What. `flags`: what the hardware does. A set is a signal at retirement, a wait a take. `counters`: the same as long
// as no flag is set while it is set: the n-th wait for a flag waits for its n-th set. A set only ever adds, a wait only
// asks for at least so many, so closed clocks apply and decide in linear time what takes need exploration for.
// Why both. That no flag is set while set can be decided from the clocks of the counting form (order.hpp): set n must
// have wait n - 1 in its past. If all have, no run of the hardware's form faults and both forms have the same runs; if
// not, the past of the first set that has not is a run of both, and the next step of it faults.
// Invariant. A flag is one cell, set by one pipe; in the counting form it must be taken by one pipe too, which is so
// while keys have their destination.
// Source: ascend.md 1.2; semantics.md 6.
#pragma once

#include <cstdint>
#include <map>

#include "targets/ascend/execution/writer.hpp"

namespace counterpoint::ascend {

enum class FlagForm : std::uint8_t { flags, counters };

// Ends the name of what the buffers of a queue release on c310, an array too.
inline constexpr std::string_view released_by_queue = ".released";
// Whether a semaphore is flags.
[[nodiscard]] inline bool holds_flags(const Semaphore& s) { return s.array && !s.name.ends_with(released_by_queue); }

class Flags {
 public:
  Flags(Writer& writer, const Primitives& primitives, FlagForm form)
      : writer_(writer), primitives_(primitives), form_(form) {}

  // `id` is a number or a register of the pipe that performs it: `event.from` sets, `event.to` waits.
  void set(Direction event, Number id);
  // `times` is 1, or a register that is 0 or 1: with 0 nothing is waited for.
  void wait(Direction event, Number id, Number times);

 private:
  [[nodiscard]] SemaphoreId cells(Direction event);
  [[nodiscard]] static std::string name(Direction event);
  // An integer beyond the ids becomes a register, so that it faults when it is used.
  [[nodiscard]] Number index(Pipe p, Number id);
  void count_wait(Direction event, SemaphoreId cell, Number id, Number times);

  Writer& writer_;
  const Primitives& primitives_;
  FlagForm form_;
  std::map<Direction, SemaphoreId> cells_;
};

}  // namespace counterpoint::ascend
