// What is certainly complete before an operation starts, found by walking the text backwards from it.
// SPDX-License-Identifier: Apache-2.0
//
// What. The walk starts right before an operation (or a set) of pipe Q and goes back to the start of the kernel. With a
//   loop it goes back to where that loop begins, and then through its body again from the end: pass 1 is the iteration
//   before, pass 2 the one before that. It keeps
//   - `ordered`: the pipes of which everything up to here, and all that is earlier, is complete before Q goes on;
//   - `seen`: the pairs whose wait certainly has passed, and from which pass on their set is the one that it passed on.
//   A wait of Q, or of an ordered pipe, is seen. The set of a seen pair makes the pipe that sets ordered from there
//   back. bar(Q) orders Q, bar(all) everything. (ascend.md 4.2, "absorb": transitivity.)
// Passes. The set of a forward pair is met in the same pass; that of a pair carried by the loop at hand `count` passes
//   later. A pair carried by another loop with one id: outside of that loop, its last set; with several ids no set
//   certainly.
// Primes around a loop. A wait in the loop comes after the prime. What drains after the loop takes the last set of it,
//   if it ran at all, and comes after the prime in any case.
// What may not run. Of a conditional only what both branches order remains; of a loop that may run zero times nothing
//   (a switch keeps it, as a known defect). What was seen in either is forgotten with it.
// Invariant. `ordered` only ever says what holds on every path and for all trips: proved by the deciders on drawn
//   kernels in tests. Cost: linear in the elements walked; nothing is copied but a byte for each open scope.
#pragma once

#include <cstdint>
#include <vector>

#include "targets/ascend/peers/sync_ir.hpp"

namespace counterpoint::ascend {

using PipeSet = std::uint8_t;  // bit p: pipe number p
[[nodiscard]] constexpr PipeSet pipe_bit(Pipe p) { return static_cast<PipeSet>(1U << static_cast<unsigned>(p)); }
inline constexpr PipeSet every_pipe = (1U << pipe_count) - 1;

// Called as the walk goes. What it returns says whether to go on; it may add to `ordered`.
class ScanVisitor {
 public:
  ScanVisitor() = default;
  ScanVisitor(const ScanVisitor&) = delete;
  ScanVisitor& operator=(const ScanVisitor&) = delete;
  virtual ~ScanVisitor() = default;
  virtual bool at_op(std::uint32_t /*element*/, std::uint32_t /*pass*/, PipeSet& /*ordered*/) { return true; }
  virtual bool at_wait(std::uint32_t /*pair*/, std::uint32_t /*pass*/, PipeSet /*ordered*/) { return true; }
};

struct ScanStart {
  SyncPlace at;  // the walk starts with what stands in this list before number `index`
  std::size_t index = 0;
  Pipe pipe = Pipe::s;  // Q
  PipeSet ordered = 0;
};

class BackwardScan {
 public:
  BackwardScan(const SyncIr& ir, bool credit_zero_trips) : ir_(ir), credit_zero_trips_(credit_zero_trips) {}

  // From right before an operation, after what stands before it.
  [[nodiscard]] ScanStart before_op(std::uint32_t element) const;
  // From right before a set of a pair, as its own pipe sees it: it fires when all before it there is complete.
  [[nodiscard]] ScanStart before_set(std::uint32_t pair) const;

  // `loop`: where the loop begins that the walk goes round in, `passes` times; none: back to the start of the kernel.
  void run(const ScanStart& start, std::uint32_t loop, std::uint32_t passes, ScanVisitor& visitor);
  // Elements walked so far by all runs.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

 private:
  struct OpenScope {
    std::uint32_t begin;
    PipeSet saved;        // when the walk entered it at its end
    PipeSet other = 0;    // of the else branch
    std::size_t log = 0;  // how much was seen then
  };
  static constexpr std::uint32_t never = no_element;

  [[nodiscard]] bool absorb(const std::vector<SyncOp>& ops, std::size_t count, ScanVisitor& visitor);
  void see(std::uint32_t pair);
  void see_set(std::uint32_t pair, std::uint32_t from);
  void forget(std::size_t log);
  [[nodiscard]] std::uint32_t boundary(std::uint32_t at);

  const SyncIr& ir_;
  bool credit_zero_trips_;
  std::uint64_t steps_ = 0;

  // Of the walk at hand.
  Pipe pipe_ = Pipe::s;
  PipeSet ordered_ = 0;
  std::uint32_t loop_ = no_element;
  std::uint32_t pass_ = 0;
  std::vector<std::uint32_t> active_from_;  // by pair: from which pass its set counts; `never` if it was not seen
  std::vector<std::pair<std::uint32_t, std::uint32_t>> log_;  // pair, what it was before
  std::vector<OpenScope> open_;
};

}  // namespace counterpoint::ascend
