// Flags between the cores of one AI core: which counters there are, and sets and waits of them as statements.
// SPDX-License-Identifier: Apache-2.0
//
// What. A core has a counter for each id. A set reaches the counters of one or two cores, a wait takes one from its
//   own. Mode 2 goes from the cube core to every vector core, and back, where it is complete when every vector core has
//   set; mode 1 is complete when every vector core has set, and reaches them all; mode 4 (c310) is between the cube
//   core and one vector core, whose ids on the cube core are 16 higher if it is aiv1. So a counter has senders, and is
//   a cell for each of them: a set adds to its sender's, a wait takes one from every sender's in one step.
//   set:  signal cross.S.R[i] += 1, room.S.R[i] += 1 at retire        wait: take cross.S.R[i] >= 1, room.S.R[i] >= 1
// Overflow. A counter has four bits. `room` starts so far below the largest integer as sets may be pending, so the set
//   that is one too many overflows it: a fault of the language, with a schedule that replays. Its takes never stop.
//   Each sender's cell is bounded, also where a wait needs several of them.
// Counting form. Only where each cell is set by one pipe and taken by one (`single`): the n-th wait asks for n, nothing
//   falls, and closed clocks say whether set n has wait n - 15 in its past (clocks.hpp).
// Order of sets. The hardware does not promise that of two sets of a core the first takes effect first. A set takes
//   effect when all before it on its pipe has completed, and a wait learns no more from the n-th than from a later one.
// Cost: linear; a wait for a rotating id costs a few registers for each id. Source: ascend.md 1.7.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "targets/ascend/execution/flags.hpp"

namespace counterpoint::ascend {

// The counters that a kernel names.
class CrossCounters {
 public:
  CrossCounters(const Kernel& kernel, const Primitives& primitives);

  // What is wrong with the flags between cores, in the order of the text.
  [[nodiscard]] const Refusals& refusals() const { return refusals_; }
  // Each cell is set by one pipe, and taken by one.
  [[nodiscard]] bool single() const { return single_; }
  // Cores that a set reaches, and the first id that it names there.
  [[nodiscard]] std::vector<Core> reached(const Op& set) const;
  [[nodiscard]] static std::int32_t id_there(const Op& set);
  // Whose cells a wait takes from; none where nobody sets what it waits for.
  [[nodiscard]] std::vector<Core> senders(const Op& wait) const;
  // Ids from 0 on that are named.
  [[nodiscard]] std::uint32_t ids() const { return ids_; }

 private:
  struct Counter {
    std::uint8_t mode = 0;
    std::set<Core> senders;
    std::map<Core, std::set<Pipe>> set_by;
    std::set<Pipe> taken_by;
  };
  [[nodiscard]] bool has(Core core) const;
  [[nodiscard]] std::vector<Core> vector_cores() const;
  void look_at_set(OpId o);
  void look_at_wait(OpId o);
  void refuse(Code code, OpId o, std::string why) { refusals_.push_back({code, o, std::move(why), {}}); }

  const Kernel& kernel_;
  const Primitives& primitives_;
  std::map<std::pair<Core, std::int32_t>, Counter> counters_;  // by receiver and id
  Refusals refusals_;
  bool single_ = true;
  std::uint32_t ids_ = 1;
};

// Whether cells are counters between cores, or the room of such.
[[nodiscard]] bool of_cores(const Semaphore& s);

class CrossFlags {
 public:
  CrossFlags(Writer& writer, const CrossCounters& counters, const Primitives& primitives, FlagForm form)
      : writer_(writer), counters_(counters), primitives_(primitives), form_(form) {}

  // `id` is what the operation names, a number or a register of its pipe; on the writer's core.
  void set(const Op& x, Number id);
  void wait(const Op& x, Number id);

 private:
  [[nodiscard]] SemaphoreId cells(bool room, Core sender, Core receiver);
  [[nodiscard]] Number count(const Op& x, Core sender, Number id);

  Writer& writer_;
  const CrossCounters& counters_;
  const Primitives& primitives_;
  FlagForm form_;
  std::map<std::tuple<bool, Core, Core>, SemaphoreId> cells_;
};

}  // namespace counterpoint::ascend
