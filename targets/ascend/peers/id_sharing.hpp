// Whether one pair has certainly been taken before another is set.
// SPDX-License-Identifier: Apache-2.0
//
// What. Two pairs can have one id if the wait of the first has passed before the second is set, and that of the second
//   before the first is set again, in the next iteration of each loop around both. A walk back from a set says which
//   waits have passed; it is done once for each set and loop, until more flags or barriers stand there.
// Cost. A walk each, ten million elements in all; beyond them nothing has passed. Source: ascend.md 4.5.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "targets/ascend/peers/backward_scan.hpp"

namespace counterpoint::ascend {

class IdSharing {
 public:
  explicit IdSharing(const SyncIr& ir) : ir_(ir), scan_(ir, false) {}

  // Whether `first` has been taken before `second` is set, and the other way round in the next iteration of each loop.
  [[nodiscard]] bool follows(std::uint32_t first, std::uint32_t second);
  // Whether `second` has been taken before `first` is set in the next iteration of each loop around both.
  [[nodiscard]] bool taken_next_time(std::uint32_t first, std::uint32_t second);
  // Something stands elsewhere now.
  void forget() { passed_.clear(); }

 private:
  const std::vector<std::uint32_t>& passed(std::uint32_t pair, std::uint32_t loop);

  const SyncIr& ir_;
  BackwardScan scan_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> passed_;
};

}  // namespace counterpoint::ascend
