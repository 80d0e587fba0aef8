// Every call that sets or waits for a flag, with the flag it means.
// SPDX-License-Identifier: Apache-2.0
//
// What. A flag is (source, destination, id); where keys have no destination it is (source, source, id). Calls of queues
// are sets and waits too, with ids that the runtime gives out: known where they are fixed (queues.hpp). The id of a
// rotating call follows from the iteration of its loop, of which only the phase matters: T - 1 modulo the least common
// multiple of what rotates with that loop. Source: ascend.md 1.2, 1.4, 1.5.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "targets/ascend/execution/queues.hpp"
#include "targets/ascend/kernel/paths.hpp"

namespace counterpoint::ascend {

struct FlagCall {
  bool set = false;
  bool maybe = false;  // a wait that waits only if there is something to wait for (alloc)
  Direction event;
  std::int32_t id = 0;
  ScopeId loop;  // rotating: id + (phase + shift) mod count
  std::uint32_t count = 1;
  std::int32_t shift = 0;
};

// The phase of each loop in which ids rotate; `outside` where it is not open.
using Phases = std::vector<std::uint8_t>;

class FlagCalls {
 public:
  static constexpr std::uint8_t outside = 0xff;
  FlagCalls(const Kernel& kernel, const Primitives& primitives, const QueueIds& queues);

  // Nothing for an operation that sets and waits for no flag, and where the core makes nothing of it.
  [[nodiscard]] std::optional<FlagCall> call(OpId o) const;
  // Of the flags, from 0. Ids beyond those of the core have none.
  [[nodiscard]] std::optional<std::size_t> flag(const FlagCall& call, const Phases& phases) const;
  [[nodiscard]] std::size_t flag_count() const { return flags_.size(); }
  [[nodiscard]] std::string flag_name(std::size_t flag) const;
  // Free events of buffers in place, which the source sets before anything else.
  [[nodiscard]] std::vector<std::size_t> set_at_start(Pipe source) const;
  [[nodiscard]] const QueueIds& queues() const { return queues_; }
  // A free event of a queue, for which the runtime waits at the end of the kernel.
  [[nodiscard]] bool waited_at_end(std::size_t flag) const;

  [[nodiscard]] Phases no_phases() const { return Phases(periods_.size(), outside); }
  // Going into the body of a loop, and past it.
  void enter(PathPoint loop, Phases& phases) const;
  void leave(PathPoint loop, Phases& phases) const;
  // Queue calls whose ids depend on the way there; then nothing is said of that event.
  [[nodiscard]] const std::vector<Direction>& unknown_events() const { return unknown_; }
  [[nodiscard]] bool phases_known() const { return known_; }

 private:
  struct Key {
    Direction event;
    std::int32_t id = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  void find_periods();
  void add_flags(const FlagCall& call);
  [[nodiscard]] Key key(const FlagCall& call, std::int32_t id) const;

  const Kernel& kernel_;
  const Primitives& primitives_;
  const QueueIds& queues_;
  std::map<ScopeId, std::size_t> rotating_;  // into periods_
  std::vector<std::uint32_t> periods_;
  std::map<Key, std::size_t> flags_;
  std::vector<Key> keys_;
  std::vector<Direction> unknown_;
  bool known_ = true;
};

}  // namespace counterpoint::ascend
