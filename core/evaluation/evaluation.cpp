// Reads ratios and sensitivities out of the answers.
// SPDX-License-Identifier: Apache-2.0
#include "core/evaluation/evaluation.hpp"

#include <algorithm>

namespace counterpoint {

std::optional<std::uint64_t> Evaluation::ratio(const Answers& row, Variant v) const {
  const Measured* ours = answer(row, v);
  const Measured* baseline = answer(row, Variant::barrier);
  if (ours == nullptr || baseline == nullptr || !ours->possible || !baseline->possible) return std::nullopt;
  if (baseline->latency == 0) return std::nullopt;
  // A run of less than 2^53 ps, two hours, does not overflow.
  return (ours->latency * 1000 + baseline->latency / 2) / baseline->latency;
}

std::vector<Sensitivity> sensitivities(const Evaluation& evaluation, std::uint32_t kernel, std::uint32_t size,
                                       Variant v, std::uint64_t target) {
  std::vector<Sensitivity> result;
  for (const Parameter p : swept_parameters()) {
    Sensitivity s;
    s.parameter = p;
    std::optional<std::pair<std::uint64_t, std::uint64_t>> before;  // value and ratio
    for (const SweepRow& row : evaluation.plan.sweep) {
      if (row.kernel != kernel || row.size != size || row.parameter != p) continue;
      const auto ratio = evaluation.ratio(row.answers, v);
      if (!ratio) continue;
      if (!before) s.least = s.most = *ratio;
      s.least = std::min(s.least, *ratio);
      s.most = std::max(s.most, *ratio);
      const std::uint64_t low = before ? std::min(before->second, *ratio) : *ratio;
      const std::uint64_t high = before ? std::max(before->second, *ratio) : *ratio;
      if (!s.needed && target >= low && target <= high) {
        s.needed = row.value;
        if (before && high > low) {
          const std::uint64_t part = target > before->second ? target - before->second : before->second - target;
          s.needed = before->first + (row.value - before->first) * part / (high - low);
        }
      }
      before = {row.value, *ratio};
    }
    if (before) result.push_back(s);
  }
  return result;
}

}  // namespace counterpoint
