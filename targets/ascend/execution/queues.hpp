// Which event ids the calls of queues take, without running the kernel.
// SPDX-License-Identifier: Apache-2.0
//
// What. AllocEventID takes the lowest id of its event that is free when the scalar unit passes the call, so ids depend
// on the path there. This follows every path at once: at each operation the set of states that can be there, a state
// being which ids are out, what each queue holds and, for queues that are not simple (queue_layout.hpp), in which
// buffer each tensor is. Where a call takes the same id in every state it is a number of the text; where it does not,
// or where a call could go wrong (a full queue, no id), whoever executes the kernel works the id out as the scalar unit
// does.
//
// Why by event. Events have pools of their own: what one event's ids are does not depend on another's.
// Invariant. The states here contain those of every run, for all trip counts (a loop with a number other than zero runs
// at least once), so an id said to be fixed is.
// On c310 calls take no ids (queue_brackets.hpp); "fixed" is then that no call goes wrong.
// Cost: operations x states; more than `most_states` at one operation end the search, and then no id is fixed.
// Source: ascend.md 1.4, 1.5.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "targets/ascend/execution/queue_layout.hpp"

namespace counterpoint::ascend {

// What a call does to the ids of its event.
enum class IdUse : std::uint8_t {
  none,
  enque,  // takes an id and sets it; the queue must not be full
  deque,  // waits for the id of the first entry and gives it back
  free,   // takes an id and sets it; the buffer must be allocated
  alloc,  // waits for the id of a free buffer, if it has one, and gives it back; there must be one
  fetch   // the lowest free id, which stays free
};

struct QueueCall {
  IdUse use = IdUse::none;
  ValueId queue;    // none for fetch
  Direction event;  // whose ids
};

// Of any operation; `none` for those that are no such call.
[[nodiscard]] QueueCall queue_call(const Kernel& kernel, OpId o);

// What is known of the id of a call before a run.
struct CallId {
  std::int32_t id = -1;  // -1: none yet, or never
  bool never = true;     // alloc: there is never an id to wait for
  bool always = true;    // alloc: there always is
};

class QueueIds {
 public:
  static constexpr std::size_t most_states = 64;
  // Of the calls of one core: its events have pools of their own.
  QueueIds(const Kernel& kernel, const Primitives& primitives, Core core = Core::one);

  // Every call on this event takes the same id at each visit, and none goes wrong.
  [[nodiscard]] bool fixed(Direction event) const;
  // A call of the queue allocates or frees.
  [[nodiscard]] bool allocates(ValueId queue) const;
  // Why not, and the call at which that shows (none if no single one does).
  [[nodiscard]] const std::string& why_not_fixed(Direction event) const { return events_.at(event).why; }
  [[nodiscard]] OpId fault(Direction event) const { return events_.at(event).fault; }
  // The runtime asserts against it, on some way there.
  [[nodiscard]] bool misused(Direction event) const { return events_.at(event).misused; }
  // Of a call on an event with fixed ids.
  [[nodiscard]] CallId call(OpId o) const;
  // What waits at the end for the free event of each buffer of a queue, if that event has fixed ids.
  [[nodiscard]] const std::vector<CallId>& end(ValueId queue) const;
  [[nodiscard]] const QueueLayouts& layouts() const { return layouts_; }
  // Some paths to a call of this simple queue, or to the end, bring a free event and some do not.
  [[nodiscard]] bool varies(ValueId queue) const { return varying_.contains(queue); }
  // In the order in which the text first names them.
  [[nodiscard]] const std::vector<Direction>& events() const { return order_; }
  // Queues whose free event this is, in the order of their definitions.
  [[nodiscard]] std::vector<ValueId> freed_by(Direction event) const;
  [[nodiscard]] std::vector<ValueId> filled_by(Direction event) const;

 private:
  struct Roles {
    std::vector<ValueId> filled;
    std::vector<ValueId> freed;
    bool fixed = false;
    std::string why;  // not
    OpId fault;
    bool misused = false;
    std::map<ValueId, std::vector<CallId>> end;  // by buffer
  };
  QueueLayouts layouts_;
  std::map<Direction, Roles> events_;
  std::vector<Direction> order_;
  std::map<OpId, CallId> calls_;
  std::set<ValueId> varying_;

  friend class IdSearch;
};

}  // namespace counterpoint::ascend
