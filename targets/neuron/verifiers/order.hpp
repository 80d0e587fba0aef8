// What happens before what in a listing, by engines, waits, barriers and drains.
// SPDX-License-Identifier: Apache-2.0
//
// What. A node for each instruction as it issues; a transfer completes at a node of its own. Edges: the order of each
//   engine; an instruction on all engines after and before everything; barriers of one block that meet; a producer's
//   completion before whoever waits for it; a transfer's before the next drain of its engine; with `queue_order`, also
//   before the next completion of its queue. Waits that are wrong (arithmetic.hpp) give no edge.
// How. Every node has, for each engine, the last place known to be over. A place on an engine is over if that clock has
//   reached it; a transfer is, if the clock has reached one of those that wait for it. Where branches join, the least
//   of both clocks counts, over the paths that pass the block of the first event; a wait on some of these paths only
//   leaves the answer open.
// Invariant. Clocks never claim more than holds on every path.
// Cost. Nodes times engines, once without branches, else once for each block in which a questioned pair begins;
//   bounded.
// Source. neuron.md 5.2, 6.3, 8 (12, 13).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "targets/neuron/verifiers/arithmetic.hpp"
#include "targets/neuron/verifiers/listing.hpp"

namespace counterpoint::neuron {

// A block once more: the blocks of a loop's body stand twice in the order of two iterations.
struct OrderSegment {
  std::uint32_t block = 0;
  std::uint32_t copy = 0;
  std::vector<std::uint32_t> previous;
};
// All blocks once; or the body of a loop twice, one iteration after the other.
[[nodiscard]] std::vector<OrderSegment> all_blocks(const Listing& listing);
[[nodiscard]] std::vector<OrderSegment> two_iterations(const Listing& listing, const Listing::Loop& loop);

struct OrderRules {
  bool queue_order = false;
  bool fences = true;  // false: what stands at the end of the last block and only orders does not
};

struct OrderEvent {
  std::uint32_t segment = 0;
  DumpPart part;
};

enum class Ordered : std::uint8_t { no, open, yes };

class HappensBefore {
 public:
  HappensBefore(const Listing& listing, const WaitArithmetic& waits, std::vector<OrderSegment> segments,
                OrderRules rules);

  [[nodiscard]] bool cyclic() const { return cyclic_; }
  // One instruction of a circle, if there is one.
  [[nodiscard]] std::uint32_t on_cycle() const { return on_cycle_; }
  // Is a complete before b begins? Cheapest when asked by ascending segments of a.
  [[nodiscard]] Ordered before(const OrderEvent& a, const OrderEvent& b);
  // Can a run pass both?
  [[nodiscard]] bool together(std::uint32_t a, std::uint32_t b);

 private:
  static constexpr std::size_t lanes = 8;
  using Clock = std::array<std::uint32_t, lanes>;
  struct Async {
    DumpPart part;
    std::uint32_t segment = 0;
    std::uint32_t issue = 0;  // node
    std::vector<std::uint32_t> waiters;
    std::uint32_t next = 0;  // the next of its queue, itself if none
  };

  void find_tails();
  void number();
  void connect_segment(std::uint32_t s, std::vector<std::vector<std::uint32_t>>& meetings);
  void connect_waits(std::uint32_t s);
  void connect_drains();
  void connect_queues();
  void sort();
  void run(std::uint32_t source);
  void edge(std::uint32_t from, std::uint32_t to) { edges_.emplace_back(from, to); }
  [[nodiscard]] bool in_tail(std::uint32_t segment, std::uint32_t i) const { return i >= tails_[segment]; }
  [[nodiscard]] std::uint32_t node(std::uint32_t segment, std::uint32_t i) const;
  [[nodiscard]] std::uint32_t entry_node(std::uint32_t segment, std::size_t lane) const {
    return entries_[segment] + static_cast<std::uint32_t>(lane);
  }
  [[nodiscard]] const Async* async(const OrderEvent& e) const;
  [[nodiscard]] bool covers(std::uint32_t at, std::uint32_t done) const;
  void find_first_waiters();
  [[nodiscard]] bool covers_one_of(std::uint32_t at, const Async& x) const;
  [[nodiscard]] bool bypassed(std::uint32_t from, std::uint32_t through, std::uint32_t to);
  [[nodiscard]] const std::vector<bool>& reachable(std::uint32_t from, std::uint32_t without);

  const Listing& l_;
  const WaitArithmetic& waits_;
  std::vector<OrderSegment> segments_;
  OrderRules rules_;
  bool branching_ = false;
  std::vector<std::uint32_t> first_wait_;   // of each instruction, in waits_
  std::vector<std::uint32_t> tails_;        // of each segment: where what is only a fence begins
  std::vector<std::uint32_t> entries_;      // first node of each segment: one for each lane, then its instructions
  std::vector<std::uint8_t> lane_;          // of each node; lanes: no chain; lanes + 1: all
  std::vector<std::uint32_t> segment_of_;   // of each node
  std::vector<std::uint32_t> instruction_;  // of each node
  std::vector<std::array<std::uint32_t, lanes>> exits_;  // last node of each lane of a segment
  std::vector<Async> asyncs_;
  std::vector<Clock> first_waiters_;                                                 // of each of them
  std::map<std::pair<std::uint32_t, const DumpDmaBlock*>, std::uint32_t> async_at_;  // (node, block of a queue)
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
  std::vector<std::uint32_t> in_start_;
  std::vector<std::uint32_t> in_;
  std::vector<std::uint32_t> sorted_;
  std::vector<Clock> clocks_;
  std::uint32_t source_ = 0xffffffffU;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<bool>> reachable_;
  std::uint64_t spent_ = 0;
  bool cyclic_ = false;
  std::uint32_t on_cycle_ = 0;
};

}  // namespace counterpoint::neuron
