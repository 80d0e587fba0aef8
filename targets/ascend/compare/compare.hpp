// One program of pipes under every scheme: what each says it needs, what it is worth, what it costs.
// SPDX-License-Identifier: Apache-2.0
//
// What. A row for each line of schemes.def, for the machine of that architecture with its defaults: the vendor's
//   passes as they are and in sound mode, the peers, and counters and barriers of our own allocators for the same
//   required program. Calls are counted in the text, ids and orders and time in one run with the trips given
//   (execution/measure), the verdict is of `KernelJudge::everywhere`: many trip counts, zero and both ways of every
//   branch among them.
// Why. So that tables, the page and tests say the same of a program. Nothing is decided here.
// Invariant. A row depends on the program, the scheme and the options only. Cost: linear in the assignments tried.
// Source: ascend.md 8 R3-R5.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/allocation/allocate.hpp"
#include "targets/ascend/execution/measure.hpp"
#include "targets/ascend/synchronise/synchronise.hpp"

namespace counterpoint::ascend {

struct ComparedScheme {
  std::string_view word;
  Architecture architecture;
  bool counters = false;  // of our own; else a kernel
  SyncScheme sync = SyncScheme::none;
  bool sound = false;
  Scheme allocation = Scheme::per_loop;
};
[[nodiscard]] std::span<const ComparedScheme> all_compared();

struct ComparedRow {
  const ComparedScheme* scheme = nullptr;
  std::string kernel;   // the file, of one that is written by hand
  std::string refused;  // why there is nothing to compare, "" if there is
  // In the text. Of counters, sets are updates.
  CallCount calls;
  // At once in the run: flags of one event; of buffer ids those that are named; of counters all semaphores.
  std::uint64_t ids = 0;
  bool all_ids = false;  // all that there are, or something is merged, left out or fails for want of another
  RunCost cost;
  VerdictWord verdict = VerdictWord::undecided;  // of the first assignment that fails, else of the worst
  std::string reason;                            // "early-issue"
  std::string at;                                // "k=2": the trips of that assignment, if it fails
  std::vector<std::string> left;                 // flags that are set at the end of some assignment
  std::size_t tried = 0;                         // assignments
  std::vector<std::string> remarks;              // what the scheme says of itself: merged for want of ids, ...
  std::vector<std::string> findings;             // of the static rules, with texts only
  std::string text;                              // the kernel, with texts only

  [[nodiscard]] bool safe() const {
    return refused.empty() && (verdict == VerdictWord::equivalent || verdict == VerdictWord::refines);
  }
};

struct CompareOptions {
  std::size_t assignments = 64;  // of trip counts at most, of each kind
  bool texts = false;
  std::vector<std::string_view> parallel;  // names of loops that are marked
};
// The counts of the run that is measured, for a tree with the scopes of the program.
using TripsOf = std::function<Trips(const Tree&)>;

// The engines of the program are pipes.
[[nodiscard]] ComparedRow compare(const std::shared_ptr<const Program>& program, const ComparedScheme& scheme,
                                  const TripsOf& trips, const CompareOptions& options = {});
// The row of a kernel of the program that is written by hand, for the architecture that it names. Its text is right.
[[nodiscard]] ComparedRow compare_by_hand(const std::shared_ptr<const Program>& program, std::string_view file,
                                          std::string_view text, const TripsOf& trips,
                                          const CompareOptions& options = {});

}  // namespace counterpoint::ascend
