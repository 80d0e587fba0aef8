// The hazards of one operation that a walk backwards still has to meet.
// SPDX-License-Identifier: Apache-2.0
//
// A hazard at distance d on the loop of the walk is met in pass d, a forward one in pass 0. The walk stops when all are
// met. Cost of a walk besides its steps: the number of its hazards.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "targets/ascend/peers/backward_scan.hpp"
#include "targets/ascend/peers/hazards.hpp"

namespace counterpoint::ascend {

class HazardMarks : public ScanVisitor {
 public:
  explicit HazardMarks(const SyncIr& ir) : ir_(&ir), marks_(ir.elements.size(), 0) {}

  // `hazards`: some of those of `later` on `loop`.
  void walk(BackwardScan& scan, std::uint32_t later, std::uint32_t loop, std::span<const Hazard> hazards) {
    if (hazards.empty()) return;
    later_ = later;
    loop_ = loop;
    open_ = hazards.size();
    std::uint32_t passes = 0;
    for (const Hazard& h : hazards) {
      marks_[h.earlier] |= 1U << h.distance;
      passes = std::max(passes, h.distance);
    }
    scan.run(scan.before_op(later), loop, passes, *this);
    for (const Hazard& h : hazards) marks_[h.earlier] = 0;
  }

  bool at_op(std::uint32_t element, std::uint32_t pass, PipeSet& ordered) final {
    if ((marks_[element] >> pass & 1U) == 0) return true;
    --open_;
    if ((ordered & pipe_bit(ir_->elements[element].pipe)) == 0) at_hazard(element, pass, ordered);
    return open_ > 0;
  }

 protected:
  // One that is not ordered.
  virtual void at_hazard(std::uint32_t element, std::uint32_t pass, PipeSet& ordered) = 0;
  [[nodiscard]] std::uint32_t later() const { return later_; }
  [[nodiscard]] std::uint32_t loop() const { return loop_; }

 private:
  const SyncIr* ir_;
  std::vector<std::uint32_t> marks_;  // by element: bit d, a hazard at distance d
  std::uint32_t later_ = 0;
  std::uint32_t loop_ = no_element;
  std::size_t open_ = 0;
};

}  // namespace counterpoint::ascend
