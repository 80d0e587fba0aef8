// For every statement of a run in counting form: what must have happened on other pipes before it.
// SPDX-License-Identifier: Apache-2.0
//
// What. Streams are written out for given trips (verify/explore/linear.hpp). Where cells only rise, by one pipe each,
// and tests only ask for at least so much, a statement can happen exactly when every pipe has gone past so many
// statements and so many of its entries have retired: the least such vector, closed transitively, is its clock. Unlike
// the clocks of verify/order these count statements that stand alone too, because a set and a wait are such, and
// whether a wait comes before the next set of its flag is what is asked here.
//
// Resets. A barrier may make every cell zero; what raised a cell before it says nothing of its value after. Between two
// resets cells only rise, and a test looks at what raises its cell in its own part of the run.
//
// Double sets. The n-th set of a flag may find it set unless the wait that takes its (n-1)-th is in the set's past; of
// a counter between cores, which may hold fifteen, the wait that takes its (n-15)-th.
// Orders. A kernel orders two instructions if the retirement of one is in the clock of the other's issue; compared
// with the clocks of the program that says which of these orders nobody asked for.
//
// Invariant. Clocks along one pipe only grow; the clock of an entry's retirement is that of its statement with the
// entries up to it retired. Cost: O(statements x pipes) time and memory.
// Source: semantics.md 6, ascend.md 1.2 and 8 R5.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/program/implementation.hpp"
#include "verify/explore/linear.hpp"

namespace counterpoint::ascend {

class StreamClocks {
 public:
  // The streams must be of cells that only rise by one pipe each, but for barriers that reset them: of an
  // implementation in counting form without takes, or of a program.
  explicit StreamClocks(const LinearStreams& streams);

  // Every statement can happen.
  [[nodiscard]] bool complete() const { return complete_; }
  [[nodiscard]] std::size_t reached(EngineId e) const { return reached_[e.value]; }
  // Statements that must have been gone past, then entries that must have retired, by engine, before that statement.
  [[nodiscard]] std::span<const std::uint32_t> at(EngineId e, std::size_t event) const {
    return {clocks_[e.value].data() + event * 2 * count_, 2 * count_};
  }
  [[nodiscard]] const LinearStreams& streams() const { return streams_; }

 private:
  // A change of a cell: by the statement itself, or by the retirement of an entry.
  struct Raise {
    std::uint32_t resets = 0;  // of the run before it
    std::int64_t value = 0;    // after it
    std::uint32_t event = 0;
    std::uint32_t entry = 0;
    bool at_retirement = false;
  };
  struct Cell {
    std::uint32_t engine = 0;
    std::int64_t start = 0;
    std::vector<Raise> raises;
  };
  void find_raises();
  void raise(std::uint32_t engine, std::uint32_t event, const LinearEvent& e, bool at_retirement, std::uint32_t resets);
  [[nodiscard]] bool pass(std::size_t engine);
  [[nodiscard]] bool join_tests(std::size_t engine, const LinearEvent& e);
  [[nodiscard]] bool join_barrier();
  void join(std::size_t from, std::uint32_t event, std::uint32_t entries);

  const LinearStreams& streams_;
  std::size_t count_;
  std::vector<Cell> cells_;
  std::vector<std::vector<std::uint32_t>> clocks_;  // by engine: rows of 2 * count_
  std::vector<std::uint32_t> reached_;
  std::uint32_t resets_ = 0;        // gone past by all engines
  std::vector<std::uint32_t> now_;  // the row being made
  bool complete_ = false;
};

// A set that may find its flag set.
struct DoubleSet {
  EngineId engine;              // of the set,
  std::uint32_t statement = 0;  // which is this statement of its stream
  bool of_cores = false;        // a counter between cores, which overflows
  std::string text;             // "mte2_v[0] may have its set 2 before its set 1 is taken"
};
// The first in the order of flags. `flags` are the arrays that stand for flags, in counting form.
struct FlagLimits {
  bool flags_count = false;        // flags of one core count, and may be set while they are set
  std::uint32_t cross_count = 15;  // sets of a counter between cores that may be pending
};
[[nodiscard]] std::optional<DoubleSet> find_double_set(const Implementation& counting, const StreamClocks& clocks,
                                                       const FlagLimits& limits);

// Flags that are set more often than they are waited for, at the end: "mte2_v[0]:1".
[[nodiscard]] std::vector<std::string> flags_left(const Implementation& counting, const LinearStreams& streams);

// Pairs of instances of which one must have retired before the other issues, on either side and on one alone.
struct OrderedPairs {
  std::uint64_t asked = 0;
  std::uint64_t made = 0;
  std::uint64_t surplus = 0;  // made, and not asked for
  std::uint64_t missing = 0;  // asked for, and not made
};
// `engines` gives for each pipe of `asked` that of `made`; both have the same instances on each, in the same order.
[[nodiscard]] OrderedPairs compare_orders(const StreamClocks& asked, const StreamClocks& made,
                                          const IdVector<EngineId, EngineId>& engines);

}  // namespace counterpoint::ascend
