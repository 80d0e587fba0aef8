// Which pairs of operations have to be ordered, and across which loop.
// SPDX-License-Identifier: Apache-2.0
//
// What. Every conflict that `derive` finds between accesses to buffers, whatever the program says of it, and every
//   dependency that the program gives. A forward hazard: all of `earlier` so far, in this iteration too, has to be
//   complete before `later` starts. A carried one: all of it up to the end of the iteration `distance` before the
//   current one of `loop`.
// Why not one by one. Of two branches of one conditional no pair meets in one iteration: they are hazards of all loops
//   around, at distance 1. A vector of several distances is rounded up to all of the iteration that its outermost
//   names.
// Left out: what a pipe in order keeps by itself, and what a loop that is marked parallel would carry.
// Cost: that of `derive`. Source: language.md "Programs", ascend.md 4.2.
#pragma once

#include <cstdint>
#include <tl/expected.hpp>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/ascend/peers/options.hpp"
#include "targets/ascend/peers/sync_ir.hpp"

namespace counterpoint::ascend {

struct Hazard {
  std::uint32_t later = 0;  // elements
  std::uint32_t loop = no_element;
  std::uint32_t earlier = 0;
  std::uint32_t distance = 0;  // 0: forward
  friend auto operator<=>(const Hazard&, const Hazard&) = default;
};

inline constexpr std::uint32_t most_distance = 16;  // what is further away is taken to be as far as this

class HazardTable {
 public:
  // What cannot be kept by flags at all is said in words.
  [[nodiscard]] static tl::expected<HazardTable, Diagnostic> build(const SyncIr& ir, const FlagOptions& options);

  // Sorted by later, loop (forward last), earlier, distance.
  [[nodiscard]] const std::vector<Hazard>& all() const { return hazards_; }
  // Of one later operation; carried by `loop`, or forward if none.
  [[nodiscard]] std::span<const Hazard> of(std::uint32_t later, std::uint32_t loop) const;
  // Of one later operation.
  [[nodiscard]] std::span<const Hazard> of(std::uint32_t later) const;

 private:
  std::vector<Hazard> hazards_;
  std::vector<std::uint32_t> start_;  // by element, and one more
};

}  // namespace counterpoint::ascend
