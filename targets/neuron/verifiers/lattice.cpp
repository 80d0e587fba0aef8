// The bounded integer equation behind two strided patterns.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/lattice.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "core/machine/arithmetic.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::int64_t largest_byte = std::int64_t{1} << 61;
constexpr std::uint64_t searches_without_memory = 64;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return -floor_divide(-a, b); }

// Is there 0 <= z_i < n_i with sum c_i z_i in [low, low + width]?
class BoundedSum {
 public:
  BoundedSum(std::vector<BytePattern::Dimension> terms, std::int64_t width) : terms_(std::move(terms)), width_(width) {
    std::sort(terms_.begin(), terms_.end(), [](const auto& a, const auto& b) { return a.step > b.step; });
    reach_.assign(terms_.size() + 1, 0);
    divisor_.assign(terms_.size() + 1, 0);
    for (std::size_t i = terms_.size(); i-- > 0;) {
      reach_[i] = reach_[i + 1] + terms_[i].step * (terms_[i].count - 1);
      divisor_[i] = std::gcd(divisor_[i + 1], terms_[i].step);
    }
  }

  [[nodiscard]] Meeting solve(std::int64_t low, std::uint64_t& budget) {
    std::vector<Open> open;
    if (!open_at(0, low, open)) return found_ ? Meeting::some : Meeting::never;
    while (!open.empty()) {
      Open& top = open.back();
      if (top.next > top.last) {
        open.pop_back();
        continue;
      }
      if (budget == 0) return Meeting::unknown;
      --budget;
      const std::size_t i = open.size() - 1;
      const std::int64_t rest = top.low - terms_[i].step * top.next++;
      static_cast<void>(open_at(i + 1, rest, open));
      if (found_) return Meeting::some;
    }
    return Meeting::never;
  }

 private:
  struct Open {
    std::int64_t low;
    std::int64_t next;  // the multiples of this term that can still do
    std::int64_t last;
  };

  // Opens the window of what the terms from i on must add up to, unless none can.
  [[nodiscard]] bool open_at(std::size_t i, std::int64_t low, std::vector<Open>& open) {
    const std::int64_t high = low + width_;
    if (high < 0 || low > reach_[i]) return false;
    if (low <= 0) {  // nothing more is needed
      found_ = true;
      return false;
    }
    if (i == terms_.size()) return false;
    if (floor_divide(high, divisor_[i]) * divisor_[i] < low) return false;
    // Short searches never come to a window twice; remembering them would cost more than it saves.
    if (++opened_ > searches_without_memory && !tried_.emplace(i, low).second) return false;
    const std::int64_t c = terms_[i].step;
    const std::int64_t first = std::max<std::int64_t>(0, ceil_div(low - reach_[i + 1], c));
    const std::int64_t last = std::min(terms_[i].count - 1, floor_divide(high, c));
    if (first > last) return false;
    open.push_back({low, first, last});
    return true;
  }

  std::vector<BytePattern::Dimension> terms_;
  std::int64_t width_;
  std::vector<std::int64_t> reach_;    // the most that the terms from here on add
  std::vector<std::int64_t> divisor_;  // of the terms from here on
  std::set<std::pair<std::size_t, std::int64_t>> tried_;
  std::uint64_t opened_ = 0;
  bool found_ = false;
};

}  // namespace

std::optional<BytePattern> BytePattern::of(std::int64_t start, std::int64_t run, std::vector<Dimension> dimensions) {
  BytePattern out;
  ByteSum low = start;
  ByteSum reach = run;
  bool empty = run <= 0;
  for (Dimension& d : dimensions) {
    if (d.count <= 0) empty = true;
    const ByteSum far = static_cast<ByteSum>(d.step) * (d.count - 1);
    if (d.step < 0) {
      low += far;
      d.step = -d.step;
      reach -= far;
    } else {
      reach += far;
    }
  }
  if (low < -largest_byte || low + reach > largest_byte || reach > largest_byte) return std::nullopt;
  out.start = static_cast<std::int64_t>(low);
  out.run = empty ? 0 : run;
  out.end = empty ? out.start : static_cast<std::int64_t>(low + reach);
  if (empty) return out;
  std::erase_if(dimensions, [](const Dimension& d) { return d.step == 0 || d.count == 1; });
  std::sort(dimensions.begin(), dimensions.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
  for (const Dimension& d : dimensions) {
    // As far apart as a run is long, or less: one longer run.
    if (d.step <= out.run && out.dimensions.empty()) {
      out.run += d.step * (d.count - 1);
    } else {
      out.dimensions.push_back(d);
    }
  }
  std::reverse(out.dimensions.begin(), out.dimensions.end());
  return out;
}

Meeting meet(const BytePattern& a, const BytePattern& b, std::uint64_t& budget) {
  if (a.run == 0 || b.run == 0 || a.start >= b.end || b.start >= a.end) return Meeting::never;
  if (a.dimensions.empty() && b.dimensions.empty()) return Meeting::some;
  // A point x of a and one y of b share a byte iff -run(a) < x - y < run(b); y is counted from its end downwards.
  std::vector<BytePattern::Dimension> terms = a.dimensions;
  std::int64_t down = 0;
  for (const BytePattern::Dimension& d : b.dimensions) {
    terms.push_back(d);
    down += d.step * (d.count - 1);
  }
  const std::int64_t low = b.start + down - a.start - a.run + 1;
  const std::int64_t width = a.run + b.run - 2;
  BoundedSum sum(std::move(terms), width);
  return sum.solve(low, budget);
}

}  // namespace counterpoint::neuron
