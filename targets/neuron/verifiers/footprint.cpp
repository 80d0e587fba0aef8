// Operands as bytes, and the sweep that finds which of them meet.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/footprint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace counterpoint::neuron {
namespace {

constexpr std::uint64_t most_windows_in_all = 20'000'000;  // of all exact comparisons
constexpr std::uint64_t most_windows_each = 200'000;       // of one
constexpr std::uint64_t most_box_pairs = 5'000'000;        // whose boxes meet

constexpr std::int64_t most_elements = std::int64_t{1} << 50;

}  // namespace

Footprints::Footprints(const Listing& listing) : l_(listing) {
  for (const DumpAllocation& a : l_.function().allocations) {
    for (const DumpLocation& l : a.locations) {
      locations_[l.name] = {&a, &l};
      sets_.emplace(a.name.empty() ? std::string_view(l.name) : std::string_view(a.name), Known{&a, &l});
    }
  }
  for (std::uint32_t i = 0; i < l_.size(); ++i) {
    const DumpInstruction& x = l_.at(i);
    for (const DumpPart& p : l_.parts(i)) {
      const auto place = static_cast<std::uint32_t>(parts_.size());
      parts_.push_back(p);
      const std::vector<DumpAccess>& ins = p.fired != nullptr ? p.fired->ins : x.ins;
      const std::vector<DumpAccess>& outs = p.fired != nullptr ? p.fired->outs : x.outs;
      for (const DumpAccess& a : ins) add(p, place, a, false);
      for (const DumpAccess& a : outs) add(p, place, a, true);
    }
  }
}

void Footprints::add(const DumpPart& part, std::uint32_t place, const DumpAccess& a, bool write) {
  if (a.kind == AccessKind::immediate || a.kind == AccessKind::reg) return;
  DumpOperand o;
  o.part = part;
  o.place = place;
  o.write = write;
  o.location = a.location;
  bool known = false;
  if (a.kind == AccessKind::physical) {
    const auto at = locations_.find(a.location);
    if (at != locations_.end()) {
      const DumpLocation& l = *at->second.location;
      known = l.space == MemorySpace::dram ? in_dram(a, l, *at->second.allocation, o.footprint)
                                           : in_rows(a, l, o.footprint);
    }
  } else {
    const auto at = sets_.find(a.location);
    const auto named = locations_.find(a.location);
    const Known* k = at != sets_.end() ? &at->second : named != locations_.end() ? &named->second : nullptr;
    if (k != nullptr && k->location->space == MemorySpace::dram) {
      DumpAccess whole = a;
      whole.pattern.clear();
      whole.offset = 0;
      std::int64_t elements = 1;
      for (const std::int64_t n : k->location->dims) {
        elements = n > 0 && elements > most_elements / n ? most_elements : elements * std::max<std::int64_t>(n, 1);
      }
      whole.pattern.push_back({1, elements});
      known = in_dram(whole, *k->location, *k->allocation, o.footprint);
      o.footprint.exact = false;
    }
  }
  if (known) {
    operands_.push_back(std::move(o));
  } else if (open_.empty() || open_.back() != part.instruction) {
    open_.push_back(part.instruction);
  }
}

std::uint32_t Footprints::space(std::string name) {
  return spaces_.emplace(std::move(name), static_cast<std::uint32_t>(spaces_.size())).first->second;
}

bool Footprints::in_rows(const DumpAccess& a, const DumpLocation& l, Footprint& out) {
  if (a.bytes == 0) return false;
  const std::int64_t row = l.dims[1] / a.bytes;  // elements of a partition
  if (row == 0) return false;
  out.space = space(l.space == MemorySpace::sbuf ? "SB" : fmt::format("PSUM{}", l.bank));
  const std::int64_t column = a.offset % row;
  const std::int64_t first = l.base + a.offset / row;
  std::vector<BytePattern::Dimension> partitions;
  std::vector<BytePattern::Dimension> inner;
  ByteSum least = column;
  ByteSum most = column;
  for (std::size_t d = 0; d < a.pattern.size(); ++d) {
    const DumpStride& s = a.pattern[d];
    if (d == 0) {
      if (s.step % row != 0 && s.count > 1) return false;  // shifted from partition to partition
      partitions.push_back({s.step / row, s.count});
      continue;
    }
    const ByteSum far = static_cast<ByteSum>(s.step) * std::max<std::int64_t>(s.count - 1, 0);
    (far < 0 ? least : most) += far;
    inner.push_back({s.step * a.bytes, s.count});
  }
  if (least < 0 || most >= row) return false;  // leaves its row: not the same bytes in each partition
  const auto bytes = BytePattern::of(l.address + column * a.bytes, a.bytes, std::move(inner));
  const auto parts = BytePattern::of(first, 1, std::move(partitions));
  if (!bytes || !parts) return false;
  out.bytes = *bytes;
  out.partitions = *parts;
  return true;
}

bool Footprints::in_dram(const DumpAccess& a, const DumpLocation& l, const DumpAllocation& owner, Footprint& out) {
  if (a.bytes == 0) return false;
  out.space = space(owner.kind == "Internal" ? "DRAM" : "DRAM:" + l.name);
  std::vector<BytePattern::Dimension> dimensions;
  for (const DumpStride& s : a.pattern) dimensions.push_back({s.step * a.bytes, s.count});
  const auto bytes = BytePattern::of(l.address + a.offset * a.bytes, a.bytes, std::move(dimensions));
  if (!bytes) return false;
  out.bytes = *bytes;
  out.partitions = *BytePattern::of(0, 1, {});
  return true;
}

std::vector<DumpConflict> Footprints::conflicts(bool own) const {
  std::vector<std::uint32_t> order(operands_.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [this](std::uint32_t x, std::uint32_t y) {
    const Footprint& a = operands_[x].footprint;
    const Footprint& b = operands_[y].footprint;
    return std::tie(a.space, a.bytes.start, x) < std::tie(b.space, b.bytes.start, y);
  });
  std::uint64_t pairs = 0;
  std::uint64_t windows = most_windows_in_all;
  using Key = std::tuple<std::uint32_t, std::uint32_t, bool, bool>;
  std::map<Key, DumpConflict> found;
  std::vector<std::uint32_t> active;
  for (const std::uint32_t x : order) {
    const DumpOperand& b = operands_[x];
    std::erase_if(active, [&](std::uint32_t y) {
      const Footprint& f = operands_[y].footprint;
      return f.space != b.footprint.space || f.bytes.end <= b.footprint.bytes.start;
    });
    for (const std::uint32_t y : active) {
      const DumpOperand& a = operands_[y];
      if ((!a.write && !b.write) || (a.place == b.place && !own)) continue;
      if (++pairs > most_box_pairs) {
        complete_ = false;
        break;
      }
      const bool swap = a.place > b.place || (a.place == b.place && !a.write);
      const DumpOperand& one = swap ? b : a;
      const DumpOperand& two = swap ? a : b;
      const Key key{one.place, two.place, one.write, two.write};
      const auto at = found.find(key);
      if (at != found.end() && at->second.certain) continue;
      std::uint64_t budget = std::min(windows, most_windows_each);
      const std::uint64_t had = budget;
      Meeting m = meet(one.footprint.partitions, two.footprint.partitions, budget);
      if (m != Meeting::never) {
        const Meeting bytes = meet(one.footprint.bytes, two.footprint.bytes, budget);
        m = bytes == Meeting::never ? bytes : m == Meeting::unknown ? m : bytes;
      }
      windows -= had - budget;
      if (m == Meeting::never) continue;
      const bool certain = m == Meeting::some && one.footprint.exact && two.footprint.exact;
      found[key] = {one.place, two.place, one.write, two.write, certain, one.location};
    }
    active.push_back(x);
  }
  std::vector<DumpConflict> out;
  out.reserve(found.size());
  for (const auto& [key, c] : found) out.push_back(c);
  return out;
}

}  // namespace counterpoint::neuron
