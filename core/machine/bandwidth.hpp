// One bandwidth that the transfers in progress share at equal rates.
// SPDX-License-Identifier: Apache-2.0
//
// What. Processor sharing: an engine has at most one transfer in progress, and of n in progress each moves at 1/n of
// the whole rate. A transfer's work is its time if it had the bandwidth to itself.
// Why this way. Queues of equal priority that a memory serves packet by packet come close to equal shares. What each
// transfer has been served since the start of time is one number for all (`served_`), so a transfer that joins ends
// when that number has grown by its work, and nobody is touched when others come and go.
// Invariant. All is whole numbers: what does not divide by n is carried (`carry_`, below n when it is made), so that
// no service is lost and the sum of all works is served in just that time while any transfer is in progress.
// Cost. O(engines) each time a transfer starts or ends.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/program/ids.hpp"

namespace counterpoint {

class FairShare {
 public:
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

  // `now` never goes back, and is not beyond `next_end`.
  void start(EngineId e, std::uint64_t work, std::uint64_t now);
  // When the next transfer ends if none starts before; never without one.
  [[nodiscard]] std::uint64_t next_end() const;
  // Takes out the transfers that have ended at `now`, in the order in which they started.
  [[nodiscard]] std::vector<EngineId> take_ended(std::uint64_t now);

 private:
  struct Moving {
    EngineId engine;
    std::uint64_t end = 0;  // of `served_`
  };
  void advance(std::uint64_t now);

  std::vector<Moving> moving_;
  std::uint64_t served_ = 0;  // to each, since the start
  std::uint64_t carry_ = 0;   // service not yet shared out
  std::uint64_t at_ = 0;      // the time of both
};

}  // namespace counterpoint
