// The sequence of values of every semaphore within a segment.
// SPDX-License-Identifier: Apache-2.0
#include "verify/order/history.hpp"

#include <algorithm>

namespace counterpoint {

Histories::Histories(const std::vector<std::int64_t>& initial) : cells_(initial.size()) {
  for (std::size_t i = 0; i < initial.size(); ++i) cells_[i].value = cells_[i].start = initial[i];
}

const Raise* Histories::first_to_reach(std::uint32_t cell, std::int64_t needed) const {
  const Cell& c = cells_[cell];
  if (c.segment != segment_ || c.raises.empty() || c.raises.back().value < needed) return nullptr;
  // Gallop back from the end to bracket the place, then search in the bracket.
  std::size_t low = c.raises.size() - 1;
  std::size_t high = low;
  for (std::size_t stride = 1; low > 0 && c.raises[low].value >= needed; stride *= 2) {
    high = low;
    low = low > stride ? low - stride : 0;
  }
  const auto less = [](const Raise& r, std::int64_t v) { return r.value < v; };
  return &*std::lower_bound(c.raises.begin() + static_cast<std::ptrdiff_t>(low),
                            c.raises.begin() + static_cast<std::ptrdiff_t>(high) + 1, needed, less);
}

std::string Histories::raise(std::uint32_t cell, const Change& change, Raise raise) {
  Cell& c = cells_[cell];
  if (c.segment != segment_) {
    c.value = c.start = settled(c);
    c.segment = segment_;
    c.raises.clear();
  }
  if (change.kind == UpdateKind::subtract) {
    if (change.amount != 0) return "a decrement";
    raise.value = c.value;
  } else if (change.kind == UpdateKind::set) {
    raise.value = change.amount;
  } else if (__builtin_add_overflow(c.value, change.amount, &raise.value)) {
    return "overflow";
  }
  if (raise.value < c.value) return "a decrease";
  if (!c.raises.empty()) {
    const Raise& before = c.raises.back();
    if (before.engine != raise.engine) return "two writers";
    if ((before.kind == Raise::Kind::stream) != (raise.kind == Raise::Kind::stream)) return "both kinds of update";
  }
  c.value = raise.value;
  c.raises.push_back(raise);
  return {};
}

void Histories::next_segment(bool reset) {
  ++segment_;
  if (reset) last_reset_ = segment_;
}

}  // namespace counterpoint
