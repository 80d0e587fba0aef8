// Flags between cores: which sets and waits order what is on two cores, and which ids they use.
// SPDX-License-Identifier: Apache-2.0
//
// What. Every hazard between two cores gets a pair, forward or carried by a loop, where a flag of one core would have
//   it (sync_ir.hpp). A pair that another of the same pipes in the same region encloses is left out. Counters count, so
//   a carried pair over a distance of d is set d times before everything and waited for d times after, on one id.
// Who sets, who waits. On c220 all vector cores together (modes 1 and 2); on c310 the cube core and one vector core
//   (mode 4), but for what is between vector cores, or where there is one. What sets or waits only since its mode wants
//   it to does so at the same place, so the counts of every core agree.
// Overflow. A set may find its counter full unless a wait so many sets back is in its past. A pair T iterations behind
//   is known where the receiver sets a pair of the same region, after its wait, that the sender waits for before its
//   next set. Where none is near enough, the receiver answers at once: a full handshake.
// Ids. One for a pair; forward pairs of the same pipes in one region that are set and waited for in one order may share
//   one. Up to three do; of four and more each takes the next in turn. Without an id left the kernel is refused.
// Invariant. A forward set stands before its wait in the text and a carried wait before its set: in the order of the
//   text no wait stops. Of the sets and waits of one id the n-th belong together.
// Cost: quadratic in the pairs, of which there are at most `most_cross_pairs`. Source: ascend.md 1.7, 4.5, 4.7, 6 T22.
#pragma once

#include <algorithm>
#include <set>
#include <tl/expected.hpp>
#include <vector>

#include "targets/ascend/peers/hazards.hpp"
#include "targets/ascend/peers/options.hpp"

namespace counterpoint::ascend {

inline constexpr std::size_t most_cross_pairs = 4096;

struct CrossPair {
  CorePipe from;  // of the hazard
  CorePipe to;
  SyncPlace set;
  SyncPlace wait;
  std::uint32_t loop = no_element;  // carried by it
  std::uint32_t depth = 0;          // iterations between set and wait
  std::uint8_t mode = 0;
  Core reach = Core::aiv;
  std::vector<Core> senders;
  std::vector<Core> receivers;
  Pipe held = Pipe::s;          // of the receivers, by the wait
  std::uint32_t answers = ~0U;  // the pair that it answers
  std::uint32_t behind = 0;     // iterations that a set may be ahead of its wait
  std::int32_t id = -1;
  [[nodiscard]] bool carried() const { return loop != no_element; }
  [[nodiscard]] bool is_answer() const { return answers != ~0U; }
};

class CrossPairs {
 public:
  // Pairs with ids; `ir` has the operations of every core. An error if there are too few ids.
  [[nodiscard]] static tl::expected<CrossPairs, Diagnostic> make(const SyncIr& ir, const HazardTable& hazards,
                                                                 const FlagOptions& options);

  [[nodiscard]] const std::vector<CrossPair>& pairs() const { return pairs_; }
  // Puts sets and waits into the kernel, those before and after everything too.
  void write(Kernel& kernel) const;

 private:
  explicit CrossPairs(const SyncIr& ir, const FlagOptions& options) : ir_(&ir), most_(options.machine.cross_count) {
    ids_ = std::min(options.machine.cross_ids, 16U);
    ids_ = ids_ > 2 ? ids_ - 2 : 0;  // the two highest are the system's
  }
  void add(const Hazard& h);
  void choose_mode(CrossPair& p) const;
  void leave_out_enclosed();
  void answer();
  [[nodiscard]] std::uint32_t sharers(const CrossPair& p) const;
  [[nodiscard]] std::uint32_t behind(const CrossPair& p) const;
  [[nodiscard]] bool answered_by(const CrossPair& p, const CrossPair& r) const;
  [[nodiscard]] bool give_ids();
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> chains() const;
  [[nodiscard]] bool take_id(std::vector<std::int32_t>& ids, const CrossPair& p);

  const SyncIr* ir_;
  std::uint32_t most_;  // sets that may be pending
  std::uint32_t ids_;
  std::vector<CrossPair> pairs_;
  std::set<std::pair<Core, std::int32_t>> taken_;  // counters
};

}  // namespace counterpoint::ascend
